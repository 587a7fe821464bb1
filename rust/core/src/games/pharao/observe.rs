//! What a program that learns sees: the stones of both sides, what comes next, what was rolled, and the dice.

use super::board::FIELDS;
use super::position::dice::{Die, FACES, HIGHEST};
use super::position::{Position, Side};
use crate::game::Player;
use crate::observe::{self, Canvas, Observation, Observe, Segment};

/// How many numbers a face can show.
const NUMBERS: usize = HIGHEST + 1;

const SEGMENTS: [Segment; 8] = [
    Segment::planes("own", 1, "own stones"),
    Segment::planes("other", 1, "stones of the opponent"),
    Segment::numbers("turn", 2, "whose turn it is, by seat; in the end, who has won"),
    Segment::numbers("phase", 6, "what comes next: roll, rescue, own part, pull, other part, or nothing any more"),
    Segment::numbers("own_roll", NUMBERS, "what the die for the mover's own stones shows, 0 to 9"),
    Segment::numbers("other_roll", NUMBERS, "what the die for the other stones shows, 0 to 9"),
    Segment::numbers("own_die", NUMBERS, "how likely each number is on the die for own stones"),
    Segment::numbers("other_die", NUMBERS, "how likely each number is on the other die"),
];

const STARTS: [usize; 8] = observe::starts(&SEGMENTS, FIELDS);

impl Observe for Position {
    /// Water, rescue and luck field lie so that the board has no symmetry.
    const OBSERVATION: Observation = Observation { version: 1, fields: FIELDS, segments: &SEGMENTS, symmetries: &[] };

    fn viewer(&self) -> Player {
        self.side.player()
    }

    #[inline(always)]
    fn observe(&self, seat: Player, mut canvas: impl Canvas) {
        let [own, other, turn, phase, own_roll, other_roll, own_die, other_die] = STARTS;
        let side = Side::BOTH[seat.index() % 2];
        canvas.mark(own, self.stones(side));
        canvas.mark(other, self.stones(side.other()));
        canvas.write(turn + usize::from(side != self.side), 1.0);
        canvas.write(phase + self.phase as usize, 1.0);
        if let Some(roll) = self.roll() {
            canvas.write(own_roll + usize::from(roll.own), 1.0);
            canvas.write(other_roll + usize::from(roll.other), 1.0);
        }
        let mut show = |start: usize, die: &Die| {
            // Equal faces lie beside each other.
            let (faces, mut run) = (die.faces(), 0);
            for (place, &face) in faces.iter().enumerate() {
                run += 1;
                if faces.get(place + 1) != Some(&face) {
                    canvas.write(start + usize::from(face), run as f32 / FACES as f32);
                    run = 0;
                }
            }
        };
        show(own_die, &self.dice.own);
        show(other_die, &self.dice.other);
    }
}
