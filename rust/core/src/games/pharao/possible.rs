//! Whether a position is possible by its structure: material, places, phases. Not whether it can be
//! reached.

use super::board::{RESCUE, STONES, WATER};
use super::position::{Phase, Position, Side};
use super::text::{Name, PARTS};
use crate::count::Count;
use crate::error::ParseError;
use crate::notation;

/// Refuses an impossible position.
pub(super) fn check(position: &Position) -> Result<(), ParseError> {
    material(position)?;
    dice(position)?;
    phase(position)
}

fn refuse<T>(position: &Position, part: &'static str, reason: impl Into<String>) -> Result<T, ParseError> {
    Err(notation::impossible(position, &PARTS, part, reason))
}

/// Each side has one to four stones, none only in a lost game, and not its last one in the water.
fn material(position: &Position) -> Result<(), ParseError> {
    let over = position.phase() == Phase::Over;
    for side in Side::BOTH {
        let stones = position.stones(side);
        let refuse = |reason: String| refuse(position, side.word(), reason);
        if stones.len() as usize > STONES {
            return refuse(format!("a side has at most {STONES} stones, found {}", stones.len()));
        }
        if stones.is_empty() && !over {
            return refuse(format!("{} has no stone left, so the game is over", side.name()));
        }
        if stones.is_empty() && side == position.side() {
            return refuse(format!("{} has won and so has a stone left", side.name()));
        }
        if stones == WATER.set() && !over {
            return refuse(format!("the last stone of {} is on the water, so the game is over", side.name()));
        }
    }
    let [lower, upper] = Side::BOTH.map(|side| position.stones(side));
    match (lower & upper).lowest() {
        None => Ok(()),
        Some(field) => refuse(position, "upper", format!("{} holds a stone of Lower Egypt", Name(field))),
    }
}

/// What was rolled is on the dice.
fn dice(position: &Position) -> Result<(), ParseError> {
    let Some(roll) = position.roll() else { return Ok(()) };
    let dice = position.dice();
    for (name, die, number) in [("own", dice.own, roll.own), ("other", dice.other, roll.other)] {
        if die.weight(number) == 0 {
            return refuse(position, "dice", format!("the {name} die never shows {number}, its faces are {die}"));
        }
    }
    Ok(())
}

/// The phase has its stones in place and something to decide.
fn phase(position: &Position) -> Result<(), ParseError> {
    let (phase, side) = (position.phase(), position.side());
    let Some(roll) = position.roll() else { return Ok(()) };
    if matches!(phase, Phase::Own | Phase::Pull) && roll.own == 0 {
        return refuse(position, "dice", format!("the own die shows 0, so there is no phase `{}`", phase.word()));
    }
    if phase == Phase::Other && roll.other == 0 {
        return refuse(position, "dice", "the other die shows 0, so there is no phase `other`");
    }
    let refuse = |reason: String| refuse(position, "phase", reason);
    if matches!(phase, Phase::Rescue | Phase::Pull) {
        for (field, what) in [(WATER, "water"), (RESCUE, "rescue field")] {
            if !position.stones(side).contains(field) {
                return refuse(format!("{} has no stone on the {what} {}", side.name(), Name(field)));
            }
        }
    }
    // An action is legal only if the turn can be completed after it.
    match (position.count_actions(), position.may_forfeit()) {
        (0, _) => refuse(format!("{} cannot complete the turn", side.name())),
        (1, true) => refuse(format!("{} cannot save the drowning stone and has lost it with the roll", side.name())),
        _ => Ok(()),
    }
}
