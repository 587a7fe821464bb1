//! Positions in words, and the walks of moves.

use super::action::Action;
use super::board::{GRAPH, LUCK, WATER};
use super::position::dice::Roll;
use super::position::{Phase, Position, Side};
use super::text::Name;
use crate::describe::{Describe, State};
use crate::field::Field;
use crate::game::{Game, Player};
use std::fmt;

impl Side {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Lower => "Lower Egypt",
            Self::Upper => "Upper Egypt",
        }
    }
}

impl Describe for Position {
    fn walks(&self, action: Action) -> Vec<Vec<Field>> {
        let Action::Move { from, to } = action else { return Vec::new() };
        GRAPH.walks_to(from, to, self.steps(), self.stones[0] | self.stones[1]).collect()
    }

    fn path(&self, action: Action) -> Vec<Field> {
        let Action::Move { from, to } = action else { return Vec::new() };
        GRAPH.witness(from, to, self.steps(), self.stones[0] | self.stones[1]).unwrap_or_default()
    }

    fn field_name(field: Field) -> String {
        Name(field).to_string()
    }

    fn events(&self, action: Action) -> Vec<String> {
        let next = self.play(action);
        let (side, other) = (self.side.name(), self.side.other().name());
        match action {
            Action::Roll(roll) => {
                let mut events = Vec::new();
                if next.phase() == Phase::Over {
                    return events;
                }
                if self.stones(self.side).len() > next.stones(self.side).len() {
                    events.push(format!("The drowning stone of {side} cannot be saved and is lost."));
                }
                if roll.own == 0 {
                    events.push(format!("The own die shows 0: {side} moves no stone of its own."));
                }
                if roll.other == 0 {
                    events.push(format!("The other die shows 0: {side} moves no stone of {other}."));
                }
                events
            }
            Action::Forfeit => vec![format!("{side} gives up its drowning stone.")],
            Action::Move { from: WATER, .. } if matches!(self.phase(), Phase::Rescue | Phase::Pull) => {
                vec![format!("{side} has pulled its stone out of the water.")]
            }
            Action::Move { to: WATER, .. } if next.phase() == Phase::Over => Vec::new(),
            Action::Move { to: WATER, .. } => {
                let owner = if self.phase() == Phase::Other { other } else { side };
                vec![format!("A stone of {owner} is in the water.")]
            }
            Action::Move { .. } => Vec::new(),
        }
    }

    fn pieces(&self) -> Vec<(String, String)> {
        let [lower, upper] = self.stones;
        let piece = |field: Field| {
            let side = if lower.contains(field) { Side::Lower } else { Side::Upper };
            (Self::field_name(field), side.word().to_string())
        };
        (lower | upper).iter().map(piece).collect()
    }

    /// The phases are those of the notation.
    fn state(&self) -> State {
        let dice = self.roll().map_or_else(Vec::new, |roll| vec![roll.own, roll.other]);
        let faces = [self.dice.own, self.dice.other].map(|die| die.faces().to_vec()).to_vec();
        State { phase: self.phase.word(), dice, faces, ..State::default() }
    }

    fn player_name(&self, player: Player) -> String {
        Side::BOTH[player.index() & 1].name().to_string()
    }

    fn describe(&self) -> String {
        describe(self)
    }
}

/// A number of steps in words: `1 step`, `3 steps`.
struct Steps(u8);

impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} step{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
}

/// Who has to do what, or who has won and why.
fn describe(position: &Position) -> String {
    let (side, other) = (position.side().name(), position.side().other().name());
    let roll = position.roll().unwrap_or_default();
    let drowning = position.is_drowning();
    match position.phase() {
        Phase::Roll if drowning => format!("{side} rolls both dice, with a stone drowning."),
        Phase::Roll => format!("{side} rolls both dice."),
        Phase::Rescue => {
            format!("{side} pulls its drowning stone 3 steps out of the water{}.", or_forfeits(position))
        }
        Phase::Own if drowning => {
            let steps = Steps(roll.own);
            let help = format!("{side} moves a stone {steps} onto the rescue field to save its drowning stone");
            format!("{help}{}.", or_forfeits(position))
        }
        Phase::Own => format!("{side} moves one of its own stones {}.", Steps(roll.own)),
        Phase::Pull => format!("{side} pulls its drowning stone 3 steps out of the water."),
        Phase::Other => format!("{side} moves one of the stones of {other} {}.", Steps(roll.other)),
        Phase::Over => over(position),
    }
}

fn or_forfeits(position: &Position) -> &'static str {
    if position.may_forfeit() { " or forfeits it" } else { "" }
}

/// The text of a position does not say why it is over, but the stones do, or leave two reasons.
fn over(position: &Position) -> String {
    let (winner, loser) = (position.side(), position.side().other());
    let (side, other) = (winner.name(), loser.name());
    if position.stones(loser).is_empty() {
        return format!("{side} has won: the last stone of {other} is in the water.");
    }
    let both = Side::BOTH.map(|side| position.stones(side));
    let before = Position::new(both, loser, Phase::Roll, Roll::NONE, position.dice());
    let stuck = match before.ways_to_be_stuck() {
        (false, false) => None,
        (false, true) => Some(format!("{other} is locked in")),
        (true, false) => Some(format!("the last stone of {other} could only go into the water")),
        (true, true) => Some(format!("{other} is locked in, or its last stone could only go into the water")),
    };
    match (position.stones(winner) == LUCK.set(), stuck) {
        (true, None) => format!("{side} has won: its last stone has reached the luck field."),
        (false, Some(stuck)) => format!("{side} has won: {stuck}."),
        (true, Some(stuck)) => format!("{side} has won: its last stone is on the luck field, or {stuck}."),
        (false, None) => format!("{side} has won."),
    }
}
