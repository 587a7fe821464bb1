//! Counting actions and pairs of plies without visiting them.
//!
//! Equals: `each_action`, counted one by one, and after each action once more.
//! Proved by: `counts_are_those_of_visiting`.

use super::super::board::{LUCK, WATER};
use super::super::position::dice::{Die, Roll};
use super::super::position::{Phase, Position};
use super::super::rules::MidTurn;
use super::walks::{TargetsBySteps, WalkMemory, vicinity};
use crate::field::FieldSet;
use crate::game::Game;

impl MidTurn<'_> {
    /// How many own parts there are, nothing drowning.
    #[inline(always)]
    fn count_own(&self) -> u64 {
        self.own_targets().iter().map(|targets| u64::from(targets.len())).sum()
    }

    /// How many own parts there are with all numbers of a die together, each looked at by itself.
    #[inline(never)]
    fn count_own_singly(&self, die: Die) -> u64 {
        let numbers = die.numbers().filter(|&own| own > 0);
        numbers.map(|own| MidTurn { roll: Roll { own, ..self.roll }, ..*self }.count_own()).sum()
    }

    /// How many other parts there are.
    #[inline(always)]
    fn count_other(&self) -> u64 {
        let mut count = 0;
        for stone in self.theirs {
            count += self.other_targets(stone).len();
        }
        count.into()
    }

    /// How many other parts there are that do not win.
    #[inline(always)]
    fn count_safe_other(&self) -> u64 {
        // A last stone in the water is lost, and nothing follows.
        let wins = if self.theirs.len() == 1 { WATER.set() } else { FieldSet::EMPTY };
        let mut count = 0;
        for stone in self.theirs {
            count += (self.other_targets(stone) - wins).len();
        }
        count.into()
    }

    /// How many other parts follow all own parts together, nothing drowning.
    ///
    /// A stone of the opponent can walk as if the moved stone were gone, unless that now stands near.
    #[inline(always)]
    fn count_own_and_other(&self) -> u64 {
        let steps = self.roll.other.into();
        let mut count = 0;
        for (from, targets) in self.mine.iter().zip(self.own_targets()) {
            // PHARAO-R6: nothing follows a win.
            let targets = targets - self.luck();
            let stones = (self.mine | self.theirs) - from.set();
            for stone in self.theirs {
                let near = targets & vicinity(stone, steps);
                count += (targets - near).len() * self.walks.reach(stone, steps, stones).len();
                for to in near {
                    count += self.walks.reach(stone, steps, stones | to.set()).len();
                }
            }
        }
        count.into()
    }

    /// The luck field if an own stone that is moved there wins.
    #[inline(always)]
    fn luck(&self) -> FieldSet {
        if self.mine.len() == 1 { LUCK.set() } else { FieldSet::EMPTY }
    }
}

impl Position {
    /// How many actions there are.
    #[inline(always)]
    pub(super) fn count(&self, walks: &WalkMemory) -> u64 {
        match self.phase() {
            Phase::Roll => self.dice().rolls(),
            Phase::Own if !self.is_drowning() => self.mid_turn(walks).count_own(),
            Phase::Other => self.mid_turn(walks).count_other(),
            Phase::Over => 0,
            Phase::Rescue | Phase::Own | Phase::Pull => self.count_saving(walks),
        }
    }

    /// How many actions there are while a stone is drowning.
    #[inline(never)]
    fn count_saving(&self, walks: &WalkMemory) -> u64 {
        let choice = self.choice(walks);
        let pulls = if self.phase() == Phase::Pull { self.mid_turn(walks).pull_targets() } else { choice.rescues };
        u64::from(pulls.len()) + u64::from(choice.forfeit)
    }

    /// How many lines of two plies there are.
    #[inline(always)]
    pub(super) fn count_two_plies(&self, walks: &WalkMemory) -> u64 {
        let turn = self.mid_turn(walks);
        match self.phase() {
            Phase::Roll if !self.is_drowning() => self.count_roll_and_ply(walks),
            Phase::Own if !self.is_drowning() && turn.roll.other == 0 => {
                let targets = turn.own_targets().map(|targets| u64::from((targets - turn.luck()).len()));
                targets.iter().sum::<u64>() * self.dice().rolls()
            }
            Phase::Own if !self.is_drowning() => turn.count_own_and_other(),
            Phase::Other => turn.count_safe_other() * self.dice().rolls(),
            Phase::Over => 0,
            Phase::Roll | Phase::Rescue | Phase::Own | Phase::Pull => self.count_saving_and_ply(walks),
        }
    }

    /// How many plies follow all actions together while a stone is drowning.
    #[inline(never)]
    fn count_saving_and_ply(&self, walks: &WalkMemory) -> u64 {
        let mut count = 0;
        self.each_action(|action| count += self.play(action).count(walks));
        count
    }

    /// How many plies follow all rolls together, nothing drowning.
    ///
    /// How far the stones can go with one die has nothing to do with the other, but for two
    /// exceptions: where an own stone might make the other part impossible, and where all that an own
    /// stone can reach is the water. Then the roll is looked at by itself.
    #[inline(always)]
    fn count_roll_and_ply(&self, walks: &WalkMemory) -> u64 {
        let dice = self.dice();
        let turn = self.mid_turn(walks);
        let stones = turn.mine | turn.theirs;
        let (mut own, mut other) = (TargetsBySteps::default(), TargetsBySteps::default());
        if dice.own.highest() > 0 {
            for stone in turn.mine {
                own += walks.dry_targets(stone, dice.own.highest(), stones);
            }
        }
        if dice.other.highest() > 0 {
            for stone in turn.theirs {
                other += walks.targets(stone, dice.other.highest(), stones);
            }
        }
        let (mut own_parts, mut all_dry, mut may_skip) = (0, true, false);
        for steps in dice.own.numbers() {
            if steps == 0 {
                may_skip = true;
            } else {
                let targets = own.with(steps.into());
                own_parts += targets;
                all_dry &= targets > 0;
            }
        }
        let mut count = 0;
        for steps in dice.other.numbers() {
            let turn = MidTurn { roll: Roll { own: 0, other: steps }, ..turn };
            count += if all_dry && turn.doubtful().is_empty() { own_parts } else { turn.count_own_singly(dice.own) };
            if may_skip {
                // PHARAO-R8: after two zeros the opponent rolls.
                count += if steps == 0 { dice.rolls() } else { other.with(steps.into()) };
            }
        }
        count
    }
}
