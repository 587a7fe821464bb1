//! Notation: `a1,a2,b1,c1 b3,c3,d3,e3 L roll -` is a position.
//!
//! Dice other than those of the game follow as a sixth field: `dice=0,0,1,2,3,4/0,0,0,0,1,2`.

use super::board;
use super::position::dice::{Dice, Die, FACES, HIGHEST, Roll};
use super::position::{Phase, Position, Side};
use super::possible;
use crate::error::ParseError;
use crate::field::{Field, FieldSet};
use crate::notation;
use std::fmt;
use std::str::FromStr;

/// The parts of every position, and the one that only unusual dice need.
pub(super) const PARTS: [&str; 5] = ["lower", "upper", "side", "phase", "dice"];
const FACES_PART: &str = "faces";

/// What the field with the faces of the dice begins with.
const FACES_PREFIX: &str = "dice=";

const SIDES: [(&str, Side); 2] = [("L", Side::Lower), ("U", Side::Upper)];

const PHASES: [(&str, Phase); 6] = [
    ("roll", Phase::Roll),
    ("rescue", Phase::Rescue),
    ("own", Phase::Own),
    ("pull", Phase::Pull),
    ("other", Phase::Other),
    ("over", Phase::Over),
];

impl Phase {
    /// The word of the notation.
    pub(super) const fn word(self) -> &'static str {
        PHASES[self as usize].0
    }
}

/// A field by its name: `g1`.
pub(super) struct Name(pub(super) Field);

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, rank) = board::name(self.0);
        write!(f, "{file}{rank}")
    }
}

/// The stones of a side: `a1,a2`, or `-`.
pub(super) struct StoneList(pub(super) FieldSet);

impl fmt::Display for StoneList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        notation::write_list(f, self.0.iter().map(Name))
    }
}

pub(super) fn field(part: &'static str, input: &str) -> Result<Field, ParseError> {
    board::named(input).ok_or_else(|| ParseError::new(part, input, "expected a field, a1 to j3"))
}

/// A list of fields in any order.
pub(super) fn fields(part: &'static str, input: &str) -> Result<Vec<Field>, ParseError> {
    notation::list(input).map(|item| field(part, item)).collect()
}

fn stones(part: &'static str, input: &str) -> Result<FieldSet, ParseError> {
    let fields = fields(part, input)?;
    notation::ascending(part, input, &fields, |&field| Name(field).to_string())?;
    Ok(fields.into_iter().collect())
}

fn number(part: &'static str, input: &str) -> Result<u8, ParseError> {
    notation::number(part, input, "what a die shows", 0..=HIGHEST).map(|number| number as u8)
}

/// A die with its faces in any order.
pub(super) fn die(part: &'static str, input: &str) -> Result<Die, ParseError> {
    let faces = input.split(',').map(|face| number(part, face)).collect::<Result<Vec<_>, _>>()?;
    let die = <[u8; FACES]>::try_from(faces.as_slice()).ok().and_then(Die::new);
    die.ok_or_else(|| {
        let reason = format!("a die has {FACES} faces, found {}", faces.len());
        ParseError::new(part, input, reason)
    })
}

/// The dice of the sixth field, `dice=` and the faces of both in ascending order.
fn dice(input: &str) -> Result<Dice, ParseError> {
    let refuse = |reason: &str| ParseError::new(FACES_PART, input, reason);
    let (own, other) = input
        .strip_prefix(FACES_PREFIX)
        .and_then(|faces| faces.split_once('/'))
        .ok_or_else(|| refuse("expected `dice=`, the faces of the own die, `/`, those of the other die"))?;
    let dice = Dice { own: die(FACES_PART, own)?, other: die(FACES_PART, other)? };
    for (die, faces) in [(dice.own, own), (dice.other, other)] {
        if die.to_string() != faces {
            let reason = format!("the faces are written in ascending order, {die}");
            return Err(ParseError::new(FACES_PART, faces, reason));
        }
    }
    if dice == Dice::DEFAULT {
        return Err(refuse("these are the dice of the game, which are not written"));
    }
    Ok(dice)
}

/// Two numbers joined by a comma.
pub(super) fn roll(part: &'static str, input: &str) -> Result<Roll, ParseError> {
    let Some((own, other)) = input.split_once(',') else {
        return Err(ParseError::new(part, input, "expected what both dice show, such as 3,1"));
    };
    Ok(Roll { own: number(part, own)?, other: number(part, other)? })
}

impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        notation::bounded("position", text)?;
        let (text, faces) = match text.rsplit_once(' ') {
            Some((rest, faces)) if faces.starts_with(FACES_PREFIX) => (rest, Some(faces)),
            _ => (text, None),
        };
        let [lower, upper, side, phase, shown] = notation::fields(text, &PARTS)?;
        let both = [stones("lower", lower)?, stones("upper", upper)?];
        let side = notation::choice("side", side, &SIDES)?;
        let phase = notation::choice("phase", phase, &PHASES)?;
        let roll = match phase {
            Phase::Roll | Phase::Over if shown == "-" => Roll::NONE,
            Phase::Roll | Phase::Over => {
                let reason = format!("expected `-`: in phase `{}` the dice show nothing", phase.word());
                return Err(ParseError::new("dice", shown, reason));
            }
            _ => roll("dice", shown)?,
        };
        let position = Self::new(both, side, phase, roll, faces.map_or(Ok(Dice::DEFAULT), dice)?);
        possible::check(&position)?;
        Ok(position)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [lower, upper] = Side::BOTH.map(|side| StoneList(self.stones(side)));
        let side = SIDES[self.side() as usize].0;
        write!(f, "{lower} {upper} {side} {} ", self.phase().word())?;
        match self.roll() {
            None => f.write_str("-")?,
            Some(roll) => roll.fmt(f)?,
        }
        let Dice { own, other } = self.dice();
        if self.dice() == Dice::DEFAULT { Ok(()) } else { write!(f, " {FACES_PREFIX}{own}/{other}") }
    }
}
