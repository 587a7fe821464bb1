//! The door to all searches: which one is used, on how many threads, and what is kept.

use super::alphabeta::AlphaBeta;
use super::deepening::{Chancy, Plain, Task, deepen};
use super::expectiminimax::Expectiminimax;
use super::limits::{Control, Ended, Limits, Watch};
use super::mcts::{self, Leaf, Tree};
use super::random::Random;
use super::report::{Choice, Report};
use super::table::{Table, key};
use crate::error::{Error, ParseError};
use crate::evaluate::{Evaluate, Weights, default_weights};
use crate::game::{Player, Returns, Turn};
use crate::run::MAX_THREADS;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Method {
    /// What plays best: simulations where more than two play and where [`Evaluate::suits_simulation`]
    /// says so, else looking ahead. Of a limit of nodes, a simulation takes eight.
    #[default]
    Auto,
    /// Looking a fixed depth ahead, deeper and deeper: alpha-beta, or expectiminimax where there is
    /// chance. For two players.
    Deepening,
    /// Monte Carlo tree search with the static evaluation at the leaves.
    Mcts,
    /// Monte Carlo tree search with games at random at the leaves.
    Playout,
}

impl Method {
    /// The names of the methods.
    pub const WORDS: [(&'static str, Self); 4] =
        [("auto", Self::Auto), ("deepening", Self::Deepening), ("mcts", Self::Mcts), ("playout", Self::Playout)];
}

/// What stays the same from search to search.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How to search.
    pub method: Method,
    /// On how many threads. One thread with a seed and a limit of nodes or depth always finds the
    /// same.
    pub threads: usize,
    /// The seed of all that is random: the order of equal actions, the outcomes of simulations.
    pub seed: u64,
    /// About how many bytes the table or the trees may take, if not as many as usual.
    pub memory: Option<usize>,
    /// Weights of the evaluation, by name, in place of the tuned ones.
    pub weights: Vec<(String, f32)>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { method: Method::Auto, threads: 1, seed: 0, memory: None, weights: Vec::new() }
    }
}

impl Settings {
    /// Says what is wrong with settings that hold for no game.
    ///
    /// # Errors
    /// A number of threads out of range.
    pub fn check(&self) -> Result<(), Error> {
        if self.threads == 0 || self.threads > MAX_THREADS {
            let reason = format!("must be from 1 to {MAX_THREADS}");
            return Err(Error::Argument(ParseError::new("threads", self.threads, reason)));
        }
        Ok(())
    }
}

/// What is asked of one search.
#[derive(Clone, Debug)]
pub struct Request<'a, G> {
    /// When it ends.
    pub limits: Limits,
    /// How many actions are to be reported, the best first. More than one slows the search down.
    pub lines: usize,
    /// Positions of the game so far. Where there is no chance, to come back to one is as good as a
    /// draw.
    pub played: &'a [G],
    /// Ends the search when set, from another thread.
    pub stop: &'a AtomicBool,
}

/// How many played positions are heeded.
const PLAYED: usize = 64;

/// A simulation takes about as long as so many nodes.
const NODES_PER_SIMULATION: u64 = 8;

/// How often simulations are reported.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// How many bytes a table takes, and the trees.
const TABLE_MEMORY: usize = 16 << 20;
const TREE_MEMORY: usize = 256 << 20;

/// Searches positions of one game, and keeps what it learns for the next move.
pub struct Searcher<G: Evaluate> {
    settings: Settings,
    weights: Weights,
    table: Option<Table>,
    trees: Vec<Tree<G>>,
}

impl<G: Evaluate> Searcher<G> {
    /// A searcher that knows nothing yet.
    ///
    /// # Errors
    /// A number of threads out of range, a weight that the game does not have or that is no number.
    pub fn new(settings: Settings) -> Result<Self, Error> {
        settings.check()?;
        let mut weights = default_weights::<G>();
        for (name, value) in &settings.weights {
            let place = G::WEIGHTS.iter().position(|info| info.name == name).ok_or_else(|| {
                let names: Vec<_> = G::WEIGHTS.iter().map(|info| format!("`{}`", info.name)).collect();
                let reason = format!("no such weight; {} has {}", G::INFO.name, names.join(", "));
                Error::Argument(ParseError::new("weights", name, reason))
            })?;
            if !value.is_finite() {
                return Err(Error::Argument(ParseError::new("weights", value, format!("`{name}` must be finite"))));
            }
            weights[place] = *value;
        }
        Ok(Self { settings, weights, table: None, trees: Vec::new() })
    }

    /// Forgets what earlier searches have found.
    pub fn forget(&mut self) {
        (self.table, self.trees) = (None, Vec::new());
    }

    /// Searches a position.
    ///
    /// `poll` is called every now and then on the calling thread; once it returns true the search is
    /// given up. `inform` is called with what is known so far, after every depth or ten times a
    /// second.
    ///
    /// # Errors
    /// A position in which the game is over; a method that does not fit it; [`Error::Stopped`].
    pub fn search(
        &mut self,
        position: &G,
        request: &Request<'_, G>,
        poll: &mut dyn FnMut() -> bool,
        inform: &mut dyn FnMut(&Report<G::Action>),
    ) -> Result<Report<G::Action>, Error> {
        let began = Instant::now();
        if position.turn() == Turn::Over {
            let reason = "the game is over, there is nothing to search";
            return Err(Error::Argument(ParseError::new("position", position, reason)));
        }
        match self.settings.method {
            Method::Deepening if position.players() != 2 => {
                let reason = "looks ahead for two players only; use `mcts` for more";
                Err(Error::Argument(ParseError::new("method", "deepening", reason)))
            }
            Method::Auto if position.players() == 2 && !position.suits_simulation() => {
                self.look_ahead(began, position, request, poll, inform)
            }
            Method::Deepening => self.look_ahead(began, position, request, poll, inform),
            Method::Playout => self.simulate(began, Leaf::Playout, position, request, poll, inform),
            Method::Mcts => self.simulate(began, Leaf::Glance, position, request, poll, inform),
            Method::Auto => {
                // Who does not choose the method means work by a limit of nodes.
                let nodes = request.limits.nodes.map(|nodes| (nodes / NODES_PER_SIMULATION).max(1));
                let request = Request { limits: Limits { nodes, ..request.limits }, ..request.clone() };
                self.simulate(began, Leaf::Glance, position, &request, poll, inform)
            }
        }
    }

    fn look_ahead(
        &mut self,
        began: Instant,
        position: &G,
        request: &Request<'_, G>,
        poll: &mut dyn FnMut() -> bool,
        inform: &mut dyn FnMut(&Report<G::Action>),
    ) -> Result<Report<G::Action>, Error> {
        let limits = request.limits;
        let control = Control::new(began, &limits, request.stop);
        let table = self
            .table
            .get_or_insert_with(|| Table::new(table_size(self.settings.memory.unwrap_or(TABLE_MEMORY), &limits)));
        table.grow_older();
        let (table, weights) = (&*table, &self.weights);
        let (threads, seed) = (self.settings.threads, self.settings.seed);
        let nodes = limits.nodes.map(|nodes| nodes.div_ceil(threads as u64).max(1));
        let recent = request.played.len().saturating_sub(PLAYED);
        let played: Vec<_> = request.played[recent..].iter().map(key).collect();
        let mover = match position.turn() {
            Turn::Player(mover) => Some(mover),
            _ => None,
        };
        let job = Job { position: *position, mover, limits, lines: request.lines, seed, played, table, weights };
        let (mut report, interrupted) = std::thread::scope(|scope| {
            let (job, control) = (&job, &control);
            let helpers: Vec<_> = (1..threads)
                .map(|thread| scope.spawn(move || job.run(Watch::new(control, nodes, None), thread, &mut |_| ()).1))
                .collect();
            let (mut report, nodes, interrupted) = job.run(Watch::new(control, nodes, Some(poll)), 0, inform);
            control.finish();
            let helped: u64 = helpers.into_iter().map(|helper| helper.join().unwrap_or(0)).sum();
            report.nodes = nodes + helped;
            (report, interrupted)
        });
        (report.actions, report.elapsed) = (report.nodes, began.elapsed());
        if interrupted { Err(Error::Stopped) } else { Ok(report) }
    }

    fn simulate(
        &mut self,
        began: Instant,
        leaf: Leaf,
        position: &G,
        request: &Request<'_, G>,
        poll: &mut dyn FnMut() -> bool,
        inform: &mut dyn FnMut(&Report<G::Action>),
    ) -> Result<Report<G::Action>, Error> {
        let control = Control::new(began, &request.limits, request.stop);
        let (threads, seed) = (self.settings.threads, self.settings.seed);
        let nodes = request.limits.nodes.map(|nodes| nodes.div_ceil(threads as u64).max(1));
        let room = self.settings.memory.unwrap_or(TREE_MEMORY) / Tree::<G>::NODE_SIZE / threads;
        let (weights, lines, depth) = (&self.weights, request.lines, request.limits.depth);
        // Time is not spent where there is nothing to decide.
        let hurries = request.limits.time.is_some() && depth.is_none();
        self.trees.resize_with(threads, Tree::new);
        for tree in &mut self.trees {
            tree.root_at(position);
        }
        let grow = |tree: &mut Tree<G>, watch: &mut Watch<'_>, random: &mut Random, until: Option<Instant>| {
            while until.is_none_or(|until| Instant::now() < until) {
                let deep = depth.is_some_and(|depth| tree.is_deep(depth as usize, room));
                if tree.is_proven() || deep || (hurries && tree.is_forced()) {
                    return Err(Ended);
                }
                tree.simulate(leaf, room, weights, random, watch)?;
            }
            Ok(())
        };
        let (own, others) = self.trees.split_at_mut(1);
        let mut simulations = 0;
        let mut interrupted = false;
        std::thread::scope(|scope| {
            let (grow, control) = (&grow, &control);
            let helpers: Vec<_> = (1..)
                .zip(others)
                .map(|(thread, tree)| {
                    scope.spawn(move || {
                        let mut watch = Watch::new(control, nodes, None);
                        let _ = grow(tree, &mut watch, &mut generator(seed, thread), None);
                        watch.nodes()
                    })
                })
                .collect();
            let mut watch = Watch::new(control, nodes, Some(poll));
            let mut random = generator(seed, 0);
            if let [tree] = own {
                // Looking at the clock does not change what is found, only what is told.
                while grow(tree, &mut watch, &mut random, Some(Instant::now() + REPORT_INTERVAL)).is_ok() {
                    let mut report = merged(std::slice::from_mut(tree), position, lines, weights);
                    (report.nodes, report.elapsed) = (watch.nodes(), control.elapsed());
                    inform(&report);
                }
            }
            (simulations, interrupted) = (watch.nodes(), watch.interrupted());
            // With a limit of simulations everybody makes his part.
            if nodes.is_none() || own[0].is_proven() || own[0].is_forced() || interrupted {
                control.finish();
            }
            simulations += helpers.into_iter().map(|helper| helper.join().unwrap_or(0)).sum::<u64>();
        });
        if interrupted {
            return Err(Error::Stopped);
        }
        let mut report = merged(&mut self.trees, position, lines, weights);
        report.nodes = simulations;
        report.elapsed = began.elapsed();
        Ok(report)
    }
}

/// What the threads of a search that looks ahead have in common.
struct Job<'a, G: Evaluate> {
    position: G,
    mover: Option<Player>,
    limits: Limits,
    lines: usize,
    seed: u64,
    played: Vec<u64>,
    table: &'a Table,
    weights: &'a Weights,
}

impl<G: Evaluate> Job<'_, G> {
    /// One thread's search: its report, its nodes, and whether the caller has given it up.
    fn run<'w>(
        &'w self,
        watch: Watch<'w>,
        thread: usize,
        inform: &mut dyn FnMut(&Report<G::Action>),
    ) -> (Report<G::Action>, u64, bool) {
        // Threads begin with different actions and depths, so that each finds what the others can
        // use.
        let actions = shuffled(&self.position, self.seed, thread);
        let from_depth = (1 + thread as u32 % 2).min(self.limits.depth.unwrap_or(u32::MAX).max(1));
        let (mover, limits, lines) = (self.mover, self.limits, self.lines);
        let task = Task { mover, actions, limits, lines, from_depth, inform };
        match mover {
            Some(mover) if !G::INFO.has_chance => {
                let search = AlphaBeta::new(watch, self.table, self.weights, &self.played);
                let mut engine = Plain { root: self.position, mover, search };
                let report = deepen(&mut engine, task);
                (report, engine.search.watch.nodes(), engine.search.watch.interrupted())
            }
            _ => {
                let minimizes = mover.is_some_and(|mover| mover.index() == 1);
                let search = Expectiminimax::new(watch, self.table, self.weights);
                let mut engine = Chancy { root: self.position, minimizes, search };
                let report = deepen(&mut engine, task);
                (report, engine.search.watch.nodes(), engine.search.watch.interrupted())
            }
        }
    }
}

fn generator(seed: u64, thread: usize) -> Random {
    Random::new(Random::new(seed.wrapping_add((thread as u64) << 32)).number())
}

/// How large a table is worth its while: filling it with zeros takes time too.
fn table_size(memory: usize, limits: &Limits) -> usize {
    let by_time = limits.time.map_or(usize::MAX, |time| (time.as_millis() as usize).saturating_mul(64 << 10));
    let by_nodes = limits.nodes.map_or(usize::MAX, |nodes| (nodes as usize).saturating_mul(64));
    memory.min(by_time.max(64 << 10)).min(by_nodes.max(64 << 10))
}

/// The actions of the root in an order that the seed decides, with the probabilities of outcomes.
fn shuffled<G: Evaluate>(position: &G, seed: u64, thread: usize) -> Vec<(G::Action, f64)> {
    let mut actions = Vec::new();
    position.each_action(|action| {
        let (weight, total) = position.probability(action);
        actions.push((action, f64::from(weight) / f64::from(total)));
    });
    if position.turn() != Turn::Chance {
        generator(seed, thread).shuffle(&mut actions);
    }
    actions
}

/// The report of trees that have grown from the same root side by side.
fn merged<G: Evaluate>(trees: &mut [Tree<G>], position: &G, lines: usize, weights: &Weights) -> Report<G::Action> {
    let mover = match position.turn() {
        Turn::Player(mover) => Some(mover),
        _ => None,
    };
    let (depth, actions) =
        trees.iter().fold((0, 0), |(depth, actions), tree| (tree.deepest().max(depth), actions + tree.actions));
    let mut chances = Vec::new();
    let mut choices: Vec<Choice<G::Action>> = Vec::new();
    for (number, tree) in trees.iter_mut().enumerate() {
        for (place, tried) in tree.tried(weights).into_iter().enumerate() {
            if number == 0 {
                chances.push(tried.chance);
                let (action, values, line) = (tried.action, tried.values, tried.line);
                choices.push(Choice {
                    action,
                    values,
                    line,
                    visits: tried.visits,
                    exact: tried.proven,
                    plies_to_end: None,
                });
            } else if let Some(choice) = choices.get_mut(place) {
                join(choice, &tried);
            }
        }
    }
    let mut values = Returns::default();
    if let Some(mover) = mover {
        sort(&mut choices, mover);
        values = choices.first().map_or(values, |best| best.values);
    } else {
        for (choice, chance) in choices.iter().zip(&chances) {
            values.iter_mut().zip(choice.values).for_each(|(sum, value)| *sum += chance * value);
        }
    }
    let best = choices.first().filter(|_| mover.is_some());
    let exact = match (mover, best) {
        (Some(mover), Some(best)) if best.exact && best.values[mover.index()] >= 1.0 => true,
        _ => !choices.is_empty() && choices.iter().all(|choice| choice.exact),
    };
    let (action, line) = best.map_or((None, Vec::new()), |best| (Some(best.action), best.line.clone()));
    if mover.is_some() {
        choices.truncate(lines.max(1));
    }
    let (nodes, elapsed, plies_to_end) = (0, Duration::ZERO, None);
    Report { action, values, line, depth: depth as u32, nodes, actions, elapsed, exact, plies_to_end, choices }
}

/// Adds what another tree has found out about the same action.
fn join<A: Clone>(choice: &mut Choice<A>, other: &mcts::Tried<A>) {
    if choice.exact {
        choice.visits += other.visits;
        return;
    }
    if other.proven {
        (choice.values, choice.exact) = (other.values, true);
    } else {
        let all = (choice.visits + other.visits).max(1) as f64;
        let share = other.visits as f64 / all;
        choice.values.iter_mut().zip(other.values).for_each(|(value, other)| *value += (other - *value) * share);
    }
    if other.visits > choice.visits || other.proven {
        choice.line.clone_from(&other.line);
    }
    choice.visits += other.visits;
}

/// The best for a player first: what was tried most, or, once all is known, what is worth most.
fn sort<A>(choices: &mut [Choice<A>], mover: Player) {
    let known = choices.iter().all(|choice| choice.exact);
    let rank = |choice: &Choice<A>| {
        let visits = if known { 0 } else { choice.visits };
        mcts::rank(visits, choice.exact, choice.values[mover.index()])
    };
    choices.sort_by(|a, b| rank(b).partial_cmp(&rank(a)).unwrap_or(std::cmp::Ordering::Equal));
}
