//! Monte Carlo tree search for any game and any number of players.
//!
//! A simulation walks down the tree, adds the children of the first leaf it meets, and takes what it
//! finds there back to the root. Players choose by their own part of the values (max^n) and by
//! PUCT: promising actions first, neglected ones now and then. At chance nodes an outcome is drawn.
//! A leaf is judged by the static evaluation of its children, or by playing on at random. Nodes keep
//! no positions, which would take most of the room: they are played again on the way down.
//!
//! Values that follow from the rules alone are proven: a player has a proven win as soon as one
//! action wins, and a node is settled once all its children are.

use super::limits::{Ended, Watch};
use super::random::Random;
use crate::evaluate::{self, Evaluate, Weights};
use crate::game::{Game, MAX_PLAYERS, Player, Returns, Turn};
use crate::playout;
use fastrand::Rng;
use std::collections::VecDeque;

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

/// The longest walk down the tree, and the longest game at random.
const LONGEST_WALK: usize = 400;
const LONGEST_PLAYOUT: usize = 4000;

/// After so many simulations a position with one legal action is left alone.
const FORCED_VISITS: u32 = 64;

/// How many old nodes are looked through for the new root.
const REUSE_SEARCH: usize = 50_000;

/// What a position is worth to each player: an estimate, then the mean over the visits, or what is
/// proven.
type Worth = [f32; MAX_PLAYERS];

/// What the rules say when the game is over.
fn result<G: Game>(position: &G) -> Worth {
    position.returns().map(|value| value as f32)
}

/// What the evaluation says.
fn glance<G: Evaluate>(position: &G, weights: &Weights) -> Worth {
    evaluate::estimate(position, weights).map(|value| value as f32)
}

/// Draws nearer to another worth, all the way if the share is 1.
fn approach(worth: &mut Worth, other: &Worth, share: f32) {
    for (mean, value) in worth.iter_mut().zip(other) {
        *mean += (value - *mean) * share;
    }
}

#[derive(Clone, Copy)]
struct Node<A> {
    /// What led here; `None` at the root.
    action: Option<A>,
    turn: Turn,
    /// Where the children begin, and how many there are; none before the node is expanded.
    first: u32,
    count: u32,
    visits: u32,
    worth: Worth,
    /// The share of tries it deserves at first, or the probability of an outcome.
    prior: f32,
    proven: bool,
}

impl<A> Node<A> {
    fn new(action: Option<A>, turn: Turn, worth: Worth, prior: f32) -> Self {
        Self { action, turn, first: 0, count: 0, visits: 0, worth, prior, proven: turn == Turn::Over }
    }
}

/// What the tree knows of one action or outcome of the root.
pub(super) struct Tried<A> {
    pub(super) action: A,
    pub(super) visits: u64,
    pub(super) values: Returns,
    pub(super) proven: bool,
    pub(super) line: Vec<A>,
    /// The probability, where chance acts.
    pub(super) chance: f64,
}

/// A tree that grows while it is searched, and is kept for the next move.
pub(super) struct Tree<G: Game> {
    /// The position of the first node.
    root: Option<G>,
    nodes: Vec<Node<G::Action>>,
    path: Vec<u32>,
    buffer: Vec<G::Action>,
    deepest: usize,
    /// How many actions were played, in the tree and in games at random.
    pub(super) actions: u64,
}

impl<G: Evaluate> Tree<G> {
    /// How many bytes a node takes.
    pub(super) const NODE_SIZE: usize = size_of::<Node<G::Action>>();

    pub(super) fn new() -> Self {
        Self { root: None, nodes: Vec::new(), path: Vec::new(), buffer: Vec::new(), deepest: 0, actions: 0 }
    }

    /// Makes a position the root, with what is already known below it.
    pub(super) fn root_at(&mut self, position: &G) {
        (self.deepest, self.actions) = (0, 0);
        let turn = position.turn();
        let found = self.find(position);
        let old = std::mem::take(&mut self.nodes);
        self.root = Some(*position);
        if let Some(found) = found {
            self.copy(&old, found);
        } else {
            self.nodes.push(Node::new(None, turn, Worth::default(), 1.0));
        }
    }

    /// Where a position stands in the tree, with children, those near the root first.
    fn find(&self, position: &G) -> Option<usize> {
        let mut queue = VecDeque::new();
        queue.extend(self.root.map(|root| (0, root)));
        for _ in 0..REUSE_SEARCH {
            let (at, other) = queue.pop_front()?;
            let node = self.nodes.get(at).filter(|node| node.count > 0)?;
            if other == *position {
                return Some(at);
            }
            let below = (node.first as usize..).zip(children(&self.nodes, node)).filter(|(_, child)| child.count > 0);
            queue.extend(below.filter_map(|(at, child)| Some((at, other.play(child.action?)))));
        }
        None
    }

    /// Copies the part of an old tree below a node, breadth first, so that siblings stay together.
    fn copy(&mut self, old: &[Node<G::Action>], root: usize) {
        self.nodes.push(Node { action: None, ..old[root] });
        let mut next = 0;
        while let Some(&node) = self.nodes.get(next) {
            self.nodes[next].first = self.nodes.len() as u32;
            self.nodes.extend_from_slice(children(old, &node));
            next += 1;
        }
    }

    pub(super) fn deepest(&self) -> usize {
        self.deepest
    }

    /// Whether a line is this long, or the tree cannot grow any more.
    pub(super) fn is_deep(&self, depth: usize, room: usize) -> bool {
        self.deepest >= depth || self.nodes.len() >= room
    }

    /// Whether the root's values are proven, so that more simulations tell nothing.
    pub(super) fn is_proven(&self) -> bool {
        self.nodes.first().is_some_and(|root| root.proven)
    }

    /// Whether a player has no choice, and a few simulations have told what to expect.
    pub(super) fn is_forced(&self) -> bool {
        let forced = |root: &Node<G::Action>| root.count == 1 && matches!(root.turn, Turn::Player(_));
        self.nodes.first().is_some_and(|root| forced(root) && root.visits >= FORCED_VISITS)
    }

    /// One simulation.
    pub(super) fn simulate(
        &mut self,
        leaf: Leaf,
        room: usize,
        weights: &Weights,
        random: &mut Random,
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
                _ => self.draw(node, random),
            };
            if let Some(action) = self.nodes[at].action {
                position = position.play(action);
            }
        }
        self.deepest = self.deepest.max(self.path.len() - 1);
        self.actions += self.path.len() as u64 - 1;
        let node = self.nodes[at];
        let worth = if node.proven {
            node.worth
        } else {
            if node.count == 0 && self.nodes.len() < room {
                self.expand(at, &position, leaf, weights);
            }
            match leaf {
                Leaf::Glance => self.judge(at, &position, weights),
                Leaf::Playout => self.play_out(position, random, weights, watch)?,
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
    fn draw(&self, node: &Node<G::Action>, random: &mut Random) -> usize {
        let mut rest = (random.number() >> 40) as f32 / (1u64 << 24) as f32;
        for (number, child) in (node.first as usize..).zip(children(&self.nodes, node)) {
            rest -= child.prior;
            if rest < 0.0 {
                return number;
            }
        }
        (node.first + node.count - 1) as usize
    }

    /// Adds the children of a node, whose position is given.
    fn expand(&mut self, at: usize, position: &G, leaf: Leaf, weights: &Weights) {
        let (turn, first) = (self.nodes[at].turn, self.nodes.len());
        let glances = leaf == Leaf::Glance && matches!(turn, Turn::Player(_));
        let nodes = &mut self.nodes;
        position.each_action(|action| {
            let next = position.play(action);
            let next_turn = next.turn();
            let worth = match next_turn {
                Turn::Over => result(&next),
                _ if glances => glance(&next, weights),
                _ => Worth::default(),
            };
            let prior = match turn {
                Turn::Chance => {
                    let (weight, total) = position.probability(action);
                    weight as f32 / total as f32
                }
                _ => 1.0,
            };
            nodes.push(Node::new(Some(action), next_turn, worth, prior));
        });
        let count = nodes.len() - first;
        (nodes[at].first, nodes[at].count) = (first as u32, count as u32);
        self.actions += count as u64;
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
    fn judge(&self, at: usize, position: &G, weights: &Weights) -> Worth {
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
        glance(position, weights)
    }

    /// The result of a game at random; if it does not end, the estimate of where it got to.
    fn play_out(
        &mut self,
        mut position: G,
        random: &mut Random,
        weights: &Weights,
        watch: &mut Watch<'_>,
    ) -> Result<Worth, Ended> {
        let mut rng = Rng::with_seed(random.number());
        for ply in 1..=LONGEST_PLAYOUT {
            let Some(action) = playout::choose(&position, &mut rng, &mut self.buffer) else {
                return Ok(result(&position));
            };
            position = position.play(action);
            self.actions += 1;
            if ply % 64 == 0 {
                watch.look()?;
            }
        }
        Ok(glance(&position, weights))
    }

    /// Takes what was found up the path, and what it proves.
    fn back_up(&mut self, found: Worth) {
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

    /// What is known of the root's children.
    pub(super) fn tried(&mut self, weights: &Weights) -> Vec<Tried<G::Action>> {
        if let Some(position) = self.root
            && self.nodes.first().is_some_and(|root| root.count == 0)
        {
            self.expand(0, &position, Leaf::Glance, weights);
        }
        let Some(root) = self.nodes.first() else { return Vec::new() };
        let tried = |child: &Node<G::Action>| {
            Some(Tried {
                action: child.action?,
                visits: child.visits.into(),
                values: child.worth.map(f64::from),
                proven: child.proven,
                line: self.line(child),
                chance: child.prior.into(),
            })
        };
        children(&self.nodes, root).iter().filter_map(tried).collect()
    }

    /// The line that was tried most, up to the next chance.
    fn line<'a>(&'a self, mut node: &'a Node<G::Action>) -> Vec<G::Action> {
        let mut line: Vec<_> = node.action.into_iter().collect();
        while let Turn::Player(mover) = node.turn
            && line.len() < LONGEST_WALK
        {
            let tried = children(&self.nodes, node).iter().filter(|child| child.visits > 0 || child.proven);
            let value = |child: &Node<G::Action>| child.worth[mover.index()].into();
            let rank = |child: &Node<G::Action>| rank(child.visits.into(), child.proven, value(child));
            let Some(best) = tried.reduce(|best, other| if rank(other) > rank(best) { other } else { best }) else {
                break;
            };
            line.extend(best.action);
            node = best;
        }
        line
    }
}

/// How good a tried action is for its player: proven wins first, proven losses last.
pub(super) fn rank(visits: u64, proven: bool, value: f64) -> (i8, u64, f64) {
    match value {
        _ if proven && value >= 1.0 => (1, visits, value),
        _ if proven && value <= -1.0 => (-1, visits, value),
        _ => (0, visits, value),
    }
}

fn children<'a, A>(nodes: &'a [Node<A>], node: &Node<A>) -> &'a [Node<A>] {
    &nodes[node.first as usize..(node.first + node.count) as usize]
}
