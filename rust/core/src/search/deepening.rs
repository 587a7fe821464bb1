//! Iterative deepening: the root of the searches that look a fixed depth ahead, and its threads.

use super::alphabeta::AlphaBeta;
use super::expectiminimax::Expectiminimax;
use super::knowledge::Judgement;
use super::report::{Choice, Report};
use super::searcher::Searcher;
use super::settings::Request;
use super::table::{TranspositionTable, key};
use crate::error::Error;
use crate::evaluate::Evaluate;
use crate::game::{Game, Player, Returns, Turn};
use crate::run::{Control, Ended, Limits, Rng, Watch, mix, with_helpers};

/// How many played positions are heeded.
const PLAYED: usize = 64;

/// How many bytes a table takes, and at least.
const TABLE_MEMORY: usize = 16 << 20;
const SMALLEST_TABLE: usize = 64 << 10;

/// What a search says about an action of the root, seen by the player to move (player 0 where chance
/// acts).
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Verdict {
    /// For comparison and as a window.
    pub(super) score: f64,
    /// As a result from −1 to 1.
    pub(super) value: f64,
    /// Whether it rests on the rules, or on what is known, alone.
    pub(super) exact: bool,
    pub(super) plies_to_end: Option<u32>,
}

/// A search that can look at one action of the root after the other.
pub(super) trait Engine<'w, A> {
    /// The lowest and the highest score.
    const WINDOW: (f64, f64);

    /// The deepest search.
    const MAX_DEPTH: u32;

    /// Searches an action. A score of at most `alpha` only means that it is no more than that; `first`
    /// says that there is no such bound yet.
    fn try_action(&mut self, action: A, depth: u32, alpha: f64, first: bool) -> Result<Verdict, Ended>;

    /// The best line after the action tried last.
    fn pv(&self) -> &[A];

    /// Its limits.
    fn watch(&mut self) -> &mut Watch<'w>;

    /// How many positions were known without a search.
    fn table_hits(&self) -> u64 {
        0
    }
}

/// What the threads of one search have in common.
struct Root<'a, G: Evaluate> {
    position: G,
    /// The player to move; `None` where chance acts.
    mover: Option<Player>,
    limits: Limits,
    /// How many actions are to be reported.
    lines: usize,
    seed: u64,
    /// The keys of the game so far.
    played: Vec<u64>,
    table: &'a TranspositionTable,
    judgement: Judgement<'a, G>,
}

impl<G: Evaluate> Searcher<G> {
    /// Searches by looking ahead. Several threads share the table, and help the first by filling it.
    pub(super) fn look_ahead(
        &mut self,
        position: &G,
        request: &Request<'_, G>,
        poll: &mut dyn FnMut() -> bool,
        inform: &mut dyn FnMut(&Report<G::Action>),
    ) -> Result<Report<G::Action>, Error> {
        let limits = request.limits;
        let control = Control::new(limits.time, Some(request.stop));
        let memory = self.settings.memory.unwrap_or(TABLE_MEMORY);
        let table = self.table.get_or_insert_with(|| TranspositionTable::new(table_size(memory, &limits)));
        table.grow_older();
        let threads = self.settings.threads;
        let recent = request.played.len().saturating_sub(PLAYED);
        let root = Root {
            position: *position,
            mover: mover(position),
            limits: Limits { nodes: limits.nodes.map(|nodes| nodes.div_ceil(threads as u64).max(1)), ..limits },
            lines: request.lines,
            seed: self.settings.seed,
            played: request.played[recent..].iter().map(key).collect(),
            table,
            judgement: Judgement { weights: &self.weights, knowledge: self.knowledge.as_deref() },
        };
        let own = |watch: Watch<'_>| {
            let report = root.search(watch, 0, inform);
            control.finish();
            report
        };
        let root = &root;
        let helpers = (1..threads).map(|thread| move |watch: Watch<'_>| root.search(watch, thread, &mut |_| ()).nodes);
        let (mut report, helped) = with_helpers(&control, poll, own, helpers);
        report.nodes += helped.into_iter().sum::<u64>();
        (report.plies, report.elapsed) = (report.nodes, control.elapsed());
        if control.is_interrupted() { Err(Error::Stopped) } else { Ok(report) }
    }
}

impl<G: Evaluate> Root<'_, G> {
    /// One thread's search.
    fn search(
        &self,
        mut watch: Watch<'_>,
        thread: usize,
        inform: &mut dyn FnMut(&Report<G::Action>),
    ) -> Report<G::Action> {
        watch.limit_nodes(self.limits.nodes);
        let (table, judgement) = (self.table, self.judgement);
        match self.mover {
            Some(mover) if !G::INFO.has_chance => {
                let engine = AlphaBeta::new(self.position, mover, watch, table, judgement, &self.played);
                self.deepen(engine, thread, inform)
            }
            mover => self.deepen(Expectiminimax::new(self.position, mover, watch, table, judgement), thread, inform),
        }
    }

    /// Searches deeper and deeper until a limit is reached or nothing is left to find out.
    fn deepen<'w, E: Engine<'w, G::Action>>(
        &self,
        mut engine: E,
        thread: usize,
        inform: &mut dyn FnMut(&Report<G::Action>),
    ) -> Report<G::Action> {
        let (mover, limits) = (self.mover, self.limits);
        let (mut choices, chances) = self.choices(thread);
        // Where chance acts, every outcome counts and none is better than another.
        let wanted = if mover.is_some() { self.lines.max(1) } else { choices.len() };
        let deepest = limits.depth.unwrap_or(E::MAX_DEPTH).clamp(1, E::MAX_DEPTH);
        // Threads begin with different depths, so that each finds what the others can use.
        let from_depth = (1 + thread as u32 % 2).min(deepest);
        let mut report = Report::new(&choices, mover, &chances, wanted, false);
        for depth in from_depth..=deepest {
            let mut scores: Vec<Option<f64>> = vec![None; choices.len()];
            let complete = self.iterate(&mut engine, &mut choices, &mut scores, depth, wanted).is_ok();
            // A depth that was cut short still tells of the actions that were searched: the best so far
            // was the first of them.
            if mover.is_some() {
                bring_to_front(&mut choices, &mut scores, wanted);
            }
            let reached = if complete { depth } else { report.depth };
            report = Report::new(&choices, mover, &chances, wanted, complete);
            report.depth = reached;
            (report.nodes, report.elapsed) = (engine.watch().nodes(), engine.watch().elapsed());
            report.table_hits = engine.table_hits();
            if !complete {
                break;
            }
            inform(&report);
            let settled = report.exact && report.plies_to_end.is_none_or(|plies| plies <= depth);
            let enough = settled && (wanted == 1 || choices.iter().all(|choice| choice.exact));
            if enough || engine.watch().look().is_err() {
                break;
            }
        }
        report
    }

    /// The actions in an order that the seed decides, different for each thread; or the outcomes in
    /// their own, with their probabilities.
    fn choices(&self, thread: usize) -> (Vec<Choice<G::Action>>, Vec<f64>) {
        let mut choices = Vec::new();
        self.position.each_action(|action| choices.push(Choice::new(action)));
        if self.mover.is_some() {
            Rng::with_seed(mix(self.seed, thread as u64)).shuffle(&mut choices);
        }
        let chances = chances(&self.position, &choices);
        (choices, chances)
    }

    /// Searches all choices to one depth, and notes the scores.
    fn iterate<'w, E: Engine<'w, G::Action>>(
        &self,
        engine: &mut E,
        choices: &mut [Choice<G::Action>],
        scores: &mut [Option<f64>],
        depth: u32,
        wanted: usize,
    ) -> Result<(), Ended> {
        let mut best: Vec<f64> = Vec::new();
        for (choice, score) in choices.iter_mut().zip(scores) {
            let worst_wanted = if self.mover.is_some() { best.get(wanted - 1).copied() } else { None };
            let alpha = worst_wanted.unwrap_or(E::WINDOW.0);
            if alpha >= E::WINDOW.1 {
                break;
            }
            let verdict = engine.try_action(choice.action, depth, alpha, worst_wanted.is_none())?;
            if worst_wanted.is_none() || verdict.score > alpha {
                choice.pv.truncate(1);
                choice.pv.extend_from_slice(engine.pv());
                let place = best.partition_point(|&score| score >= verdict.score);
                best.insert(place, verdict.score);
            }
            *score = Some(verdict.score);
            choice.values = both(self.mover, verdict.value);
            (choice.exact, choice.plies_to_end) = (verdict.exact, verdict.plies_to_end);
        }
        Ok(())
    }
}

/// The player who decides.
pub(super) fn mover<G: Game>(position: &G) -> Option<Player> {
    match position.turn() {
        Turn::Player(mover) => Some(mover),
        _ => None,
    }
}

/// The probabilities of outcomes; zero for actions.
pub(super) fn chances<G: Game>(position: &G, choices: &[Choice<G::Action>]) -> Vec<f64> {
    let chance = |choice: &Choice<G::Action>| {
        let (weight, total) = position.probability(choice.action);
        f64::from(weight) / f64::from(total)
    };
    choices.iter().map(chance).collect()
}

/// How large a table is worth its while: filling it with zeros takes time too.
fn table_size(memory: usize, limits: &Limits) -> usize {
    let by_time = limits.time.map_or(usize::MAX, |time| (time.as_millis() as usize).saturating_mul(SMALLEST_TABLE));
    let by_nodes = limits.nodes.map_or(usize::MAX, |nodes| (nodes as usize).saturating_mul(64));
    memory.min(by_time.max(SMALLEST_TABLE)).min(by_nodes.max(SMALLEST_TABLE))
}

/// Puts the best of those searched at this depth first, in order; the others keep theirs.
fn bring_to_front<A>(choices: &mut [Choice<A>], scores: &mut [Option<f64>], wanted: usize) {
    for place in 0..wanted.min(choices.len()) {
        let score = |number: usize| scores[number].unwrap_or(f64::NEG_INFINITY);
        let best = (place..choices.len()).reduce(|best, other| if score(other) > score(best) { other } else { best });
        if let Some(best) = best
            && score(best) > f64::NEG_INFINITY
        {
            choices[place..=best].rotate_right(1);
            scores[place..=best].rotate_right(1);
        }
    }
}

/// The values of both players when this one (player 0 where chance acts) expects `value`.
fn both(mover: Option<Player>, value: f64) -> Returns {
    let mut values = Returns::default();
    let own = mover.map_or(0, Player::index) % 2;
    (values[own], values[1 - own]) = (value, -value);
    values
}
