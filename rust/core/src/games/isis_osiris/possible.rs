//! Which positions are possible by their structure: the material is complete, the tile in hand has
//! come from somewhere and can go somewhere, and the turns fit.

use super::position::pieces::{Piece, TILES, Tile};
use super::position::{Hand, Position, Reserve, material};
use super::text::PARTS;
use crate::describe::Describe;
use crate::error::ParseError;
use crate::game::{Game, MAX_PLAYERS, Player};
use crate::notation;

/// Refuses an impossible position.
pub(super) fn check(position: &Position) -> Result<(), ParseError> {
    let refuse = |(part, reason)| notation::impossible(position, &PARTS, part, reason);
    check_pawns(position).map_err(refuse)?;
    check_kinds(position).map_err(refuse)?;
    check_hand(position).map_err(refuse)?;
    check_reserve(position).map_err(refuse)?;
    check_turns(position).map_err(refuse)
}

/// The part of the notation that is wrong, and why.
type Wrong = (&'static str, String);

fn check_pawns(position: &Position) -> Result<(), Wrong> {
    let players = position.players();
    let (each, _) = material(players);
    for player in (0..MAX_PLAYERS).map(Player::new) {
        let placed = position.board.count(Piece::Pawn(player));
        if player.index() >= players {
            if placed > 0 {
                let pawn = Piece::Pawn(player);
                return Err(("board", format!("has a pawn `{pawn}`, but only {players} players take part")));
            }
            continue;
        }
        let left = position.pawns_left(player);
        if left + placed != each {
            let name = position.player_name(player);
            let reason = format!(
                "{name} has {left} left and {placed} on the board, but with {players} players it is {each} in all"
            );
            return Err(("pawns", reason));
        }
    }
    Ok(())
}

/// No kind of tile is seen more often than there are tiles of it.
fn check_kinds(position: &Position) -> Result<(), Wrong> {
    for tile in Tile::all() {
        let (placed, copies) = (position.board.count(Piece::Tile(tile)), tile.copies());
        if placed > copies {
            return Err(("board", format!("has the tile {tile} {placed} times, the game only {copies}")));
        }
        if placed == copies && position.hand == Hand::Shown(tile) {
            return Err(("drawn", format!("cannot be in hand: all tiles of this kind, {copies}, are on the board")));
        }
    }
    Ok(())
}

fn check_hand(position: &Position) -> Result<(), Wrong> {
    if position.hand == Hand::Empty {
        return Ok(());
    }
    if position.board.empty().is_empty() {
        return Err(("drawn", "the board is full, so nothing can be drawn any more".to_string()));
    }
    // The count of a reserve drops when a tile is drawn, before it is shown.
    let (_, each) = material(position.players());
    if matches!(position.reserve, Reserve::Own(_)) && position.reserve.left(position.side) == each {
        let name = position.player_name(position.side);
        return Err(("drawn", format!("{name} has drawn a tile, but all {each} of its tiles are still in reserve")));
    }
    Ok(())
}

fn check_reserve(position: &Position) -> Result<(), Wrong> {
    let placed = position.board.tiles().len() as u8;
    let in_hand = u8::from(position.hand != Hand::Empty);
    let (left, all) = match position.reserve {
        Reserve::Own(tiles) => (tiles.iter().sum(), material(position.players()).1 * position.players() as u8),
        Reserve::Common(tiles) => (tiles, TILES),
    };
    if left + placed + in_hand != all {
        let reason = format!("{left} left, {placed} on the board and {in_hand} in hand should be {all} in all");
        return Err(("tiles", reason));
    }
    Ok(())
}

/// With own reserves it is known how much each player has placed: going round from the player to move,
/// no one has placed fewer pieces than the player before, and the last at most one more than the first.
/// In variant II nothing tells who drew a tile.
fn check_turns(position: &Position) -> Result<(), Wrong> {
    let Reserve::Own(tiles) = position.reserve else { return Ok(()) };
    let (players, side) = (position.players(), position.side.index());
    let (pawns_each, tiles_each) = material(players);
    let placed = |player: usize| {
        let in_hand = u8::from(player == side && position.hand != Hand::Empty);
        pawns_each + tiles_each - position.pawns[player] - tiles[player] - in_hand
    };
    let from_side = |turn: usize| placed((side + turn) % players);
    let fits =
        (1..players).all(|turn| from_side(turn - 1) <= from_side(turn)) && from_side(players - 1) - from_side(0) <= 1;
    if !fits {
        let counts: Vec<_> = (0..players).map(|player| placed(player).to_string()).collect();
        let reason = format!("cannot be next: the players have placed {} pieces", counts.join(", "));
        return Err(("side", reason));
    }
    Ok(())
}
