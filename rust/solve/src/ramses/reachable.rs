//! Which placements can come up in a game.

use super::colours::Colours;
use super::index::{COLOURINGS, index};
use super::moves::group_of;
use super::retrograde::{ScoreTable, each_shape};
use super::sets::{GroupedPlacements, Placements, SET_BYTES};
use amduat::Error;
use amduat::Game;
use amduat::games::ramses::{Part, Position};
use amduat::run::Workers;
use std::collections::BTreeSet;

/// The memory it takes, and the work in units of the workers.
pub(super) const BYTES: usize = 5 * SET_BYTES;
pub(super) const WORK: usize = 15_724_284;

impl ScoreTable {
    /// The placements that come up at the start of a turn after one turn or more from `start`,
    /// finished ones included, each seen by the player to move.
    ///
    /// # Errors
    /// Too little memory, or the watch said to stop.
    pub(super) fn reachable(&self, workers: &mut Workers<'_>, start: &Position) -> Result<Placements, Error> {
        let (reached, seen) = (Placements::new()?, Placements::new()?);
        let (fresh, halfway, next) = (GroupedPlacements::new()?, GroupedPlacements::new()?, GroupedPlacements::new()?);
        for number in after_one_turn(start) {
            let (shape, colouring) = (number / COLOURINGS, number % COLOURINGS);
            fresh.add(group_of(shape), shape, Colours::one(colouring));
        }
        let mut groups = fresh.groups.list();
        while !groups.is_empty() {
            each_shape(workers, &groups, |group, shape| {
                let colours = fresh.placements.get(shape);
                reached.add(shape, colours);
                // A finished game goes no further.
                fresh.placements.set(shape, colours.and(self.three.neither(group)));
                0
            })?;
            halfway.clear();
            self.moves.after(workers, Part::Own, &fresh, &halfway)?;
            each_shape(workers, &halfway.groups.list(), |group, shape| {
                let known = seen.get(shape).or(self.three.own(group));
                let colours = halfway.placements.get(shape).and(known.not());
                halfway.placements.set(shape, colours);
                seen.add(shape, colours);
                0
            })?;
            next.clear();
            self.moves.after(workers, Part::Other, &halfway, &next)?;
            fresh.clear();
            each_shape(workers, &next.groups.list(), |group, shape| {
                let colours = next.placements.get(shape).and(reached.get(shape).not());
                if !colours.is_empty() {
                    fresh.add(group, shape, colours);
                }
                0
            })?;
            groups = fresh.groups.list();
        }
        Ok(reached)
    }
}

/// The placements after the first turn, which has a rule of its own (RAMSES-R1).
fn after_one_turn(start: &Position) -> BTreeSet<usize> {
    let mut numbers = BTreeSet::new();
    start.each_action(|own| {
        let halfway = start.play(own);
        halfway.each_action(|other| {
            let next = halfway.play(other);
            numbers.insert(index(next.stones(next.side()), next.stones(next.side().other())));
        });
    });
    numbers
}
