//! What a position is worth at a glance.
//!
//! A game says for each player how promising the position looks, as a sum of weighted features in
//! any unit; here these promises become expected results.

use crate::count::Count;
use crate::game::{MAX_PLAYERS, Returns, Turn};
use crate::run::processor::compiled_twice;

/// The most features a game has.
pub const MAX_WEIGHTS: usize = 14;

/// One number for each feature of a game, in the order of [`Evaluate::WEIGHTS`]; the rest is zero.
pub type Features = [f32; MAX_WEIGHTS];

/// The highest estimate.
const SURE: f32 = 0.999;

/// What a unit of each feature is worth. A lead of 2 over an only opponent means to win about seven
/// games of eight.
pub type Weights = Features;

/// A feature of a game's evaluation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WeightInfo {
    /// Its name.
    pub name: &'static str,
    /// The weight it has after tuning.
    pub default: f32,
    /// What it counts.
    pub help: &'static str,
}

/// What a game may add to its rules so that search plays it well. With the defaults all running games
/// look even, and search goes by the rules alone.
pub trait Evaluate: Count {
    /// The features, at most [`MAX_WEIGHTS`].
    const WEIGHTS: &'static [WeightInfo] = &[];

    /// The features of a running game for each player; only the differences between them count.
    fn features(&self) -> [Features; MAX_PLAYERS] {
        [Features::default(); MAX_PLAYERS]
    }

    /// Whether a turn has just ended, so that a glance can tell more than in the middle of it.
    fn is_settled(&self) -> bool {
        true
    }

    /// Whether simulations are known to find better actions here than looking ahead does. They are
    /// always used where more than two play.
    fn suits_simulation(&self) -> bool {
        false
    }

    /// Whether all places count, not only the first.
    fn is_for_places(&self) -> bool {
        false
    }
}

/// The tuned weights of a game.
pub fn default_weights<G: Evaluate>() -> Weights {
    let mut weights = [0.0; MAX_WEIGHTS];
    for (weight, info) in weights.iter_mut().zip(G::WEIGHTS) {
        *weight = info.default;
    }
    weights
}

/// How promising a position looks for a player, in the unit of the weights.
#[inline]
fn promise(features: &Features, weights: &Weights) -> f32 {
    features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum()
}

compiled_twice! {
    /// The features, as fast as this processor finds them.
    fn features<G: Evaluate>(position: &G) -> [Features; MAX_PLAYERS] {
        position.features()
    }
}

/// The expected result for each player of a running game.
pub fn estimate<G: Evaluate>(position: &G, weights: &Weights) -> Returns {
    let promises = features(position).map(|features| promise(&features, weights));
    let players = position.players();
    let mut returns = [0.0; MAX_PLAYERS];
    if players == 2 {
        let lead = f64::from(promises[0] - promises[1]);
        let value = (lead / 2.0).tanh().clamp(-f64::from(SURE), f64::from(SURE));
        returns[..2].copy_from_slice(&[value, -value]);
    } else if position.is_for_places() {
        // Each other player is left behind or not, like an only opponent.
        for (player, value) in returns.iter_mut().enumerate().take(players) {
            let ahead = |other: usize| (f64::from(promises[player] - promises[other]) / 2.0).tanh();
            let sum: f64 = (0..players).filter(|&other| other != player).map(ahead).sum();
            *value = sum / (players - 1) as f64;
        }
    } else {
        let highest = promises[..players].iter().copied().fold(f32::MIN, f32::max);
        let chances = promises.map(|promise| f64::from(promise - highest).exp());
        let sum: f64 = chances[..players].iter().sum();
        for (value, chance) in returns.iter_mut().zip(chances).take(players) {
            *value = (players as f64 * chance / sum - 1.0) / (players - 1) as f64;
        }
    }
    returns
}

/// What each player can expect at a glance; the result when the game is over.
pub fn glance<G: Evaluate>(position: &G) -> Returns {
    match position.turn() {
        Turn::Over => position.returns(),
        _ => estimate(position, &default_weights::<G>()),
    }
}

/// The expected result of player 0 of two.
#[inline]
pub(crate) fn lead<G: Evaluate>(position: &G, weights: &Weights) -> f32 {
    let [first, second, ..] = features(position);
    let lead = promise(&first, weights) - promise(&second, weights);
    // Only the rules can promise a whole win.
    (lead / 2.0).tanh().clamp(-SURE, SURE)
}
