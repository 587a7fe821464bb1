//! How many lines there are, by a formula instead of playing them.
//!
//! Equals: all lines played to their end and counted.
//! Proved by: `counts_are_those_of_visiting`, and `long_lines_are_counted_as_they_are_played`.
//!
//! Where things lie does not matter for what can be done next, so a line is made of three choices
//! that do not depend on each other:
//!
//! - in which turns a pawn is placed and in which a tile is drawn,
//! - on which of the empty cells each piece goes,
//! - in which order the kinds of tiles come up.
//!
//! For a given number of pieces and tiles, the number of lines is the product of the three. The
//! first is counted turn by turn. All that has to be told apart there is how many pawns each player
//! has left: the number of turns then says the rest, since who does not place a pawn draws a tile,
//! unless there is none left.

use super::super::position::pieces::Tile;
use super::super::position::{Hand, Position, Reserve};
use crate::error::Error;
use crate::game::{Game, MAX_PLAYERS, Player};

/// The number of lines of exactly `depth` plies.
pub(super) fn count(position: &Position, depth: u32) -> Result<u128, Error> {
    let cells = position.board.empty().len();
    let orders = orders(position);
    let (first, plies, shown) = match (position.hand, depth) {
        (_, 0) => return Ok(1),
        _ if cells == 0 => return Ok(0),
        (Hand::Covered, 1) => return Ok(orders.get(1).copied().unwrap_or(0)),
        (Hand::Empty, _) => (position.side, 0, 0),
        // The turn that has begun is finished in one way as far as the first choice goes.
        (Hand::Shown(_), _) => (position.next_side(), 1, 0),
        (Hand::Covered, _) => (position.next_side(), 2, 1),
    };
    let in_hand = u32::from(position.hand != Hand::Empty);
    let formula = Formula { depth, cells, in_hand, plies, shown, orders, arrangements: arrangements(cells) };
    Turns::new(position, first).count(&formula)
}

/// For each number of tiles, in how many orders their kinds can come up.
fn orders(position: &Position) -> Vec<u128> {
    let mut orders = vec![1];
    for copies in Tile::all().map(|tile| usize::from(position.unseen(tile))) {
        let mut with_kind = vec![0; orders.len() + copies];
        for (others, &before) in orders.iter().enumerate() {
            // In how many ways `own` tiles of this kind are spread among the others.
            let mut ways = 1;
            for own in 0..=copies {
                with_kind[others + own] += before * ways;
                ways = ways * (others + own + 1) as u128 / (own + 1) as u128;
            }
        }
        orders = with_kind;
    }
    orders
}

/// For each number of pieces, in how many ways they can be placed one after the other; `None` for
/// more ways than can be counted.
fn arrangements(cells: u32) -> Vec<Option<u128>> {
    let mut ways = vec![Some(1u128)];
    for empty in (1..=cells).rev() {
        let before = ways.last().copied().flatten();
        ways.push(before.and_then(|before| before.checked_mul(empty.into())));
    }
    ways
}

/// What is the same in all turns: how far to count, and the two choices that are counted apart.
struct Formula {
    depth: u32,
    /// The empty cells at the beginning.
    cells: u32,
    /// Of these, those that the tile in hand at the beginning takes: one or none.
    in_hand: u32,
    /// The plies of the turn that had begun, and how many of them show a tile.
    plies: u32,
    shown: u32,
    orders: Vec<u128>,
    arrangements: Vec<Option<u128>>,
}

impl Formula {
    /// How many lines place so many pieces and show so many tiles, given in how many ways the turns
    /// can be chosen.
    fn product(&self, choices: u64, placed: u32, shown: u32) -> Result<u128, Error> {
        match self.orders.get(shown as usize) {
            None => Ok(0),
            Some(&orders) => {
                let cells = self.arrangements.get(placed as usize).copied().flatten().ok_or(Error::Overflow)?;
                let choices = orders.checked_mul(choices.into()).ok_or(Error::Overflow)?;
                cells.checked_mul(choices).ok_or(Error::Overflow)
            }
        }
    }
}

/// The turns from the first one on that has not begun.
struct Turns {
    players: usize,
    first: usize,
    pawns: [u8; MAX_PLAYERS],
    reserve: Reserve,
    /// In how many ways the turns so far can be chosen, for each combination of pawns left.
    choices: Vec<u64>,
    /// By how much the number of a combination drops when a player places a pawn.
    strides: [usize; MAX_PLAYERS],
}

impl Turns {
    fn new(position: &Position, first: Player) -> Self {
        let pawns = position.pawns;
        let mut strides = [1; MAX_PLAYERS];
        let mut combinations = 1;
        for (stride, pawns) in strides.iter_mut().zip(pawns) {
            *stride = combinations;
            combinations *= usize::from(pawns) + 1;
        }
        let mut choices = vec![0; combinations];
        choices[combinations - 1] = 1;
        Self { players: position.players(), first: first.index(), pawns, reserve: position.reserve, choices, strides }
    }

    fn count(mut self, formula: &Formula) -> Result<u128, Error> {
        let mut total = 0u128;
        let mut add = |count: Result<u128, Error>| -> Result<(), Error> {
            total = total.checked_add(count?).ok_or(Error::Overflow)?;
            Ok(())
        };
        for turn in 0..=formula.depth {
            let side = (self.first + turn as usize) % self.players;
            let mut following = vec![0; self.choices.len()];
            for (combination, &choices) in self.choices.iter().enumerate().filter(|(_, choices)| **choices > 0) {
                let left = self.left(combination);
                let tiles = self.tiles(turn, left, side);
                let placed = formula.in_hand + self.placed(left) + tiles.drawn;
                let shown = formula.shown + tiles.drawn;
                let plies = formula.plies + turn + 2 * tiles.drawn;
                if plies == formula.depth {
                    add(formula.product(choices, placed, shown))?;
                }
                if plies >= formula.depth || placed == formula.cells {
                    continue;
                }
                // The last turn may end with the draw, or with the tile shown.
                match formula.depth - plies {
                    1 if tiles.can_draw => add(formula.product(choices, placed, shown))?,
                    2 if tiles.can_draw => add(formula.product(choices, placed, shown + 1))?,
                    _ => {}
                }
                let can_place = left[side] > 0;
                if can_place {
                    following[combination - self.strides[side]] += choices;
                }
                if tiles.can_draw || !can_place {
                    following[combination] += choices;
                }
            }
            self.choices = following;
        }
        Ok(total)
    }

    /// The pawns each player has left in a combination.
    fn left(&self, combination: usize) -> [u8; MAX_PLAYERS] {
        std::array::from_fn(|player| (combination / self.strides[player] % (usize::from(self.pawns[player]) + 1)) as u8)
    }

    fn placed(&self, left: [u8; MAX_PLAYERS]) -> u32 {
        self.pawns.iter().zip(left).map(|(&pawns, left)| u32::from(pawns - left)).sum()
    }

    /// The tiles drawn in so many turns: one in each turn without a pawn, as long as there are any.
    fn tiles(&self, turns: u32, left: [u8; MAX_PLAYERS], side: usize) -> Tiles {
        match self.reserve {
            Reserve::Common(pile) => {
                let drawn = (turns - self.placed(left)).min(pile.into());
                Tiles { drawn, can_draw: drawn < pile.into() }
            }
            Reserve::Own(tiles) => {
                let mut all = Tiles { drawn: 0, can_draw: false };
                for player in 0..self.players {
                    let since_first = (player + self.players - self.first) % self.players;
                    let own_turns = (turns as usize + self.players - 1 - since_first) / self.players;
                    let pawns = self.pawns[player] - left[player];
                    let drawn = (own_turns - usize::from(pawns)).min(tiles[player].into());
                    all.drawn += drawn as u32;
                    all.can_draw |= player == side && drawn < usize::from(tiles[player]);
                }
                all
            }
        }
    }
}

struct Tiles {
    drawn: u32,
    /// Whether the player to move can draw one more.
    can_draw: bool,
}
