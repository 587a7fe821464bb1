//! Why a roll, a move or a pass is refused.

use super::super::action::{Action, Face, Move};
use super::super::board::{GEESE, HEAD, TAIL};
use super::super::position::Position;
use super::super::position::stone::Stone;
use super::walker::Landings;
use crate::describe::Describe;
use crate::field::Field;
use crate::game::{Game, Player};
use crate::walk::steps_in_words;

/// The first rule that an action breaks which is not legal.
pub(super) fn why(position: &Position, action: Action) -> String {
    match (action, position.roll()) {
        (_, None) => "the die is to be rolled first".to_string(),
        (Action::Roll(_), Some(die)) => format!("the die is rolled already and shows {}", die.steps()),
        (Action::Pass, Some(_)) => {
            let mut possible = None;
            position.each_action(|action| possible = possible.or(Some(action)));
            let possible = possible.map(|action| format!(": {action} is possible")).unwrap_or_default();
            format!("who can move a stone may not pass{possible} (URAEUS-R7)")
        }
        (Action::Move(step), Some(die)) => no_move(position, step, die),
    }
}

fn no_move(position: &Position, step: Move, die: Face) -> String {
    let Some(stone) = position.stones.movable(position.side, step.from()) else {
        return wrong_stone(position, step.from());
    };
    let back = position.stones.back();
    let landings = Position::landings(back, stone, die);
    if !landings.contains(step.to(), step.facing()) {
        return no_landing(position, stone, step, die, landings);
    }
    let obliged = position.obliged(die).next().map_or(HEAD, Stone::field);
    let why = if GEESE.contains(obliged) { "is on a goose field" } else { "is the top of a double" };
    format!("the stone on {} {why} and can move, so it must be moved first (URAEUS-R5)", obliged.index())
}

/// That the mover has no stone there, or one that is covered.
fn wrong_stone(position: &Position, from: Field) -> String {
    let name = position.player_name(position.side);
    if from == HEAD {
        return format!("{name} has no stone in the reserve");
    }
    let is_there = |player: &Player| position.stones(*player).iter().any(|stone| stone.field() == from);
    let from = from.index();
    match (0..position.players()).map(Player::new).find(is_there) {
        None => format!("there is no stone on {from}"),
        Some(_) if is_there(&position.side) => format!("the stone of {name} on {from} is covered by another"),
        Some(owner) => format!("the stone on {from} is one of {}", position.player_name(owner)),
    }
}

/// That a stone does not end its move there, and where it does.
fn no_landing(position: &Position, stone: Stone, step: Move, die: Face, mut landings: Landings) -> String {
    let which = match stone.field() {
        HEAD => "a stone from the reserve".to_string(),
        field => format!("the stone on {}", field.index()),
    };
    let to = match step.to() {
        HEAD => "into the reserve".to_string(),
        TAIL => "into the tail".to_string(),
        field => format!("to {}{}", field.index(), step.facing().sign()),
    };
    let steps = steps_in_words(die.steps() as u32);
    let mut possible = Vec::new();
    while let Some((to, facing)) = landings.take_first() {
        possible.extend(Move::new(stone.field(), to, facing).map(|step| Action::Move(step).to_string()));
    }
    let instead = if possible.is_empty() {
        "it cannot move at all".to_string()
    } else {
        format!("it can make {}", possible.join(", "))
    };
    let back = position.stones.back().without(stone);
    let double = if back.doubles().contains(step.to()) {
        format!("; {} holds a double", step.to().index())
    } else {
        String::new()
    };
    format!("{which} does not get {to} with {steps}{double}; {instead}")
}
