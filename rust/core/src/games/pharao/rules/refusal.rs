//! Why a roll, a part of a turn or a forfeit is refused.

use super::super::action::Action;
use super::super::board::{GRAPH, PULL, RESCUE, WATER};
use super::super::fast;
use super::super::position::dice::{Dice, Roll};
use super::super::position::{Phase, Position, Side};
use super::super::text::Name;
use super::{MidTurn, Outlook};
use crate::field::{Field, FieldSet};
use crate::walk::steps_in_words;

/// The first rule that an action breaks which is not legal.
pub(super) fn why(position: &Position, action: Action) -> String {
    let roll = position.roll;
    match (position.phase, action) {
        (Phase::Roll, Action::Roll(roll)) => no_such_roll(position, roll),
        (Phase::Roll, _) => "the dice are to be rolled first".to_string(),
        (_, Action::Roll(_)) => format!("the dice are rolled already and show {roll}"),
        (_, Action::Forfeit) => no_forfeit(position),
        (Phase::Rescue | Phase::Pull, Action::Move { from, to }) => no_pull(position, from, to),
        (Phase::Own, Action::Move { from, to }) if position.is_drowning() => no_help(position, from, to),
        (Phase::Own, Action::Move { from, to }) => no_own_part(position, from, to),
        (_, Action::Move { from, to }) => {
            let side = position.side.other();
            wrong_stone(position, side, from).unwrap_or_else(|| no_walk(position, from, to, roll.other.into()))
        }
    }
}

fn no_such_roll(position: &Position, roll: Roll) -> String {
    let Dice { own, other } = position.dice;
    let (name, faces, number) =
        if own.weight(roll.own) == 0 { ("own", own, roll.own) } else { ("other", other, roll.other) };
    format!("the {name} die never shows {number}, its faces are {faces}")
}

fn all(position: &Position) -> FieldSet {
    position.stones[0] | position.stones[1]
}

fn no_walk(position: &Position, from: Field, to: Field, steps: u32) -> String {
    GRAPH.no_walk((from, to), steps, all(position), |field| Name(field).to_string())
}

/// That no stone of a side is on a field, and what is there instead.
fn wrong_stone(position: &Position, side: Side, field: Field) -> Option<String> {
    if position.stones(side).contains(field) {
        return None;
    }
    let (mover, name, field_name) = (position.side.name(), side.name(), Name(field));
    Some(if !position.stones(side.other()).contains(field) {
        format!("there is no stone on {field_name}")
    } else if side == position.side {
        format!("{mover} moves a stone of its own now; the stone on {field_name} is one of {}", side.other().name())
    } else {
        format!("{mover} moves a stone of {name} now; the stone on {field_name} is one of {mover}")
    })
}

/// PHARAO-R3: what is left of the turn after a part that it must leave possible.
fn incomplete(position: &Position) -> String {
    let (other, steps) = (position.side.other().name(), steps_in_words(position.roll.other.into()));
    format!("after it no stone of {other} could move {steps}, so the turn could not be completed (PHARAO-R3)")
}

/// Why an outlook is not good enough.
fn worse(position: &Position, outlook: Outlook) -> String {
    match outlook {
        Outlook::Incomplete => "after it the turn could not be completed (PHARAO-R3)".to_string(),
        _ => format!(
            "after it {} would have to move into the water {}, which can be avoided (PHARAO-R4)",
            position.side.name(),
            Name(WATER)
        ),
    }
}

fn no_forfeit(position: &Position) -> String {
    match position.phase {
        Phase::Rescue | Phase::Own if position.is_drowning() => {
            worse(position, position.mid_turn(&fast::walks()).with_forfeit().outlook())
        }
        Phase::Pull => format!("a stone has come to help, so the one on {} is pulled out (PHARAO-R2)", Name(WATER)),
        _ => "no stone is drowning that could be forfeited now".to_string(),
    }
}

/// The drowning stone is pulled before the own part, or right after a stone has come to help.
fn no_pull(position: &Position, from: Field, to: Field) -> String {
    let walks = &fast::walks();
    let turn = position.mid_turn(walks);
    if from != WATER {
        let or_forfeited = if position.may_forfeit() { " or forfeited" } else { "" };
        return format!("first the drowning stone on {} is pulled out{or_forfeited} (PHARAO-R2)", Name(WATER));
    }
    if !turn.reach(WATER, PULL).contains(to) {
        return no_walk(position, from, to, PULL);
    }
    match position.phase {
        Phase::Pull => incomplete(position),
        _ => worse(position, turn.with_own_moved(from, to).outlook()),
    }
}

/// A stone is drowning, and another may go to the rescue field.
fn no_help(position: &Position, from: Field, to: Field) -> String {
    let (water, rescue) = (Name(WATER), Name(RESCUE));
    if let Some(reason) = wrong_stone(position, position.side, from) {
        return reason;
    }
    if from == WATER || to != RESCUE {
        // Who can help can forfeit, too: the helper goes the same way, and then the board is only emptier.
        return format!(
            "the stone on {water} is drowning: another one goes to the rescue field {rescue} now, or it is forfeited \
             (PHARAO-R2)"
        );
    }
    let walks = &fast::walks();
    let turn = position.mid_turn(walks);
    let steps = position.roll.own.into();
    if !turn.reach(from, steps).contains(to) {
        return no_walk(position, from, to, steps);
    }
    format!("after it the stone on {water} could not be pulled out and the turn completed (PHARAO-R3)")
}

fn no_own_part(position: &Position, from: Field, to: Field) -> String {
    if let Some(reason) = wrong_stone(position, position.side, from) {
        return reason;
    }
    let walks = &fast::walks();
    let turn: MidTurn<'_> = position.mid_turn(walks);
    let steps = position.roll.own.into();
    if !turn.reach(from, steps).contains(to) {
        return no_walk(position, from, to, steps);
    }
    if to == WATER && turn.mine == from.set() {
        return format!("the last stone never goes into the water {} (PHARAO-R4)", Name(WATER));
    }
    if !turn.with_own_moved(from, to).can_finish() {
        return incomplete(position);
    }
    format!("no stone goes into the water {} while another complete turn is possible (PHARAO-R4)", Name(WATER))
}
