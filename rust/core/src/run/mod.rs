//! Running: what counting, games at random, search and solving have in common when they take long.
//!
//! All of them share their work among threads ([`on_threads`], [`with_helpers`], [`Workers`], [`Team`]), ask
//! their caller now and then whether to go on ([`Control`], [`Watch`]), keep to [`Limits`], tell how far they
//! are ([`Progress`]), and take their random numbers from [`Rng`], seeded by [`mix`]. What is hot is
//! compiled for old and for new processors ([`processor`]).

pub mod processor;
mod random;
mod team;
mod threads;
mod watch;
mod workers;

pub use random::{Rng, mix};
pub use team::Team;
pub use threads::{MAX_THREADS, THREADS, check_threads, on_threads, with_helpers};
pub use watch::{Control, Ended, Limits, Watch};
pub use workers::{Portions, Progress, Workers};
