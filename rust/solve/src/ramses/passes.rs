//! One part of a turn, for many placements at once.
//!
//! Placements are seen by the player who is to move a stone next, except that in the second part of
//! a turn they are seen from the side whose turn it is. So the colours are exchanged after the second part.

use super::colours::Colours;
use super::index::{places, shape};
use super::moves::{Moves, PORTION, RESTS, Rest, Spot, rest_image, rest_of, shapes_of};
use super::sets::{GroupedPlacements, Marks};
use amduat::Error;
use amduat::games::ramses::Part;
use amduat::games::ramses::board::{HIEROGLYPHS, PLACES};
use amduat::run::Workers;
use amduat::{Field, FieldSet};

impl Moves {
    /// Adds to `result` every placement from which a move of this part leads into `goal`, or its
    /// mirror image, or both. The goal must have the images of all its placements.
    ///
    /// # Errors
    /// The watch said to stop.
    pub(super) fn before(
        &self,
        workers: &mut Workers<'_>,
        part: Part,
        goal: &GroupedPlacements,
        result: &GroupedPlacements,
    ) -> Result<(), Error> {
        each_rest(workers, goal, true, |number, rest, choice| {
            let at = |spot: &Spot| spot.shape + choice * spot.stride;
            let mut slices = [0; PLACES];
            let mut goals = FieldSet::EMPTY;
            for spot in rest.spots() {
                let colours = goal.placements.get(at(spot));
                if !colours.is_empty() {
                    // The moved stone is own: in the own part anyway, and after the other part it
                    // is the turn of the opponent, whose stone it is.
                    slices[spot.place] = colours.own_slice(spot.nth);
                    goals |= Field::wrapping(spot.place).set();
                }
            }
            if goals.is_empty() {
                return;
            }
            let staying = rest.places(choice);
            for spot in rest.spots().iter().filter(|spot| movable(part, spot.place)) {
                let targets = self.targets(number, spot.place, staying) & goals;
                let slice = targets.iter().fold(0, |slice, to| slice | slices[to.index() % PLACES]);
                if slice != 0 {
                    result.add(spot.group, at(spot), coloured(part, slice, spot.nth));
                }
            }
        })
    }

    /// Adds to `result` every placement to which a move of this part leads from one in `origin`.
    ///
    /// # Errors
    /// The watch said to stop.
    pub(super) fn after(
        &self,
        workers: &mut Workers<'_>,
        part: Part,
        origin: &GroupedPlacements,
        result: &GroupedPlacements,
    ) -> Result<(), Error> {
        each_rest(workers, origin, false, |number, rest, choice| {
            let at = |spot: &Spot| spot.shape + choice * spot.stride;
            let staying = rest.places(choice);
            let mut slices = [0; PLACES];
            for spot in rest.spots().iter().filter(|spot| movable(part, spot.place)) {
                let colours = origin.placements.get(at(spot));
                if !colours.is_empty() {
                    let slice = moved_slice(part, colours, spot.nth);
                    for to in self.targets(number, spot.place, staying) {
                        slices[to.index() % PLACES] |= slice;
                    }
                }
            }
            for spot in rest.spots() {
                if slices[spot.place] != 0 {
                    result.add(spot.group, at(spot), Colours::from_own_slice(slices[spot.place], spot.nth));
                }
            }
        })
    }

    /// Those of the colourings `asked` of a shape from which a move of this part leads to a placement
    /// for which `goal` holds.
    pub(super) fn leading(
        &self,
        part: Part,
        all: FieldSet,
        asked: Colours,
        goal: impl Fn(usize) -> Colours,
    ) -> Colours {
        let mut open = asked;
        for (nth, place) in all.iter().enumerate() {
            let wanted = moved_slice(part, open, nth);
            if wanted == 0 || !movable(part, place.index()) {
                continue;
            }
            let staying = all - place.set();
            let mut slice = 0;
            for to in self.targets(rest_of(staying), place.index(), staying) {
                let above = (staying.0 & (to.set().0 - 1)).count_ones() as usize;
                slice |= goal(shape(staying | to.set())).own_slice(above);
                if wanted & !slice == 0 {
                    break;
                }
            }
            open = open.and(coloured(part, slice, nth).not());
            if open.is_empty() {
                break;
            }
        }
        asked.and(open.not())
    }
}

/// Calls `work` for each set of seven stones that are part of a placement in `placements`, given by the
/// number of their fields, these fields, and the choice of places on long fields. With `halved`, of
/// two sets of fields that are mirror images only one is taken.
fn each_rest(
    workers: &mut Workers<'_>,
    placements: &GroupedPlacements,
    halved: bool,
    work: impl Fn(usize, &Rest, usize) + Sync,
) -> Result<(), Error> {
    let rests = Marks::new(RESTS)?;
    for group in placements.groups.list() {
        // All shapes of a group take the same fields; the first stands for all.
        let all = places(shapes_of(group as usize).start);
        all.iter().for_each(|place| rests.set(rest_of(all - place.set())));
    }
    let rests = rests.list();
    workers.run(rests.len(), PORTION, |nth| {
        let number = rests[nth] as usize;
        let rest = Rest::new(number);
        if halved && rest_image(&rest) < number {
            return 0;
        }
        (0..rest.choices()).for_each(|choice| work(number, &rest, choice));
        rest.choices()
    })
}

/// Whether a stone may be moved from this place: the opponent's not from hieroglyph fields.
#[inline]
fn movable(part: Part, place: usize) -> bool {
    part == Part::Own || !HIEROGLYPHS.contains(Field::wrapping(place))
}

/// The slice of those colourings in which the stone may be moved in this part.
#[inline]
fn moved_slice(part: Part, colours: Colours, nth: usize) -> u64 {
    match part {
        Part::Own => colours.own_slice(nth),
        Part::Other => colours.swapped().own_slice(nth),
    }
}

/// The colourings of a slice of the moved stone, which is the opponent's in the other part.
#[inline]
fn coloured(part: Part, slice: u64, nth: usize) -> Colours {
    let colours = Colours::from_own_slice(slice, nth);
    match part {
        Part::Own => colours,
        Part::Other => colours.swapped(),
    }
}
