//! Positions in 62 bits for two players and in 74 for more, and which of them are alike: those upside down.
//!
//! Equals: the same position, field by field; `turned` equals the symmetry of `observe`.
//! Proved by: `packed_positions_read_back`, `alike_positions_have_alike_lines`, `turned_boards_are_symmetries`.

use super::super::board::UNDERWORLD;
use super::super::position::{Personal, Position, STONES};
use crate::field::{Field, FieldSet};
use crate::pack::{Pack, Packed};

/// Bits of a field, and of a number for what is none.
const FIELD: u32 = 6;

/// Numbers above all fields: no ban or no stone claimed, and with the place added, a player who has finished.
const NONE: u64 = 52;

/// Where the parts begin: seven neutral stones, the ban, the side; and in both words two personal stones.
const BAN: u32 = FIELD * STONES;
const SIDE: u32 = BAN + FIELD;
const PERSONALS: u32 = SIDE + 2;

/// Fields in columns of two: the upper ones and the lower ones. In columns of four: each row.
const UPPER_OF_TWO: u64 = 0x2AAA;
const LOWER_OF_TWO: u64 = UPPER_OF_TWO << 1;
const FIRST_OF_FOUR: u64 = 0x1_1111_1111 << 15;

#[inline(always)]
fn upside_down(stones: FieldSet) -> FieldSet {
    let of = |row: u32| stones.0 & FIRST_OF_FOUR << row;
    FieldSet(
        stones.0 & 1
            | (stones.0 & UPPER_OF_TWO) << 1
            | (stones.0 & LOWER_OF_TWO) >> 1
            | of(0) << 3
            | of(1) << 1
            | of(2) >> 1
            | of(3) >> 3,
    )
}

/// The image of one field.
#[inline(always)]
fn turned(field: Field) -> Field {
    upside_down(field.set()).lowest().unwrap_or(UNDERWORLD)
}

#[inline(always)]
fn number(personal: Personal) -> u64 {
    match personal {
        Personal::Unclaimed => NONE,
        Personal::On(field) => field.index() as u64,
        Personal::Finished(place) => NONE + u64::from(place),
    }
}

#[inline(always)]
fn personal(number: u64) -> Personal {
    match number {
        NONE => Personal::Unclaimed,
        0..NONE => Personal::On(Field::wrapping(number as usize)),
        _ => Personal::Finished((number - NONE) as u8),
    }
}

impl Pack for Position {
    fn words(&self) -> usize {
        if self.players > 2 { 2 } else { 1 }
    }

    #[inline(always)]
    fn pack(&self) -> Packed {
        // No neutral stone in play is on field 0, so it stands for none.
        let neutrals = self.neutrals.iter().fold(0, |packed, field| packed << FIELD | field.index() as u64);
        let ban = self.ban.map_or(NONE, |field| field.index() as u64);
        let [first, second, third, fourth] = self.personals.map(number);
        let personals = second << FIELD | first;
        let words = [neutrals | ban << BAN | u64::from(self.side) << SIDE | personals << PERSONALS, 0, 0];
        if self.players > 2 { [words[0], fourth << FIELD | third, 0] } else { words }
    }

    #[inline(always)]
    fn unpack(&self, [word, others, _]: Packed) -> Self {
        let part = |word: u64, from: u32| word >> from & ((1 << FIELD) - 1);
        let fields = (0..STONES).map(|stone| Field::wrapping(part(word, FIELD * stone) as usize));
        let ban = part(word, BAN);
        let [first, second] = [PERSONALS, PERSONALS + FIELD].map(|from| personal(part(word, from)));
        let mut position = Self {
            neutrals: fields.collect::<FieldSet>() - UNDERWORLD.set(),
            personals: [first, second, Personal::Unclaimed, Personal::Unclaimed],
            side: (word >> SIDE & 3) as u8,
            ban: (ban != NONE).then(|| Field::wrapping(ban as usize)),
            ..*self
        };
        if self.players > 2 {
            position.personals[2] = personal(part(others, 0));
            position.personals[3] = personal(part(others, FIELD));
        }
        position
    }

    const IMAGES: usize = 2;

    #[inline(always)]
    fn turned(&self, image: usize) -> Self {
        if image == 0 {
            return *self;
        }
        Self {
            neutrals: upside_down(self.neutrals),
            personals: self.personals.map(|personal| match personal {
                Personal::On(field) => Personal::On(turned(field)),
                other => other,
            }),
            ban: self.ban.map(turned),
            ..*self
        }
    }
}
