//! A number that stands for the rules: if they were changed, it would most likely change.

use super::index::Layer;
use crate::sealed::Sum;
use amduat::games::pharao::board::{FIELDS, RESCUE, STONES, WATER};
use amduat::games::pharao::{Position, Side};
use amduat::{Field, FieldSet, Game, GameAction, Turn};
use std::sync::OnceLock;

/// How many placements of each layer are looked at.
const SAMPLES: usize = 6;

/// The hash of the rules: of all turns from some placements of each layer.
pub(super) fn rules_hash() -> u64 {
    static HASH: OnceLock<u64> = OnceLock::new();
    *HASH.get_or_init(|| {
        let (mut sum, mut random) = (Sum::new(0), 1u64);
        for own in 1..=STONES {
            for other in 1..=STONES {
                for nth in 0..SAMPLES {
                    let [own, other] = sample(Layer { own, other }, nth, &mut random);
                    if let Ok(position) = Position::about_to_roll([own, other], Side::Lower) {
                        add(&position, &mut sum);
                    }
                }
            }
        }
        sum.value()
    })
}

/// Some placement, every third of them with a stone in the water and some with one that can save it.
fn sample(layer: Layer, nth: usize, random: &mut u64) -> [FieldSet; 2] {
    let mut stones = [FieldSet::EMPTY; 2];
    if nth % 3 == 2 && layer.own > 1 {
        stones[0] |= WATER.set();
        if nth == 2 {
            stones[0] |= RESCUE.set();
        }
    }
    for (side, count) in [layer.own, layer.other].into_iter().enumerate() {
        while (stones[side].len() as usize) < count {
            *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let field = Field::wrapping((*random >> 33) as usize % FIELDS);
            if !(stones[0] | stones[1]).contains(field) {
                stones[side] |= field.set();
            }
        }
    }
    stones
}

/// Adds what can be done from a position to the end of the turn.
fn add(position: &Position, sum: &mut Sum) {
    position.each_action(|action| {
        let (weight, _) = position.probability(action);
        sum.add(&(action.index() as u32).to_le_bytes());
        sum.add(&weight.to_le_bytes());
        let next = position.play(action);
        match next.turn() {
            Turn::Player(_) => add(&next, sum),
            Turn::Chance => Side::BOTH.iter().for_each(|&side| sum.add(&next.stones(side).0.to_le_bytes())),
            Turn::Over => sum.add(&[next.side() as u8]),
        }
    });
}
