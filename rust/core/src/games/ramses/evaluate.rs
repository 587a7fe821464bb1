//! What a position of RAMSES is worth at a glance: stones on hieroglyph fields, stones that could
//! step onto one, and room to move.

use super::board::{GRAPH, HIEROGLYPHS, PLACES};
use super::fast::{self, Mobility};
use super::position::{Part, Position, Side};
use crate::evaluate::{Evaluate, Features, WeightInfo};
use crate::field::Field;
use crate::game::MAX_PLAYERS;

/// For each place, how many steps it is from the nearest hieroglyph field of the empty board.
static DISTANCE: [u8; PLACES] = {
    let mut distance = [u8::MAX; PLACES];
    let (mut reached, mut steps) = (HIEROGLYPHS, 0);
    while steps < PLACES as u8 {
        let (mut place, mut next) = (0, reached);
        while place < PLACES {
            if reached.contains(Field::wrapping(place)) {
                if distance[place] == u8::MAX {
                    distance[place] = steps;
                }
                next = next.union(GRAPH.neighbours(Field::wrapping(place)));
            }
            place += 1;
        }
        reached = next;
        steps += 1;
    }
    distance
};

impl Evaluate for Position {
    const WEIGHTS: &'static [WeightInfo] = &[
        WeightInfo { name: "one", default: 0.38, help: "one stone on a hieroglyph field" },
        WeightInfo { name: "two", default: 1.02, help: "two stones on hieroglyph fields" },
        WeightInfo { name: "ready", default: 0.08, help: "stones that could step onto one" },
        WeightInfo { name: "threat", default: 0.18, help: "two stones there and a third one ready" },
        WeightInfo { name: "distance", default: -0.06, help: "steps to the nearest hieroglyph fields" },
        WeightInfo { name: "mobility", default: -0.12, help: "tens of places in reach" },
        WeightInfo { name: "begins", default: 0.15, help: "about to begin a turn" },
        WeightInfo { name: "goes_on", default: -0.06, help: "about to move one of the opponent's stones" },
    ];

    #[inline(always)]
    fn features(&self) -> [Features; MAX_PLAYERS] {
        let walks = &fast::walks();
        let mobility = Mobility::new(walks, self.all());
        let mut features = [Features::default(); MAX_PLAYERS];
        for side in Side::BOTH {
            let own = self.stones(side);
            let on_hieroglyphs = (own & HIEROGLYPHS).len();
            let (mut ready, mut room, mut distance) = (0, 0, 0);
            for stone in own {
                let targets = mobility.reach(stone);
                room += targets.len();
                distance += u32::from(DISTANCE[stone.index() % PLACES]);
                ready += u32::from(targets.meets(HIEROGLYPHS) && !HIEROGLYPHS.contains(stone));
            }
            let begins = self.side() == side && self.part() == Part::Own;
            let goes_on = self.side() == side && self.part() == Part::Other;
            features[side as usize][..8].copy_from_slice(&[
                f32::from(u8::from(on_hieroglyphs == 1)),
                f32::from(u8::from(on_hieroglyphs >= 2)),
                ready as f32,
                f32::from(u8::from(on_hieroglyphs >= 2 && ready > 0)),
                distance as f32,
                room as f32 / 10.0,
                f32::from(u8::from(begins)),
                f32::from(u8::from(goes_on)),
            ]);
        }
        features
    }
}
