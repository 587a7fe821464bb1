//! What is asked of a searcher, and of one search.

use crate::error::{Error, ParseError};
use crate::evaluate::{Evaluate, Weights, default_weights};
use crate::run::{self, Limits};
use std::sync::atomic::AtomicBool;

/// How to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Method {
    /// What plays best: simulations where more than two play and where [`Evaluate::suits_simulation`]
    /// says so, else looking ahead. Of a limit of nodes, a simulation takes eight.
    #[default]
    Auto,
    /// Looking a fixed depth ahead, deeper and deeper: alpha-beta, or expectiminimax where there is
    /// chance. For two players.
    Deepening,
    /// Monte Carlo tree search with the static evaluation at the leaves.
    Mcts,
    /// Monte Carlo tree search with games at random at the leaves.
    Playout,
}

impl Method {
    /// The names of the methods.
    pub const WORDS: [(&'static str, Self); 4] =
        [("auto", Self::Auto), ("deepening", Self::Deepening), ("mcts", Self::Mcts), ("playout", Self::Playout)];

    /// Its name.
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, method)| *method == self).map_or("auto", |(word, _)| word)
    }
}

/// What stays the same from search to search.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// How to search.
    pub method: Method,
    /// On how many threads. One thread with a seed and a limit of nodes or depth always finds the
    /// same.
    pub threads: usize,
    /// The seed of all that is random: the order of equal actions, the outcomes of simulations.
    pub seed: u64,
    /// About how many bytes the table or the trees may take, if not as many as usual.
    pub memory: Option<usize>,
    /// Weights of the evaluation, by name, in place of the tuned ones.
    pub weights: Vec<(String, f32)>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { method: Method::Auto, threads: 1, seed: 0, memory: None, weights: Vec::new() }
    }
}

impl Settings {
    /// The largest weight, either way: sums of features, each as often as its weight says, are still numbers.
    pub const LARGEST_WEIGHT: f32 = 1e9;

    /// Says what is wrong with settings that hold for no game.
    ///
    /// # Errors
    /// A number of threads out of range, or a weight that is no number or too large.
    pub fn check(&self) -> Result<(), Error> {
        run::check_threads(self.threads)?;
        for (name, value) in &self.weights {
            let reason = if !value.is_finite() {
                format!("`{name}` must be finite")
            } else if value.abs() > Self::LARGEST_WEIGHT {
                format!("`{name}` must be from -{0} to {0}", Self::LARGEST_WEIGHT)
            } else {
                continue;
            };
            return Err(Error::Argument(ParseError::new("weights", value, reason)));
        }
        Ok(())
    }

    /// The weights for a game.
    ///
    /// # Errors
    /// A weight that the game does not have.
    pub(super) fn weights_of<G: Evaluate>(&self) -> Result<Weights, Error> {
        let mut weights = default_weights::<G>();
        for (name, value) in &self.weights {
            let place = G::WEIGHTS.iter().position(|info| info.name == name).ok_or_else(|| {
                let names: Vec<_> = G::WEIGHTS.iter().map(|info| format!("`{}`", info.name)).collect();
                let reason = format!("no such weight; {} has {}", G::INFO.name, names.join(", "));
                Error::Argument(ParseError::new("weights", name, reason))
            })?;
            weights[place] = *value;
        }
        Ok(weights)
    }
}

/// What is asked of one search. Positions are those of one game, or [of any](crate::AnyPosition).
#[derive(Clone, Copy, Debug)]
pub struct Request<'a, P> {
    /// When it ends.
    pub limits: Limits,
    /// How many actions are to be reported, the best first. More than one slows the search down.
    pub lines: usize,
    /// Positions of the game so far. Where there is no chance, to come back to one is as good as a
    /// draw.
    pub played: &'a [P],
    /// Ends the search when set, from another thread or before it begins.
    pub stop: &'a AtomicBool,
}
