//! Why a part of a turn is refused.

use super::super::action::Action;
use super::super::board::{self, GRAPH, HIEROGLYPHS};
use super::super::fast::{self, Mobility};
use super::super::position::{Part, Position};
use super::super::text::Place;
use crate::describe::Describe;

/// The first rule that an action breaks which is not legal.
pub(super) fn why(position: &Position, Action { from, to }: Action) -> String {
    let (side, moved) = (position.side(), position.moved_side());
    let [name, moved_name, other_name] = [side, moved, moved.other()].map(|side| position.player_name(side.player()));
    let (from_name, to_name) = (Place(from), Place(to));
    if !position.all().contains(from) {
        return format!("there is no stone on {from_name}");
    }
    if !position.stones(moved).contains(from) {
        let part = match position.part() {
            Part::Own => format!("{name} moves a stone of its own now"),
            Part::Other => format!("{name} moves a stone of {moved_name} now"),
        };
        return format!("{part}; the stone on {from_name} is one of {other_name}");
    }
    if !position.movable().contains(from) {
        return format!("the stone on hieroglyph field {from_name} may only be moved by {moved_name} itself");
    }
    let walks = &fast::walks();
    if !Mobility::new(walks, position.all()).reach(from).contains(to) {
        let steps = board::steps(from, position.all());
        return GRAPH.no_walk((from, to), steps, position.all(), |place| Place(place).to_string());
    }
    if position.opening() && HIEROGLYPHS.contains(to) {
        return format!("the opening move may not end on hieroglyph field {to_name} (RAMSES-R1)");
    }
    let opponent = position.player_name(side.other().player());
    format!("after it no stone of {opponent} could be moved, so the turn could not be completed (RAMSES-R4)")
}
