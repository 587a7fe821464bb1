//! ISIS, by H. A. Renz: two, three or four players, no chance.
//!
//! Seven stones leave the underworld, cross the earthly realm and reach the heavenly fields, moved
//! by all players as long as they are neutral. There each player may make one of them personal, once,
//! and the first to bring the personal stone onto a throne has won. How far a stone moves depends on
//! how many are in play, and a stone of the heavenly fields that cannot move so far is trapped and
//! falls back into the underworld.
//!
//! Options: `players` (2 to 4) says how many take part, `end` whether the game is over with the
//! first throne (`first`) or goes on for all places (`all`), `first` which player begins (from 1).
//! Rulings are cited as `ISIS-R1` to `ISIS-R7`; the page `docs/isis.md` explains them.

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

pub use action::{Action, Move};
pub use position::{EndRule, Personal, Position};
