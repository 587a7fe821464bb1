//! Positions in 64 bits for two players and in 112 for more.
//!
//! Equals: the same position, stone by stone.
//! Proved by: `packed_positions_read_back`, `alike_positions_have_alike_lines`.

use super::super::action::Face;
use super::super::position::Position;
use super::super::position::places::Places;
use super::super::position::stone::Stone;
use super::super::rules::stones::{EACH, Stones};
use crate::game::{MAX_PLAYERS, Player};
use crate::pack::{Pack, Packed};

/// Bits of a stone, and of the stones of two players.
const STONE: usize = 8;
const TWO_PLAYERS: usize = 2 * EACH * STONE;

/// Where the die, the player to move and the places begin, behind the stones of the first two players.
const DIE: usize = TWO_PLAYERS;
const SIDE: usize = DIE + 3;
const PLACES: usize = SIDE + 2;

/// Bits of a number of places taken, from where each player takes two.
const TAKEN: usize = 3;

#[inline(always)]
fn packed(stones: &[Stone]) -> u64 {
    stones.iter().rev().fold(0, |packed, stone| packed << STONE | u64::from(stone.code()))
}

fn packed_places(places: &[Player]) -> u64 {
    let order = places.iter().rev().fold(0, |order, player| order << 2 | player.index() as u64);
    order << TAKEN | places.len() as u64
}

fn places(packed: u64) -> Places {
    let mut places = Places::NONE;
    for place in 0..(packed as usize & 7).min(MAX_PLAYERS) {
        places.take(Player::new((packed >> (TAKEN + 2 * place) & 3) as usize));
    }
    places
}

impl Pack for Position {
    fn words(&self) -> usize {
        if self.players > 2 { 2 } else { 1 }
    }

    #[inline(always)]
    fn pack(&self) -> Packed {
        let (two, others) = self.stones.all().split_at(2 * EACH);
        let die = self.die.map_or(0, |die| die.steps() as u64);
        let places = if self.places.is_empty() { 0 } else { packed_places(self.places.as_slice()) };
        let word = packed(two) | die << DIE | (self.side.index() as u64) << SIDE | places << PLACES;
        [word, if self.players > 2 { packed(others) } else { 0 }, 0]
    }

    #[inline(always)]
    fn unpack(&self, [word, others, _]: Packed) -> Self {
        let mut players = [[Stone::FINISHED; EACH]; MAX_PLAYERS];
        for (number, stone) in players.iter_mut().flatten().enumerate() {
            let word = if number < 2 * EACH { word } else { others };
            *stone = Stone::from_code((word >> (STONE * (number % (2 * EACH)))) as u8);
        }
        let die = (word >> DIE & 7) as usize;
        Self {
            stones: Stones::from_players(&players),
            die: die.checked_sub(1).and_then(|face| Face::ALL.get(face).copied()),
            side: Player::new((word >> SIDE & 3) as usize),
            places: places(word >> PLACES),
            ..*self
        }
    }
}
