//! What a program that learns sees: all stones and the way they face, the die, and the places taken.

use super::action::Face;
use super::board::{Facing, HEAD, TAIL};
use super::position::stone::Stone;
use super::position::{EndRule, Position};
use super::rules::stones::EACH;
use crate::game::{MAX_PLAYERS, Player};
use crate::observe::{self, Canvas, Observation, Observe, Segment};

/// The head, the back and the tail.
const FIELDS: usize = TAIL.index() + 1;

const SEGMENTS: [Segment; 9] = [
    Segment::planes(
        "tailward",
        MAX_PLAYERS,
        "for each seat, stones that face the tail, covered ones not counted; on field 0 the share in the reserve, \
         on field 63 the share that has finished",
    ),
    Segment::planes("headward", MAX_PLAYERS, "for each seat, stones that face the head, covered ones not counted"),
    Segment::planes("covered_tailward", MAX_PLAYERS, "for each seat, covered stones that face the tail"),
    Segment::planes("covered_headward", MAX_PLAYERS, "for each seat, covered stones that face the head"),
    Segment::numbers("die", Face::FACES, "what was rolled, 1 to 6"),
    Segment::numbers("places", MAX_PLAYERS * MAX_PLAYERS, "for each seat, which of the four places it has taken"),
    Segment::numbers("turn", MAX_PLAYERS, "whose turn it is, by seat"),
    Segment::numbers("players", 3, "whether two, three or four take part"),
    Segment::numbers("first", 1, "1 if the game ends with the first place"),
];

const STARTS: [usize; 9] = observe::starts(&SEGMENTS, FIELDS);

impl Observe for Position {
    /// The snake is a line with two different ends, which has no symmetry.
    const OBSERVATION: Observation = Observation { version: 1, fields: FIELDS, segments: &SEGMENTS, symmetries: &[] };

    fn viewer(&self) -> Player {
        self.side
    }

    #[inline(always)]
    fn observe(&self, seat: Player, mut canvas: impl Canvas) {
        let [tailward, headward, covered_tailward, covered_headward, die, places, turn, players, first] = STARTS;
        let count = usize::from(self.players);
        let back = self.stones.back();
        for (ahead, player) in observe::around(seat, count) {
            let plane = ahead * FIELDS;
            let (mut reserve, mut finished) = (0u8, 0u8);
            for stone in self.stones.of(player) {
                match stone {
                    Stone::RESERVE => reserve += 1,
                    Stone::FINISHED => finished += 1,
                    _ => {
                        let segment = match (back.is_covered(stone), stone.facing()) {
                            (false, Facing::Tailward) => tailward,
                            (false, Facing::Headward) => headward,
                            (true, Facing::Tailward) => covered_tailward,
                            (true, Facing::Headward) => covered_headward,
                        };
                        canvas.write(segment + plane + stone.field().index(), 1.0);
                    }
                }
            }
            for (field, stones) in [(HEAD, reserve), (TAIL, finished)] {
                if stones > 0 {
                    canvas.write(tailward + plane + field.index(), f32::from(stones) / EACH as f32);
                }
            }
        }
        if let Some(face) = self.die {
            canvas.write(die + face.steps() - 1, 1.0);
        }
        for (place, &player) in self.places.as_slice().iter().enumerate() {
            canvas.write(places + observe::ahead(player, seat, count) * MAX_PLAYERS + place, 1.0);
        }
        canvas.write(turn + observe::ahead(self.side, seat, count), 1.0);
        canvas.write(players + count - 2, 1.0);
        if self.end == EndRule::First {
            canvas.write(first, 1.0);
        }
    }
}
