//! Games in bulk, for programs that learn: many positions side by side, as arrays of numbers.
//!
//! [`Batch`] plays one action in each of many games at once. What it says goes into [`Arrays`] that the caller owns,
//! and only what has changed is written. Each row has generators of its own, so that its games do not depend on the
//! other rows nor on the number of threads.
//!
//! [`SelfPlay`] lets an [`Evaluator`](crate::search::Evaluator) play against itself, many games at once.

mod any;
mod arrays;
mod batch;
mod row;
mod selfplay;

pub use any::{AnyBatch, Rows};
pub use arrays::Arrays;
pub use batch::{Autoreset, Batch, BatchSettings, OVER};
pub use row::RowState;
pub use selfplay::{AnySelfPlay, GameState, PlayedGame, SelfPlay, SelfPlaySettings, SelfPlayer};
