//! What a position of PHARAO is worth at a glance: with the usual dice, what a network says that was fitted to the exact
//! values of positions with as many stones (`fitted.rs`). Else the stones that are left, the race of a last stone to luck,
//! the water, and the danger of being locked in.
//!
//! Few stones are good: only a last stone can win by luck, and it mostly does. No player has to push,
//! so good players hardly lose stones, and the first to come down to one is ahead.

mod fitted;
mod race;

use super::board::{BOARD, GRAPH, WATER};
use super::position::dice::{Dice, Die};
use super::position::{Phase, Position, Side};
use crate::evaluate::{Evaluate, Features, WeightInfo};
use crate::field::{Field, FieldSet};
use crate::game::MAX_PLAYERS;
use race::Race;

/// Where what the network says stands among the features.
const FITTED: usize = 13;

/// The chance that a die brings any of these stones into the water.
fn danger(die: Die, stones: FieldSet, free: FieldSet) -> f32 {
    let reaches = |stone, steps: u8| GRAPH.reach_free(stone, steps.into(), free).contains(WATER);
    die.mean(|steps| yes(steps > 0 && stones.iter().any(|stone| reaches(stone, steps))))
}

/// The chance that any of these stones can walk as far as a die says.
fn walking(die: Die, stones: FieldSet, free: FieldSet) -> f32 {
    let walks = |steps: u8| stones.iter().any(|stone| GRAPH.can_walk_free(stone, steps.into(), free));
    die.mean(|steps| yes(steps == 0 || walks(steps)))
}

fn yes(holds: bool) -> f32 {
    f32::from(u8::from(holds))
}

impl Evaluate for Position {
    const WEIGHTS: &'static [WeightInfo] = &[
        WeightInfo { name: "one", default: -1.3, help: "a last stone" },
        WeightInfo { name: "two", default: 0.4, help: "two stones" },
        WeightInfo { name: "three", default: 0.2, help: "three stones" },
        WeightInfo { name: "race_now", default: 3.7, help: "the chance of the last stone in its race, about to roll" },
        WeightInfo { name: "race_later", default: 3.6, help: "the same, when the opponent is about to roll" },
        WeightInfo { name: "runner", default: 0.3, help: "the best chance in the race if the other stones were gone" },
        WeightInfo { name: "danger_now", default: 0.2, help: "the chance that one of several stones is pushed in" },
        WeightInfo { name: "danger_later", default: 0.1, help: "the same, when the owner is about to roll" },
        WeightInfo { name: "lock_now", default: -5.0, help: "the chance of being locked in, about to roll" },
        WeightInfo { name: "lock_later", default: -3.0, help: "the same, when the opponent is about to roll" },
        WeightInfo { name: "stuck", default: -0.4, help: "the share of stones that cannot take a step" },
        WeightInfo { name: "room", default: 0.2, help: "free fields beside the stones, eight being one" },
        WeightInfo { name: "tempo", default: 0.1, help: "about to roll" },
        WeightInfo { name: "fitted", default: 1.0, help: "what a network says, which replaces all the others" },
    ];

    #[inline(always)]
    fn features(&self) -> [Features; MAX_PLAYERS] {
        let mut features = [Features::default(); MAX_PLAYERS];
        let free = BOARD - self.stones(Side::Lower) - self.stones(Side::Upper);
        // In the middle of a turn the dice are cast already.
        let rolls_next = if self.phase() == Phase::Roll { self.side() } else { self.side().other() };
        let dice = self.dice();
        if dice == Dice::DEFAULT
            && let Some(logit) = fitted::logit(self.stones(rolls_next), self.stones(rolls_next.other()))
        {
            features[rolls_next as usize][FITTED] = logit;
            return features;
        }
        for side in Side::BOTH {
            let rolls = rolls_next == side;
            let stones = self.stones(side) - WATER.set();
            let alone = stones.len() == 1;
            let when = |holds: bool, value: f32| if holds { value } else { 0.0 };
            let race = Race::with(dice, |race| {
                let chances = if rolls { &race.now } else { &race.later };
                stones.iter().map(|stone| chances[stone.index()]).fold(0.0, f32::max)
            });
            let danger = if alone { 0.0 } else { danger(dice.other, stones, free) };
            let lock = 1.0 - walking(dice.own, stones, free) * walking(dice.other, self.stones(side.other()), free);
            let stuck = |&stone: &Field| (GRAPH.neighbours(stone) & free).is_empty();
            let room = stones.iter().fold(FieldSet::EMPTY, |room, stone| room | GRAPH.neighbours(stone)) & free;
            features[side as usize] = [
                yes(alone),
                yes(stones.len() == 2),
                yes(stones.len() == 3),
                when(alone && rolls, race),
                when(alone && !rolls, race),
                when(!alone, race),
                when(!rolls, danger),
                when(rolls, danger),
                when(rolls, lock),
                when(!rolls, lock),
                stones.iter().filter(stuck).count() as f32 / stones.len().max(1) as f32,
                room.len() as f32 / 8.0,
                yes(rolls),
                0.0,
            ];
        }
        features
    }

    fn is_settled(&self) -> bool {
        self.phase() == Phase::Roll
    }

    // A turn has too many ends, by two dice and two stones, to look many turns ahead.
    fn suits_simulation(&self) -> bool {
        true
    }
}
