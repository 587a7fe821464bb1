//! Positions in words, and the walks of moves.

use super::action::Action;
use super::board::{self, GRAPH, HIEROGLYPHS};
use super::position::{Part, Position, Side};
use super::rules::Win;
use super::text::Place;
use crate::describe::{Describe, State};
use crate::field::Field;
use crate::game::{Game, Player};

impl Side {
    const fn name(self) -> &'static str {
        match self {
            Self::Light => "Light",
            Self::Dark => "Dark",
        }
    }
}

impl Describe for Position {
    fn field_name(field: Field) -> String {
        Place(field).to_string()
    }

    fn player_name(&self, player: Player) -> String {
        Side::BOTH[player.index() & 1].name().to_string()
    }

    fn describe(&self) -> String {
        let (side, other) = (self.side().name(), self.side().other().name());
        match (self.win(), self.part()) {
            (Some(Win::Hieroglyphs(winner)), _) => {
                format!("{} has won: three stones on hieroglyph fields.", winner.name())
            }
            (Some(Win::NoTurn(winner)), _) => {
                format!("{} has won: {} cannot complete a turn.", winner.name(), winner.other().name())
            }
            (None, Part::Own) if self.opening() => {
                format!("{side} opens with one of its own stones, not onto a hieroglyph field.")
            }
            (None, Part::Own) => format!("{side} moves one of its own stones."),
            (None, Part::Other) => {
                format!("{side} moves one of the stones of {other}, none from a hieroglyph field.")
            }
        }
    }

    fn events(&self, action: Action) -> Vec<String> {
        if !HIEROGLYPHS.contains(action.to) {
            return Vec::new();
        }
        let side = self.moved_side();
        let count = (self.play(action).stones(side) & HIEROGLYPHS).len();
        let stones = if count == 1 { "one stone".to_string() } else { format!("{count} stones") };
        vec![format!("{} has {stones} on hieroglyph fields.", side.name())]
    }

    fn pieces(&self) -> Vec<(String, String)> {
        let piece = |place: Field| {
            let side = if self.stones(Side::Light).contains(place) { "light" } else { "dark" };
            (Self::field_name(place), side.to_string())
        };
        self.all().iter().map(piece).collect()
    }

    /// The phases are `opening`, `own`, `other` and `over`.
    fn state(&self) -> State {
        let phase = match self.part() {
            _ if self.win().is_some() => "over",
            Part::Own if self.opening() => "opening",
            Part::Own => "own",
            Part::Other => "other",
        };
        State { phase, ..State::default() }
    }

    fn walks(&self, action: Action) -> Vec<Vec<Field>> {
        let steps = board::steps(action.from, self.all());
        GRAPH.walks_to(action.from, action.to, steps, self.all()).collect()
    }

    fn path(&self, action: Action) -> Vec<Field> {
        let steps = board::steps(action.from, self.all());
        GRAPH.witness(action.from, action.to, steps, self.all()).unwrap_or_default()
    }
}
