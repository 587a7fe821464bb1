//! What may be moved where: sources, targets, flips, and what is trapped.

use super::act::Move;
use super::board::{
    DESCENT, DESCENT_REVERSED, EARTHLY, FREE, FREE_TO_THRONES, HEAVENLY, IN_PLAY, ONWARD, UNDERWORLD,
};
use super::position::{Personal, Position};
use crate::field::{Field, FieldSet};
use crate::walk::Graph;

/// The two kinds of stones a player can move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Neutral,
    Personal,
}

impl Kind {
    /// The steps of a stone of this kind that starts in the heavenly fields.
    fn heavenly_graph(self) -> &'static Graph {
        match self {
            Self::Neutral => &FREE,
            Self::Personal => &FREE_TO_THRONES,
        }
    }

    /// The steps by which a stone of this kind makes a move. ISIS-R1: the start decides.
    fn graph(self, moved: Move) -> &'static Graph {
        if HEAVENLY.contains(moved.from) {
            self.heavenly_graph()
        } else if moved.to == UNDERWORLD {
            &DESCENT
        } else {
            &ONWARD
        }
    }
}

/// What all moves from one position share, found once.
pub(super) struct Mobility {
    stones: FieldSet,
    free: FieldSet,
    in_play: u32,
    in_underworld: u32,
    /// The stones that can walk into the underworld.
    descending: FieldSet,
}

impl Mobility {
    pub(super) fn new(position: &Position) -> Self {
        let stones = position.in_play();
        let free = IN_PLAY - stones;
        let in_play = stones.len();
        let descending = if position.opponent_in_play() { descending(stones, in_play, free) } else { FieldSet::EMPTY };
        Self { stones, free, in_play, in_underworld: position.in_underworld(), descending }
    }

    fn steps(&self, from: Field) -> u32 {
        if from == UNDERWORLD { self.in_underworld } else { self.in_play }
    }

    /// Where a stone can go.
    pub(super) fn targets(&self, kind: Kind, from: Field) -> FieldSet {
        let steps = self.steps(from);
        if HEAVENLY.contains(from) {
            return kind.heavenly_graph().reach_free(from, steps, self.free);
        }
        let onward = ONWARD.reach_free(from, steps, self.free);
        if self.descending.contains(from) { onward | UNDERWORLD.set() } else { onward }
    }

    /// All walks by which a stone makes this move.
    pub(super) fn walks(&self, kind: Kind, moved: Move) -> impl Iterator<Item = Vec<Field>> {
        kind.graph(moved).walks_to(moved.from, moved.to, self.steps(moved.from), self.stones)
    }
}

/// The stones of the earthly realm with a walk of `steps` steps into the underworld.
///
/// Such walks are followed backwards from their common end: up to the last step they use free fields
/// only, and there any stone may have begun, so one search answers for all stones.
fn descending(stones: FieldSet, steps: u32, free: FieldSet) -> FieldSet {
    let Some(inner_steps) = steps.checked_sub(1) else { return FieldSet::EMPTY };
    let second = DESCENT_REVERSED.reach_free(UNDERWORLD, inner_steps, free & EARTHLY);
    let starts = second.iter().fold(FieldSet::EMPTY, |starts, field| starts | DESCENT_REVERSED.neighbours(field));
    starts & stones & EARTHLY
}

impl Position {
    /// ISIS-R4: whether an opponent's personal stone is on a field, the underworld not counted. Who
    /// has finished has no stone.
    fn opponent_in_play(&self) -> bool {
        let own = match self.own() {
            Personal::On(field) => field.set(),
            _ => FieldSet::EMPTY,
        };
        !(self.personals_in_play() - own).is_empty()
    }

    /// The fields with a neutral stone that the ban does not cover, field 0 for the underworld.
    pub(super) fn neutral_sources(&self) -> FieldSet {
        let below = if self.neutrals_in_underworld() > 0 { UNDERWORLD.set() } else { FieldSet::EMPTY };
        (self.neutrals | below) - self.banned()
    }

    /// The field of the player's own personal stone. ISIS-R6: no ban covers it.
    pub(super) fn personal_source(&self) -> FieldSet {
        match self.own() {
            Personal::On(field) => field.set(),
            _ => FieldSet::EMPTY,
        }
    }

    /// The neutral stones that the player may flip.
    pub(super) fn flippable(&self) -> FieldSet {
        if self.own() == Personal::Unclaimed && (self.in_play() & HEAVENLY).len() >= 2 {
            (self.neutrals & HEAVENLY) - self.banned()
        } else {
            FieldSet::EMPTY
        }
    }

    fn banned(&self) -> FieldSet {
        self.ban.map_or(FieldSet::EMPTY, Field::set)
    }

    /// The stones in the heavenly fields that cannot walk as far as they would have to.
    ///
    /// ISIS-R3: all are found on the same position, and the step onto a throne counts for any
    /// personal stone, whoever is to move.
    pub(super) fn trapped(&self) -> FieldSet {
        let personals = self.personals_in_play();
        let stones = self.neutrals | personals;
        let (steps, free) = (stones.len(), IN_PLAY - stones);
        let trapped = |field: &Field| {
            let kind = if personals.contains(*field) { Kind::Personal } else { Kind::Neutral };
            !kind.heavenly_graph().can_walk_free(*field, steps, free)
        };
        (stones & HEAVENLY).iter().filter(trapped).collect()
    }

    /// Sends stones to the underworld. A personal one stays personal.
    pub(super) fn send_down(&mut self, stones: FieldSet) {
        self.neutrals -= stones;
        for personal in &mut self.personals {
            if matches!(personal, Personal::On(field) if stones.contains(*field)) {
                *personal = Personal::On(UNDERWORLD);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The search from the underworld against the plain one from every stone.
    #[test]
    fn descents_are_those_of_the_plain_search() {
        let mut seed = 7u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        let mut found = 0;
        for _ in 0..20_000 {
            let count = 1 + random(7);
            let stones: FieldSet = (0..count).map(|_| Field::wrapping(1 + random(42) as usize)).collect();
            let steps = stones.len();
            let descending = descending(stones, steps, IN_PLAY - stones);
            for from in stones & EARTHLY {
                let plain = DESCENT.reach(from, steps, stones).contains(UNDERWORLD);
                assert_eq!(descending.contains(from), plain, "{from:?} among {stones:?}");
                found += u32::from(plain);
            }
        }
        assert!(found > 1000);
    }
}
