//! The games and what is done with them, in one program: it is built once.

#![allow(clippy::panic, reason = "a test says what failed and stops")]

#[path = "../common/mod.rs"]
mod common;
mod examples;
mod invalid;
mod isis;
mod isis_osiris_counts;
mod isis_osiris_scores;
mod merging;
mod observe;
mod perft_tables;
mod pharao;
mod properties;
mod search;
mod uraeus_counts;
