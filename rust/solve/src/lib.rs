//! Games of [`amduat`] that are solved: what each position is worth under best play, computed and looked up.
//!
//! [`ramses`] is solved as a whole, and [`pharao`] layer by layer of its numbers of stones, as far as the tables at hand
//! go. The solution of RAMSES is a small file; perfect play needs nothing else:
//!
//! ```
//! use amduat::games::ramses::Position;
//! use amduat_solve::ramses::{Solution, Value};
//!
//! let file = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../python/amduat/data/ramses.solution"))?;
//! let solution = Solution::read(file)?;
//! let start: Position = "2,3,4,5@10 19,20,21,22@10 L own !".parse()?;
//! assert_eq!(solution.value(&start), Value::Draw);
//! let position: Position = "4,5@10,6,19 1,3,21,22@12 D own -".parse()?;
//! assert_eq!(solution.value(&position), Value::Win(3));
//! assert_eq!(solution.choose(&position).map(|action| action.to_string()), Some("3-9".to_string()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod memory;
pub mod pharao;
mod processor;
pub mod ramses;
mod sealed;
mod stream;
