//! What a position of ISIS is worth at a glance: how near the personal stone is to a throne, whether
//! it could step onto one, how easily it is trapped, and what can still be flipped.

use super::board::{FREE_TO_THRONES, HEAVENLY, IN_PLAY, THRONES, UNDERWORLD};
use super::position::{EndRule, Personal, Position};
use crate::evaluate::{Evaluate, Features, WeightInfo};
use crate::field::Field;
use crate::game::MAX_PLAYERS;

/// The last column.
const LAST_COLUMN: usize = 15;

/// About how many steps a stone in play is from the nearest throne.
fn distance(field: Field) -> usize {
    match field.index() {
        44 | 45 => 0,
        48 | 49 => 1,
        47 | 50 => 2,
        43 | 46 => 3,
        39 | 42 => 4,
        40 | 41 => 5,
        number @ 0..=14 => LAST_COLUMN + 2 - number.saturating_sub(1) / 2,
        number => LAST_COLUMN + 2 - (number / 4 + 4),
    }
}

impl Evaluate for Position {
    const WEIGHTS: &'static [WeightInfo] = &[
        WeightInfo { name: "throne", default: 0.63, help: "the personal stone could step onto a throne" },
        WeightInfo { name: "moves", default: 2.19, help: "it could, and its owner is to move" },
        WeightInfo { name: "heaven", default: -0.32, help: "the personal stone is in the heavenly fields" },
        WeightInfo { name: "distance", default: 0.19, help: "steps from there to the nearest throne" },
        WeightInfo { name: "freedom", default: 0.63, help: "tens of fields it can reach there" },
        WeightInfo { name: "earth", default: -0.68, help: "the personal stone is in the earthly realm" },
        WeightInfo { name: "below", default: -1.77, help: "the personal stone is in the underworld" },
        WeightInfo { name: "flip", default: 0.19, help: "neutral stones in heaven that could be flipped" },
        WeightInfo { name: "tempo", default: 0.04, help: "to move" },
        WeightInfo { name: "finished", default: 20.0, help: "on a throne already, less the place" },
    ];

    #[inline(always)]
    fn features(&self) -> [Features; MAX_PLAYERS] {
        let stones = self.in_play();
        let (steps, free) = (stones.len(), IN_PLAY - stones);
        let flippable = (self.neutrals() & HEAVENLY).len();
        let mut features = [Features::default(); MAX_PLAYERS];
        for (player, (personal, own)) in self.personals().iter().zip(&mut features).enumerate() {
            let to_move = f32::from(u8::from(self.side().index() == player));
            own[8] = to_move;
            match *personal {
                Personal::Unclaimed => own[7] = if flippable >= 2 { flippable as f32 } else { 0.0 },
                Personal::On(UNDERWORLD) => own[6] = 1.0,
                Personal::On(field) if HEAVENLY.contains(field) => {
                    let targets = FREE_TO_THRONES.reach_free(field, steps, free);
                    let throne = f32::from(u8::from(targets.meets(THRONES)));
                    own[..5].copy_from_slice(&[
                        throne,
                        throne * to_move,
                        1.0,
                        distance(field) as f32,
                        targets.len() as f32 / 10.0,
                    ]);
                }
                Personal::On(_) => own[5] = 1.0,
                Personal::Finished(place) => own[9] = (MAX_PLAYERS - usize::from(place).min(MAX_PLAYERS)) as f32 + 1.0,
            }
        }
        features
    }

    fn is_for_places(&self) -> bool {
        self.end() == EndRule::All
    }
}
