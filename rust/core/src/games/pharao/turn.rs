//! Whole turns: which parts can be completed, and which of those stay out of the water.
//!
//! PHARAO-R3: only complete turns are legal. PHARAO-R4: those whose own part ends on the water are
//! legal only if there are no others. Both are judged by the best that can still come of a turn, its
//! [`Outlook`]: an action is legal if its outlook is the best of all actions and not `Incomplete`.
//! Judged again at each ply of a turn this gives what judging once at its beginning would, because
//! the plies before only led to turns of the best kind.

use super::board::{BOARD, GRAPH, LUCK, PULL, RESCUE, STONES, WATER};
use super::dice::Roll;
use crate::field::{Field, FieldSet};

/// The best that can still come of a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Outlook {
    /// It cannot be completed.
    Incomplete,
    /// It can be completed, but only with an own part that ends on the water.
    Wet,
    /// It can be completed with no own part that ends on the water.
    Dry,
}

/// What the owner of a drowning stone may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Choice {
    /// The ways to begin the rescue: fields to pull to, or fields of the stones that can go to help.
    pub(super) rescues: FieldSet,
    /// Whether the stone may be forfeited.
    pub(super) forfeit: bool,
}

impl Choice {
    /// Nothing is drowning, or nothing is to be decided about it now.
    pub(super) const NONE: Self = Self { rescues: FieldSet::EMPTY, forfeit: false };
}

/// The board in the middle of a turn, as seen by the player whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Scene {
    pub(super) mine: FieldSet,
    pub(super) theirs: FieldSet,
    pub(super) roll: Roll,
}

impl Scene {
    /// The fields a stone may enter. All stones stand on fields, so a walk never meets its start.
    #[inline]
    fn free(&self) -> FieldSet {
        BOARD - (self.mine | self.theirs)
    }

    #[inline]
    fn with_own_moved(self, from: Field, to: Field) -> Self {
        Self { mine: self.mine.moved(from, to), ..self }
    }

    fn with_forfeit(self) -> Self {
        Self { mine: self.mine - WATER.set(), ..self }
    }

    /// Whether a stone of the player is drowning, at a moment when one can be.
    #[inline]
    pub(super) fn is_drowning(&self) -> bool {
        self.mine.contains(WATER)
    }

    // The other part.

    /// Where a stone of the opponent can be moved.
    #[inline]
    pub(super) fn other_targets(&self, from: Field) -> FieldSet {
        GRAPH.reach_free(from, self.roll.other.into(), self.free())
    }

    /// Whether the other part can be made or is skipped.
    #[inline]
    pub(super) fn can_finish(&self) -> bool {
        let (steps, free) = (self.roll.other.into(), self.free());
        steps == 0 || self.theirs.iter().any(|stone| GRAPH.can_walk_free(stone, steps, free))
    }

    /// The fields entered by one walk that makes the other part; none if it is skipped.
    ///
    /// As long as no stone is put on one of them the other part stays possible: this saves asking
    /// after each own move.
    #[inline]
    fn way_out(&self) -> Option<FieldSet> {
        let (steps, free) = (self.roll.other.into(), self.free());
        if steps == 0 {
            return Some(FieldSet::EMPTY);
        }
        self.theirs.iter().find_map(|stone| way(stone, steps, free))
    }

    // The own part.

    /// Where an own stone can be moved so that the turn can be completed, the water included.
    #[inline]
    fn completing_targets(&self, from: Field, way_out: Option<FieldSet>) -> FieldSet {
        let mut targets = GRAPH.reach_free(from, self.roll.own.into(), self.free());
        let mut doubtful = targets & way_out.unwrap_or(BOARD);
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
    pub(super) fn outlook(&self) -> Outlook {
        if self.roll.own == 0 {
            return if self.can_finish() { Outlook::Dry } else { Outlook::Incomplete };
        }
        let way_out = self.way_out();
        let mut outlook = Outlook::Incomplete;
        for from in self.mine {
            let targets = self.completing_targets(from, way_out);
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
    #[inline]
    pub(super) fn own_targets(&self) -> impl Iterator<Item = (Field, FieldSet)> {
        let way_out = self.way_out();
        let mut targets = [FieldSet::EMPTY; STONES];
        let mut all = FieldSet::EMPTY;
        for (targets, from) in targets.iter_mut().zip(self.mine) {
            *targets = self.completing_targets(from, way_out);
            all |= *targets;
        }
        // PHARAO-R4: into the water only if there is no other complete turn.
        let legal = if all == WATER.set() { BOARD } else { !WATER.set() };
        self.mine.iter().zip(targets.map(|targets| targets & legal))
    }

    /// Whether an own stone may be moved so, when nothing is drowning.
    pub(super) fn is_own_move(&self, from: Field, to: Field) -> bool {
        self.mine.contains(from)
            && self.completing_targets(from, self.way_out()).contains(to)
            && (to != WATER || self.outlook() == Outlook::Wet)
    }

    // The rescue.

    /// What can be done about the drowning stone while the rescue field is held.
    ///
    /// PHARAO-R2: the pull comes first, and then any own part, also one of the pulled stone.
    pub(super) fn pull_or_forfeit(&self) -> Choice {
        let targets = GRAPH.reach_free(WATER, PULL, self.free());
        self.choice(targets, |to| self.with_own_moved(WATER, to).outlook())
    }

    /// What can be done about the drowning stone while the rescue field is not held.
    ///
    /// PHARAO-R2: the own part has to reach the rescue field, and the pull comes right after it.
    pub(super) fn help_or_forfeit(&self) -> Choice {
        self.choice(self.helpers(), |from| {
            let saved = !self.with_own_moved(from, RESCUE).pull_targets().is_empty();
            if saved { Outlook::Dry } else { Outlook::Incomplete }
        })
    }

    /// PHARAO-R7: the owner chooses between rescue and forfeit, as far as both lead to legal turns.
    fn choice(&self, rescues: FieldSet, outlook: impl Fn(Field) -> Outlook) -> Choice {
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
        Choice { rescues: legal, forfeit: forfeit == best && forfeit > Outlook::Incomplete }
    }

    /// The own stones that reach the rescue field with the own die.
    fn helpers(&self) -> FieldSet {
        let (steps, free) = (self.roll.own.into(), self.free());
        if steps == 0 || !free.contains(RESCUE) {
            return FieldSet::EMPTY;
        }
        let stones = self.mine - WATER.set();
        stones.iter().filter(|&stone| GRAPH.reach_free(stone, steps, free).contains(RESCUE)).collect()
    }

    /// Where the drowning stone can be pulled so that the other part, all that is left, can be made.
    pub(super) fn pull_targets(&self) -> FieldSet {
        let targets = GRAPH.reach_free(WATER, PULL, self.free());
        targets.iter().filter(|&to| self.with_own_moved(WATER, to).can_finish()).collect()
    }
}

/// The fields entered by one walk of exactly `steps` steps.
fn way(field: Field, steps: u32, free: FieldSet) -> Option<FieldSet> {
    let next = GRAPH.neighbours(field) & free;
    if steps == 1 {
        return next.lowest().map(Field::set);
    }
    next.iter().find_map(|step| way(step, steps - 1, free - step.set()).map(|rest| rest | step.set()))
}
