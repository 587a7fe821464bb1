//! The targets that are attacked with any bytes: one module each, with a function that takes the bytes and panics if
//! what the module promises does not hold.
//!
//! A fuzzer calls these functions (`fuzz_targets`), and so does an ordinary test with the files of `corpus`.

pub mod batch;
pub mod counts;
pub mod games;
pub mod graphs;
pub mod guided;
pub mod options;
mod promises;
pub mod search;
pub mod solution;
mod source;
pub mod tables;
pub mod texts;

pub use source::Source;

/// A target: its name, and what is called with any bytes.
pub type Target = (&'static str, fn(&[u8]));

/// All targets, those that find most first.
pub const TARGETS: &[Target] = &[
    ("texts", texts::run),
    ("options", options::run),
    ("games", games::run),
    ("counts", counts::run),
    ("graphs", graphs::run),
    ("batch", batch::run),
    ("search", search::run),
    ("guided", guided::run),
    ("tables", tables::run),
    ("solution", solution::run),
];
