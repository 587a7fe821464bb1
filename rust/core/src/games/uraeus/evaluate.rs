//! What a position of URÄUS is worth at a glance: the race to the tail, and how likely stones are to
//! be hit on the way.

use super::board::{self, Facing, TAIL};
use super::position::stone::Stone;
use super::position::{EndRule, Position};
use crate::evaluate::{Evaluate, Features, WeightInfo};
use crate::game::{Game, MAX_PLAYERS, Player};

/// Fields and lost fields are counted in dozens, to be of the size of the other features.
const DOZEN: f32 = 12.0;

/// The rolls, as bits, with which some stone of another player could hit this one.
fn hitting_rolls(position: &Position, owner: usize, stone: Stone) -> u32 {
    let here = stone.field().index() as i32;
    let mut rolls = 0u32;
    for other in (0..position.players()).filter(|&other| other != owner) {
        for attacker in position.stones(Player::new(other)) {
            if attacker == Stone::FINISHED {
                continue;
            }
            // A stone is hit from its front: one that faces the tail by stones that come from there.
            let (ahead, comes) = match stone.facing() {
                Facing::Tailward => (attacker.field().index() as i32 - here, attacker.facing() == Facing::Headward),
                Facing::Headward => (here - attacker.field().index() as i32, attacker.facing() == Facing::Tailward),
            };
            let enters = !attacker.is_on_back();
            if ahead <= 0 || (enters && stone.facing() == Facing::Tailward) {
                continue;
            }
            // Turning round first takes one step.
            let roll = if comes { ahead } else { ahead + 1 };
            if (1..=6).contains(&roll) {
                rolls |= 1 << roll;
            }
        }
    }
    rolls
}

/// What a stone would lose by being hit.
fn loss(stone: Stone) -> f32 {
    let here = stone.field().index();
    (here - board::scale_behind(stone.field()).map_or(0, |scale| scale.index().min(here))) as f32
}

impl Evaluate for Position {
    const WEIGHTS: &'static [WeightInfo] = &[
        WeightInfo { name: "progress", default: 0.25, help: "dozens of fields walked" },
        WeightInfo { name: "finished", default: 0.16, help: "stones in the tail" },
        WeightInfo { name: "reserve", default: -0.08, help: "stones that have not entered" },
        WeightInfo { name: "headward", default: -0.07, help: "stones that face the head" },
        WeightInfo { name: "covered", default: -0.04, help: "lower stones of doubles under a foreign one" },
        WeightInfo { name: "top", default: 0.04, help: "own stones on top of doubles" },
        WeightInfo { name: "danger", default: 0.06, help: "dozens of fields expected to be lost to a hit" },
        WeightInfo { name: "tempo", default: 0.04, help: "to roll" },
        WeightInfo { name: "placed", default: 20.0, help: "has finished, less the place" },
    ];

    #[inline(always)]
    fn features(&self) -> [Features; MAX_PLAYERS] {
        let mut features = [Features::default(); MAX_PLAYERS];
        let everyone = || (0..self.players()).map(Player::new);
        let tops: [[Stone; 3]; MAX_PLAYERS] = std::array::from_fn(|player| {
            if player < self.players() { self.stones(Player::new(player)) } else { [Stone::FINISHED; 3] }
        });
        let covered = |stone: Stone| {
            !stone.is_top() && tops.iter().flatten().any(|top| top.is_top() && top.field() == stone.field())
        };
        for player in everyone() {
            let own = &mut features[player.index()];
            for stone in self.stones(player) {
                match stone {
                    Stone::FINISHED => {
                        own[0] += TAIL.index() as f32 / DOZEN;
                        own[1] += 1.0;
                    }
                    Stone::RESERVE => own[2] += 1.0,
                    _ => {
                        own[0] += stone.field().index() as f32 / DOZEN;
                        own[3] += f32::from(u8::from(stone.facing() == Facing::Headward));
                        own[5] += f32::from(u8::from(stone.is_top()));
                        if covered(stone) {
                            own[4] += 1.0;
                        } else {
                            let chance = hitting_rolls(self, player.index(), stone).count_ones() as f32 / 6.0;
                            own[6] += chance * loss(stone) / DOZEN;
                        }
                    }
                }
            }
            own[7] = f32::from(u8::from(self.side() == player));
        }
        for (place, player) in self.places().iter().enumerate() {
            features[player.index()][8] = (MAX_PLAYERS - place) as f32;
        }
        features
    }

    fn is_settled(&self) -> bool {
        self.die().is_none()
    }

    fn is_for_places(&self) -> bool {
        self.end() == EndRule::All
    }
}
