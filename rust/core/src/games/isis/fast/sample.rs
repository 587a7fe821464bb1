//! One action at random without listing them all.
//!
//! Equals: the `pick`th action of `each_action`.
//! Proved by: `counts_are_those_of_visiting`.

use super::super::action::{Action, Move};
use super::super::board::UNDERWORLD;
use super::super::position::{Position, STONES};
use super::super::rules::{Mobility, StoneKind};
use super::walks::WalkMemory;
use crate::field::FieldSet;

/// On how many fields stones that a player may move can stand: one for each, and the underworld. (Two
/// stones of one player in the underworld are of two kinds.)
const SOURCES: usize = STONES as usize + 2;

impl Position {
    /// The action that `pick` chooses, told how many there are.
    #[inline(always)]
    pub(super) fn sample(&self, walks: &WalkMemory, pick: impl FnOnce(usize) -> usize) -> Option<Action> {
        if self.is_over() {
            return None;
        }
        let mobility = Mobility::new(self, walks);
        let mut choices = [(StoneKind::Neutral, UNDERWORLD, FieldSet::EMPTY); SOURCES];
        let (mut used, mut moves) = (0, 0);
        for (kind, sources) in self.sources() {
            for from in sources {
                // There are more sources than choices only after illegal actions.
                let Some(choice) = choices.get_mut(used) else { break };
                let targets = mobility.targets(kind, from);
                *choice = (kind, from, targets);
                moves += targets.len() as usize;
                used += 1;
            }
        }
        let flippable = self.flippable();
        let mut number = pick((moves + flippable.len() as usize).max(1));
        for (kind, from, targets) in choices.into_iter().take(used) {
            let count = targets.len() as usize;
            if number < count {
                return targets.iter().nth(number).map(|to| kind.action(Move { from, to }));
            }
            number -= count;
        }
        Some(flippable.iter().nth(number).map_or(Action::Pass, Action::Flip))
    }
}
