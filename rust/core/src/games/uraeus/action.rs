//! Actions: `=4` is a roll; `12:15+`, `r:4-`, `61:f` and `2:r` move a stone; or `pass`.

use super::board::{Facing, HEAD, LAST, TAIL};
use super::text::stand;
use crate::error::ParseError;
use crate::field::Field;
use crate::game::GameAction;
use crate::notation;
use std::fmt;
use std::str::FromStr;

/// What the die shows: 1 to 6.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Face(u8);

impl Face {
    /// How many faces the die has.
    pub const FACES: usize = 6;

    /// All faces in ascending order.
    pub const ALL: [Self; Self::FACES] = [Self(1), Self(2), Self(3), Self(4), Self(5), Self(6)];

    /// The face with this number, if there is one.
    pub fn new(number: usize) -> Option<Self> {
        Self::ALL.get(number.checked_sub(1)?).copied()
    }

    /// The number it shows, which is how many steps are moved.
    pub const fn steps(self) -> usize {
        self.0 as usize
    }
}

/// A stone moved from one place to another: `12:15+`, `r:4-`, `61:f`, `2:r`.
///
/// Together with the die this determines the move. Several walks may make the same move, but only on
/// the way to the head.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    from: Field,
    to: Field,
    facing: Facing,
}

impl Move {
    /// The move of the uppermost stone on `from` (the head: a new stone from the reserve) to `to`
    /// (the head: into the reserve, the tail: finished), after which it faces `facing`.
    ///
    /// `None` for what no stone can do: move from the tail, enter without staying on the back,
    /// or reach an end of the snake facing away from it.
    pub fn new(from: Field, to: Field, facing: Facing) -> Option<Self> {
        let possible = match to {
            HEAD => from != HEAD && facing == Facing::Headward,
            TAIL => from != HEAD && facing == Facing::Tailward,
            _ => true,
        };
        (possible && from != TAIL).then_some(Self { from, to, facing })
    }

    /// Where the stone stood; the head for a stone that enters.
    pub const fn from(self) -> Field {
        self.from
    }

    /// Where the stone arrives; the head for the reserve, the tail for a stone that finishes.
    pub const fn to(self) -> Field {
        self.to
    }

    /// The way the stone faces then.
    pub const fn facing(self) -> Facing {
        self.facing
    }
}

/// An action.
///
/// In ascending order: the rolls, the pass, the entering moves, then the moves of the stones on
/// field 1, 2 and so on. The targets of a stone are in the order reserve, fields, tail, and on each
/// field facing the tail comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Chance: the die shows this.
    Roll(Face),
    /// No stone can move with the roll.
    Pass,
    /// A stone moves.
    Move(Move),
}

/// Two facings on each field of the back.
const STANDS: usize = 2 * LAST;

/// A stone on the back can also leave over the head or finish.
const TARGETS: usize = STANDS + 2;

const PASS: usize = Face::FACES;
const ENTER: usize = PASS + 1;
const TRAVEL: usize = ENTER + STANDS;

/// How many actions there are; every lower number is the index of one.
pub(super) const NUM_ACTIONS: usize = TRAVEL + LAST * TARGETS;

impl GameAction for Action {
    fn index(self) -> usize {
        match self {
            Self::Roll(die) => die.steps() - 1,
            Self::Pass => PASS,
            Self::Move(Move { from, to, facing }) => {
                // Field 1 facing the tail is target 1, so that the head (facing it) can be target 0
                // and the tail follows on the last field.
                let target = match to {
                    HEAD => 0,
                    to => 2 * to.index() - 1 + facing as usize,
                };
                match from {
                    HEAD => ENTER + target - 1,
                    from => TRAVEL + (from.index() - 1) * TARGETS + target,
                }
            }
        }
    }

    fn from_index(index: usize) -> Option<Self> {
        let (from, target) = match index {
            ..PASS => return Face::new(index + 1).map(Self::Roll),
            PASS => return Some(Self::Pass),
            ENTER..TRAVEL => (0, index - ENTER + 1),
            TRAVEL..NUM_ACTIONS => ((index - TRAVEL) / TARGETS + 1, (index - TRAVEL) % TARGETS),
            _ => return None,
        };
        // The head is target 0, as if it were met facing the head.
        let facing = if target % 2 == 1 { Facing::Tailward } else { Facing::Headward };
        Move::new(Field::new(from)?, Field::new(target.div_ceil(2))?, facing).map(Self::Move)
    }

    /// `roll`, `pass`, or for a stone `enter`, `move`, `leave` over the head and `finish` in the tail.
    fn kind(self) -> &'static str {
        match self {
            Self::Roll(_) => "roll",
            Self::Pass => "pass",
            Self::Move(step) if step.from == HEAD => "enter",
            Self::Move(step) if step.to == HEAD => "leave",
            Self::Move(step) if step.to == TAIL => "finish",
            Self::Move(_) => "move",
        }
    }

    fn is_chance(self) -> bool {
        matches!(self, Self::Roll(_))
    }

    /// `None` for a stone that enters.
    fn source(self) -> Option<Field> {
        match self {
            Self::Move(step) if step.from != HEAD => Some(step.from),
            _ => None,
        }
    }

    /// `None` for a stone that leaves the back.
    fn target(self) -> Option<Field> {
        match self {
            Self::Move(step) if step.to != HEAD && step.to != TAIL => Some(step.to),
            _ => None,
        }
    }
}

impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        notation::bounded("action", text)?;
        let no_action = |reason: &str| ParseError::new("action", text, reason);
        let expected = "expected a roll such as =4, a move such as 12:15+, r:4-, 61:f or 2:r, or `pass`";
        if text == "pass" {
            return Ok(Self::Pass);
        }
        if let Some(roll) = text.strip_prefix('=') {
            let roll = notation::number("die", roll, "a roll", 1..=Face::FACES)?;
            return Face::new(roll).map(Self::Roll).ok_or_else(|| no_action(expected));
        }
        let (from, to) = text.split_once(':').ok_or_else(|| no_action(expected))?;
        let from = match from {
            "r" => HEAD,
            _ => Field::wrapping(notation::number("from", from, "`r` or a back field", 1..=LAST)?),
        };
        let (to, facing) = match to {
            "r" => (HEAD, Facing::Headward),
            "f" => (TAIL, Facing::Tailward),
            _ => stand("to", to, to, "expected `r`, `f`, or a back field and a facing such as 15+ or 15-")?,
        };
        let step = Move::new(from, to, facing);
        step.map(Self::Move).ok_or_else(|| no_action("a stone that enters ends its move on the back"))
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let step = match self {
            Self::Roll(die) => return write!(f, "={}", die.steps()),
            Self::Pass => return f.write_str("pass"),
            Self::Move(step) => step,
        };
        match step.from() {
            HEAD => f.write_str("r:")?,
            from => write!(f, "{}:", from.index())?,
        }
        match step.to() {
            HEAD => f.write_str("r"),
            TAIL => f.write_str("f"),
            to => write!(f, "{}{}", to.index(), step.facing().sign()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_index_is_an_action() {
        let mut last = None;
        for index in 0..NUM_ACTIONS {
            let action = Action::from_index(index).unwrap();
            assert_eq!(action.index(), index);
            assert!(Some(action) > last, "{action:?}");
            last = Some(action);
        }
        assert_eq!(Action::from_index(NUM_ACTIONS), None);
    }

    #[test]
    fn every_move_has_an_index() {
        let mut moves = 0;
        for from in 0..64 {
            for to in 0..64 {
                for facing in [Facing::Tailward, Facing::Headward] {
                    if let Some(step) = Move::new(Field::wrapping(from), Field::wrapping(to), facing) {
                        assert_eq!(Action::from_index(Action::Move(step).index()), Some(Action::Move(step)));
                        moves += 1;
                    }
                }
            }
        }
        assert_eq!(moves, NUM_ACTIONS - ENTER);
    }
}
