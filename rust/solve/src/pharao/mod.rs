//! PHARAO solved: for every placement of the stones the chance of the side about to roll, when both play as well as can
//! be.

mod files;
mod index;
mod lanes;
mod layers;
mod mixing;
mod prospects;
mod reach;
mod rules_hash;
mod solve;
mod table;
mod tables;
mod turn;
mod values;
mod verify;

pub use index::Layer;
pub use solve::{LayerReport, STONES_IN_ALL, memory_needed, solve};
pub use tables::{Tables, Unknown, Chance, file_name};
pub use verify::{Checked, verify};
