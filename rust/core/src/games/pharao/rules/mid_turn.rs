//! Whole turns: which parts can be completed, and which of those stay out of the water.
//!
//! PHARAO-R3: only complete turns are legal. PHARAO-R4: those whose own part ends on the water are
//! legal only if there are no others. Both are judged by the best that can still come of a turn, its
//! [`Outlook`]: an action is legal if its outlook is the best of all actions and not `Incomplete`.
//! Judged again at each ply of a turn this gives what judging once at its beginning would, because
//! the plies before only led to turns of the best kind.

use super::super::board::{BOARD, LUCK, PULL, RESCUE, STONES, WATER};
use super::super::fast::WalkMemory;
use super::super::position::dice::Roll;
use crate::field::{Field, FieldSet};

/// The best that can still come of a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in super::super) enum Outlook {
    /// It cannot be completed.
    Incomplete,
    /// It can be completed, but only with an own part that ends on the water.
    Wet,
    /// It can be completed with no own part that ends on the water.
    Dry,
}

/// What the owner of a drowning stone may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) struct RescueChoice {
    /// The ways to begin the rescue: fields to pull to, or fields of the stones that can go to help.
    pub(in super::super) rescues: FieldSet,
    /// Whether the stone may be forfeited.
    pub(in super::super) forfeit: bool,
}

impl RescueChoice {
    /// Nothing is drowning, or nothing is to be decided about it now.
    pub(in super::super) const NONE: Self = Self { rescues: FieldSet::EMPTY, forfeit: false };
}

/// The board in the middle of a turn, as seen by the player whose turn it is.
#[derive(Clone, Copy)]
pub(in super::super) struct MidTurn<'a> {
    pub(in super::super) mine: FieldSet,
    pub(in super::super) theirs: FieldSet,
    pub(in super::super) roll: Roll,
    pub(in super::super) walks: &'a WalkMemory,
}

impl MidTurn<'_> {
    /// Where a stone can go, whatever comes of it.
    #[inline(always)]
    pub(super) fn reach(&self, from: Field, steps: u32) -> FieldSet {
        self.walks.reach(from, steps, self.mine | self.theirs)
    }

    #[inline(always)]
    pub(super) fn with_own_moved(self, from: Field, to: Field) -> Self {
        Self { mine: self.mine.moved(from, to), ..self }
    }

    pub(super) fn with_forfeit(self) -> Self {
        Self { mine: self.mine - WATER.set(), ..self }
    }

    // The other part.

    /// Where a stone of the opponent can be moved.
    #[inline(always)]
    pub(in super::super) fn other_targets(&self, from: Field) -> FieldSet {
        self.reach(from, self.roll.other.into())
    }

    /// Whether the other part can be made or is skipped.
    #[inline(always)]
    pub(in super::super) fn can_finish(&self) -> bool {
        self.roll.other == 0 || self.theirs.iter().any(|stone| !self.other_targets(stone).is_empty())
    }

    /// The fields on which an own stone might make the other part impossible: those that all walks of
    /// all of the opponent's stones use. Mostly there are none, and one or two stones show it.
    #[inline(always)]
    pub(in super::super) fn doubtful(&self) -> FieldSet {
        let steps = self.roll.other.into();
        let mut doubtful = if steps == 0 { FieldSet::EMPTY } else { BOARD };
        for stone in self.theirs {
            if doubtful.is_empty() {
                break;
            }
            doubtful &= self.walks.bottlenecks(stone, steps, self.mine | self.theirs);
        }
        doubtful
    }

    // The own part.

    /// Where an own stone can be moved so that the turn can be completed, the water included.
    #[inline(always)]
    fn completing_targets(&self, from: Field, doubtful: FieldSet) -> FieldSet {
        let mut targets = self.reach(from, self.roll.own.into());
        let mut doubtful = targets & doubtful;
        if self.mine == from.set() {
            // PHARAO-R4: the last stone never goes into the water. PHARAO-R6: on the luck field it
            // has won, and nothing else needs to be possible.
            targets -= WATER.set();
            doubtful -= WATER.set() | LUCK.set();
        }
        for to in doubtful {
            if !self.with_own_moved(from, to).can_finish() {
                targets -= to.set();
            }
        }
        targets
    }

    /// The best that can come of the turn when the own part is next and nothing is drowning.
    pub(in super::super) fn outlook(&self) -> Outlook {
        if self.roll.own == 0 {
            return if self.can_finish() { Outlook::Dry } else { Outlook::Incomplete };
        }
        let doubtful = self.doubtful();
        let mut outlook = Outlook::Incomplete;
        for from in self.mine {
            let targets = self.completing_targets(from, doubtful);
            if targets.meets(!WATER.set()) {
                return Outlook::Dry;
            }
            if !targets.is_empty() {
                outlook = Outlook::Wet;
            }
        }
        outlook
    }

    /// The legal targets of each own stone, in the order of the stones, when nothing is drowning.
    #[inline(always)]
    pub(in super::super) fn own_targets(&self) -> [FieldSet; STONES] {
        let doubtful = self.doubtful();
        let mut targets = [FieldSet::EMPTY; STONES];
        let mut all = FieldSet::EMPTY;
        for (targets, from) in targets.iter_mut().zip(self.mine) {
            *targets = self.completing_targets(from, doubtful);
            all |= *targets;
        }
        // PHARAO-R4: into the water only if there is no other complete turn.
        let legal = if all == WATER.set() { BOARD } else { !WATER.set() };
        targets.map(|targets| targets & legal)
    }

    /// Whether an own stone may be moved so, when nothing is drowning.
    pub(in super::super) fn is_own_move(&self, from: Field, to: Field) -> bool {
        self.mine.contains(from)
            && self.completing_targets(from, self.doubtful()).contains(to)
            && (to != WATER || self.outlook() == Outlook::Wet)
    }

    // The rescue.

    /// What can be done about the drowning stone while the rescue field is held.
    ///
    /// PHARAO-R2: the pull comes first, and then any own part, also one of the pulled stone.
    pub(in super::super) fn pull_or_forfeit(&self) -> RescueChoice {
        let targets = self.reach(WATER, PULL);
        self.choice(targets, |to| self.with_own_moved(WATER, to).outlook())
    }

    /// What can be done about the drowning stone while the rescue field is not held.
    ///
    /// PHARAO-R2: the own part has to reach the rescue field, and the pull comes right after it.
    pub(in super::super) fn help_or_forfeit(&self) -> RescueChoice {
        self.choice(self.helpers(), |from| {
            let saved = !self.with_own_moved(from, RESCUE).pull_targets().is_empty();
            if saved { Outlook::Dry } else { Outlook::Incomplete }
        })
    }

    /// PHARAO-R7: the owner chooses between rescue and forfeit, as far as both lead to legal turns.
    fn choice(&self, rescues: FieldSet, outlook: impl Fn(Field) -> Outlook) -> RescueChoice {
        let forfeit = self.with_forfeit().outlook();
        let mut best = forfeit;
        let mut legal = FieldSet::EMPTY;
        for rescue in rescues {
            let outlook = outlook(rescue);
            if outlook > best {
                best = outlook;
                legal = FieldSet::EMPTY;
            }
            if outlook == best && outlook > Outlook::Incomplete {
                legal |= rescue.set();
            }
        }
        RescueChoice { rescues: legal, forfeit: forfeit == best && forfeit > Outlook::Incomplete }
    }

    /// The own stones that reach the rescue field with the own die.
    fn helpers(&self) -> FieldSet {
        if self.roll.own == 0 {
            return FieldSet::EMPTY;
        }
        let stones = self.mine - WATER.set();
        stones.iter().filter(|&stone| self.reach(stone, self.roll.own.into()).contains(RESCUE)).collect()
    }

    /// Where the drowning stone can be pulled so that the other part, all that is left, can be made.
    pub(in super::super) fn pull_targets(&self) -> FieldSet {
        let targets = self.reach(WATER, PULL);
        targets.iter().filter(|&to| self.with_own_moved(WATER, to).can_finish()).collect()
    }
}
