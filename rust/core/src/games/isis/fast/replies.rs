//! How many actions the next player has after each move of one stone.
//!
//! Mostly the other stones can walk as far as before the move. Only the stones that the move concerns, by
//! its beginning or its end, are asked.
//!
//! Equals: `play(action).count_actions()` for each target of the stone.
//! Proved by: `counts_are_those_of_visiting`.

use super::super::board::{EARTHLY, FIELDS, HEAVENLY, UNDERWORLD};
use super::super::position::STONES;
use super::super::rules::StoneKind;
use super::count::Survey;
use super::walks::{self, Concerned, WalkMemory};
use crate::field::{Field, FieldSet};

/// All fields, the underworld included.
const ALL: FieldSet = FieldSet::first(FIELDS);

/// How many targets the next player has with each stone before the move, 0 for the underworld.
pub(super) struct TargetCounts {
    targets: [u8; 64],
    total: u32,
    /// Whether no stone is trapped as things are. One may be in a position from outside.
    pub(super) settled: bool,
}

impl TargetCounts {
    const NOTHING: Self = Self { targets: [0; 64], total: 0, settled: true };

    #[inline(always)]
    pub(super) fn new(survey: &Survey, walks: &WalkMemory) -> Self {
        let stones = survey.neutrals | survey.personals;
        let steps = stones.len();
        let mut before = Self::NOTHING;
        for from in (survey.neutrals | survey.own) & EARTHLY {
            before.add(from, walks.onward(from, steps, stones).len());
        }
        for from in (survey.neutrals | survey.personals) & HEAVENLY {
            let kind = if survey.neutrals.contains(from) { StoneKind::Neutral } else { StoneKind::Personal };
            if kind == StoneKind::Neutral || survey.own.contains(from) {
                let targets = walks.heavenly(kind, from, steps, stones);
                before.settled &= !targets.is_empty();
                before.add(from, targets.len());
            } else {
                before.settled &= walks.can_walk(from, steps, stones);
            }
        }
        let sources = survey.sources_below(steps);
        if sources > 0 {
            let targets = walks.onward(UNDERWORLD, STONES.saturating_sub(steps), stones);
            before.add(UNDERWORLD, sources * targets.len());
        }
        before
    }

    #[inline(always)]
    fn add(&mut self, from: Field, targets: u32) {
        self.targets[from.index()] = targets as u8;
        self.total += targets;
    }

    /// The total with what is before of one stone replaced.
    #[inline(always)]
    fn replaced(&self, total: u32, from: Field, targets: u32) -> u32 {
        // Wrapping for the sake of positions after illegal actions, with two stones on one field.
        total.wrapping_add(targets).wrapping_sub(self.targets[from.index()].into())
    }
}

/// The board without the moved stone, as the next player will see it. What the moved stone itself
/// could do does not matter: it will be under the ban or another player's.
#[derive(Clone, Copy)]
pub(super) struct Replies<'a> {
    walks: &'a WalkMemory,
    before: &'a TargetCounts,
    /// What is before of all stones but the moved one.
    total: u32,
    stones: FieldSet,
    /// How many steps the stones in play and those of the underworld will move.
    steps: u32,
    below: u32,
    /// From how many kinds of stones of the underworld one can be moved.
    sources: u32,
    concerned: Concerned,
    /// The stones that are concerned wherever the moved one goes.
    look: FieldSet,
    /// The stones that the next player can move from the earthly realm.
    earthly: FieldSet,
    /// The neutral stones of the heavenly fields, the next player's own stone there and those of others.
    neutral: FieldSet,
    own: FieldSet,
    foreign: FieldSet,
    /// The stones that may walk into the underworld, if they can.
    descending: FieldSet,
    may_flip: bool,
}

impl<'a> Replies<'a> {
    /// When a stone of the underworld is moved. All others will walk further: nothing is as before.
    #[inline(always)]
    pub(super) fn from_below(survey: &Survey, kind: StoneKind, walks: &'a WalkMemory) -> Self {
        let moved_out = u32::from(kind == StoneKind::Personal);
        let survey = Survey { personals_below: survey.personals_below - moved_out, ..*survey };
        let steps = (survey.neutrals | survey.personals).len() + 1;
        Self::new(&survey, &TargetCounts::NOTHING, kind, steps, walks)
    }

    /// When a stone in play is going to be [moved](Self::from).
    #[inline(always)]
    pub(super) fn in_play(survey: &Survey, before: &'a TargetCounts, kind: StoneKind, walks: &'a WalkMemory) -> Self {
        Self::new(survey, before, kind, (survey.neutrals | survey.personals).len(), walks)
    }

    #[inline(always)]
    fn new(survey: &Survey, before: &'a TargetCounts, kind: StoneKind, steps: u32, walks: &'a WalkMemory) -> Self {
        let foreign = survey.personals - survey.own;
        // ISIS-R4: an opponent's stone in play opens the way down; the moved one will be in play.
        let opponents = kind == StoneKind::Personal || !foreign.is_empty();
        Self {
            walks,
            before,
            total: before.total,
            stones: survey.neutrals | survey.personals,
            steps,
            below: STONES.saturating_sub(steps),
            sources: survey.sources_below(steps),
            concerned: walks::concerned(steps),
            look: ALL,
            earthly: (survey.neutrals | survey.own) & EARTHLY,
            neutral: survey.neutrals & HEAVENLY,
            own: survey.own & HEAVENLY,
            foreign: foreign & HEAVENLY,
            descending: if opponents { survey.neutrals | survey.own } else { FieldSet::EMPTY },
            may_flip: survey.may_flip,
        }
    }

    /// When the stone on this field in play is moved.
    #[inline(always)]
    pub(super) fn from(self, from: Field) -> Self {
        Self {
            total: self.total - u32::from(self.before.targets[from.index()]),
            stones: self.stones - from.set(),
            look: self.concerned[from.index()],
            earthly: self.earthly - from.set(),
            neutral: self.neutral - from.set(),
            foreign: self.foreign - from.set(),
            descending: self.descending - from.set(),
            ..self
        }
    }

    /// How many actions there are after the move to a field in play that is no throne, unless a stone
    /// is trapped by it, which changes everything.
    #[inline(always)]
    pub(super) fn count(&self, to: Field) -> Option<u64> {
        let (walks, steps) = (self.walks, self.steps);
        let stones = self.stones | to.set();
        let look = self.look | self.concerned[to.index()];
        let mut targets = self.total;
        for from in self.earthly & look {
            targets = self.before.replaced(targets, from, walks.onward(from, steps, stones).len());
        }
        if look.meets(self.neutral | self.own | self.foreign) {
            for (kind, fields) in [(StoneKind::Neutral, self.neutral), (StoneKind::Personal, self.own)] {
                for from in fields & look {
                    let reach = walks.heavenly(kind, from, steps, stones);
                    if reach.is_empty() {
                        return None;
                    }
                    targets = self.before.replaced(targets, from, reach.len());
                }
            }
            for from in self.foreign & look {
                if !walks.can_walk(from, steps, stones) {
                    return None;
                }
            }
        }
        if look.contains(UNDERWORLD) && self.sources > 0 {
            let reach = walks.onward(UNDERWORLD, self.below, stones);
            targets = self.before.replaced(targets, UNDERWORLD, self.sources * reach.len());
        }
        if !self.descending.is_empty() {
            targets += (walks.descending(steps, stones) & self.descending).len();
        }
        if self.may_flip && (stones & HEAVENLY).len() >= 2 {
            targets += self.neutral.len();
        }
        // A player who can do nothing else passes.
        Some(targets.max(1).into())
    }
}
