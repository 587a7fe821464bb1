//! Search: which action is best, and what a position is worth.
//!
//! [`Searcher`] is the door. It looks ahead with alpha-beta search where two play without chance,
//! with expectiminimax where there is chance, and grows trees by simulation (MCTS) for any number of
//! players. All of them judge unfinished games by the game's [`Evaluate`](crate::Evaluate), or by what is known of them
//! without a search ([`Knowledge`]).
//!
//! ```
//! use amduat::games::ramses::Position;
//! use amduat::search::{Limits, Request, Searcher, Settings};
//! use std::sync::atomic::AtomicBool;
//!
//! let position: Position = "1,5@10,9,14 19,20,21,22@10 L own -".parse()?;
//! let mut searcher = Searcher::<Position>::new(Settings::default())?;
//! let limits = Limits { nodes: Some(10_000), ..Limits::default() };
//! let request = Request { limits, lines: 1, played: &[], stop: &AtomicBool::new(false) };
//! let report = searcher.search(&position, &request, &mut || false, &mut |_| ())?;
//! assert!(report.action.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Several threads share the table of the searches that look ahead, and help the first by filling
//! it; simulations grow one tree for each thread, and the trees are added up at the root.

mod alphabeta;
mod any;
mod deepening;
mod expectiminimax;
mod guided;
mod knowledge;
mod lookahead;
mod mcts;
mod puct;
mod questions;
mod report;
mod searcher;
mod settings;
mod simulation;
mod table;
mod tree;

pub use crate::run::Limits;
pub use any::{AnySearcher, Search};
pub use guided::{AnyGuided, Guided, GuidedSearch};
pub use knowledge::{AfterEach, Knowledge};
pub(crate) use puct::{Descent, Grove, draw};
pub use puct::{Guidance, Policy};
pub(crate) use questions::Questions;
pub use questions::{Answer, Evaluator};
pub use report::{Choice, Report};
pub use searcher::Searcher;
pub use settings::{Method, Request, Settings};
