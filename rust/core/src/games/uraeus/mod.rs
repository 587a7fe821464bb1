//! URÄUS, by H. A. Renz: two to four players, one die.
//!
//! Each player brings three stones from the head of the snake over its 62 back fields into the tail.
//! A stone moves the way it faces and may turn round once per move, which takes one of the steps.
//! From the rear a stone is jumped or occupied, from the front it is hit and goes back.
//!
//! Options: `players` (2 to 4) says how many take part, `first` (a player) who begins, and `end`
//! whether play goes on for the places (`all`) or ends with the `first` player to finish. Rulings
//! are cited as `URAEUS-R1` to `URAEUS-R8`; the page `docs/uraeus.md` explains them.

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

pub use action::{Action, Face, Move};
pub use board::Facing;
pub use position::stone::Stone;
pub use position::{EndRule, Position};
