//! ISIS & OSIRIS, by Michael Schacht: two to four players, tiles drawn by chance.
//!
//! The players fill a board of 6 × 6 cells. A turn places one own pawn, or draws a tile, shows it
//! to all and places it face down. On the full board a pawn is worth the sum of the tiles beside
//! it; the highest total wins, and equal totals share the win.
//!
//! Options: `players` (2 to 4) says how many take part, `first` (1 to the number of players) who
//! begins, and `common` (`true` or `false`) whether all draw from one pile of all 22 tiles, which
//! is variant II. Rulings are cited as `OSIRIS-R1` to `OSIRIS-R6`; the page `docs/isis-osiris.md`
//! explains them.
//!
//! OSIRIS-R5: for people this is a game of memory, but programs see the tiles on the board. Hiding
//! them is left to whoever draws the board.

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
pub use position::pieces::{Board, Piece, TILES, Tile};
pub use position::{Hand, Position, Reserve};
