//! What the tests of several games need.

#![allow(dead_code, reason = "not every test needs everything")]

use amduat::{AnyAction, AnyPosition, Game};
use std::path::PathBuf;

/// A file of `tests/data/<game>`, which the Python package reads as well.
pub(crate) fn data(game: &str, name: &str) -> String {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/data").join(game).join(name);
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// Random numbers that are the same in every run.
pub(crate) struct Random(fastrand::Rng);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0.usize(..bound)
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// The legal actions.
pub(crate) fn actions<G: Game>(position: &G) -> Vec<G::Action> {
    let mut actions = Vec::new();
    position.each_action(|action| actions.push(action));
    actions
}

/// The legal actions of a position of any game.
pub(crate) fn any_actions(position: &AnyPosition) -> Vec<AnyAction> {
    let mut actions = Vec::new();
    position.each_action(|action| actions.push(action));
    actions
}

/// Checks counts of one and two plies against playing and visiting all lines.
pub(crate) fn check_counts<G: Game>(position: &G) {
    let legal = actions(position);
    assert_eq!(position.count_actions(), legal.len() as u64, "{position}");
    let pairs: usize = legal.iter().map(|&action| actions(&position.play(action)).len()).sum();
    assert_eq!(position.count_pairs(), pairs as u64, "{position}");
}
