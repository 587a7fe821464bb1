//! A plain search that knows only the rules, to check short wins and losses.

use super::value::Value;
use crate::game::{Game, Turn};
use crate::games::ramses::{Part, Position};

/// Whether a search finds exactly this value, a win or a loss, at the start of a turn.
pub(super) fn confirms(position: &Position, value: Value) -> bool {
    let sooner = |turns: u8, found: fn(&Position, u8) -> bool| turns > 0 && found(position, turns - 1);
    match value {
        Value::Win(turns) => wins(position, turns) && !sooner(turns, wins),
        Value::Loss(turns) => loses(position, turns) && !sooner(turns, loses),
        Value::Draw => false,
    }
}

/// Whether the player to move wins within so many turns, whatever the opponent does.
pub(super) fn wins(position: &Position, turns: u8) -> bool {
    if position.turn() == Turn::Over {
        return result(position) > 0.0;
    }
    turns > 0
        && actions(position).any(|next| match next.part() {
            Part::Own => loses(&next, turns - 1),
            Part::Other if next.turn() == Turn::Over => result(&next) > 0.0,
            Part::Other => actions(&next).any(|next| loses(&next, turns - 1)),
        })
}

/// Whether the player to move loses within so many turns, whatever he does.
pub(super) fn loses(position: &Position, turns: u8) -> bool {
    if position.turn() == Turn::Over {
        return result(position) < 0.0;
    }
    turns > 0
        && actions(position).all(|next| match next.part() {
            Part::Own => wins(&next, turns - 1),
            Part::Other if next.turn() == Turn::Over => result(&next) < 0.0,
            Part::Other => actions(&next).all(|next| wins(&next, turns - 1)),
        })
}

/// The result for him whose turn it is.
fn result(position: &Position) -> f64 {
    position.returns()[position.side() as usize]
}

/// The positions after each legal action.
fn actions(position: &Position) -> impl Iterator<Item = Position> {
    let mut next = Vec::new();
    position.each_action(|action| next.push(position.play(action)));
    next.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_stones_on_hieroglyphs_and_a_third_beside_one_win_at_once() {
        let position: Position = "1,6,17,20 2,3,15,19 L own -".parse().unwrap();
        let found = (1..=2).find(|&turns| wins(&position, turns));
        assert!(found.is_none_or(|turns| confirms(&position, Value::Win(turns))));
        assert!(!loses(&position, 2));
    }
}
