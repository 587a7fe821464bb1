//! RAMSES, by H. A. Renz: two players, no chance.
//!
//! Each player has four stones. A turn moves one own stone and then one of the opponent's, each
//! exactly as many steps as there are stones in its row or column. Three own stones on hieroglyph
//! fields win, and so does an opponent who cannot complete a turn.
//!
//! Options: `first` (`light` or `dark`) says who opens, `top` (`light` or `dark`) who has the
//! stones in the upper row. Player 0 is light, player 1 dark. Rulings are cited as `RAMSES-R1` to
//! `RAMSES-R4`; the page `docs/ramses.md` explains them.

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
pub use position::{Part, Position, STONES, Side};
