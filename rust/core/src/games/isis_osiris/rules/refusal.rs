//! Why a pawn, a tile, a draw or a pass is refused.

use super::super::action::Action;
use super::super::position::{Hand, Position};
use super::super::text::Cell;
use crate::describe::Describe;

/// The first rule that an action breaks which is not legal.
pub(super) fn why(position: &Position, action: Action) -> String {
    let player = position.player_name(position.side);
    match (position.hand, action) {
        (Hand::Covered, Action::Show(tile)) => {
            format!("every tile {tile} is on the board already")
        }
        (Hand::Covered, _) => format!("{player} has drawn a tile, which is to be shown first"),
        (Hand::Shown(tile), Action::Show(_)) => format!("the drawn tile is shown already: it is {tile}"),
        (Hand::Empty, Action::Show(_)) => "no tile has been drawn".to_string(),
        (Hand::Empty, Action::PlaceTile(_)) => {
            format!("{player} has no tile in hand; a pawn is placed with @, and a tile is drawn first")
        }
        (Hand::Empty, Action::PlacePawn(_)) if !position.can_place_pawn() => format!("{player} has no pawns left"),
        // What lies there is not said: for people it is face down.
        (Hand::Empty, Action::PlacePawn(cell)) | (Hand::Shown(_), Action::PlaceTile(cell)) => {
            format!("{} is taken", Cell(cell))
        }
        (Hand::Empty, Action::Draw) => format!("there are no tiles left for {player} to draw"),
        (Hand::Empty, Action::Pass) => {
            let possible = match (position.can_place_pawn(), position.can_draw()) {
                (true, true) => "place a pawn or draw a tile",
                (true, false) => "place a pawn",
                _ => "draw a tile",
            };
            format!("{player} can {possible}, and so may not pass (OSIRIS-R3)")
        }
        (Hand::Shown(tile), _) => format!("{player} has the tile {tile} in hand, which is to be placed first"),
    }
}
