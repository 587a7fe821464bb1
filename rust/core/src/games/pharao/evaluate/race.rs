//! The race of a last stone: how likely it is to reach luck before it is pushed into the water, if
//! it were alone on the board with an opponent who always moves it to the worst field.

use super::super::board::{BOARD, FIELDS, GRAPH, LUCK, WATER};
use super::super::position::dice::{Dice, HIGHEST};
use crate::field::{Field, FieldSet};
use std::cell::RefCell;

/// The chance to win the race from each field.
#[derive(Clone, Copy, Debug)]
pub(super) struct Race {
    /// When the owner is about to roll.
    pub(super) now: [f32; FIELDS],
    /// When the opponent is about to roll.
    pub(super) later: [f32; FIELDS],
}

/// After so many turns nothing changes any more.
const TURNS: usize = 200;

thread_local! {
    /// The race with the dice asked for last: there is hardly ever a second pair.
    static LAST: RefCell<Option<(Dice, Race)>> = const { RefCell::new(None) };
}

impl Race {
    /// The race with these dice.
    pub(super) fn with<T>(dice: Dice, look: impl FnOnce(&Self) -> T) -> T {
        LAST.with_borrow_mut(|last| match last {
            Some((known, race)) if *known == dice => look(race),
            _ => look(&last.insert((dice, Self::new(dice))).1),
        })
    }

    fn new(dice: Dice) -> Self {
        let reach = |steps: usize, field| match (steps, Field::wrapping(field)) {
            (0, field) => field.set(),
            (_, field) => GRAPH.reach(field, steps as u32, FieldSet::EMPTY),
        };
        let reaches: [[FieldSet; FIELDS]; HIGHEST + 1] =
            std::array::from_fn(|steps| std::array::from_fn(|field| reach(steps, field)));
        let mut race = Self { now: [0.0; FIELDS], later: [0.0; FIELDS] };
        for _ in 0..TURNS {
            for field in BOARD {
                race.now[field.index()] = dice.own.mean(|steps| {
                    let targets = reaches[usize::from(steps)][field.index()];
                    if steps > 0 && targets.contains(LUCK) {
                        return 1.0;
                    }
                    let chances = (targets - WATER.set()).iter().map(|to| race.later[to.index()]);
                    chances.fold(0.0, f32::max)
                });
            }
            for field in BOARD {
                race.later[field.index()] = dice.other.mean(|steps| {
                    let targets = reaches[usize::from(steps)][field.index()];
                    if steps > 0 && targets.contains(WATER) {
                        return 0.0;
                    }
                    targets.iter().map(|to| race.now[to.index()]).fold(1.0, f32::min)
                });
            }
        }
        race
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(clippy::float_cmp, reason = "sums of zeros")]
    fn a_die_that_never_moves_leaves_no_hope_and_no_danger() {
        let die = |faces| super::super::super::position::dice::Die::new(faces).expect("the faces are valid");
        let stuck = Race::new(Dice { own: die([0; 6]), other: die([0, 0, 1, 1, 2, 2]) });
        assert!(stuck.now.iter().chain(&stuck.later).all(|&chance| chance == 0.0));
        let safe = Race::new(Dice { own: die([0, 0, 1, 2, 3, 4]), other: die([0; 6]) });
        let dry = BOARD - WATER.set();
        assert!(dry.iter().all(|field| safe.now[field.index()] > 0.999 && safe.later[field.index()] > 0.999));
    }

    #[test]
    fn the_water_is_near_on_the_right_of_luck() {
        let race = Race::new(Dice::DEFAULT);
        let at = |name| super::super::super::board::named(name).expect("the field exists").index();
        assert!(race.later[at("e3")] > 0.8 && race.later[at("h2")] < 0.5);
        assert!(race.now[at("e3")] > race.later[at("e3")]);
    }
}
