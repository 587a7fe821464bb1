//! What a position of PHARAO is worth at a glance: the stones that are left, the water, the rescue
//! field, and for a last stone the way to luck.

use super::board::{BOARD, GRAPH, LUCK, RESCUE, WATER};
use super::dice::Die;
use super::rules::{Phase, Position, Side};
use crate::field::{Field, FieldSet};
use crate::game::MAX_PLAYERS;
use crate::search::{Evaluate, Features, WeightInfo};

/// The probability that a die brings a stone from one field to another.
fn chance(die: Die, from: Field, to: Field, free: FieldSet) -> f32 {
    let reaches = |&steps: &u8| steps > 0 && GRAPH.reach_free(from, steps.into(), free).contains(to);
    let faces: u32 = die.numbers().filter(reaches).map(|steps| die.weight(steps)).sum();
    faces as f32 / 6.0
}

impl Evaluate for Position {
    const WEIGHTS: &'static [WeightInfo] = &[
        WeightInfo { name: "one", default: -1.5, help: "a last stone" },
        WeightInfo { name: "two", default: -0.9, help: "two stones" },
        WeightInfo { name: "three", default: -0.4, help: "three stones" },
        WeightInfo { name: "luck_now", default: 2.5, help: "the chance to bring the last stone to luck, about to roll" },
        WeightInfo { name: "luck_later", default: 1.0, help: "the same, when the opponent is about to act" },
        WeightInfo { name: "danger_now", default: -0.35, help: "the chance that a stone is pushed into the water" },
        WeightInfo { name: "danger_later", default: -0.1, help: "the same, when the owner is about to act" },
        WeightInfo { name: "last_danger", default: -2.0, help: "the chance that the last stone is pushed in" },
        WeightInfo { name: "drowning", default: -0.3, help: "a stone in the water" },
        WeightInfo { name: "rescuer", default: 0.1, help: "a stone on the rescue field" },
        WeightInfo { name: "saved", default: 0.1, help: "a stone in the water and one on the rescue field" },
        WeightInfo { name: "tempo", default: 0.04, help: "about to act" },
    ];

    fn features(&self) -> [Features; MAX_PLAYERS] {
        let mut features = [Features::default(); MAX_PLAYERS];
        let free = BOARD - self.stones(Side::Lower) - self.stones(Side::Upper);
        let yes = |holds: bool| f32::from(u8::from(holds));
        for side in Side::BOTH {
            let (stones, acts) = (self.stones(side), self.side() == side);
            let (count, drowning, rescuer) = (stones.len(), stones.contains(WATER), stones.contains(RESCUE));
            let luck = match stones.lowest() {
                Some(last) if count == 1 => chance(self.dice().own, last, LUCK, free),
                _ => 0.0,
            };
            let danger = stones
                .iter()
                .filter(|&stone| stone != WATER && free.contains(WATER))
                .map(|stone| chance(self.dice().other, stone, WATER, free))
                .fold(0.0, f32::max);
            features[side as usize] = [
                yes(count == 1),
                yes(count == 2),
                yes(count == 3),
                if acts { luck } else { 0.0 },
                if acts { 0.0 } else { luck },
                if acts || count == 1 { 0.0 } else { danger },
                if acts && count > 1 { danger } else { 0.0 },
                if count == 1 { danger } else { 0.0 },
                yes(drowning),
                yes(rescuer),
                yes(drowning && rescuer),
                yes(acts),
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
