//! Alpha-beta search for two players without chance.
//!
//! Depth is counted in half-moves. Values are seen by the player to move, and change their sign only
//! where the next half-move is the opponent's: in RAMSES a player moves twice. Later moves of a node
//! are first tried with an empty window (principal-variation search). A position that occurs again
//! on the path counts as a draw; values that rest on such a draw hold on this path only and are not
//! stored, except won and lost ones, which no draw can be part of.

use super::deepening::{Engine, Verdict};
use super::knowledge::Judgement;
use super::lookahead::Lookahead;
use super::table::{Bound, Entry, TranspositionTable, key};
use crate::evaluate::{self, Evaluate};
use crate::game::{GameAction, Player, Turn};
use crate::run::{Ended, Watch};

/// The value of a won game, less the half-moves it takes.
const WIN: i32 = 1_000_000;

/// Values beyond this are won or lost.
const DECIDED: i32 = WIN - 10_000;

/// What an estimated result of 1 is worth.
const SCALE: f32 = 100_000.0;

/// The deepest search.
const MAX_DEPTH: u32 = 200;

/// No ancestor's position occurs again.
const NOWHERE: usize = usize::MAX;

/// A value, and how far up the path lies the position whose return it rests on.
#[derive(Clone, Copy)]
struct PathValue {
    score: i32,
    returns_to: usize,
}

impl PathValue {
    fn free(score: i32) -> Self {
        Self { score, returns_to: NOWHERE }
    }

    fn negated(self) -> Self {
        Self { score: -self.score, ..self }
    }
}

/// One thread's search.
pub(super) struct AlphaBeta<'a, 'w, G: Evaluate> {
    root: G,
    /// The player to move at the root.
    mover: Player,
    tools: Lookahead<'a, 'w, G>,
    /// The keys of the game so far, and then of the path.
    path: Vec<u64>,
    played: usize,
    killers: Vec<[Option<G::Action>; 2]>,
}

impl<'w, G: Evaluate> Engine<'w, G::Action> for AlphaBeta<'_, 'w, G> {
    const WINDOW: (f64, f64) = (-WIN as f64, WIN as f64);
    const MAX_DEPTH: u32 = MAX_DEPTH;

    /// Later actions are tried with an empty window first.
    fn try_action(&mut self, action: G::Action, depth: u32, alpha: f64, first: bool) -> Result<Verdict, Ended> {
        let alpha = alpha as i32;
        if !first {
            let score = self.root_action(action, depth, alpha, alpha.saturating_add(1))?;
            if score <= alpha {
                return Ok(verdict(score));
            }
        }
        Ok(verdict(self.root_action(action, depth, alpha, WIN)?))
    }

    fn pv(&self) -> &[G::Action] {
        self.tools.pv()
    }

    fn watch(&mut self) -> &mut Watch<'w> {
        &mut self.tools.watch
    }
}

impl<'a, 'w, G: Evaluate> AlphaBeta<'a, 'w, G> {
    pub(super) fn new(
        root: G,
        mover: Player,
        watch: Watch<'w>,
        table: &'a TranspositionTable,
        judgement: Judgement<'a, G>,
        played: &[u64],
    ) -> Self {
        let tools = Lookahead::new(watch, table, judgement, MAX_DEPTH as usize);
        let killers = vec![[None; 2]; MAX_DEPTH as usize + 2];
        Self { root, mover, tools, path: played.to_vec(), played: played.len(), killers }
    }

    /// The value of an action at the root, searched `depth` half-moves deep with this window, and
    /// its line.
    fn root_action(&mut self, action: G::Action, depth: u32, alpha: i32, beta: i32) -> Result<i32, Ended> {
        self.path.truncate(self.played);
        self.tools.order.leave(0);
        self.path.push(key(&self.root));
        let next = self.root.play(action);
        self.child(&next, self.mover, depth.saturating_sub(1), 1, alpha, beta).map(|found| found.score)
    }

    /// The value of a position for `mover`, who has just brought it about.
    #[inline]
    fn child(
        &mut self,
        position: &G,
        mover: Player,
        depth: u32,
        ply: usize,
        alpha: i32,
        beta: i32,
    ) -> Result<PathValue, Ended> {
        self.tools.enter(ply)?;
        match position.turn() {
            Turn::Over => Ok(PathValue::free(terminal(position.returns()[mover.index()], ply))),
            Turn::Chance => Ok(PathValue::free(self.estimate(position, mover))),
            Turn::Player(next) if next == mover => self.search(position, next, depth, ply, alpha, beta),
            Turn::Player(next) => Ok(self.search(position, next, depth, ply, -beta, -alpha)?.negated()),
        }
    }

    fn estimate(&self, position: &G, mover: Player) -> i32 {
        let score = (evaluate::lead(position, self.tools.judgement.weights) * SCALE) as i32;
        if mover.index() == 0 { score } else { -score }
    }

    /// The value of a running game for its player to move.
    fn search(
        &mut self,
        position: &G,
        mover: Player,
        depth: u32,
        ply: usize,
        mut alpha: i32,
        beta: i32,
    ) -> Result<PathValue, Ended> {
        let here = key(position);
        if let Some(again) = self.path.iter().rposition(|&key| key == here) {
            return Ok(PathValue { score: 0, returns_to: again });
        }
        if depth == 0 || ply > MAX_DEPTH as usize {
            return Ok(PathValue::free(self.estimate(position, mover)));
        }
        let known = self.tools.table.get(here);
        if let Some(score) = known.and_then(|entry| cutoff(entry, depth, ply, alpha, beta)) {
            return Ok(PathValue::free(score));
        }
        let place = self.path.len();
        let first = self.rank(position, mover, ply, known);
        self.path.push(here);
        let (lowest, mut best, mut best_action, mut returns_to) = (alpha, -WIN, None, NOWHERE);
        let mut picked = first;
        while let Some(action) = self.tools.order.pick(picked) {
            let next = position.play(action);
            let found = if picked == first {
                self.child(&next, mover, depth - 1, ply + 1, alpha, beta)?
            } else {
                let probe = self.child(&next, mover, depth - 1, ply + 1, alpha, alpha + 1)?;
                if probe.score > alpha && probe.score < beta {
                    self.child(&next, mover, depth - 1, ply + 1, alpha, beta)?
                } else {
                    probe
                }
            };
            picked += 1;
            returns_to = returns_to.min(found.returns_to);
            if found.score > best || best_action.is_none() {
                best = found.score;
                best_action = Some(action);
                if best > alpha {
                    alpha = best;
                    self.tools.pvs.extend(ply, action);
                }
                if best >= beta {
                    self.reward(mover, action, depth, ply);
                    break;
                }
            }
        }
        self.path.truncate(place);
        self.tools.order.leave(first);
        let free = returns_to >= place;
        if let Some(action) = best_action
            && (free || best.abs() >= DECIDED)
        {
            let bound = Bound::of(best, (lowest, beta));
            self.tools.table.put(here, entry(best, action.index(), depth, ply, bound));
        }
        Ok(PathValue { score: best, returns_to: if free { NOWHERE } else { returns_to } })
    }

    /// Lists the actions of a node, the table's and the killers first; says where they begin.
    fn rank(&mut self, position: &G, mover: Player, ply: usize, known: Option<Entry>) -> usize {
        let killers = self.killers[ply];
        self.tools.rank(position, mover, known, |action| match Some(action) {
            action if action == killers[0] => Some(i32::MAX - 1),
            action if action == killers[1] => Some(i32::MAX - 2),
            _ => None,
        })
    }

    fn reward(&mut self, mover: Player, action: G::Action, depth: u32, ply: usize) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(action) {
            *killers = [Some(action), killers[0]];
        }
        self.tools.order.reward(mover, action, depth * depth);
    }
}

fn verdict(score: i32) -> Verdict {
    let decided = score.abs() >= DECIDED;
    Verdict {
        score: score.into(),
        value: if decided { score.signum().into() } else { f64::from(score) / f64::from(SCALE) },
        exact: decided,
        plies_to_end: decided.then_some((WIN - score.abs()) as u32),
    }
}

/// The value of a finished game, `ply` half-moves from the root.
fn terminal(result: f64, ply: usize) -> i32 {
    match result {
        _ if result >= 1.0 => WIN - ply as i32,
        _ if result <= -1.0 => ply as i32 - WIN,
        _ => (result * f64::from(SCALE)) as i32,
    }
}

/// A value seen from the root becomes one seen from the node, and back: a win is `ply` half-moves
/// nearer there.
fn shifted(score: i32, ply: usize) -> i32 {
    if score.abs() >= DECIDED { score + score.signum() * ply as i32 } else { score }
}

fn entry(score: i32, action: usize, depth: u32, ply: usize, bound: Bound) -> Entry {
    let (value, proven) = (shifted(score, ply) as u32, score.abs() >= DECIDED);
    Entry { value, action: action as u16, depth: depth as u8, bound, proven }
}

/// The value that an entry settles for this window, if any.
///
/// Estimates count only at their very depth, so that a search of some depth means the same with a
/// table as without. A win stays one at any depth, but there may be a shorter one.
fn cutoff(entry: Entry, depth: u32, ply: usize, alpha: i32, beta: i32) -> Option<i32> {
    let stored = entry.value as i32;
    let score = stored - (shifted(stored, ply) - stored);
    let same = u32::from(entry.depth) == depth;
    let at_least = score >= beta && entry.bound != Bound::Upper && (same || stored >= DECIDED);
    let at_most = score <= alpha && entry.bound != Bound::Lower && (same || stored <= -DECIDED);
    // Inside a window the line matters too, so that is searched again.
    (at_least || at_most).then_some(score)
}
