//! What a program that learns sees: the stones of both sides, and which part of whose turn it is.

use super::action::Action;
use super::board::PLACES;
use super::position::{Part, Position, Side};
use crate::game::Player;
use crate::observe::{self, Canvas, Observation, Observe, Segment, Symmetry};

const SEGMENTS: [Segment; 5] = [
    Segment::planes("own", 1, "own stones"),
    Segment::planes("other", 1, "stones of the opponent"),
    Segment::numbers("turn", 2, "whose turn it is, by seat"),
    Segment::numbers("second", 1, "1 in the second part of a turn, which moves a stone of the opponent"),
    Segment::numbers("opening", 1, "1 in the first part of the first turn"),
];

const STARTS: [usize; 5] = observe::starts(&SEGMENTS, PLACES);

/// The upper and the lower row change places.
static UPSIDE_DOWN: [u8; PLACES] = {
    let mut image = [0; PLACES];
    let mut place = 0;
    while place < PLACES {
        image[place] = match place {
            0..12 => place + 24,
            12..24 => place,
            _ => place - 24,
        } as u8;
        place += 1;
    }
    image
};

impl Observe for Position {
    const OBSERVATION: Observation = Observation {
        version: 1,
        fields: PLACES,
        segments: &SEGMENTS,
        symmetries: &[Symmetry { name: "upside-down", fields: &UPSIDE_DOWN }],
    };

    fn viewer(&self) -> Player {
        self.side().player()
    }

    #[inline(always)]
    fn observe(&self, seat: Player, mut canvas: impl Canvas) {
        let [own, other, turn, second, opening] = STARTS;
        let side = Side::BOTH[seat.index() % 2];
        canvas.mark(own, self.stones(side));
        canvas.mark(other, self.stones(side.other()));
        canvas.write(turn + usize::from(side != self.side()), 1.0);
        if self.part() == Part::Other {
            canvas.write(second, 1.0);
        }
        if self.opening() {
            canvas.write(opening, 1.0);
        }
    }

    fn image(action: Action, symmetry: &Symmetry) -> Action {
        Action { from: symmetry.image(action.from), to: symmetry.image(action.to) }
    }
}
