//! What a position of ISIS & OSIRIS is worth at a glance: the points as they stand, and what the
//! cells that are still empty may bring.

use super::fast::Grid;
use super::position::pieces::{Piece, Tile};
use super::position::{Hand, Position};
use crate::evaluate::{Evaluate, Features, WeightInfo};
use crate::game::{Game, MAX_PLAYERS, Player};

/// So many empty cells can be looked through to the end of the game.
const LAST_CELLS: u32 = 5;

/// Points are counted in fives, to be of the size of the other features.
const FIVE: f32 = 5.0;

impl Evaluate for Position {
    const WEIGHTS: &'static [WeightInfo] = &[
        WeightInfo { name: "points", default: 0.73, help: "fives of points as they stand" },
        WeightInfo { name: "late", default: 2.08, help: "the same, the more the fewer cells are empty" },
        WeightInfo { name: "open", default: 0.08, help: "empty cells beside own pawns" },
        WeightInfo { name: "outlook", default: 2.39, help: "the same times the mean of the unseen tiles" },
        WeightInfo { name: "pawns", default: -1.88, help: "pawns left, as a share of the empty cells" },
        WeightInfo {
            name: "best",
            default: 1.21,
            help: "what the next pawn would be worth, for the player who places next",
        },
        WeightInfo { name: "second", default: 0.85, help: "the same for the others" },
        WeightInfo { name: "in_hand", default: 0.3, help: "the size of the tile in hand" },
        WeightInfo { name: "tempo", default: 0.22, help: "to act" },
        WeightInfo { name: "last", default: -0.13, help: "to act on the last cells" },
    ];

    #[inline(always)]
    fn features(&self) -> [Features; MAX_PLAYERS] {
        let mut features = [Features::default(); MAX_PLAYERS];
        let empty = self.board().empty();
        let left = empty.len() as f32;
        let (mut unseen, mut sum) = (0, 0);
        let (mut tiles, mut gaps) = (Grid::default(), Grid::default());
        gaps.fill(empty, 1);
        for tile in Tile::all() {
            let count = i32::from(self.unseen(tile));
            unseen += count;
            sum += count * tile.points();
            tiles.fill(self.board().cells(Piece::Tile(tile)), tile.points() as i8);
        }
        let (worth, open) = (tiles.around(), gaps.around());
        let mean = sum as f32 / unseen.max(1) as f32;
        let (mut best, mut second) = (0, 0);
        for cell in empty {
            let worth = worth.at(cell);
            if worth > best {
                (best, second) = (worth, best);
            } else if worth > second {
                second = worth;
            }
        }
        let in_hand = match self.hand() {
            Hand::Shown(tile) => tile.points().unsigned_abs() as f32,
            _ => 0.0,
        };
        for (number, own) in features.iter_mut().enumerate().take(self.players()) {
            let player = Player::new(number);
            let pawns = self.board().cells(Piece::Pawn(player));
            let open: i32 = pawns.iter().map(|pawn| open.at(pawn)).sum();
            let points: i32 = pawns.iter().map(|pawn| worth.at(pawn)).sum();
            let total = points as f32 / FIVE;
            let acts = self.side() == player;
            let can_place = self.pawns_left(player) > 0;
            own[0] = total;
            own[1] = total * 8.0 / (2.0 + left);
            own[2] = open as f32 / 8.0;
            own[3] = open as f32 / 8.0 * mean;
            own[4] = f32::from(self.pawns_left(player)) / left.max(1.0);
            own[5] = if can_place && acts { best as f32 / FIVE } else { 0.0 };
            own[6] = if can_place && !acts { second as f32 / FIVE } else { 0.0 };
            own[7] = if acts { in_hand / FIVE } else { 0.0 };
            own[8] = f32::from(u8::from(acts));
            own[9] = own[8] / left.max(1.0);
        }
        features
    }

    fn is_settled(&self) -> bool {
        self.hand() == Hand::Empty
    }

    // The last cells are looked through to the end; before, there are too many of them.
    fn suits_simulation(&self) -> bool {
        self.board().empty().len() > LAST_CELLS
    }
}
