//! Tables against the rules: every value is what one turn by the rules leads to, with best play.
//!
//! Nothing of the solver is used, only the tables and the rules of the game.

use super::index::{Layer, choose, squeezed};
use super::tables::{Tables, Unknown, is_idle};
use amduat::games::pharao::board::{BOARD, FIELDS};
use amduat::games::pharao::{Position, Side};
use amduat::run::{self, Progress, Workers};
use amduat::{Error, FieldSet, Game, ParseError, Turn};
use std::sync::{Mutex, PoisonError};

/// How many placements a thread takes at a time.
const PORTION: usize = 64;

/// What a check has found in one layer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Checked {
    /// The layer.
    pub layer: Layer,
    /// How many positions were looked at.
    pub positions: usize,
    /// The largest difference between a value and what one turn leads to.
    pub largest: f64,
    /// How many differences are larger than the errors of the tables allow.
    pub wrong: usize,
}

/// Looks one turn ahead from so many positions of a layer, chosen by chance, with either side about to roll; or from all
/// placements, with both sides, if there are no more.
///
/// # Errors
/// A table is missing or damaged, a number of threads out of range, or [`Error::Stopped`].
pub fn verify(
    tables: &Tables,
    layer: Layer,
    positions: usize,
    seed: u64,
    threads: usize,
    watch: &mut dyn FnMut(Progress) -> bool,
) -> Result<Checked, Error> {
    run::check_threads(threads)?;
    tables.table(layer).ok_or(Unknown::Missing(layer))?;
    let all = layer.placements();
    let is_all = positions >= all;
    let count = positions.min(all);
    let found = Mutex::new((Checked { layer, positions: 0, largest: 0.0, wrong: 0 }, None));
    let mut workers = Workers::new(threads, count, watch);
    workers.announce(layer.phase(), None);
    workers.run(count.div_ceil(PORTION), 1, |portion| {
        let numbers = portion * PORTION..count.min((portion + 1) * PORTION);
        for nth in numbers.clone() {
            let number = if is_all { nth } else { (run::mix(seed, nth as u64) % all as u64) as usize };
            // Of all placements each is looked at for both sides, of others for one.
            let sides = if is_all { &Side::BOTH[..] } else { &Side::BOTH[nth % 2..][..1] };
            for &side in sides {
                let Some(position) = placement(layer, number, side) else { continue };
                let difference = difference(tables, &position);
                let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                match difference {
                    Ok((difference, allowed)) => {
                        found.0.positions += 1;
                        found.0.largest = found.0.largest.max(difference);
                        found.0.wrong += usize::from(difference > allowed);
                    }
                    Err(unknown) => found.1 = found.1.take().or(Some(unknown)),
                }
            }
        }
        numbers.len()
    })?;
    match found.into_inner().unwrap_or_else(PoisonError::into_inner) {
        (checked, None) => Ok(checked),
        (_, Some(unknown)) => Err(unknown.into()),
    }
}

impl From<Unknown> for Error {
    fn from(unknown: Unknown) -> Self {
        match unknown {
            Unknown::Failed(error) => error,
            Unknown::Missing(layer) => {
                let name = super::tables::file_name(layer);
                Self::Argument(ParseError::new("table", name.display(), "is missing"))
            }
        }
    }
}

/// The position with this number, with a side about to roll; none if a side's only stone is on the water.
pub(super) fn placement(layer: Layer, number: usize, side: Side) -> Option<Position> {
    let (row, entry) = (number / layer.entries(), number % layer.entries());
    let other = nth_set(row, layer.other);
    let mut own = FieldSet::EMPTY;
    let numbers = nth_set(entry, layer.own);
    for (nth, field) in (BOARD - other).iter().enumerate() {
        if numbers.contains(amduat::Field::wrapping(nth)) {
            own |= field.set();
        }
    }
    debug_assert_eq!(squeezed(own, other), numbers);
    let stones = if side == Side::Lower { [own, other] } else { [other, own] };
    Position::about_to_roll(stones, side).ok().filter(|position| !is_idle(position))
}

/// The set with this number among those of its size.
fn nth_set(mut number: usize, count: usize) -> FieldSet {
    let mut set = FieldSet::EMPTY;
    for nth in (1..=count).rev() {
        let field = (0..FIELDS).rev().find(|&field| choose(field, nth) <= number).unwrap_or(0);
        number -= choose(field, nth);
        set |= amduat::Field::wrapping(field).set();
    }
    set
}

/// How far the value of a position is from what one turn leads to, and how far it may be.
fn difference(tables: &Tables, position: &Position) -> Result<(f64, f64), Unknown> {
    let stored = tables.before_roll(position)?;
    let (mut mean, mut error, mut failed) = (0.0, 0f64, None);
    position.each_action(|roll| {
        let (weight, total) = position.probability(roll);
        let next = position.play(roll);
        let value = tables.value(&next).map(|value| {
            // A roll can lose, or pass the turn at once.
            if next.side() == position.side() { value } else { value.turned() }
        });
        match value {
            Ok(value) => {
                mean += f64::from(weight) / f64::from(total) * value.win;
                error = error.max(value.error);
            }
            Err(unknown) => failed = failed.take().or(Some(unknown)),
        }
    });
    debug_assert!(matches!(position.turn(), Turn::Chance));
    failed.map_or(Ok(((stored.win - mean).abs(), stored.error + error + f64::EPSILON)), Err)
}

#[cfg(test)]
mod tests {
    use super::super::index::sets;
    use super::*;

    #[test]
    fn sets_have_their_numbers() {
        for count in 1..=3 {
            for (number, set) in sets(FIELDS, count).enumerate() {
                assert_eq!(nth_set(number, count), set);
                assert_eq!(super::super::index::rank(set), number);
            }
        }
    }
}
