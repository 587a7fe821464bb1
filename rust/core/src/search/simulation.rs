//! Search by simulation: a tree for each thread, and the trees added up at the root.

use super::deepening::{chances, mover};
use super::knowledge::Judgement;
use super::mcts::Leaf;
use super::report::{Choice, Report};
use super::searcher::Searcher;
use super::settings::Request;
use super::tree::{self, Tree};
use crate::error::Error;
use crate::evaluate::Evaluate;
use crate::game::Player;
use crate::run::{Control, Ended, Rng, Watch, mix, with_helpers};
use std::time::{Duration, Instant};

/// How often simulations are reported.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// How many bytes the trees take.
const TREE_MEMORY: usize = 256 << 20;

/// What ends the growth of a tree besides its watch, and what it grows by.
struct Growth<'a, G: Evaluate> {
    leaf: Leaf,
    /// How many nodes a tree may have.
    room: usize,
    depth: Option<u32>,
    judgement: Judgement<'a, G>,
}

impl<G: Evaluate> Growth<'_, G> {
    /// Simulates until some moment, or until nothing more is to be done.
    fn grow(
        &self,
        tree: &mut Tree<G>,
        watch: &mut Watch<'_>,
        rng: &mut Rng,
        until: Option<Instant>,
    ) -> Result<(), Ended> {
        while until.is_none_or(|until| Instant::now() < until) {
            let deep = self.depth.is_some_and(|depth| tree.is_deep(depth as usize, self.room));
            if tree.is_proven() || deep {
                return Err(Ended);
            }
            tree.simulate(self.leaf, self.room, self.judgement, rng, watch)?;
        }
        Ok(())
    }
}

impl<G: Evaluate> Searcher<G> {
    /// Searches by simulation.
    pub(super) fn simulate(
        &mut self,
        leaf: Leaf,
        position: &G,
        request: &Request<'_, G>,
        poll: &mut dyn FnMut() -> bool,
        inform: &mut dyn FnMut(&Report<G::Action>),
    ) -> Result<Report<G::Action>, Error> {
        let limits = request.limits;
        let control = Control::new(limits.time, Some(request.stop));
        let (threads, seed) = (self.settings.threads, self.settings.seed);
        let nodes = limits.nodes.map(|nodes| nodes.div_ceil(threads as u64).max(1));
        let growth = Growth {
            leaf,
            room: self.settings.memory.unwrap_or(TREE_MEMORY) / Tree::<G>::NODE_SIZE / threads,
            depth: limits.depth,
            judgement: Judgement { weights: &self.weights, knowledge: self.knowledge.as_deref() },
        };
        self.trees.resize_with(threads, Tree::new);
        for tree in &mut self.trees {
            tree.root_at(position);
        }
        let generator = |thread: usize| Rng::with_seed(mix(seed, thread as u64));
        let (own_tree, others) = self.trees.split_at_mut(1);
        let (growth, lines) = (&growth, request.lines);
        let helpers = (1..).zip(others).map(|(thread, tree)| {
            move |mut watch: Watch<'_>| {
                watch.limit_nodes(nodes);
                let _ = growth.grow(tree, &mut watch, &mut generator(thread), None);
                watch.nodes()
            }
        });
        let own = |mut watch: Watch<'_>| {
            watch.limit_nodes(nodes);
            let [tree] = own_tree else { return 0 };
            let mut rng = generator(0);
            // Looking at the clock does not change what is found, only what is told.
            while growth.grow(tree, &mut watch, &mut rng, Some(Instant::now() + REPORT_INTERVAL)).is_ok() {
                let mut report = merged(std::slice::from_mut(tree), position, lines, growth.judgement);
                (report.nodes, report.elapsed) = (watch.nodes(), watch.elapsed());
                inform(&report);
            }
            // With a limit of simulations every thread does its share.
            if nodes.is_none() || tree.is_proven() {
                control.finish();
            }
            watch.nodes()
        };
        let (simulations, helped) = with_helpers(&control, poll, own, helpers);
        if control.is_interrupted() {
            return Err(Error::Stopped);
        }
        let mut report = merged(&mut self.trees, position, lines, growth.judgement);
        report.nodes = simulations + helped.into_iter().sum::<u64>();
        report.elapsed = control.elapsed();
        Ok(report)
    }
}

/// The report of trees that have grown from the same root side by side.
pub(super) fn merged<G: Evaluate>(
    trees: &mut [Tree<G>],
    position: &G,
    lines: usize,
    judgement: Judgement<'_, G>,
) -> Report<G::Action> {
    let mut choices: Vec<Choice<G::Action>> = Vec::new();
    for tree in trees.iter_mut() {
        let found = tree.choices(judgement);
        if choices.is_empty() {
            choices = found;
        } else {
            // All trees have the same children in the same order.
            choices.iter_mut().zip(&found).for_each(|(choice, other)| join(choice, other));
        }
    }
    let chances = chances(position, &choices);
    let mover = mover(position);
    if let Some(mover) = mover {
        sort(&mut choices, mover);
    }
    let mut report = Report::new(&choices, mover, &chances, lines, true);
    report.depth = trees.iter().map(|tree| tree.deepest).max().unwrap_or(0) as u32;
    report.plies = trees.iter().map(|tree| tree.plies).sum();
    report.table_hits = trees.iter().map(|tree| tree.table_hits).sum();
    report
}

/// Adds what another tree has found out about the same action.
fn join<A: Clone>(choice: &mut Choice<A>, other: &Choice<A>) {
    if choice.exact {
        choice.visits += other.visits;
        return;
    }
    if other.exact {
        (choice.values, choice.exact) = (other.values, true);
    } else {
        let all = (choice.visits + other.visits).max(1) as f64;
        let share = other.visits as f64 / all;
        choice.values.iter_mut().zip(other.values).for_each(|(value, other)| *value += (other - *value) * share);
    }
    if other.visits > choice.visits || other.exact {
        choice.pv.clone_from(&other.pv);
    }
    choice.visits += other.visits;
}

/// The best for a player first: what was tried most, or, once all is known, what is worth most.
fn sort<A>(choices: &mut [Choice<A>], mover: Player) {
    let known = choices.iter().all(|choice| choice.exact);
    let rank = |choice: &Choice<A>| {
        let visits = if known { 0 } else { choice.visits };
        tree::rank(visits, choice.exact, choice.values[mover.index()])
    };
    choices.sort_by(|a, b| rank(b).partial_cmp(&rank(a)).unwrap_or(std::cmp::Ordering::Equal));
}
