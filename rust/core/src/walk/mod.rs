//! The search for walks: exactly `n` steps from field to neighbouring field, never onto an occupied
//! field and never onto a field twice, the start included.
//!
//! A [`Graph`] holds up to 64 fields with directed edges. Fields may be joined into a *whole field*:
//! several places that are used up together, as the eight places of a long field in RAMSES are. A
//! walk touches at most one place of a whole field, and a stone on one place occupies them all.
//!
//! Three questions are answered, each for a start, a number of steps and the occupied fields:
//! which fields can be reached ([`Graph::reach`]), along which walks ([`Graph::walks`],
//! [`Graph::walks_to`], [`Graph::witness`]) and how many there are ([`Graph::count`]).
//!
//! Short walks are tried one after the other, the last two steps of all at once. Where there are too many
//! for that, [`Graph::reach`] looks for one walk to each field and bends it to others, and
//! [`Graph::count`] goes through the board field by field and counts walks that look alike together.
//!
//! The games ask millions of times a second. What they use lies beside: the [`search`] is generic
//! over the [`WalkBoard`], finds [bottlenecks](search::bottlenecks) too, and is fastest on boards that step
//! by shifts; a [`sweep`] follows all walks at once; and a [`Memo`] remembers the answers.
//!
//! ```
//! use amduat::{Field, FieldSet, walk::Graph};
//!
//! // Four fields in a ring: 0 - 1 - 2 - 3 - 0.
//! let ring = Graph::new(4, [(0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2), (3, 0), (0, 3)], [])?;
//! let field = Field::wrapping;
//! assert_eq!(ring.reach(field(0), 2, FieldSet::EMPTY), field(2).set());
//! assert_eq!(ring.count(field(0), Some(2), FieldSet::EMPTY, None), Ok(2));
//! assert_eq!(ring.reach(field(0), 3, FieldSet::EMPTY), field(1).set() | field(3).set());
//! assert_eq!(ring.reach(field(0), 3, field(1).set()), FieldSet::EMPTY);
//! # Ok::<(), amduat::ParseError>(())
//! ```
//!
//! The time is exponential in the number of fields at worst (asking for walks over every field is the
//! Hamiltonian path problem), so each search has a variant that asks a `watch` now and then whether
//! to give up.

mod board;
mod counting;
mod frontier;
mod graph;
mod listing;
mod long;
pub mod memo;
mod question;
mod refusal;
#[cfg(test)]
mod samples;
pub mod search;
pub mod sweep;
mod walks;

pub use board::WalkBoard;
pub use graph::{Graph, MAX_FIELDS};
pub(crate) use memo::per_thread;
pub use memo::{MAX_STEPS, Memo, NarrowMemo, Vicinity, WideMemo};
pub(crate) use refusal::steps_in_words;
pub use search::Stopped;
pub use walks::Walks;
