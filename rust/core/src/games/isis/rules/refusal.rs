//! Why a move, a flip or a pass is refused.

use super::super::action::{Action, Move};
use super::super::board::{HEAVENLY, THRONES, UNDERWORLD};
use super::super::position::{Personal, Position};
use super::{Mobility, StoneKind};
use crate::describe::Describe;
use crate::field::Field;
use crate::game::{Game, Player};

/// The first rule that an action breaks which is not legal.
pub(super) fn why(position: &Position, action: Action) -> String {
    match action {
        Action::Neutral(moved) => neutral(position, moved),
        Action::Personal(moved) => personal(position, moved),
        Action::Flip(field) => flip(position, field),
        Action::Pass => {
            let mut possible = None;
            position.each_action(|action| possible = possible.or(Some(action)));
            let possible = possible.map(|action| format!(": {action} is possible")).unwrap_or_default();
            format!("who can move or flip a stone may not pass{possible}")
        }
    }
}

fn name(field: Field) -> String {
    field.index().to_string()
}

/// The player whose personal stone is on a field.
fn owner(position: &Position, field: Field) -> Option<Player> {
    position.personals().iter().position(|&personal| personal == Personal::On(field)).map(Player::new)
}

fn neutral(position: &Position, moved: Move) -> String {
    let from = moved.from;
    if let Some(reason) = no_neutral(position, from).or_else(|| banned(position, from)) {
        return reason;
    }
    wrong_way(position, StoneKind::Neutral, moved)
}

/// That no neutral stone is on a field, and what is there instead.
fn no_neutral(position: &Position, field: Field) -> Option<String> {
    if field == UNDERWORLD {
        let none = position.neutrals_in_underworld() == 0;
        return none.then(|| "there is no neutral stone in the underworld".to_string());
    }
    if position.neutrals.contains(field) {
        return None;
    }
    Some(match owner(position, field) {
        None => format!("there is no stone on {}", name(field)),
        Some(owner) => {
            let own = if owner == position.side() { ", whose moves begin with P" } else { "" };
            format!("the stone on {} is the personal stone of {}{own}", name(field), position.player_name(owner))
        }
    })
}

fn banned(position: &Position, field: Field) -> Option<String> {
    position.banned().contains(field).then(|| match field {
        UNDERWORLD => "a neutral stone was just moved into the underworld, so none may leave it".to_string(),
        _ => format!("the neutral stone on {} has just been moved and is banned", name(field)),
    })
}

fn personal(position: &Position, moved: Move) -> String {
    let player = position.player_name(position.side());
    match position.own() {
        Personal::On(field) if field == moved.from => wrong_way(position, StoneKind::Personal, moved),
        Personal::On(field) => {
            format!("the personal stone of {player} is on {}, not on {}", name(field), name(moved.from))
        }
        _ => format!("{player} has no personal stone yet"),
    }
}

/// Why a stone that may be moved does not get there.
fn wrong_way(position: &Position, kind: StoneKind, moved: Move) -> String {
    let heavenly = HEAVENLY.contains(moved.from);
    if THRONES.contains(moved.to) && kind == StoneKind::Neutral {
        return format!("only personal stones enter throne {}", name(moved.to));
    }
    if THRONES.contains(moved.to) && !heavenly {
        return format!("only stones that start in the heavenly fields enter throne {} (ISIS-R1)", name(moved.to));
    }
    if moved.to == UNDERWORLD && heavenly {
        return "no stone walks from the heavenly fields into the underworld (ISIS-R1)".to_string();
    }
    if moved.to == UNDERWORLD && !position.opponent_in_play() {
        return "stones walk into the underworld only while an opponent has a personal stone in play (ISIS-R4)"
            .to_string();
    }
    let walks = &super::fast::walks();
    let steps = Mobility::new(position, walks).steps(moved.from);
    kind.graph(moved).no_walk((moved.from, moved.to), steps, position.in_play(), name)
}

fn flip(position: &Position, field: Field) -> String {
    let player = position.player_name(position.side());
    if position.own() != Personal::Unclaimed {
        return format!("{player} has flipped a stone already");
    }
    if let Some(reason) = no_neutral(position, field).or_else(|| banned(position, field)) {
        return reason;
    }
    if HEAVENLY.contains(field) {
        return "a flip needs two stones in the heavenly fields, and there is only one".to_string();
    }
    format!("only stones in the heavenly fields are flipped, and {} is none of them", name(field))
}
