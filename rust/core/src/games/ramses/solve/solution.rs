//! Perfect play from the file of lost positions.
//!
//! The file says of every position at the start of a turn whether it is lost, and in how many turns.
//! The rest follows by looking one turn ahead: what can leave the opponent lost is won, and what is
//! neither is a draw.

use super::file::{File, Key};
use super::value::{Score, Value};
use crate::error::Error;
use crate::game::Game;
use crate::games::ramses::board::HIEROGLYPHS;
use crate::games::ramses::{Move, Part, Position, Side};

/// The solved game: the value of every position, and the best moves.
#[derive(Clone, Debug)]
pub struct Solution(File);

impl Solution {
    /// Opens a solution from the bytes of its file.
    ///
    /// # Errors
    /// A file that is no solution, of another version, cut off or damaged.
    pub fn read(bytes: Vec<u8>) -> Result<Self, Error> {
        File::read(bytes).map(Self)
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        self.0.bytes()
    }

    /// How many lost positions the file has; of two mirror images it has one.
    pub fn positions(&self) -> usize {
        self.0.positions()
    }

    pub(super) fn file(&self) -> &File {
        &self.0
    }

    /// What a position is worth for the player whose turn it is.
    pub fn value(&self, position: &Position) -> Value {
        self.score(position, Score::win(0)).value()
    }

    /// The legal actions that keep the value and get the most out of it: the quickest win, the
    /// slowest loss, or any that keeps the draw. Empty when the game is over.
    pub fn best(&self, position: &Position) -> Vec<Move> {
        let mut best = (Score::NONE, Vec::new());
        position.each_action(|action| {
            let score = self.after(position, action, Score::win(0));
            if score > best.0 {
                best = (score, Vec::new());
            }
            if score == best.0 {
                best.1.push(action);
            }
        });
        best.1
    }

    /// The best action with the draw made hard to hold: among those that [`best`](Self::best) gives
    /// in a drawn position, the one after which the opponent has the fewest own parts that keep the
    /// draw, with the most testing second part still to be chosen; of equal ones the first. In a won
    /// or lost position the first of the best. `None` when the game is over.
    pub fn choose(&self, position: &Position) -> Option<Move> {
        let best = self.best(position);
        if best.len() < 2 || self.value(position) != Value::Draw {
            return best.first().copied();
        }
        best.into_iter().min_by_key(|&action| self.holds(&position.play(action), usize::MAX))
    }

    /// How many actions that keep the draw the opponent has in his next turn, in a drawn position;
    /// anything not below `limit` may be said once it is clear that it is not.
    fn holds(&self, position: &Position, limit: usize) -> usize {
        let mut count = limit;
        match position.part() {
            Part::Own => {
                count = 0;
                position.each_candidate(|action| {
                    if count < limit && self.after(position, action, Score::DRAW) == Score::DRAW {
                        count += 1;
                    }
                });
            }
            Part::Other => position.each_candidate(|action| {
                let next = position.play(action);
                if self.score(&next, Score::win(0)) == Score::DRAW {
                    count = count.min(self.holds(&next, count));
                }
            }),
        }
        count
    }

    /// What an action is worth for him who plays it.
    fn after(&self, position: &Position, action: Move, enough: Score) -> Score {
        let next = position.play(action);
        match position.part() {
            Part::Other => self.score(&next, Score::win(0)).for_opponent(),
            // The present turn counts as one, also where its second part is not made.
            Part::Own if crowned(&next, next.side()) => Score::win(1),
            Part::Own => self.halfway(&next, enough),
        }
    }

    /// What a position is worth, or at least `enough` if that is clear earlier.
    fn score(&self, position: &Position, enough: Score) -> Score {
        if crowned(position, position.side()) {
            return Score::win(0);
        }
        if crowned(position, position.side().other()) {
            return Score::loss(0);
        }
        match (position.part(), position.opening()) {
            (Part::Other, _) => self.halfway(position, enough).max(Score::loss(0)),
            (Part::Own, true) => {
                let mut best = Score::loss(0);
                position.each_candidate(|action| {
                    if best < enough {
                        best = best.max(self.after(position, action, enough));
                    }
                });
                best
            }
            (Part::Own, false) => self.at_start(position),
        }
    }

    /// The score at the start of any turn but the first of the game.
    fn at_start(&self, position: &Position) -> Score {
        if let Some(turns) = self.loss(position) {
            return Score::loss(turns);
        }
        let mut best = Score::DRAW;
        position.each_candidate(|own| {
            // Nothing is quicker than a win in 1.
            if best == Score::win(1) {
                return;
            }
            let halfway = position.play(own);
            if crowned(&halfway, halfway.side()) {
                best = Score::win(1);
                return;
            }
            halfway.each_candidate(|other| {
                let next = halfway.play(other);
                // A finished position is not in the file: the opponent has three stones there.
                if let Some(turns) = self.loss(&next) {
                    best = best.max(Score::loss(turns).for_opponent());
                }
            });
        });
        best
    }

    /// The score in the middle of a turn; [`Score::NONE`] if it cannot be completed.
    fn halfway(&self, position: &Position, enough: Score) -> Score {
        let mut best = Score::NONE;
        let mut others = Vec::new();
        position.each_candidate(|action| {
            let next = position.play(action);
            match self.loss(&next) {
                Some(turns) => best = best.max(Score::loss(turns).for_opponent()),
                None => others.push(next),
            }
        });
        for next in others {
            // What is not lost for the opponent is at best a draw.
            if best >= Score::DRAW || best >= enough {
                break;
            }
            best = best.max(self.score(&next, Score::win(0)).for_opponent());
        }
        best
    }

    /// The distance of a position at the start of a turn, if it is lost.
    fn loss(&self, position: &Position) -> Option<u8> {
        let side = position.side();
        self.0.distance(Key::new(position.stones(side), position.stones(side.other())))
    }
}

/// Whether a side has three stones on hieroglyph fields.
fn crowned(position: &Position, side: Side) -> bool {
    (position.stones(side) & HIEROGLYPHS).len() >= 3
}
