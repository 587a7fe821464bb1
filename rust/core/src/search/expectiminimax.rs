//! Expectiminimax search for two players and chance, with Star1 and Star2 pruning.
//!
//! Values are results expected by player 0, from −1 to 1: player 0 seeks the highest, player 1 the
//! lowest, and chance takes the mean. Depth is counted in turns: it grows by one where a position is
//! settled ([`Evaluate::is_settled`]), so that no turn is judged half-way.
//!
//! At a chance node no outcome is worth more than 1 or less than −1. Star1 derives from that the
//! window in which an outcome still matters. Star2 first tries one promising reply to each outcome:
//! what the player to move can have at least often settles the node. (Ballard 1983, Hauk 2004.)

use super::deepening::{Engine, Verdict};
use super::knowledge::Judgement;
use super::lookahead::Lookahead;
use super::table::{Bound, Entry, TranspositionTable, key};
use crate::evaluate::{self, Evaluate};
use crate::game::{GameAction, Player, Turn};
use crate::run::{Ended, Watch};

/// The lowest and the highest result.
const WINDOW: (f32, f32) = (-1.0, 1.0);

/// The deepest search, in turns.
const MAX_DEPTH: u32 = 100;

/// The longest line, in plies.
const MAX_PLIES: usize = 400;

/// A value, and whether it rests on the rules, or on what is known, alone.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Expectation {
    value: f32,
    proven: bool,
}

/// One thread's search.
pub(super) struct Expectiminimax<'a, 'w, G: Evaluate> {
    root: G,
    /// Whether player 1 is to move at the root, who seeks the lowest value.
    minimizes: bool,
    /// The lines go up to the next chance.
    tools: Lookahead<'a, 'w, G>,
    /// The outcomes of all chance nodes on the path.
    outcomes: Vec<Outcome<G>>,
}

/// One outcome of a chance node, and between which values its value lies.
#[derive(Clone, Copy)]
struct Outcome<G> {
    position: G,
    chance: f64,
    low: f32,
    high: f32,
}

/// What the bounds of all outcomes say about their chance node.
#[derive(Clone, Copy)]
struct Bounds {
    low: f64,
    high: f64,
}

impl<'w, G: Evaluate> Engine<'w, G::Action> for Expectiminimax<'_, 'w, G> {
    const WINDOW: (f64, f64) = (WINDOW.0 as f64, WINDOW.1 as f64);
    const MAX_DEPTH: u32 = MAX_DEPTH;

    fn try_action(&mut self, action: G::Action, depth: u32, alpha: f64, _: bool) -> Result<Verdict, Ended> {
        let (low, high) = WINDOW;
        let sign = if self.minimizes { -1.0 } else { 1.0 };
        let (alpha, beta) = if self.minimizes { (low, -alpha as f32) } else { (alpha as f32, high) };
        self.tools.order.leave(0);
        self.outcomes.clear();
        let found = self.child(&self.root.play(action), depth, 1, alpha, beta)?;
        let value = f64::from(sign * found.value);
        Ok(Verdict { score: value, value, exact: found.proven, plies_to_end: None })
    }

    fn pv(&self) -> &[G::Action] {
        self.tools.pv()
    }

    fn watch(&mut self) -> &mut Watch<'w> {
        &mut self.tools.watch
    }

    fn table_hits(&self) -> u64 {
        self.tools.table_hits
    }
}

impl<'a, 'w, G: Evaluate> Expectiminimax<'a, 'w, G> {
    pub(super) fn new(
        root: G,
        mover: Option<Player>,
        watch: Watch<'w>,
        table: &'a TranspositionTable,
        judgement: Judgement<'a, G>,
    ) -> Self {
        let minimizes = mover.is_some_and(|mover| mover.index() == 1);
        let tools = Lookahead::new(watch, table, judgement, MAX_PLIES);
        Self { root, minimizes, tools, outcomes: Vec::with_capacity(256) }
    }

    #[inline]
    fn child(&mut self, position: &G, depth: u32, ply: usize, alpha: f32, beta: f32) -> Result<Expectation, Ended> {
        self.tools.enter(ply)?;
        let turn = position.turn();
        if turn == Turn::Over {
            return Ok(Expectation { value: position.returns()[0] as f32, proven: true });
        }
        if let Some(known) = self.tools.judgement.known(position) {
            self.tools.table_hits += 1;
            return Ok(Expectation { value: known[0] as f32, proven: true });
        }
        let settled = position.is_settled();
        let depth = if settled { depth.saturating_sub(1) } else { depth };
        if (depth == 0 && settled) || ply >= MAX_PLIES {
            return Ok(Expectation { value: evaluate::lead(position, self.tools.judgement.weights), proven: false });
        }
        match turn {
            Turn::Player(mover) => self.decide(position, mover, depth, ply, alpha, beta),
            _ => self.average(position, depth, ply, alpha, beta),
        }
    }

    /// The value of a position in which a player decides.
    fn decide(
        &mut self,
        position: &G,
        mover: Player,
        depth: u32,
        ply: usize,
        mut alpha: f32,
        mut beta: f32,
    ) -> Result<Expectation, Ended> {
        let here = key(position);
        let known = self.tools.table.get(here);
        if let Some(found) = known.and_then(|entry| cutoff(entry, depth, alpha, beta)) {
            return Ok(found);
        }
        let maximizes = mover.index() == 0;
        let (lowest, highest) = (alpha, beta);
        let first = self.rank(position, mover, known);
        let (mut best, mut best_action) = (Expectation { value: 0.0, proven: true }, None);
        let mut all_proven = true;
        let mut picked = first;
        while let Some(action) = self.tools.order.pick(picked) {
            picked += 1;
            let found = self.child(&position.play(action), depth, ply + 1, alpha, beta)?;
            all_proven &= found.proven;
            let better = if maximizes { found.value > best.value } else { found.value < best.value };
            if !better && best_action.is_some() {
                continue;
            }
            best = found;
            if best_action.is_none() || (found.value > alpha && found.value < beta) {
                self.tools.pvs.extend(ply, action);
            }
            best_action = Some(action);
            if maximizes {
                alpha = alpha.max(found.value);
            } else {
                beta = beta.min(found.value);
            }
            // Nothing is better than a win.
            let wins = if maximizes { found.value >= WINDOW.1 } else { found.value <= WINDOW.0 };
            if alpha >= beta || wins {
                self.tools.order.reward(mover, action, (depth + 1) * (depth + 1));
                break;
            }
        }
        let exhausted = self.tools.order.is_exhausted(picked);
        self.tools.order.leave(first);
        // A cutoff needs only the action that brings it about; otherwise every action has its part.
        let cuts = !exhausted || best.value <= lowest || best.value >= highest;
        let proven = if cuts && (best.value >= highest) == maximizes { best.proven } else { all_proven };
        let found = Expectation { value: best.value, proven };
        if let Some(action) = best_action {
            let bound = match best.value {
                value if value.abs() >= WINDOW.1 && best.proven => Bound::Exact,
                value => Bound::of(value, (lowest, highest)),
            };
            self.keep(here, found, action.index(), depth, bound);
        }
        Ok(found)
    }

    /// The value of a position in which chance acts.
    fn average(&mut self, position: &G, depth: u32, ply: usize, alpha: f32, beta: f32) -> Result<Expectation, Ended> {
        let here = key(position);
        if let Some(found) = self.tools.table.get(here).and_then(|entry| cutoff(entry, depth, alpha, beta)) {
            return Ok(found);
        }
        let first = self.outcomes.len();
        let outcomes = &mut self.outcomes;
        position.each_action(|action| {
            let (weight, total) = position.probability(action);
            let chance = f64::from(weight) / f64::from(total);
            outcomes.push(Outcome { position: position.play(action), chance, low: WINDOW.0, high: WINDOW.1 });
        });
        let mut proven = true;
        let decided = self.probe_all(first, depth, ply, alpha, beta, &mut proven)?;
        let decided = match decided {
            None => self.search_all(first, depth, ply, alpha, beta, &mut proven)?,
            decided => decided,
        };
        let bounds = self.bounds(first);
        self.outcomes.truncate(first);
        self.tools.pvs.clear(ply);
        let (value, bound) = match decided {
            Some(Bound::Lower) => (bounds.low, Bound::Lower),
            Some(Bound::Upper) => (bounds.high, Bound::Upper),
            _ => (bounds.low, Bound::Exact),
        };
        let found = Expectation { value: (value as f32).clamp(WINDOW.0, WINDOW.1), proven };
        self.keep(here, found, usize::from(u16::MAX), depth, bound);
        Ok(found)
    }

    fn bounds(&self, first: usize) -> Bounds {
        let mean = |value: fn(&Outcome<G>) -> f32| {
            self.outcomes[first..].iter().map(|outcome| outcome.chance * f64::from(value(outcome))).sum()
        };
        Bounds { low: mean(|outcome| outcome.low), high: mean(|outcome| outcome.high) }
    }

    /// The window in which the value of an outcome still matters.
    fn window(&self, first: usize, number: usize, alpha: f32, beta: f32) -> (f32, f32) {
        let bounds = self.bounds(first);
        let outcome = &self.outcomes[number];
        let others_low = bounds.low - outcome.chance * f64::from(outcome.low);
        let others_high = bounds.high - outcome.chance * f64::from(outcome.high);
        let low = (((f64::from(alpha) - others_high) / outcome.chance) as f32).max(outcome.low);
        let high = (((f64::from(beta) - others_low) / outcome.chance) as f32).min(outcome.high);
        // A window without room comes from rounding alone.
        if low < high { (low, high) } else { (outcome.low, outcome.high) }
    }

    /// Star2: tries one reply to each outcome, which bounds its value on one side.
    fn probe_all(
        &mut self,
        first: usize,
        depth: u32,
        ply: usize,
        alpha: f32,
        beta: f32,
        proven: &mut bool,
    ) -> Result<Option<Bound>, Ended> {
        // Where the replies lead straight to estimates there is nothing to save, and with the whole
        // window nothing can be cut off.
        if depth < 2 || (alpha, beta) == WINDOW {
            return Ok(None);
        }
        for number in first..self.outcomes.len() {
            let position = self.outcomes[number].position;
            let Turn::Player(mover) = position.turn() else { continue };
            if position.is_settled() {
                continue;
            }
            let (low, high) = self.window(first, number, alpha, beta);
            let actions = self.rank(&position, mover, self.tools.table.get(key(&position)));
            let found = match self.tools.order.pick(actions) {
                Some(action) => self.child(&position.play(action), depth, ply + 2, low, high)?,
                None => continue,
            };
            self.tools.order.leave(actions);
            let outcome = &mut self.outcomes[number];
            if mover.index() == 0 && found.value > outcome.low && found.value > low {
                // What fails low is no more than an upper bound of this reply, and says nothing.
                outcome.low = found.value;
                *proven &= found.proven;
                if self.bounds(first).low >= beta.into() {
                    return Ok(Some(Bound::Lower));
                }
            } else if mover.index() == 1 && found.value < outcome.high && found.value < high {
                outcome.high = found.value;
                *proven &= found.proven;
                if self.bounds(first).high <= alpha.into() {
                    return Ok(Some(Bound::Upper));
                }
            }
        }
        Ok(None)
    }

    /// Star1: searches each outcome in the window in which it still matters.
    fn search_all(
        &mut self,
        first: usize,
        depth: u32,
        ply: usize,
        alpha: f32,
        beta: f32,
        proven: &mut bool,
    ) -> Result<Option<Bound>, Ended> {
        for number in first..self.outcomes.len() {
            let Outcome { position, low, high, .. } = self.outcomes[number];
            if low >= high {
                continue;
            }
            let (low, high) = self.window(first, number, alpha, beta);
            let found = self.child(&position, depth, ply + 1, low, high)?;
            *proven &= found.proven;
            let outcome = &mut self.outcomes[number];
            if found.value >= high && high < WINDOW.1 {
                outcome.low = outcome.low.max(found.value);
                if self.bounds(first).low >= beta.into() {
                    return Ok(Some(Bound::Lower));
                }
            } else if found.value <= low && low > WINDOW.0 {
                outcome.high = outcome.high.min(found.value);
                if self.bounds(first).high <= alpha.into() {
                    return Ok(Some(Bound::Upper));
                }
            }
            // Within the window, or at one of its ends by a rounding error: this is the value.
            let outcome = &mut self.outcomes[number];
            (outcome.low, outcome.high) = (found.value, found.value);
        }
        Ok(None)
    }

    fn rank(&mut self, position: &G, mover: Player, known: Option<Entry>) -> usize {
        self.tools.rank(position, mover, known, |_| None)
    }

    fn keep(&self, key: u64, found: Expectation, action: usize, depth: u32, bound: Bound) {
        let (value, action, depth) = (found.value.to_bits(), action as u16, depth as u8);
        self.tools.table.put(key, Entry { value, action, depth, bound, proven: found.proven });
    }
}

/// What an entry settles for this window, if anything. Estimates count only at their very depth.
fn cutoff(entry: Entry, depth: u32, alpha: f32, beta: f32) -> Option<Expectation> {
    if !entry.proven && u32::from(entry.depth) != depth {
        return None;
    }
    let value = f32::from_bits(entry.value);
    let settles = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => value >= beta,
        Bound::Upper => value <= alpha,
    };
    settles.then_some(Expectation { value, proven: entry.proven })
}
