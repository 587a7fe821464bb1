//! Counting what can be done without visiting it.

use super::board::{LUCK, WATER};
use super::dice::{Die, Roll};
use super::reach::{self, Fan, Memory};
use super::rules::{Phase, Position};
use super::turn::Scene;
use crate::field::FieldSet;
use crate::game::Game;

impl Scene<'_> {
    /// How many own parts there are, nothing drowning.
    #[inline(always)]
    fn count_own(&self) -> u64 {
        self.own_targets().iter().map(|targets| u64::from(targets.len())).sum()
    }

    /// How many own parts there are with all numbers of a die together, each looked at by itself.
    #[inline(never)]
    fn count_own_singly(&self, die: Die) -> u64 {
        let numbers = die.numbers().filter(|&own| own > 0);
        numbers.map(|own| Scene { roll: Roll { own, ..self.roll }, ..*self }.count_own()).sum()
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
                let near = targets & reach::vicinity(stone, steps);
                count += (targets - near).len() * self.memory.reach(stone, steps, stones).len();
                for to in near {
                    count += self.memory.reach(stone, steps, stones | to.set()).len();
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
    pub(super) fn count(&self, memory: &Memory) -> u64 {
        match self.phase() {
            Phase::Roll => self.dice().rolls(),
            Phase::Own if !self.is_drowning() => self.scene(memory).count_own(),
            Phase::Other => self.scene(memory).count_other(),
            Phase::Over => 0,
            Phase::Rescue | Phase::Own | Phase::Pull => self.count_saving(memory),
        }
    }

    /// How many actions there are while a stone is drowning.
    #[inline(never)]
    fn count_saving(&self, memory: &Memory) -> u64 {
        let choice = self.choice(memory);
        let pulls = if self.phase() == Phase::Pull { self.scene(memory).pull_targets() } else { choice.rescues };
        u64::from(pulls.len()) + u64::from(choice.forfeit)
    }

    /// How many lines of two plies there are.
    #[inline(always)]
    pub(super) fn count_two_plies(&self, memory: &Memory) -> u64 {
        let scene = self.scene(memory);
        match self.phase() {
            Phase::Roll if !self.is_drowning() => self.count_roll_and_ply(memory),
            Phase::Own if !self.is_drowning() && scene.roll.other == 0 => {
                let targets = scene.own_targets().map(|targets| u64::from((targets - scene.luck()).len()));
                targets.iter().sum::<u64>() * self.dice().rolls()
            }
            Phase::Own if !self.is_drowning() => scene.count_own_and_other(),
            Phase::Other => scene.count_safe_other() * self.dice().rolls(),
            Phase::Over => 0,
            Phase::Roll | Phase::Rescue | Phase::Own | Phase::Pull => self.count_saving_and_ply(memory),
        }
    }

    /// How many plies follow all actions together while a stone is drowning.
    #[inline(never)]
    fn count_saving_and_ply(&self, memory: &Memory) -> u64 {
        let mut count = 0;
        self.each_action(|ply| count += self.play(ply).count(memory));
        count
    }

    /// How many plies follow all rolls together, nothing drowning.
    ///
    /// How far the stones can go with one die has nothing to do with the other, but for two
    /// exceptions: where an own stone might make the other part impossible, and where all that an own
    /// stone can reach is the water. Then the roll is looked at by itself.
    #[inline(always)]
    fn count_roll_and_ply(&self, memory: &Memory) -> u64 {
        let dice = self.dice();
        let scene = self.scene(memory);
        let stones = scene.mine | scene.theirs;
        let (mut own, mut other) = (Fan::default(), Fan::default());
        if dice.own.highest() > 0 {
            for stone in scene.mine {
                own += memory.dry_fan(stone, dice.own.highest(), stones);
            }
        }
        if dice.other.highest() > 0 {
            for stone in scene.theirs {
                other += memory.fan(stone, dice.other.highest(), stones);
            }
        }
        let (mut own_parts, mut all_dry, mut may_skip) = (0, true, false);
        for steps in dice.own.numbers() {
            if steps == 0 {
                may_skip = true;
            } else {
                let targets = own.targets(steps.into());
                own_parts += targets;
                all_dry &= targets > 0;
            }
        }
        let mut count = 0;
        for steps in dice.other.numbers() {
            let scene = Scene { roll: Roll { own: 0, other: steps }, ..scene };
            count += if all_dry && scene.doubtful().is_empty() { own_parts } else { scene.count_own_singly(dice.own) };
            if may_skip {
                // PHARAO-R8: after two zeros the opponent rolls.
                count += if steps == 0 { dice.rolls() } else { other.targets(steps.into()) };
            }
        }
        count
    }
}
