//! A plain search that knows only the rules, to check short wins and losses.

use super::value::Value;
use amduat::games::ramses::{Part, Position};
use amduat::{Game, Turn};

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

/// Whether the player to move loses within so many turns, whatever it does.
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

/// The result for the player whose turn it is.
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
    fn short_wins_and_losses_are_found() {
        for (text, value) in [
            ("5@14,9,13,21 1,10,14,20 L own -", Value::Win(1)),
            ("7,10,19,20 1,5@17,9,16 D own -", Value::Win(2)),
            ("4,5@10,6,19 1,3,21,22@12 D own -", Value::Win(3)),
            ("3,4,19,20 7,9,11,13 L own -", Value::Loss(1)),
            ("9,10,13,16 1,2,5@14,22@10 D own -", Value::Loss(2)),
        ] {
            let position: Position = text.parse().unwrap();
            for turns in 0..=3 {
                assert_eq!(confirms(&position, Value::Win(turns)), value == Value::Win(turns), "{text}");
                assert_eq!(confirms(&position, Value::Loss(turns)), value == Value::Loss(turns), "{text}");
            }
        }
    }
}
