//! Which positions are possible by their structure: doubles, places, whose turn it is. Not whether they can
//! be reached.

use super::board::BACK;
use super::position::stone::Stone;
use super::position::{EndRule, Position};
use super::text::PARTS;
use crate::error::ParseError;
use crate::game::{Game, Player};
use crate::notation;

/// Refuses an impossible position.
pub(super) fn check(position: &Position) -> Result<(), ParseError> {
    let refuse = |part| move |reason| notation::impossible(position, &PARTS, part, reason);
    check_fields(position).map_err(refuse("stones"))?;
    check_finished(position).map_err(refuse("stones"))?;
    check_places(position).map_err(refuse("places"))?;
    check_die(position).map_err(refuse("die"))?;
    check_side(position).map_err(refuse("side"))
}

/// A field holds one stone or a double.
fn check_fields(position: &Position) -> Result<(), String> {
    for field in BACK {
        let here = position.stones.all().iter().filter(|stone| stone.field() == field);
        let (tops, grounds): (Vec<&Stone>, Vec<&Stone>) = here.partition(|stone| stone.is_top());
        let reason = match (grounds.len(), tops.len()) {
            (0 | 1, 0) | (1, 1) => continue,
            (0, 1) => format!("a top stone on field {}, but no stone below it", field.index()),
            (2, 0) => format!("two stones on field {}, but none is the top one, marked `^`", field.index()),
            (0, 2) => format!("two top stones on field {}; one of them is the lower one", field.index()),
            (grounds, tops) => {
                format!("{} stones on field {}; it holds two at most", grounds + tops, field.index())
            }
        };
        return Err(reason);
    }
    Ok(())
}

/// The players whose stones are all in the tail, and the others.
fn finished_and_playing(position: &Position) -> (Vec<Player>, Vec<Player>) {
    (0..position.players()).map(Player::new).partition(|&player| position.stones.have_finished(player))
}

/// No more players have finished than can have.
fn check_finished(position: &Position) -> Result<(), String> {
    let finished = finished_and_playing(position).0.len();
    match position.end() {
        EndRule::First if finished > 1 => {
            Err(format!("{finished} players have finished, but the game ends with the first"))
        }
        EndRule::All if finished == position.players() => {
            Err("all players have finished, but the game ends when one is left".to_string())
        }
        EndRule::First | EndRule::All => Ok(()),
    }
}

/// The places are those of the players who have finished and, at the end, of the last one left.
fn check_places(position: &Position) -> Result<(), String> {
    let (finished, playing) = finished_and_playing(position);
    let last = match playing.as_slice() {
        [last] if position.end() == EndRule::All => Some(*last),
        _ => None,
    };
    let named = position.places();
    if let Some(missing) = finished.iter().find(|player| !named.contains(player)) {
        return Err(format!("player {} has finished, but is missing", missing.index() + 1));
    }
    for (place, &player) in named.iter().enumerate() {
        let number = player.index() + 1;
        // Who has not finished is the last one left, if there is one.
        match last {
            _ if finished.contains(&player) => {}
            Some(_) if place + 1 == position.players() => {}
            Some(_) => {
                return Err(format!("player {number} has not finished and takes the last place"));
            }
            None => return Err(format!("player {number} has not finished")),
        }
    }
    match last {
        Some(last) if !named.contains(&last) => {
            let number = last.index() + 1;
            Err(format!("player {number} is the last one left and takes the last place, but is missing"))
        }
        _ => Ok(()),
    }
}

fn check_die(position: &Position) -> Result<(), String> {
    if position.is_over() && position.die().is_some() {
        return Err("the game is over; expected `-`".to_string());
    }
    Ok(())
}

/// The player to move has not finished; in a finished game it is the next in order.
fn check_side(position: &Position) -> Result<(), String> {
    let side = position.side();
    if !position.is_over() {
        let finished = position.stones.have_finished(side);
        return if finished { Err("the player has finished and has no more turns".to_string()) } else { Ok(()) };
    }
    // With `first` the winner moved last, with `all` only one player is left anyway.
    let next = position.next_side(position.places().first().copied().unwrap_or(side));
    if side != next {
        return Err(format!("the game is over; expected {}, the next player who has not finished", next.index() + 1));
    }
    Ok(())
}
