//! What may be moved where: sources, targets, flips, and what is trapped.

use super::act::{Act, Move};
use super::board::{DESCENT, FREE, FREE_TO_THRONES, HEAVENLY, ONWARD, UNDERWORLD};
use super::position::{Personal, Position};
use super::reach::Memory;
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

    /// The act of moving a stone of this kind.
    #[inline(always)]
    pub(super) fn act(self, moved: Move) -> Act {
        match self {
            Self::Neutral => Act::Neutral(moved),
            Self::Personal => Act::Personal(moved),
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
pub(super) struct Mobility<'a> {
    memory: &'a Memory,
    stones: FieldSet,
    in_play: u32,
    in_underworld: u32,
    /// The stones that can walk into the underworld.
    descending: FieldSet,
}

impl<'a> Mobility<'a> {
    #[inline(always)]
    pub(super) fn new(position: &Position, memory: &'a Memory) -> Self {
        let stones = position.in_play();
        let in_play = stones.len();
        let may_descend = position.opponent_in_play();
        let descending = if may_descend { memory.descending(in_play, stones) } else { FieldSet::EMPTY };
        Self { memory, stones, in_play, in_underworld: position.in_underworld(), descending }
    }

    #[inline(always)]
    fn steps(&self, from: Field) -> u32 {
        if from == UNDERWORLD { self.in_underworld } else { self.in_play }
    }

    /// Where a stone can go.
    #[inline(always)]
    pub(super) fn targets(&self, kind: Kind, from: Field) -> FieldSet {
        let steps = self.steps(from);
        if HEAVENLY.contains(from) {
            return self.memory.heavenly(kind, from, steps, self.stones);
        }
        let below = if self.descending.contains(from) { UNDERWORLD.set() } else { FieldSet::EMPTY };
        self.memory.onward(from, steps, self.stones) | below
    }

    /// All walks by which a stone makes this move.
    pub(super) fn walks(&self, kind: Kind, moved: Move) -> impl Iterator<Item = Vec<Field>> {
        kind.graph(moved).walks_to(moved.from, moved.to, self.steps(moved.from), self.stones)
    }
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
    #[inline(always)]
    pub(super) fn trapped(&self, memory: &Memory) -> FieldSet {
        let personals = self.personals_in_play();
        let stones = self.neutrals | personals;
        let mut trapped = FieldSet::EMPTY;
        for (kind, stones_of_kind) in [(Kind::Neutral, self.neutrals), (Kind::Personal, personals)] {
            for field in stones_of_kind & HEAVENLY {
                if memory.heavenly(kind, field, stones.len(), stones).is_empty() {
                    trapped |= field.set();
                }
            }
        }
        trapped
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
