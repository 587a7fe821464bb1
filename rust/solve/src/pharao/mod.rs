//! PHARAO solved: for every placement of the stones the chance of the side about to roll, when both play as well as can
//! be.
//!
//! Placements are solved by [`Layer`]s of their numbers of stones, since stones only get fewer: [`solve`] writes a table
//! for each into a folder, and [`Tables`] look values up there.
//!
//! ```
//! use amduat::games::pharao::Position;
//! use amduat_solve::pharao::Tables;
//!
//! let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../python/amduat/data");
//! let tables = Tables::open(folder.as_ref())?;
//! let position: Position = "e3 h1,h2 L roll -".parse()?;
//! let value = tables.value(&position).map_err(amduat::Error::from)?;
//! assert!((value.win - 0.8752).abs() < 0.0001 && value.error < 0.00001);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A sweep is one turn of all placements (`turn.rs`, `prospects.rs`), on several boards side by side (`lanes.rs`).
//! Sweeps are mixed to come to the solution sooner (`mixing.rs`), and what they come to is bounded from below and above
//! (`layers.rs`). [`verify`] compares tables with the rules, [`play_games`] with how games end; [`survey`] says what
//! the values of a layer look like.

mod blocks;
mod files;
mod games;
mod index;
mod knowledge;
mod lanes;
mod layers;
mod mixing;
mod prospects;
mod reach;
mod rules_hash;
mod solve;
mod survey;
mod table;
mod tables;
mod turn;
mod values;
mod verify;

pub use games::{Won, play_games};
pub use index::Layer;
pub use solve::{LayerReport, STONES_IN_ALL, memory_needed, solve};
pub use survey::{Extreme, Surveyed, survey};
pub use tables::{Chance, Tables, Unknown, file_name};
pub use verify::{Checked, verify};
