//! A layer and its exchange, solved together: the values to which turn after turn leads, and how far off they can be.

use super::index::Layer;
use super::mixing::Mixing;
use super::prospects::{Prospects, ReplyValues};
use super::turn::TurnTables;
use super::values::{ONE, Values};
use amduat::Error;
use amduat::run::Workers;
use std::cell::Cell;
use std::sync::atomic::{AtomicI64, Ordering};

/// What a turn costs in the bounds, in parts of [`ONE`]. Two of it are more than what can be lost: half a part by rounding,
/// and one where what is left of a turn is less than the least that a completed one is worth.
const TAX: i64 = 1;

/// After how many rounds the bounds are set further apart, and how far that is done.
const PATIENCE: usize = 4;
const WIDEST: u32 = 1 << 24;

/// The values of a layer that are known, and how far off each can be at most.
pub(super) struct Known {
    pub(super) values: Values,
    pub(super) gap: u32,
}

/// One side's turns: from the layer of the opponent, and from the one to which a forfeit leads.
pub(super) struct Side {
    layer: Layer,
    turn: TurnTables,
    /// The opponent's values when a stone was forfeited.
    fewer: Option<Fewer>,
}

/// The opponent's values when a stone was forfeited, and the replies to them, which stay the same from sweep to sweep.
struct Fewer {
    known: Known,
    replies: ReplyValues,
    /// For how many gaps more than the values the replies were found.
    found: Cell<Option<i64>>,
}

impl Fewer {
    fn new(known: Known) -> Result<Self, Error> {
        let replies = ReplyValues::new(known.values.layer)?;
        Ok(Self { known, replies, found: Cell::new(None) })
    }

    /// The prospects of a player who has forfeited a stone, with values higher by so many gaps.
    fn prospects(&self, gaps: i64, workers: &mut Workers<'_>) -> Result<Prospects<'_>, Error> {
        let (values, more) = (&self.known.values, gaps * i64::from(self.known.gap));
        if self.found.get() == Some(gaps) {
            return Ok(Prospects::found(values, more, &self.replies));
        }
        self.found.set(None);
        let prospects = Prospects::new(values, more, &self.replies, workers)?;
        self.found.set(Some(gaps));
        Ok(prospects)
    }
}

impl Side {
    /// The side with the first number of stones, given the opponent's values when it has one less.
    ///
    /// # Errors
    /// Too little memory.
    pub(super) fn new(layer: Layer, fewer: Option<Known>) -> Result<Self, Error> {
        let fewer = fewer.map(Fewer::new).transpose()?;
        Ok(Self { layer, turn: TurnTables::new(layer), fewer })
    }

    /// How far the values after a forfeit can be off.
    pub(super) fn gap_below(&self) -> u32 {
        self.fewer.as_ref().map_or(0, |fewer| fewer.known.gap)
    }

    /// One turn of all placements, given the opponent's values, with those after a forfeit higher by so many gaps.
    fn sweep(
        &self,
        after: &Values,
        gaps: i64,
        replies: &ReplyValues,
        workers: &mut Workers<'_>,
        store: impl Fn(usize, u32) + Sync,
    ) -> Result<(), Error> {
        let prospects = Prospects::new(after, 0, replies, workers)?;
        let fewer = self.fewer.as_ref().map(|fewer| fewer.prospects(gaps, workers)).transpose()?;
        self.turn.values(&prospects, fewer.as_ref(), workers, store)
    }
}

/// Brings the values of a layer closer to the solution, sweep by sweep, until none changes by more than `precision` in
/// one, or `most` sweeps are done. A sweep is one turn, or a turn of both sides if they have different numbers of stones; `back` are the second
/// side and its values. After each sweep `done` is told how much a value has changed at most.
///
/// # Errors
/// Too little memory, the watch said to stop, or `done` failed.
pub(super) fn solve(
    side: &Side,
    values: &Values,
    back: Option<(&Side, &Values)>,
    mixing: &mut Mixing,
    (precision, most): (u32, u64),
    workers: &mut Workers<'_>,
    done: &mut dyn FnMut(&Mixing, f64, &mut Workers<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    let swept = Values::new(side.layer, 0)?;
    let replies = ReplyValues::new(side.layer)?;
    for _ in 0..most {
        let store = |number, value| swept.set(number, value);
        if let Some((back, back_values)) = back {
            back.sweep(values, 0, &replies, workers, |number, value| back_values.set(number, value))?;
            side.sweep(back_values, 0, &replies, workers, store)?;
        } else {
            side.sweep(values, 0, &replies, workers, store)?;
        }
        let residual = mixing.mix(values, &swept, workers)?;
        done(mixing, residual, workers)?;
        if residual <= f64::from(precision) {
            break;
        }
    }
    Ok(())
}

/// Shows how far values can be off at most: below them those of one side, and above them those of the other.
///
/// Let `low` be below each value of a player and `high` above each of his opponent's. If
///
/// - a turn with what `high` leaves is worth more than `low`, by at least a small tax, for every placement, and
/// - a turn of the opponent with what `low` leaves is worth less than `high`, by at least the tax,
///
/// then a player who always plays by `high` wins with at least the chance `low`, whatever the opponent does: with every
/// turn the number that stands for his chance grows by the tax on average. As it cannot do so for ever, the game ends
/// with certainty, and so the number was no higher than his chance. It makes no difference for whom endless play is
/// counted, since there is none. Where a bound is cut off at 0 or 1 it need not grow; there the number is 0, and it still
/// is no higher than his chance.
///
/// Such bounds are found by turns that pay twice the tax, beginning with the values less and more `gap`. The likelier
/// the game has ended the more the bounds close in again, by far more than the tax. Where games are long that may be too
/// little, so every few rounds the bounds are set further apart, by as much as they were at first, then by twice as much,
/// and so on. What the turns have made of them stays as it is.
///
/// Says the largest difference between a value and its bound, or none if bounds would be too far off to be of use.
///
/// # Errors
/// Too little memory, or the watch said to stop.
pub(super) fn bracket(
    (player, values): (&Side, &Values),
    (opponent, opponent_values): (&Side, &Values),
    mut gap: u32,
    workers: &mut Workers<'_>,
) -> Result<Option<u32>, Error> {
    let low = shifted(values, -i64::from(gap))?;
    let high = shifted(opponent_values, gap.into())?;
    let replies = ReplyValues::new(high.layer)?;
    for round in 0.. {
        let least_growth = AtomicI64::new(i64::MAX);
        // In the layers below, the player expects the worst, and his opponent the best.
        player.sweep(&high, 1, &replies, workers, |number, value| {
            let taxed = plus(value, -2 * TAX);
            let growth = i64::from(taxed) - i64::from(low.get(number));
            if growth < least_growth.load(Ordering::Relaxed) {
                least_growth.fetch_min(growth, Ordering::Relaxed);
            }
            low.set(number, taxed);
        })?;
        // Now a turn with what `high` leaves is worth more than `low` was by a tax. So it is than `low` as it is, since
        // that paid the tax twice; and `high` is above the turn with `low` as it was by twice the tax, so it is above
        // that with `low` as it is by one.
        if round > 0 && least_growth.into_inner() >= -TAX {
            return Ok(Some(furthest(values, &low).max(furthest(opponent_values, &high))));
        }
        if round % PATIENCE == PATIENCE - 1 {
            if gap > WIDEST {
                break;
            }
            (0..low.len()).for_each(|number| low.set(number, plus(low.get(number), -i64::from(gap))));
            gap *= 2;
        }
        opponent.sweep(&low, -1, &replies, workers, |number, value| high.set(number, plus(value, 2 * TAX)))?;
    }
    Ok(None)
}

fn shifted(values: &Values, more: i64) -> Result<Values, Error> {
    let shifted = Values::new(values.layer, 0)?;
    (0..values.len()).for_each(|number| shifted.set(number, plus(values.get(number), more)));
    Ok(shifted)
}

fn plus(value: u32, more: i64) -> u32 {
    (i64::from(value) + more).clamp(0, i64::from(ONE)) as u32
}

/// The largest difference.
fn furthest(values: &Values, bounds: &Values) -> u32 {
    (0..values.len()).map(|number| values.get(number).abs_diff(bounds.get(number))).max().unwrap_or(0)
}
