//! Perfect play from the file of lost positions.
//!
//! The file says of every position at the start of a turn whether it is lost, and in how many turns.
//! The rest follows by looking one turn ahead: what can leave the opponent lost is won, and what is
//! neither is a draw.

use super::file::{File, Key};
use super::value::{Score, Value};
use amduat::Count;
use amduat::Error;
use amduat::games::ramses::board::HIEROGLYPHS;
use amduat::games::ramses::{Action, Part, Position, Side};
use amduat::{Game, Turn};
use std::cmp::Reverse;

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
        self.score(position).value()
    }

    /// The legal actions that keep the value and get the most out of it: the quickest win, the
    /// slowest loss, or any that keeps the draw. Empty when the game is over.
    pub fn best(&self, position: &Position) -> Vec<Action> {
        let (score, mut best) = (self.score(position), Vec::new());
        position.each_action(|action| {
            if self.reaches(position, action, score) {
                best.push(action);
            }
        });
        best
    }

    /// All legal actions with what each is worth for the player who plays it, the best first: quick wins, draws that
    /// are hard to hold for the opponent, slow losses. Of equal ones those that end the game come first, then
    /// those with the lower index. Empty when the game is over.
    pub fn rated(&self, position: &Position) -> Vec<(Action, Value)> {
        let mut rated = Vec::new();
        position.each_action(|action| {
            let next = position.play(action);
            let score = match position.part() {
                Part::Own if three(&next, next.side()) => Score::win(1),
                Part::Own => self.score(&next),
                Part::Other => self.score(&next).for_opponent(),
            };
            rated.push((action, score, next.turn() == Turn::Over));
        });
        rated.sort_by_key(|&(_, score, ends)| (Reverse(score), Reverse(ends)));
        if let Some(&(_, Score::DRAW, _)) = rated.first()
            && let Some(chosen) = self.choose(position)
            && let Some(place) = rated.iter().position(|&(action, ..)| action == chosen)
        {
            rated[..=place].rotate_right(1);
        }
        rated.into_iter().map(|(action, score, _)| (action, score.value())).collect()
    }

    /// The best action with the draw made hard to hold: among those that [`best`](Self::best) gives
    /// in a drawn position, the one after which the opponent has the fewest replies that keep the
    /// draw. Replies are the own parts of the opponent's next turn; before that, in the first part of a turn, the
    /// second is taken to be chosen in the same way. Of equal ones the first, and so in a won or lost
    /// position. `None` when the game is over.
    pub fn choose(&self, position: &Position) -> Option<Action> {
        let best = self.best(position);
        if best.len() < 2 || self.score(position) != Score::DRAW {
            return best.first().copied();
        }
        let (mut chosen, mut fewest) = (None, usize::MAX);
        for action in best {
            let replies = self.replies(&position.play(action), fewest);
            if replies < fewest {
                (chosen, fewest) = (Some(action), replies);
            }
        }
        chosen
    }

    /// With how many actions the opponent can keep the draw in the next turn, in a drawn position, if
    /// it is less than `limit`; otherwise at least that.
    fn replies(&self, position: &Position, limit: usize) -> usize {
        match position.part() {
            Part::Own => {
                let mut count = 0;
                position.each_candidate(|action| {
                    if count < limit && self.reaches(position, action, Score::DRAW) {
                        count += 1;
                    }
                });
                count
            }
            Part::Other => {
                let mut fewest = limit;
                position.each_candidate(|action| {
                    let next = position.play(action);
                    if self.is_drawn(&next) {
                        fewest = fewest.min(self.replies(&next, fewest));
                    }
                });
                fewest
            }
        }
    }

    /// Whether an action is worth at least this for the player who plays it; no action may be worth more.
    fn reaches(&self, position: &Position, action: Action, score: Score) -> bool {
        let next = position.play(action);
        match position.part() {
            Part::Other => self.leaves(&next, score),
            // The present turn counts as one, also where its second part is not made.
            Part::Own if three(&next, next.side()) => score == Score::win(1),
            Part::Own => {
                let mut found = false;
                next.each_candidate(|other| found = found || self.leaves(&next.play(other), score));
                found
            }
        }
    }

    /// Whether a turn that ends here is worth this for the player who made it.
    fn leaves(&self, next: &Position, score: Score) -> bool {
        match score.value() {
            Value::Win(turns) => self.loss(next).is_some_and(|lost| lost + 1 == turns),
            Value::Draw => self.is_drawn(next),
            Value::Loss(_) => self.score(next).for_opponent() == score,
        }
    }

    /// Whether a position at the start of a turn is drawn.
    fn is_drawn(&self, position: &Position) -> bool {
        let over = three(position, Side::Light) || three(position, Side::Dark);
        !over && self.at_start(position, Score::loss(0)) == Score::DRAW
    }

    /// What a position is worth.
    fn score(&self, position: &Position) -> Score {
        if three(position, position.side()) {
            return Score::win(0);
        }
        if three(position, position.side().other()) {
            return Score::loss(0);
        }
        // Whatever cannot be completed is lost.
        let mut best = Score::loss(0);
        match (position.part(), position.opening()) {
            (Part::Own, false) => best = self.at_start(position, Score::win(1)),
            (Part::Own, true) => position.each_candidate(|action| {
                let halfway = position.play(action);
                let won = three(&halfway, halfway.side());
                best = best.max(if won { Score::win(1) } else { self.halfway(&halfway, best) });
            }),
            (Part::Other, _) => best = best.max(self.halfway(position, best)),
        }
        best
    }

    /// The score at the start of any turn but the first of the game, if it is a loss, a draw, or a win
    /// below `enough`; otherwise any win.
    fn at_start(&self, position: &Position, enough: Score) -> Score {
        if let Some(turns) = self.loss(position) {
            return Score::loss(turns);
        }
        let mut best = Score::DRAW;
        position.each_candidate(|own| {
            if best > Score::DRAW && best >= enough {
                return;
            }
            let halfway = position.play(own);
            if three(&halfway, halfway.side()) {
                best = Score::win(1);
                return;
            }
            halfway.each_candidate(|other| {
                // A finished position is not in the file: the opponent has three stones there.
                if let Some(turns) = self.loss(&halfway.play(other)) {
                    best = best.max(Score::loss(turns).for_opponent());
                }
            });
        });
        best
    }

    /// The score in the middle of a turn, if it is more than `least`; otherwise at most that, and
    /// [`Score::NONE`] if the turn cannot be completed.
    fn halfway(&self, position: &Position, least: Score) -> Score {
        let (mut best, mut others) = (Score::NONE, Vec::new());
        position.each_candidate(|action| {
            let next = position.play(action);
            match self.loss(&next) {
                Some(turns) => best = best.max(Score::loss(turns).for_opponent()),
                None => others.push(next),
            }
        });
        for next in others {
            // What is not lost for the opponent is a draw at best.
            if best.max(least) >= Score::DRAW {
                break;
            }
            best = best.max(self.score(&next).for_opponent());
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
fn three(position: &Position, side: Side) -> bool {
    (position.stones(side) & HIEROGLYPHS).len() >= 3
}
