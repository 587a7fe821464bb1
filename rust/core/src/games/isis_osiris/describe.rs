//! Positions in words.

use super::action::Action;
use super::board::{BESIDE, CELLS};
use super::position::pieces::Piece;
use super::position::{Hand, Position, Reserve};
use super::text::Cell;
use crate::describe::{Describe, ScoredPiece, State};
use crate::field::{Field, FieldSet};
use crate::game::{Game, Turn};

impl Position {
    /// The sentence for a full board.
    fn result(&self) -> String {
        let names: Vec<_> = self.leaders().map(|player| self.player_name(player)).collect();
        let totals: Vec<_> = self.totals().iter().map(i32::to_string).collect();
        let totals = totals.join(", ");
        match names.as_slice() {
            [winner] => format!("{winner} has won: the board is full and its pawns are worth most ({totals})."),
            [others @ .., last] => {
                let others = others.join(", ");
                format!(
                    "{others} and {last} share the win: the board is full and their pawns are worth most ({totals})."
                )
            }
            [] => format!("The board is full ({totals})."),
        }
    }
}

impl Describe for Position {
    fn field_name(field: Field) -> String {
        Cell(field).to_string()
    }

    fn events(&self, action: Action) -> Vec<String> {
        let name = self.player_name(self.side);
        match action {
            Action::Pass => vec![format!("{name} has neither pawns nor tiles left and passes.")],
            Action::PlacePawn(_) if self.pawns_left(self.side) == 1 => {
                vec![format!("{name} has placed the last pawn.")]
            }
            Action::Draw if self.reserve.left(self.side) == 1 => vec!["That was the last tile.".to_string()],
            _ => Vec::new(),
        }
    }

    fn pieces(&self) -> Vec<(String, String)> {
        let taken = FieldSet::first(CELLS) - self.board.empty();
        let named = |cell| self.board.piece(cell).map(|piece| (Self::field_name(cell), piece.to_string()));
        taken.iter().filter_map(named).collect()
    }

    fn scored_pieces(&self) -> Vec<ScoredPiece> {
        let tile = |cell| match self.board.piece(cell) {
            Some(Piece::Tile(tile)) => Some((cell, tile.points())),
            _ => None,
        };
        let pawn = |field: Field| match self.board.piece(field) {
            Some(Piece::Pawn(player)) => {
                let counted = BESIDE[field.index() % CELLS].iter().filter_map(tile).collect();
                Some(ScoredPiece { player, field, counted })
            }
            _ => None,
        };
        FieldSet::first(CELLS).iter().filter_map(pawn).collect()
    }

    /// The phases are `choose` between pawn and tile, `show` the drawn tile, `lay` it, and `over`. The
    /// reserves are `pawns` and `tiles`.
    fn state(&self) -> State {
        let phase = match self.hand {
            _ if self.turn() == Turn::Over => "over",
            Hand::Empty => "choose",
            Hand::Covered => "show",
            Hand::Shown(_) => "lay",
        };
        let hand = match self.hand {
            Hand::Empty => None,
            Hand::Covered => Some("?".to_string()),
            Hand::Shown(tile) => Some(tile.to_string()),
        };
        let tiles = match self.reserve {
            Reserve::Own(tiles) => tiles[..self.players()].to_vec(),
            Reserve::Common(tiles) => vec![tiles],
        };
        let pawns = self.pawns[..self.players()].to_vec();
        State { phase, hand, reserves: vec![("pawns", pawns), ("tiles", tiles)], ..State::default() }
    }

    fn describe(&self) -> String {
        if self.turn() == Turn::Over {
            return self.result();
        }
        let player = self.player_name(self.side);
        match (self.hand, self.can_place_pawn(), self.can_draw()) {
            (Hand::Covered, ..) => format!("{player} has drawn a tile, which is now shown to all."),
            (Hand::Shown(tile), ..) => format!("{player} places the tile {tile} face down on an empty cell."),
            (Hand::Empty, true, true) => format!("{player} places a pawn or draws a tile."),
            (Hand::Empty, true, false) => format!("{player} places a pawn: there are no tiles left to draw."),
            (Hand::Empty, false, true) => format!("{player} draws a tile: there are no pawns left to place."),
            (Hand::Empty, false, false) => format!("{player} passes: there are neither pawns nor tiles left."),
        }
    }
}
