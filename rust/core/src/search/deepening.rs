//! Iterative deepening: the root of the searches that look a fixed depth ahead.

use super::alphabeta::{self, AlphaBeta};
use super::expectiminimax::{self, Expectiminimax};
use super::limits::{Ended, Limits, Watch};
use super::report::{Choice, Report};
use crate::evaluate::Evaluate;
use crate::game::{Game, MAX_PLAYERS, Player, Returns};

/// What a search has found out about an action of the root, seen by the player to move (player 0
/// where chance acts).
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Tried {
    /// For comparison and as a window.
    score: f64,
    /// As a result from −1 to 1.
    value: f64,
    proven: bool,
    plies_to_end: Option<u32>,
}

/// A search that can look at one action of the root after the other.
pub(super) trait Engine<'a, G: Game> {
    /// The lowest and the highest score.
    const WINDOW: (f64, f64);

    /// The deepest search.
    const MAX_DEPTH: u32;

    /// Searches an action. A score of at most `alpha` only means that it is no more than that.
    fn search(&mut self, action: G::Action, depth: u32, alpha: f64, first: bool) -> Result<Tried, Ended>;

    /// The best line after the action searched last.
    fn line(&self) -> &[G::Action];

    /// Its limits.
    fn watch(&mut self) -> &mut Watch<'a>;
}

/// Alpha-beta search at the root.
pub(super) struct Plain<'a, G: Evaluate> {
    pub(super) root: G,
    pub(super) mover: Player,
    pub(super) search: AlphaBeta<'a, G>,
}

impl<'a, G: Evaluate> Engine<'a, G> for Plain<'a, G> {
    const WINDOW: (f64, f64) = (alphabeta::Score::WINDOW.0 as f64, alphabeta::Score::WINDOW.1 as f64);
    const MAX_DEPTH: u32 = alphabeta::MAX_DEPTH;

    fn search(&mut self, action: G::Action, depth: u32, alpha: f64, first: bool) -> Result<Tried, Ended> {
        let (alpha, beta) = (alpha as i32, alphabeta::Score::WINDOW.1);
        let tried = |score: alphabeta::Score| Tried {
            score: score.number(),
            value: score.value(),
            proven: score.plies_to_end().is_some(),
            plies_to_end: score.plies_to_end(),
        };
        if !first {
            let window = (alpha, alpha.saturating_add(1));
            let probe = tried(self.search.root_action(&self.root, self.mover, action, depth, window)?);
            if probe.score <= f64::from(alpha) {
                return Ok(probe);
            }
        }
        Ok(tried(self.search.root_action(&self.root, self.mover, action, depth, (alpha, beta))?))
    }

    fn line(&self) -> &[G::Action] {
        self.search.line()
    }

    fn watch(&mut self) -> &mut Watch<'a> {
        &mut self.search.watch
    }
}

/// Expectiminimax search at the root.
pub(super) struct Chancy<'a, G: Evaluate> {
    pub(super) root: G,
    /// Whether player 1 is to move, who seeks the lowest value.
    pub(super) minimizes: bool,
    pub(super) search: Expectiminimax<'a, G>,
}

impl<'a, G: Evaluate> Engine<'a, G> for Chancy<'a, G> {
    const WINDOW: (f64, f64) = (expectiminimax::WINDOW.0 as f64, expectiminimax::WINDOW.1 as f64);
    const MAX_DEPTH: u32 = expectiminimax::MAX_DEPTH;

    fn search(&mut self, action: G::Action, depth: u32, alpha: f64, _: bool) -> Result<Tried, Ended> {
        let (low, high) = expectiminimax::WINDOW;
        let sign = if self.minimizes { -1.0 } else { 1.0 };
        let window = if self.minimizes { (low, -alpha as f32) } else { (alpha as f32, high) };
        let found = self.search.root_action(&self.root, action, depth, window)?;
        let value = f64::from(sign * found.value);
        Ok(Tried { score: value, value, proven: found.proven, plies_to_end: None })
    }

    fn line(&self) -> &[G::Action] {
        self.search.line()
    }

    fn watch(&mut self) -> &mut Watch<'a> {
        &mut self.search.watch
    }
}

/// An action of the root with what is known of it.
struct Candidate<A> {
    action: A,
    tried: Option<Tried>,
    line: Vec<A>,
}

/// What is searched and what is reported.
pub(super) struct Task<'t, A> {
    /// The player to move; `None` where chance acts.
    pub(super) mover: Option<Player>,
    /// The legal actions, in the order in which they are tried first, with the probabilities of
    /// outcomes.
    pub(super) actions: Vec<(A, f64)>,
    pub(super) limits: Limits,
    /// How many actions are to be reported.
    pub(super) lines: usize,
    /// The first depth.
    pub(super) from_depth: u32,
    /// Called after every depth.
    pub(super) inform: &'t mut dyn FnMut(&Report<A>),
}

/// Searches deeper and deeper until a limit is reached or nothing is left to find out.
pub(super) fn deepen<'a, G: Game, E: Engine<'a, G>>(engine: &mut E, task: Task<'_, G::Action>) -> Report<G::Action> {
    let Task { mover, actions, limits, lines, from_depth, inform } = task;
    let chances: Vec<f64> = actions.iter().map(|&(_, chance)| chance).collect();
    let mut candidates: Vec<_> =
        actions.into_iter().map(|(action, _)| Candidate { action, tried: None, line: vec![action] }).collect();
    let deepest = limits.depth.unwrap_or(E::MAX_DEPTH).clamp(1, E::MAX_DEPTH);
    // Where chance acts, every outcome counts and none is better than another.
    let wanted = if mover.is_some() { lines.max(1) } else { candidates.len() };
    let mut report = summary::<G>(&candidates, mover, &chances, wanted, 0);
    for depth in from_depth..=deepest {
        let mut fresh: Vec<Option<Tried>> = vec![None; candidates.len()];
        let ended = iterate(engine, &mut candidates, &mut fresh, depth, wanted, mover.is_some());
        let complete = ended.is_ok();
        // A depth that was cut short still tells of the actions that were searched: the best so far
        // was the first of them.
        for (candidate, tried) in candidates.iter_mut().zip(&fresh) {
            if tried.is_some() {
                candidate.tried = *tried;
            }
        }
        if mover.is_some() {
            bring_to_front(&mut candidates, &mut fresh, wanted);
        }
        let reached = if complete { depth } else { report.depth };
        report = summary::<G>(&candidates, mover, &chances, wanted, reached);
        (report.nodes, report.elapsed) = (engine.watch().nodes(), engine.watch().elapsed());
        report.exact = is_exact(&candidates, mover, complete);
        if !complete {
            break;
        }
        inform(&report);
        let settled = report.exact && report.plies_to_end.is_none_or(|plies| plies <= depth);
        let enough = settled && (wanted == 1 || candidates.iter().all(|c| c.tried.is_some_and(|tried| tried.proven)));
        let forced = candidates.len() == 1 && wanted == 1 && limits.depth.is_none() && mover.is_some();
        if enough || (forced && (limits.time.is_some() || limits.nodes.is_some())) || engine.watch().look().is_err() {
            break;
        }
    }
    report
}

/// Searches all candidates to one depth.
fn iterate<'a, G: Game, E: Engine<'a, G>>(
    engine: &mut E,
    candidates: &mut [Candidate<G::Action>],
    fresh: &mut [Option<Tried>],
    depth: u32,
    wanted: usize,
    prunes: bool,
) -> Result<(), Ended> {
    let mut best: Vec<f64> = Vec::new();
    for (number, candidate) in candidates.iter_mut().enumerate() {
        let worst_wanted = if prunes { best.get(wanted - 1).copied() } else { None };
        let alpha = worst_wanted.unwrap_or(E::WINDOW.0);
        if alpha >= E::WINDOW.1 {
            break;
        }
        let tried = engine.search(candidate.action, depth, alpha, worst_wanted.is_none())?;
        if worst_wanted.is_none() || tried.score > alpha {
            candidate.line.truncate(1);
            candidate.line.extend_from_slice(engine.line());
            let place = best.partition_point(|&score| score >= tried.score);
            best.insert(place, tried.score);
        }
        fresh[number] = Some(tried);
    }
    Ok(())
}

/// Puts the best of those searched at this depth first, in order; the others keep theirs.
fn bring_to_front<A>(candidates: &mut [Candidate<A>], fresh: &mut [Option<Tried>], wanted: usize) {
    for place in 0..wanted.min(candidates.len()) {
        let score = |number: usize| fresh[number].map_or(f64::NEG_INFINITY, |tried| tried.score);
        let best =
            (place..candidates.len()).reduce(|best, other| if score(other) > score(best) { other } else { best });
        if let Some(best) = best
            && score(best) > f64::NEG_INFINITY
        {
            candidates[place..=best].rotate_right(1);
            fresh[place..=best].rotate_right(1);
        }
    }
}

/// Whether the values are those of the rules: a win, or all that matters is proven.
fn is_exact<A>(candidates: &[Candidate<A>], mover: Option<Player>, complete: bool) -> bool {
    let all = complete && candidates.iter().all(|candidate| candidate.tried.is_some_and(|tried| tried.proven));
    let best = candidates.first().and_then(|candidate| candidate.tried);
    all || (mover.is_some() && best.is_some_and(|best| best.proven && best.value >= 1.0))
}

/// The values of all players when this one expects `value`.
fn both(mover: Option<Player>, value: f64) -> Returns {
    let mut values = [0.0; MAX_PLAYERS];
    let own = mover.map_or(0, Player::index) % 2;
    (values[own], values[1 - own]) = (value, -value);
    values
}

fn summary<G: Game>(
    candidates: &[Candidate<G::Action>],
    mover: Option<Player>,
    chances: &[f64],
    wanted: usize,
    depth: u32,
) -> Report<G::Action> {
    let choice = |candidate: &Candidate<G::Action>| {
        let tried = candidate.tried;
        Choice {
            action: candidate.action,
            values: both(mover, tried.map_or(0.0, |tried| tried.value)),
            line: candidate.line.clone(),
            visits: 0,
            exact: tried.is_some_and(|tried| tried.proven),
            plies_to_end: tried.and_then(|tried| tried.plies_to_end),
        }
    };
    let choices: Vec<_> = candidates.iter().take(wanted).map(choice).collect();
    let best = choices.first().filter(|_| mover.is_some());
    let mean = || choices.iter().zip(chances).map(|(choice, chance)| choice.values[0] * chance).sum();
    Report {
        action: best.map(|best| best.action),
        values: best.map_or_else(|| both(None, mean()), |best| best.values),
        line: best.map_or_else(Vec::new, |best| best.line.clone()),
        depth,
        nodes: 0,
        actions: 0,
        elapsed: std::time::Duration::ZERO,
        exact: false,
        plies_to_end: best.and_then(|best| best.plies_to_end),
        choices,
    }
}
