//! Counting without visiting: what a game may add to its rules so that lines are counted faster.

use crate::error::Error;
use crate::game::{Game, GameAction};

/// Shortcuts for counting and for games at random. All have defaults that walk through the rules, and
/// each override says the same as its default, only faster.
pub trait Count: Game {
    /// How many legal actions there are. Games with a faster way than visiting them override it.
    fn count_actions(&self) -> u64 {
        let mut count = 0;
        self.each_action(|_| count += 1);
        count
    }

    /// Whether [`each_candidate`](Self::each_candidate) visits legal actions only.
    const CANDIDATES_ARE_LEGAL: bool = true;

    /// As [`each_action`](Game::each_action), but may add actions that no action can follow, which
    /// saves the look ahead that would rule them out. For counting lines of two plies and more.
    fn each_candidate(&self, visit: impl FnMut(Self::Action)) {
        self.each_action(visit);
    }

    /// Whether [`sample_action`](Self::sample_action) is faster than listing all actions.
    const SAMPLES: bool = false;

    /// One of the legal actions, or `None` if there is none: `pick` is told how many there are and says
    /// which to take, counted from 0 in the order of [`each_action`](Game::each_action).
    fn sample_action(&self, pick: impl FnOnce(usize) -> usize) -> Option<Self::Action> {
        let mut actions = Vec::new();
        self.each_action(|action| actions.push(action));
        if actions.is_empty() { None } else { actions.get(pick(actions.len())).copied() }
    }

    /// What chance brings about where it acts, or `None` if it does not: `pick` is told into how many equal parts the
    /// chances are divided and says which to take; they lie in the order of [`each_action`](Game::each_action).
    #[inline(always)]
    fn sample_outcome(&self, pick: impl FnOnce(u32) -> u32) -> Option<Self::Action> {
        plain_outcome(self, pick)
    }

    /// How many lines of two plies there are. Games that can count them together override it.
    #[inline(always)]
    fn count_pairs(&self) -> u64 {
        let mut count = 0;
        self.each_candidate(|action| count += self.play(action).count_actions());
        count
    }

    /// How many lines of exactly `depth` plies there are, for games that know it without walking the
    /// tree; `None` for the others.
    ///
    /// When it is not `None`, it may be [`Error::Overflow`].
    fn count_lines(&self, depth: u32) -> Option<Result<u128, Error>> {
        let _ = depth;
        None
    }

    /// Calls `visit` with the positions after two plies and how many lines lead to each, and returns
    /// true; or returns false at once. For games in which several lines of two plies have the same
    /// result, as rolls and moves do: counting goes on once for all of them.
    fn each_merged_pair(&self, visit: impl FnMut(Self, u64)) -> bool {
        let _ = visit;
        false
    }
}

/// What chance brings about, by asking each outcome for its probability.
#[inline(always)]
pub(crate) fn plain_outcome<G: Game>(position: &G, pick: impl FnOnce(u32) -> u32) -> Option<G::Action> {
    let (mut pick, mut left, mut found) = (Some(pick), 0, None);
    position.each_action(|outcome| {
        if found.is_none() && outcome.is_chance() {
            let (weight, total) = position.probability(outcome);
            if let Some(pick) = pick.take() {
                left = pick(total);
            }
            if left < weight {
                found = Some(outcome);
            } else {
                left -= weight;
            }
        }
    });
    found
}
