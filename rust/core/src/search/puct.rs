//! Search that an evaluator guides: PUCT, in batches.
//!
//! A walk goes down the tree to a leaf, as in `mcts`, but leaves are not judged one by one: they are gathered, and an
//! [`Evaluator`](super::Evaluator) says of all of them at once how likely each action is and what they are worth.
//! Until then the walks count as lost for whoever chose them (virtual loss), so that the next ones go elsewhere.
//! Chance is never asked about: its outcomes and their probabilities are known. What the rules prove stays proven.

use super::mcts::result;
use super::questions::{Inquiry, Questions};
use super::tree::{self, LONGEST_WALK, Node, Tree, Worth, children};
use crate::error::{Error, ParseError};
use crate::evaluate::Evaluate;
use crate::game::{GameAction, Player, Returns, Turn};
use crate::observe::Observe;
use crate::run::Rng;

/// How an evaluator is used.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Guidance {
    /// How many leaves it is asked about at once, at most.
    pub batch: usize,
    /// How much neglected actions are favoured.
    pub exploration: f32,
    /// The share of noise in the probabilities of the actions at the root.
    pub noise: f32,
    /// With 0 the best action is taken; with 1 each as often as it was tried; with more, more evenly.
    pub temperature: f32,
}

impl Default for Guidance {
    fn default() -> Self {
        Self { batch: 64, exploration: 1.5, noise: 0.0, temperature: 0.0 }
    }
}

impl Guidance {
    /// The most leaves at once.
    pub const MOST: usize = 4096;

    /// Refuses numbers out of range.
    ///
    /// # Errors
    /// The first of them.
    pub fn check(&self) -> Result<(), Error> {
        let refuse = |field, value: f64, reason: &str| Err(Error::Argument(ParseError::new(field, value, reason)));
        if !(1..=Self::MOST).contains(&self.batch) {
            return refuse("batch", self.batch as f64, "must be from 1 to 4096");
        }
        if !(0.0..=1.0).contains(&self.noise) {
            return refuse("noise", self.noise.into(), "must be from 0 to 1");
        }
        for (field, value) in [("exploration", self.exploration), ("temperature", self.temperature)] {
            if !(0.0..=1000.0).contains(&value) {
                return refuse(field, value.into(), "must be from 0 to 1000");
            }
        }
        Ok(())
    }
}

/// What came of a walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Descent {
    /// It ended where the rules know the result.
    Known,
    /// Its leaf is among the questions.
    Asked,
    /// Its leaf was among them already.
    Blocked,
}

/// How often each action of the root was tried, as shares that add up to 1, by their indices.
pub type Policy = Vec<(u16, f32)>;

/// A tree, and the noise at its root.
pub(crate) struct Grove<G: Evaluate> {
    pub(super) tree: Tree<G>,
    noise: Vec<f32>,
    guidance: Guidance,
    room: usize,
}

impl<G: Evaluate + Observe> Grove<G> {
    /// A tree that may take so many bytes.
    pub(crate) fn new(guidance: Guidance, memory: usize) -> Self {
        Self { tree: Tree::new(), noise: Vec::new(), guidance, room: (memory / Tree::<G>::NODE_SIZE).max(2) }
    }

    /// Makes a position the root, with what is known below it, and with new noise.
    pub(crate) fn root_at(&mut self, position: &G, rng: &mut Rng) {
        self.tree.root_at(position);
        self.noise.clear();
        if self.guidance.noise > 0.0 && matches!(position.turn(), Turn::Player(_)) {
            self.noise = dirichlet(position.count_actions() as usize, rng);
        }
    }

    /// Whether more walks tell nothing.
    pub(crate) fn is_proven(&self) -> bool {
        self.tree.is_proven()
    }

    /// Goes down the tree to a leaf, and asks about it unless the rules know the answer.
    pub(crate) fn descend(&mut self, rng: &mut Rng, questions: &mut Questions<G>, owner: usize) -> Descent {
        let tree = &mut self.tree;
        let Some(mut position) = tree.root else { return Descent::Known };
        tree.path.clear();
        let mut at = 0;
        let descent = loop {
            tree.path.push(at as u32);
            let node = tree.nodes[at];
            if node.proven {
                break Descent::Known;
            }
            if node.count == 0 {
                if node.pending > 0 {
                    break Descent::Blocked;
                }
                if G::INFO.has_chance && position.turn() == Turn::Chance {
                    expand_chance(tree, at, &position);
                } else if questions.ask(&position, owner, &tree.path) {
                    tree.nodes[at].turn = Turn::Player(position.viewer());
                    break Descent::Asked;
                } else {
                    let node = &mut tree.nodes[at];
                    (node.turn, node.proven, node.worth) = (Turn::Over, true, result(&position));
                    break Descent::Known;
                }
            }
            let node = &tree.nodes[at];
            if tree.path.len() > LONGEST_WALK {
                break Descent::Known;
            }
            at = match node.turn {
                Turn::Player(mover) => {
                    let noise = if at == 0 { &self.noise[..] } else { &[] };
                    select(tree, node, mover, &self.guidance, noise)
                }
                _ => tree.sample(node, rng),
            };
            if let Some(action) = tree.nodes[at].action {
                position = position.play(action);
            }
        };
        tree.deepest = tree.deepest.max(tree.path.len() - 1);
        tree.plies += tree.path.len() as u64 - 1;
        match descent {
            Descent::Known => tree.back_up(tree.nodes[at].worth),
            Descent::Asked | Descent::Blocked => {
                for step in 0..tree.path.len() {
                    tree.nodes[tree.path[step] as usize].pending += 1;
                }
            }
        }
        descent
    }

    /// The way of the last walk.
    pub(crate) fn path(&self) -> &[u32] {
        &self.tree.path
    }

    /// A walk does not wait any more.
    pub(crate) fn release(&mut self, path: &[u32]) {
        for &at in path {
            let pending = &mut self.tree.nodes[at as usize].pending;
            *pending = pending.saturating_sub(1);
        }
    }

    /// Takes in what was said about a leaf: the shares of its legal actions, and what it is worth to each player.
    pub(crate) fn learn(&mut self, question: &Inquiry<G>, shares: &[f32], values: Returns) {
        self.release(&question.path);
        let tree = &mut self.tree;
        let Some(&at) = question.path.last() else { return };
        let (at, first) = (at as usize, tree.nodes.len());
        if tree.nodes[at].count == 0 && first + question.legal.len() <= self.room {
            let turn = tree.nodes[at].turn;
            let actions = question.legal.iter().map(|&index| G::Action::from_index(index.into()));
            // Whose turn it is after an action is found out when it is tried first.
            tree.nodes
                .extend(actions.zip(shares).map(|(action, &share)| Node::new(action, turn, Worth::default(), share)));
            (tree.nodes[at].first, tree.nodes[at].count) = (first as u32, question.legal.len() as u32);
        }
        tree.path.clear();
        tree.path.extend_from_slice(&question.path);
        tree.back_up(values.map(|value| value as f32));
    }

    /// How often each action of the root was tried, as shares. A proven win takes all, a proven loss nothing.
    pub(crate) fn policy(&self) -> Policy {
        let Some(root) = self.tree.nodes.first() else { return Policy::new() };
        let Turn::Player(mover) = root.turn else { return Policy::new() };
        let below = children(&self.tree.nodes, root);
        let class = |child: &Node<G::Action>| tree::rank(0, child.proven, child.worth[mover.index()].into()).0;
        let best = below.iter().map(class).max().unwrap_or(0);
        // Of proven wins, and where nothing was tried, all count alike.
        let counts = |child: &Node<G::Action>| match (class(child) == best, best) {
            (false, _) => 0.0,
            (true, 0) => child.visits as f32,
            (true, _) => 1.0,
        };
        let tried: f32 = below.iter().map(counts).sum();
        let count = |child: &Node<G::Action>| match (class(child) == best, tried > 0.0) {
            (true, true) => counts(child) / tried,
            (true, false) => 1.0 / below.iter().filter(|child| class(child) == best).count() as f32,
            (false, _) => 0.0,
        };
        below.iter().filter_map(|child| Some((child.action?.index() as u16, count(child)))).collect()
    }
}

/// Takes one of the actions of a policy: the most tried with temperature 0, else at random.
pub(crate) fn draw(policy: &Policy, temperature: f32, rng: &mut Rng) -> Option<u16> {
    let best = policy.iter().copied().reduce(|best, next| if next.1 > best.1 { next } else { best })?;
    if temperature <= 0.0 || best.1 <= 0.0 {
        return Some(best.0);
    }
    let weight = |share: f32| (share / best.1).powf(1.0 / temperature);
    let mut rest = rng.f32() * policy.iter().map(|&(_, share)| weight(share)).sum::<f32>();
    for &(index, share) in policy.iter().filter(|(_, share)| *share > 0.0) {
        rest -= weight(share);
        if rest < 0.0 {
            return Some(index);
        }
    }
    Some(best.0)
}

/// The outcomes of chance with their probabilities.
fn expand_chance<G: Evaluate>(tree: &mut Tree<G>, at: usize, position: &G) {
    let first = tree.nodes.len();
    let nodes = &mut tree.nodes;
    position.each_action(|outcome| {
        let (weight, total) = position.probability(outcome);
        nodes.push(Node::new(Some(outcome), Turn::Chance, Worth::default(), weight as f32 / total as f32));
    });
    let count = nodes.len() - first;
    (nodes[at].turn, nodes[at].first, nodes[at].count) = (Turn::Chance, first as u32, count as u32);
}

/// The child to try next where a player decides. What was never tried counts as much as the position itself.
fn select<G: Evaluate>(
    tree: &Tree<G>,
    node: &Node<G::Action>,
    mover: Player,
    guidance: &Guidance,
    noise: &[f32],
) -> usize {
    let player = mover.index();
    let curiosity = guidance.exploration * ((node.visits + u32::from(node.pending)) as f32).sqrt();
    let (mut best, mut highest) = (node.first as usize, f32::NEG_INFINITY);
    for (number, child) in children(&tree.nodes, node).iter().enumerate() {
        let merit = if child.proven {
            child.worth[player]
        } else {
            let (visits, pending) = (child.visits as f32, f32::from(child.pending));
            let tries = visits + pending;
            let known = if tries > 0.0 { (child.worth[player] * visits - pending) / tries } else { node.worth[player] };
            let prior =
                noise.get(number).map_or(child.prior, |noise| child.prior + (noise - child.prior) * guidance.noise);
            known + curiosity * prior / (1.0 + tries)
        };
        if merit > highest {
            (best, highest) = (node.first as usize + number, merit);
        }
    }
    best
}

/// Random shares of so many actions: a Dirichlet distribution that grows more even with fewer actions.
fn dirichlet(count: usize, rng: &mut Rng) -> Vec<f32> {
    let alpha = 10.0 / count.max(1) as f64;
    let shares: Vec<_> = (0..count).map(|_| gamma(alpha, rng)).collect();
    let sum: f64 = shares.iter().sum::<f64>().max(f64::MIN_POSITIVE);
    shares.into_iter().map(|share| (share / sum) as f32).collect()
}

/// A number with a gamma distribution, by the method of Marsaglia and Tsang.
fn gamma(alpha: f64, rng: &mut Rng) -> f64 {
    let unit = |rng: &mut Rng| 1.0 - rng.f64();
    if alpha < 1.0 {
        let lower = unit(rng).powf(1.0 / alpha);
        return gamma(alpha + 1.0, rng) * lower;
    }
    let d = alpha - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let normal = (-2.0 * unit(rng).ln()).sqrt() * (std::f64::consts::TAU * rng.f64()).cos();
        let v = (1.0 + c * normal).powi(3);
        if v > 0.0 && unit(rng).ln() < 0.5 * normal * normal + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_has_the_mean_and_the_spread_of_its_distribution() {
        let mut rng = Rng::with_seed(1);
        for count in [2, 5, 40] {
            let draws: Vec<_> = (0..4000).map(|_| dirichlet(count, &mut rng)).collect();
            assert!(draws.iter().all(|shares| (shares.iter().sum::<f32>() - 1.0).abs() < 1e-4));
            let first: Vec<_> = draws.iter().map(|shares| f64::from(shares[0])).collect();
            let mean = first.iter().sum::<f64>() / 4000.0;
            let variance = first.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / 4000.0;
            let (n, sum) = (count as f64, 10.0);
            assert!((mean - 1.0 / n).abs() < 0.01, "{count}: {mean}");
            let expected = (1.0 / n) * (1.0 - 1.0 / n) / (sum + 1.0);
            assert!((variance / expected - 1.0).abs() < 0.2, "{count}: {variance}, expected {expected}");
        }
    }

    #[test]
    fn actions_are_drawn_as_often_as_they_were_tried() {
        let (policy, mut rng) = (vec![(3, 0.5), (5, 0.0), (9, 0.25), (11, 0.25)], Rng::with_seed(2));
        assert_eq!(draw(&policy, 0.0, &mut rng), Some(3));
        let mut counts = [0u32; 12];
        for _ in 0..10_000 {
            counts[usize::from(draw(&policy, 1.0, &mut rng).unwrap())] += 1;
        }
        assert!(counts[3].abs_diff(5000) < 200 && counts[9].abs_diff(2500) < 200 && counts[5] == 0, "{counts:?}");
        assert_eq!(draw(&Vec::new(), 1.0, &mut rng), None);
    }
}
