//! The tree that simulations grow: its nodes, what is kept of it for the next move, and what it knows.
//!
//! Nodes keep no positions, which would take most of the room: they are played again on the way down.

use super::knowledge::Judgement;
use super::mcts::Leaf;
use super::report::Choice;
use crate::evaluate::Evaluate;
use crate::game::{Game, MAX_PLAYERS, Turn};
use std::collections::VecDeque;

/// The longest walk down the tree.
pub(super) const LONGEST_WALK: usize = 400;

/// How many old nodes are looked through for the new root.
const REUSE_SEARCH: usize = 50_000;

/// What a position is worth to each player: an estimate, then the mean over the visits, or what is
/// proven.
pub(super) type Worth = [f32; MAX_PLAYERS];

#[derive(Clone, Copy)]
pub(super) struct Node<A> {
    /// What led here; `None` at the root.
    pub(super) action: Option<A>,
    pub(super) turn: Turn,
    /// Where the children begin, and how many there are; none before the node is expanded.
    pub(super) first: u32,
    pub(super) count: u32,
    pub(super) visits: u32,
    /// How many walks through it wait for what their leaf is worth.
    pub(super) pending: u16,
    pub(super) worth: Worth,
    /// The share of tries it deserves at first, or the probability of an outcome.
    pub(super) prior: f32,
    pub(super) proven: bool,
}

impl<A> Node<A> {
    pub(super) fn new(action: Option<A>, turn: Turn, worth: Worth, prior: f32) -> Self {
        Self { action, turn, first: 0, count: 0, visits: 0, pending: 0, worth, prior, proven: turn == Turn::Over }
    }
}

/// A tree that grows while it is searched, and is kept for the next move.
pub(super) struct Tree<G: Game> {
    /// The position of the first node.
    pub(super) root: Option<G>,
    pub(super) nodes: Vec<Node<G::Action>>,
    pub(super) path: Vec<u32>,
    pub(super) buffer: Vec<G::Action>,
    pub(super) deepest: usize,
    /// How many actions were played, in the tree and in games at random.
    pub(super) plies: u64,
    /// How many nodes were known without a search.
    pub(super) table_hits: u64,
}

impl<G: Evaluate> Tree<G> {
    /// How many bytes a node takes.
    pub(super) const NODE_SIZE: usize = size_of::<Node<G::Action>>();

    pub(super) fn new() -> Self {
        let (nodes, path, buffer) = (Vec::new(), Vec::new(), Vec::new());
        Self { root: None, nodes, path, buffer, deepest: 0, plies: 0, table_hits: 0 }
    }

    /// Makes a position the root, with what is already known below it.
    pub(super) fn root_at(&mut self, position: &G) {
        (self.deepest, self.plies, self.table_hits) = (0, 0, 0);
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

    /// Whether a line is this long, or the tree cannot grow any more.
    pub(super) fn is_deep(&self, depth: usize, room: usize) -> bool {
        self.deepest >= depth || self.nodes.len() >= room
    }

    /// Whether the root's values are proven, so that more simulations tell nothing.
    pub(super) fn is_proven(&self) -> bool {
        self.nodes.first().is_some_and(|root| root.proven)
    }

    /// What is known of the root's children.
    pub(super) fn choices(&mut self, judgement: Judgement<'_, G>) -> Vec<Choice<G::Action>> {
        if let Some(position) = self.root
            && self.nodes.first().is_some_and(|root| root.count == 0)
        {
            self.expand(0, &position, Leaf::Glance, judgement);
        }
        let Some(root) = self.nodes.first() else { return Vec::new() };
        let choice = |child: &Node<G::Action>| {
            Some(Choice {
                action: child.action?,
                visits: child.visits.into(),
                values: child.worth.map(f64::from),
                exact: child.proven,
                pv: self.pv(child),
                plies_to_end: None,
            })
        };
        children(&self.nodes, root).iter().filter_map(choice).collect()
    }

    /// The line that was tried most, up to the next chance.
    fn pv<'a>(&'a self, mut node: &'a Node<G::Action>) -> Vec<G::Action> {
        let mut pv: Vec<_> = node.action.into_iter().collect();
        while let Turn::Player(mover) = node.turn
            && pv.len() < LONGEST_WALK
        {
            let tried = children(&self.nodes, node).iter().filter(|child| child.visits > 0 || child.proven);
            let value = |child: &Node<G::Action>| child.worth[mover.index()].into();
            let rank = |child: &Node<G::Action>| rank(child.visits.into(), child.proven, value(child));
            let Some(best) = tried.reduce(|best, other| if rank(other) > rank(best) { other } else { best }) else {
                break;
            };
            pv.extend(best.action);
            node = best;
        }
        pv
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

pub(super) fn children<'a, A>(nodes: &'a [Node<A>], node: &Node<A>) -> &'a [Node<A>] {
    &nodes[node.first as usize..(node.first + node.count) as usize]
}
