//! RAMSES solved: the value of every position, computed and looked up.
//!
//! [`solve`] computes the value of all 269,285,100 placements of the stones, for the player to move
//! at the start of a turn, in seconds. Of these the lost ones are enough for perfect play; they make a
//! file of less than a megabyte ([`Solved::file`]), which a [`Solution`] reads and answers from.
//!
//! ```no_run
//! use amduat::games::ramses::Position;
//! use amduat_solve::ramses::{Solution, Value, solve};
//!
//! let solved = solve(2, &mut |_| false)?;
//! let solution = Solution::read(solved.file())?;
//! let start: Position = "2,3,4,5@10 19,20,21,22@10 L own !".parse()?;
//! assert_eq!(solution.value(&start), Value::Draw);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! How positions are numbered is in [`index`], how the file is made in the source of `file.rs`, and how the
//! analysis works in that of `retrograde.rs`. The page `docs/ramses-solved.md` has the results.

mod classes;
mod colours;
mod file;
pub mod index;
mod mirror;
mod moves;
mod passes;
mod perfect;
mod plain_search;
mod reachable;
mod retrograde;
mod sets;
mod solution;
mod solved;
mod value;
mod verify;

pub use perfect::PerfectPlay;
pub use solution::Solution;
pub use solved::{Counts, Solved, solve};
pub use value::Value;
pub use verify::Check;
