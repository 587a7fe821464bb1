//! Monte Carlo tree search for any game and any number of players.
//!
//! A simulation walks down the tree, adds the children of the first leaf it meets, and takes what it
//! finds there back to the root. Players choose by their own part of the values (max^n) and by
//! PUCT: promising actions first, neglected ones now and then. At chance nodes an outcome is taken at random.
//! A leaf is judged by the static evaluation of its children, or by playing on at random.
//!
//! Values that follow from the rules alone, or are known of solved positions, are proven: a player has a proven win as soon as one
//! action wins, and a node is settled once all its children are.

use super::knowledge::Judgement;
use super::tree::{LONGEST_WALK, Node, Tree, Worth, children};
use crate::evaluate::Evaluate;
use crate::game::{Game, Player, Turn};
use crate::playout;
use crate::run::{Ended, Rng, Watch};

/// How a leaf is judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Leaf {
    /// By the static evaluation.
    Glance,
    /// By a game at random, up to its end.
    Playout,
}

/// How much neglected actions are favoured, when leaves are judged at a glance and by playing on.
const CURIOSITY: [f32; 2] = [1.0, 1.4];

/// How far estimates must lie apart for one action to be tried `e` times as often at first.
const TEMPERATURE: f32 = 0.15;

/// The longest game at random.
const LONGEST_PLAYOUT: usize = 4000;

/// What the rules say when the game is over.
pub(super) fn result<G: Game>(position: &G) -> Worth {
    position.returns().map(|value| value as f32)
}

/// What the evaluation says.
fn glance<G: Evaluate>(position: &G, judgement: Judgement<'_, G>) -> Worth {
    judgement.estimate(position).map(|value| value as f32)
}

/// Draws nearer to another worth, all the way if the share is 1.
fn approach(worth: &mut Worth, other: &Worth, share: f32) {
    for (mean, value) in worth.iter_mut().zip(other) {
        *mean += (value - *mean) * share;
    }
}

impl<G: Evaluate> Tree<G> {
    /// One simulation.
    pub(super) fn simulate(
        &mut self,
        leaf: Leaf,
        room: usize,
        judgement: Judgement<'_, G>,
        rng: &mut Rng,
        watch: &mut Watch<'_>,
    ) -> Result<(), Ended> {
        watch.node()?;
        let Some(mut position) = self.root else { return Err(Ended) };
        self.path.clear();
        let mut at = 0;
        loop {
            self.path.push(at as u32);
            let node = &self.nodes[at];
            if node.proven || node.count == 0 || self.path.len() > LONGEST_WALK {
                break;
            }
            at = match node.turn {
                Turn::Player(mover) => self.select(node, mover, leaf),
                _ => self.sample(node, rng),
            };
            if let Some(action) = self.nodes[at].action {
                position = position.play(action);
            }
        }
        self.deepest = self.deepest.max(self.path.len() - 1);
        self.plies += self.path.len() as u64 - 1;
        let node = self.nodes[at];
        let worth = if node.proven {
            node.worth
        } else {
            if node.count == 0 && self.nodes.len() < room {
                self.expand(at, &position, leaf, judgement);
            }
            match leaf {
                Leaf::Glance => self.judge(at, &position, judgement),
                Leaf::Playout => self.play_out(position, rng, judgement, watch)?,
            }
        };
        self.back_up(worth);
        Ok(())
    }

    /// The child to try next where a player decides.
    fn select(&self, node: &Node<G::Action>, mover: Player, leaf: Leaf) -> usize {
        let curiosity = CURIOSITY[leaf as usize] * (node.visits as f32).sqrt();
        let (mut best, mut highest) = (node.first as usize, f32::NEG_INFINITY);
        for (number, child) in (node.first as usize..).zip(children(&self.nodes, node)) {
            let known = if child.visits == 0 && leaf == Leaf::Playout { &node.worth } else { &child.worth };
            let neglect = if child.proven { 0.0 } else { child.prior / (1.0 + child.visits as f32) };
            let merit = known[mover.index()] + curiosity * neglect;
            if merit > highest {
                (best, highest) = (number, merit);
            }
        }
        best
    }

    /// The child that chance brings about.
    pub(super) fn sample(&self, node: &Node<G::Action>, rng: &mut Rng) -> usize {
        let mut rest = rng.f32();
        for (number, child) in (node.first as usize..).zip(children(&self.nodes, node)) {
            rest -= child.prior;
            if rest < 0.0 {
                return number;
            }
        }
        (node.first + node.count - 1) as usize
    }

    /// Adds the children of a node, whose position is given.
    pub(super) fn expand(&mut self, at: usize, position: &G, leaf: Leaf, judgement: Judgement<'_, G>) {
        let (turn, first) = (self.nodes[at].turn, self.nodes.len());
        let glances = leaf == Leaf::Glance && matches!(turn, Turn::Player(_));
        let (nodes, mut hits) = (&mut self.nodes, 0);
        position.each_action(|action| {
            let next = position.play(action);
            let next_turn = next.turn();
            let known = if next_turn == Turn::Over { None } else { judgement.known(&next) };
            let worth = match (next_turn, known) {
                (Turn::Over, _) => result(&next),
                (_, Some(known)) => known.map(|value| value as f32),
                _ if glances => glance(&next, judgement),
                _ => Worth::default(),
            };
            let prior = match turn {
                Turn::Chance => {
                    let (weight, total) = position.probability(action);
                    weight as f32 / total as f32
                }
                _ => 1.0,
            };
            let mut node = Node::new(Some(action), next_turn, worth, prior);
            node.proven |= known.is_some();
            hits += u64::from(known.is_some());
            nodes.push(node);
        });
        let count = nodes.len() - first;
        (nodes[at].first, nodes[at].count) = (first as u32, count as u32);
        self.plies += count as u64;
        self.table_hits += hits;
        let Turn::Player(mover) = turn else { return };
        let added = &mut self.nodes[first..];
        if leaf == Leaf::Playout {
            for child in added {
                child.prior = 1.0 / count as f32;
            }
            return;
        }
        let value = |child: &Node<G::Action>| child.worth[mover.index()];
        let highest = added.iter().map(value).fold(f32::NEG_INFINITY, f32::max);
        let mut sum = 0.0;
        for child in added.iter_mut() {
            child.prior = ((value(child) - highest) / TEMPERATURE).exp();
            sum += child.prior;
        }
        // Every action gets some share, however bad it looks.
        for child in added {
            child.prior = 0.9 * child.prior / sum + 0.1 / count as f32;
        }
    }

    /// What a leaf looks like: the best child for the player to move, or the node itself.
    fn judge(&self, at: usize, position: &G, judgement: Judgement<'_, G>) -> Worth {
        let node = &self.nodes[at];
        if let Turn::Player(mover) = node.turn {
            let value = |child: &Node<G::Action>| child.worth[mover.index()];
            let best = children(&self.nodes, node)
                .iter()
                .reduce(|best, other| if value(other) > value(best) { other } else { best });
            if let Some(best) = best {
                return best.worth;
            }
        }
        glance(position, judgement)
    }

    /// The result of a game at random; if it does not end, the estimate of where it got to.
    fn play_out(
        &mut self,
        mut position: G,
        rng: &mut Rng,
        judgement: Judgement<'_, G>,
        watch: &mut Watch<'_>,
    ) -> Result<Worth, Ended> {
        for ply in 1..=LONGEST_PLAYOUT {
            let Some(action) = playout::choose(&position, rng, &mut self.buffer) else {
                return Ok(result(&position));
            };
            position = position.play(action);
            self.plies += 1;
            if ply % 64 == 0 {
                watch.look()?;
            }
        }
        Ok(glance(&position, judgement))
    }

    /// Takes what was found up the path, and what it proves.
    pub(super) fn back_up(&mut self, found: Worth) {
        let mut settling = true;
        for step in (0..self.path.len()).rev() {
            let at = self.path[step] as usize;
            settling = settling && self.settle(at);
            let node = &mut self.nodes[at];
            node.visits = node.visits.saturating_add(1);
            if !node.proven {
                approach(&mut node.worth, &found, 1.0 / node.visits as f32);
            }
        }
    }

    /// Proves a node from its children if they allow it. Says whether it is proven.
    fn settle(&mut self, at: usize) -> bool {
        let node = &self.nodes[at];
        if node.proven || node.count == 0 {
            return node.proven;
        }
        let below = children(&self.nodes, node);
        let all = below.iter().all(|child| child.proven);
        let proved = match node.turn {
            Turn::Player(mover) => {
                let player = mover.index();
                let proven = below.iter().filter(|child| child.proven).map(|child| child.worth);
                let best = proven.reduce(|best, next| if next[player] > best[player] { next } else { best });
                // With a win at hand the other actions do not matter.
                best.filter(|best| all || best[player] >= 1.0)
            }
            _ if all => {
                let mut mean = Worth::default();
                let mut weight = 0.0;
                for child in below {
                    weight += child.prior;
                    approach(&mut mean, &child.worth, child.prior / weight);
                }
                Some(mean.map(|value| value.clamp(-1.0, 1.0)))
            }
            _ => None,
        };
        if let Some(worth) = proved {
            (self.nodes[at].worth, self.nodes[at].proven) = (worth, true);
        }
        proved.is_some()
    }
}
