//! What a program that learns sees: all stones, the ban, and who has which place.

use super::action::{Action, Move};
use super::board::{FIELDS, ROWS, UNDERWORLD, WIDE_COLUMNS};
use super::position::{EndRule, Personal, Position, STONES};
use crate::game::{MAX_PLAYERS, Player};
use crate::observe::{self, Canvas, Observation, Observe, Segment, Symmetry};

/// How many places are given: the last player gets none.
const PLACES: usize = MAX_PLAYERS - 1;

const SEGMENTS: [Segment; 8] = [
    Segment::planes("neutral", 1, "neutral stones; in the underworld, field 0, how many of the seven"),
    Segment::planes("personal", MAX_PLAYERS, "the personal stone of each seat, field 0 for the underworld"),
    Segment::planes("ban", 1, "the neutral stone that may not be used"),
    Segment::numbers("unclaimed", MAX_PLAYERS, "1 for each seat that never flipped a stone"),
    Segment::numbers("places", MAX_PLAYERS * PLACES, "for each seat, whether it has the first, second or third place"),
    Segment::numbers("turn", MAX_PLAYERS, "whose turn it is, by seat"),
    Segment::numbers("players", 3, "whether two, three or four take part"),
    Segment::numbers("all", 1, "1 if the game goes on for all places"),
];

const STARTS: [usize; 8] = observe::starts(&SEGMENTS, FIELDS);

/// The upper and the lower half of the board change places.
static UPSIDE_DOWN: [u8; FIELDS] = {
    let mut image = [0; FIELDS];
    let mut field = 1;
    while field < FIELDS {
        // The narrow columns have two fields each, the wide ones four.
        let (first, rows) = if field < WIDE_COLUMNS { (1, 2) } else { (WIDE_COLUMNS, ROWS) };
        let row = (field - first) % rows;
        image[field] = (field - row + (rows - 1 - row)) as u8;
        field += 1;
    }
    image
};

impl Observe for Position {
    const OBSERVATION: Observation = Observation {
        version: 1,
        fields: FIELDS,
        segments: &SEGMENTS,
        symmetries: &[Symmetry { name: "upside-down", fields: &UPSIDE_DOWN }],
    };

    fn viewer(&self) -> Player {
        self.side()
    }

    #[inline(always)]
    fn observe(&self, seat: Player, mut canvas: impl Canvas) {
        let [neutral, personal, ban, unclaimed, places, turn, players, all] = STARTS;
        let count = self.personals().len();
        canvas.mark(neutral, self.neutrals);
        let below = self.neutrals_in_underworld();
        if below > 0 {
            canvas.write(neutral + UNDERWORLD.index(), below as f32 / STONES as f32);
        }
        for (ahead, player) in observe::around(seat, count) {
            match self.personals[player.index()] {
                Personal::Unclaimed => canvas.write(unclaimed + ahead, 1.0),
                Personal::On(field) => canvas.write(personal + ahead * FIELDS + field.index(), 1.0),
                Personal::Finished(place) => {
                    canvas.write(places + ahead * PLACES + usize::from(place.saturating_sub(1)) % PLACES, 1.0);
                }
            }
        }
        if let Some(field) = self.ban {
            canvas.write(ban + field.index(), 1.0);
        }
        canvas.write(turn + observe::ahead(self.side(), seat, count), 1.0);
        canvas.write(players + count - 2, 1.0);
        if self.end == EndRule::All {
            canvas.write(all, 1.0);
        }
    }

    fn image(action: Action, symmetry: &Symmetry) -> Action {
        let image = |moved: Move| Move { from: symmetry.image(moved.from), to: symmetry.image(moved.to) };
        match action {
            Action::Neutral(moved) => Action::Neutral(image(moved)),
            Action::Personal(moved) => Action::Personal(image(moved)),
            Action::Flip(field) => Action::Flip(symmetry.image(field)),
            Action::Pass => Action::Pass,
        }
    }
}
