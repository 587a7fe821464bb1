//! PHARAO, by H. A. Renz: two players, two dice each.
//!
//! Each player has four stones. A turn begins with a roll of both dice; then one own stone moves as many
//! steps as the own die shows, and one of the opponent's as many as the other die shows. A stone on the
//! water is lost unless a friend holds or reaches the rescue field. Pushing the opponent's last
//! stone into the water wins, so does reaching the luck field with one's own last stone, and so does
//! an opponent who has rolled and cannot complete the turn.
//!
//! Options: `own_die` and `other_die` are the six faces of the dice (0 to 9, in any order), `lower`
//! and `upper` the fields on which the stones of Lower and of Upper Egypt start (one to four each).
//! Player 0 is Lower Egypt, who rolls first, player 1 Upper Egypt.
//!
//! The position after a roll already includes what needs no decision: parts with a die of 0 are
//! skipped, a stone that cannot be saved is gone, and a turn that cannot be completed has lost.
//!
//! Rulings are cited as `PHARAO-R1` to `PHARAO-R8`; the page `docs/pharao.md` explains them.

mod action;
pub mod board;
mod describe;
mod evaluate;
mod fast;
mod observe;
mod position;
mod possible;
mod rules;
mod text;

pub use action::Action;
pub use position::dice::{Dice, Die, Roll};
pub use position::{Phase, Position, Side};
