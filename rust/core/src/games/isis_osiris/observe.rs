//! What a program that learns sees: pawns and tiles, what is left of them, and the tile in hand.
//!
//! OSIRIS-R5: programs see the tiles on the board.

use super::action::Action;
use super::board::{CELLS, LENGTH};
use super::position::pieces::{Piece, TILES, Tile};
use super::position::{Hand, Position, Reserve, material};
use crate::game::{MAX_PLAYERS, Player};
use crate::observe::{self, Canvas, Observation, Observe, Segment, Symmetry};

const SEGMENTS: [Segment; 10] = [
    Segment::planes("pawns", MAX_PLAYERS, "the pawns of each seat"),
    Segment::planes("tiles", Tile::KINDS, "the tiles of each kind, +1 to +4 and -1 to -4"),
    Segment::numbers("hand", Tile::KINDS, "the kind of the tile in hand, once it is shown"),
    Segment::numbers("covered", 1, "1 while a tile is drawn and not shown"),
    Segment::numbers("pawns_left", MAX_PLAYERS, "the pawns each seat has left, as a share of the most there are"),
    Segment::numbers("tiles_left", MAX_PLAYERS, "the tiles each seat has left, as a share of the most there are"),
    Segment::numbers("pile", 1, "the tiles left in the common pile, as a share of all"),
    Segment::numbers("common", 1, "1 if all draw from a common pile"),
    Segment::numbers("turn", MAX_PLAYERS, "whose turn it is, by seat"),
    Segment::numbers("players", 3, "whether two, three or four take part"),
];

const STARTS: [usize; 10] = observe::starts(&SEGMENTS, CELLS);

/// The most pawns and own tiles a player has: those of two players.
const MOST: (u8, u8) = material(2);

/// The board turned by quarters, and mirrored before that if asked for.
const fn turned(quarters: usize, mirrored: bool) -> [u8; CELLS] {
    let mut image = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (mut file, mut rank) = (cell / LENGTH, cell % LENGTH);
        if mirrored {
            file = LENGTH - 1 - file;
        }
        let mut turns = 0;
        while turns < quarters {
            (file, rank) = (rank, LENGTH - 1 - file);
            turns += 1;
        }
        image[cell] = (file * LENGTH + rank) as u8;
        cell += 1;
    }
    image
}

static IMAGES: [[u8; CELLS]; 7] = [
    turned(1, false),
    turned(2, false),
    turned(3, false),
    turned(0, true),
    turned(1, true),
    turned(2, true),
    turned(3, true),
];

impl Observe for Position {
    const OBSERVATION: Observation = Observation {
        version: 1,
        fields: CELLS,
        segments: &SEGMENTS,
        symmetries: &[
            Symmetry { name: "quarter-turn", fields: &IMAGES[0] },
            Symmetry { name: "half-turn", fields: &IMAGES[1] },
            Symmetry { name: "three-quarter-turn", fields: &IMAGES[2] },
            Symmetry { name: "mirrored", fields: &IMAGES[3] },
            Symmetry { name: "mirrored-quarter-turn", fields: &IMAGES[4] },
            Symmetry { name: "mirrored-half-turn", fields: &IMAGES[5] },
            Symmetry { name: "mirrored-three-quarter-turn", fields: &IMAGES[6] },
        ],
    };

    fn viewer(&self) -> Player {
        self.side
    }

    #[inline(always)]
    fn observe(&self, seat: Player, mut canvas: impl Canvas) {
        let [pawns, tiles, hand, covered, pawns_left, tiles_left, pile, common, turn, players] = STARTS;
        let count = usize::from(self.players);
        let mut share = |place: usize, left: u8, most: u8| {
            if left > 0 {
                canvas.write(place, f32::from(left) / f32::from(most));
            }
        };
        for (ahead, player) in observe::around(seat, count) {
            share(pawns_left + ahead, self.pawns[player.index()], MOST.0);
            match self.reserve {
                Reserve::Own(left) => share(tiles_left + ahead, left[player.index()], MOST.1),
                Reserve::Common(left) if ahead == 0 => share(pile, left, TILES),
                Reserve::Common(_) => {}
            }
        }
        let mut lay = |plane: usize, piece: Piece| canvas.mark(plane, self.board.cells(piece));
        observe::around(seat, count).for_each(|(ahead, player)| lay(pawns + ahead * CELLS, Piece::Pawn(player)));
        Tile::all().for_each(|tile| lay(tiles + tile.index() * CELLS, Piece::Tile(tile)));
        match self.hand {
            Hand::Empty => {}
            Hand::Covered => canvas.write(covered, 1.0),
            Hand::Shown(tile) => canvas.write(hand + tile.index(), 1.0),
        }
        if matches!(self.reserve, Reserve::Common(_)) {
            canvas.write(common, 1.0);
        }
        canvas.write(turn + observe::ahead(self.side, seat, count), 1.0);
        canvas.write(players + count - 2, 1.0);
    }

    fn image(action: Action, symmetry: &Symmetry) -> Action {
        match action {
            Action::PlacePawn(cell) => Action::PlacePawn(symmetry.image(cell)),
            Action::PlaceTile(cell) => Action::PlaceTile(symmetry.image(cell)),
            other => other,
        }
    }
}
