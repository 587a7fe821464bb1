//! All moves of a stone whatever is rolled, those with the same result as one.
//!
//! Equals: `Walker::landings` with each roll, equal results merged and counted.
//! Proved by: `counts_are_those_of_visiting`.

use super::super::action::Face;
use super::super::board::{Facing, HEAD};
use super::super::rules::walker::Walker;
use crate::field::{Field, FieldSet};

/// Some of the faces of the die: bit `n` stands for the face `n`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rolls(pub(super) u64);

impl Rolls {
    /// All faces.
    pub(super) const ALL: Self = Self(0b111_1110);

    #[inline(always)]
    pub(super) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The fields that lie as far ahead of `from` as the die shows, after `used` steps.
    #[inline(always)]
    fn ahead(self, from: Field, used: usize, facing: Facing) -> FieldSet {
        match facing {
            Facing::Tailward => FieldSet(self.0 >> used << from.index()),
            // Read from the highest bit down, the faces lie towards the head.
            Facing::Headward => FieldSet(self.0.reverse_bits() << used >> (63 - from.index())),
        }
    }

    /// The faces from this one on.
    #[inline(always)]
    const fn from(self, least: usize) -> Self {
        Self(self.0 >> least << least)
    }
}

/// Results of moves, all with the same facing and brought about by equally many rolls.
#[derive(Clone, Copy)]
pub(super) struct Results {
    /// Where the stone stands then; the head stands for the reserve.
    pub(super) to: FieldSet,
    /// The way it faces then.
    pub(super) facing: Facing,
    /// Whether its last step is the turn, so that it stays on what it is on.
    pub(super) stays: bool,
    /// How many rolls bring each of them about.
    pub(super) rolls: u32,
}

impl Walker {
    /// What the stone can do with these rolls.
    ///
    /// A stone that turns comes back over the fields it came from: one step more before the turn and
    /// one more after it take two steps more to the same field. So up to three rolls agree.
    #[inline(always)]
    pub(super) fn results(&self, rolls: Rolls) -> [Results; 6] {
        let (facing, back) = (self.facing, self.facing.reversed());
        let straight = self.ends(self.start, facing) & rolls.ahead(self.start, 0, facing);
        let mut home = match facing {
            Facing::Tailward => Rolls(0),
            Facing::Headward => self.way_home(self.start, 0, rolls),
        };
        // How often each field is reached after a turn, in binary.
        let (mut odd, mut twos, mut stays) = (FieldSet::EMPTY, FieldSet::EMPTY, FieldSet::EMPTY);
        let latest = self.run(self.start, facing).min(Face::FACES - 1);
        for before in usize::from(self.entering)..=latest {
            let Some(turn) = facing.ahead(self.start, before) else { break };
            let ahead = rolls.ahead(turn, before + 1, back);
            stays |= ahead & turn.set();
            let ends = self.ends(turn, back) & ahead;
            twos |= odd & ends;
            odd = FieldSet(odd.0 ^ ends.0);
            if back == Facing::Headward && !self.entering {
                home.0 |= self.way_home(turn, before + 1, rolls).0;
            }
        }
        // On an empty field it does not matter how the stone came to face this way.
        let alone = stays & self.open[0] & self.open[1];
        twos |= odd & alone;
        odd = FieldSet(odd.0 ^ alone.0);
        let home_set = if home.0 == 0 { FieldSet::EMPTY } else { HEAD.set() };
        let turned = |to, rolls| Results { to, facing: back, stays: false, rolls };
        [
            Results { to: straight, facing, stays: false, rolls: 1 },
            turned(odd - twos, 1),
            turned(twos - odd, 2),
            turned(odd & twos, 3),
            Results { to: stays - alone, facing: back, stays: true, rolls: 1 },
            Results { to: home_set, facing: Facing::Headward, stays: false, rolls: home.len() },
        ]
    }

    /// The fields on which a stone that travels on from `from` may end its move, however far.
    #[inline(always)]
    fn ends(&self, from: Field, facing: Facing) -> FieldSet {
        let steps = self.run(from, facing) + 1;
        let passed = match facing {
            Facing::Tailward => FieldSet(FieldSet::first(steps).0 << from.index() << 1),
            Facing::Headward => FieldSet::first(from.index()) - FieldSet::first(from.index().saturating_sub(steps)),
        };
        passed & self.landing[facing as usize]
    }

    /// The rolls with which a stone that travels headward from `from`, after `used` steps, reaches
    /// the head. URAEUS-R3: left-over steps lapse.
    #[inline(always)]
    fn way_home(&self, from: Field, used: usize, rolls: Rolls) -> Rolls {
        let steps = from.index();
        let free = self.run(from, Facing::Headward) + 1 >= steps;
        if free { rolls.from((steps + used).min(63)) } else { Rolls(0) }
    }
}
