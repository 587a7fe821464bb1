//! Counting actions and pairs of plies without visiting them.
//!
//! Equals: `each_action`, counted one by one, and after each action once more.
//! Proved by: `counts_are_those_of_visiting`.

use super::super::action::{Action, Move};
use super::super::board::{EARTHLY, HEAVENLY, IN_PLAY, THRONES, UNDERWORLD};
use super::super::position::{Personal, Position, STONES};
use super::super::rules::{Mobility, StoneKind};
use super::replies::{Replies, TargetCounts};
use super::walks::WalkMemory;
use crate::field::{Field, FieldSet};
use crate::game::Game;

/// A position as far as it matters for the number of actions.
#[derive(Clone, Copy)]
pub(super) struct Survey {
    /// The neutral stones in play.
    pub(super) neutrals: FieldSet,
    /// The personal stones in play, anyone's.
    pub(super) personals: FieldSet,
    /// How many personal stones are in the underworld.
    pub(super) personals_below: u32,
    /// The field of the player's own personal stone, the underworld included.
    pub(super) own: FieldSet,
    /// Whether the player has never flipped a stone.
    pub(super) may_flip: bool,
    /// The neutral stone that may not be used, or field 0.
    pub(super) ban: FieldSet,
}

impl Survey {
    #[inline(always)]
    fn new(position: &Position) -> Self {
        let mut survey = Self {
            neutrals: position.neutrals,
            personals: FieldSet::EMPTY,
            personals_below: 0,
            own: position.personal_source(),
            may_flip: position.own() == Personal::Unclaimed,
            ban: position.ban.map_or(FieldSet::EMPTY, Field::set),
        };
        for personal in position.personals {
            if let Personal::On(field) = personal {
                survey.personals |= field.set();
                survey.personals_below += u32::from(field == UNDERWORLD);
            }
        }
        survey.personals &= IN_PLAY;
        survey
    }

    /// The same after a neutral stone or an opponent's personal one has gone into the underworld.
    #[inline(always)]
    fn with_descended(self, kind: StoneKind, from: Field) -> Self {
        match kind {
            StoneKind::Neutral => Self { neutrals: self.neutrals - from.set(), ban: UNDERWORLD.set(), ..self },
            StoneKind::Personal => {
                Self { personals: self.personals - from.set(), personals_below: self.personals_below + 1, ..self }
            }
        }
    }

    /// The same after an opponent has made a neutral stone personal.
    #[inline(always)]
    fn with_flipped(self, field: Field) -> Self {
        Self { neutrals: self.neutrals - field.set(), personals: self.personals | field.set(), ..self }
    }

    /// From how many kinds of stones of the underworld one may be moved when so many are in play: the
    /// neutral ones are all the same, the own personal stone is another.
    #[inline(always)]
    pub(super) fn sources_below(&self, in_play: u32) -> u32 {
        let neutral = STONES.saturating_sub(in_play) > self.personals_below && !self.ban.contains(UNDERWORLD);
        u32::from(neutral) + u32::from(self.own.contains(UNDERWORLD))
    }

    /// How many actions there are.
    #[inline(always)]
    fn count(&self, walks: &WalkMemory) -> u64 {
        let stones = self.neutrals | self.personals;
        let steps = stones.len();
        let neutrals = self.neutrals - self.ban;
        let mut count = 0;
        for from in (neutrals | self.own) & EARTHLY {
            count += walks.onward(from, steps, stones).len();
        }
        for from in neutrals & HEAVENLY {
            count += walks.heavenly(StoneKind::Neutral, from, steps, stones).len();
        }
        for from in self.own & HEAVENLY {
            count += walks.heavenly(StoneKind::Personal, from, steps, stones).len();
        }
        let sources = self.sources_below(steps);
        if sources > 0 {
            count += sources * walks.onward(UNDERWORLD, STONES.saturating_sub(steps), stones).len();
        }
        // ISIS-R4: an opponent's stone in play opens the way down.
        if !(self.personals - self.own).is_empty() {
            count += (walks.descending(steps, stones) & (neutrals | self.own)).len();
        }
        if self.may_flip && (stones & HEAVENLY).len() >= 2 {
            count += (neutrals & HEAVENLY).len();
        }
        // A player who can do nothing else passes.
        count.max(1).into()
    }
}

impl Position {
    /// How many actions there are.
    #[inline(always)]
    pub(super) fn count(&self, walks: &WalkMemory) -> u64 {
        if self.is_over() { 0 } else { Survey::new(self).count(walks) }
    }

    /// How many actions follow an action: the slow way, which always holds.
    #[inline(never)]
    fn count_after(&self, action: Action, walks: &WalkMemory) -> u64 {
        self.play(action).count(walks)
    }

    /// How many actions follow the moves of a stone to these fields in play.
    #[inline(always)]
    fn count_after_moves(
        &self,
        replies: &Replies<'_>,
        kind: StoneKind,
        from: Field,
        to: FieldSet,
        walks: &WalkMemory,
    ) -> u64 {
        let mut count = 0;
        for to in to {
            count += match replies.count(to) {
                Some(actions) => actions,
                None => self.count_after(kind.action(Move { from, to }), walks),
            };
        }
        count
    }

    /// How many lines of two plies there are.
    #[inline(always)]
    pub(super) fn count_two_plies(&self, walks: &WalkMemory) -> u64 {
        if self.is_over() {
            return 0;
        }
        let mobility = Mobility::new(self, walks);
        // What the next player sees before anything is done.
        let survey = Survey::new(&Self { ban: None, side: self.next_side(), ..*self });
        let before = TargetCounts::new(&survey, walks);
        if !before.settled {
            return self.count_plainly(walks);
        }
        let mut blocked = true;
        let mut count = 0;
        for (kind, sources) in self.sources() {
            if sources.contains(UNDERWORLD) {
                let targets = mobility.targets(kind, UNDERWORLD);
                blocked &= targets.is_empty();
                let replies = Replies::from_below(&survey, kind, walks);
                count += self.count_after_moves(&replies, kind, UNDERWORLD, targets, walks);
            }
            let in_play = Replies::in_play(&survey, &before, kind, walks);
            for from in sources - UNDERWORLD.set() {
                let targets = mobility.targets(kind, from);
                blocked &= targets.is_empty();
                let ordinary = targets - UNDERWORLD.set() - THRONES;
                count += self.count_after_moves(&in_play.from(from), kind, from, ordinary, walks);
                if targets.contains(UNDERWORLD) {
                    // With one step less to walk, no stone is trapped.
                    count += survey.with_descended(kind, from).count(walks);
                }
                for to in targets & THRONES {
                    count += self.count_after(kind.action(Move { from, to }), walks);
                }
            }
        }
        for field in self.flippable() {
            blocked = false;
            // Nothing is trapped by a flip.
            count += survey.with_flipped(field).count(walks);
        }
        if blocked { self.count_after(Action::Pass, walks) } else { count }
    }

    /// How many lines of two plies there are: the slow way, which always holds.
    #[inline(never)]
    fn count_plainly(&self, walks: &WalkMemory) -> u64 {
        let mut count = 0;
        self.each_action(|action| count += self.play(action).count(walks));
        count
    }
}
