//! Five board games in the ancient-Egyptian manner: rules, move generation, counting.
//!
//! A game is a tree of positions joined by actions. Text becomes a position, a position yields
//! actions, an action leads to a position, a position becomes text:
//!
//! ```
//! use amduat::{AnyPosition, perft::Plan};
//!
//! let start = AnyPosition::start("ramses", [])?;
//! assert_eq!(start.to_string(), "2,3,4,5@10 19,20,21,22@10 L own !");
//!
//! let mut actions = Vec::new();
//! start.each_action(|action| actions.push(action));
//! assert_eq!(actions.len(), 6);
//!
//! let next = start.play(actions[0])?;
//! assert_eq!(AnyPosition::parse("ramses", &next.to_string())?, next);
//! assert_eq!(start.perft(Plan::new(3), &mut || false)?, 386);
//! # Ok::<(), amduat::Error>(())
//! ```
//!
//! [`AnyPosition`] holds a position of any registered game. Programs that know their game use its
//! own type, for example [`games::ramses::Position`], through the [`Game`] trait: the compiler then
//! specialises everything for it.
//!
//! [`search`] finds the best action, [`playout`] plays at random, and [`run`] has what they and [`perft`] share
//! when they take long. The crate `amduat-solve` has the games that are solved.
//!
//! The search for walks that never use a field twice stands by itself in [`walk`].

pub mod conformance;
mod count;
mod describe;
mod error;
pub mod evaluate;
mod field;
mod game;
pub mod games;
pub mod learn;
pub mod notation;
pub mod observe;
mod options;
pub mod pack;
pub mod perft;
pub mod playout;
pub mod run;
pub mod search;
pub mod walk;

pub use count::Count;
pub use describe::{Describe, ScoredPiece, State};
pub use error::{Error, ParseError};
pub use evaluate::Evaluate;
pub use field::{Field, FieldSet, Fields};
pub use game::{Game, GameAction, Info, MAX_PLAYERS, Player, Returns, Turn, placed, shared_win};
pub use games::{AnyAction, AnyPosition, GAMES, Registered, Visitor};
pub use observe::Observe;
pub use options::{OptionInfo, OptionValue, Options};
pub use pack::Pack;
pub use run::processor;
