//! What the rules imply and some code relies on, checked on very many boards. The tests take one set of stones in so
//! many; all of them were looked at once, and their numbers stand beside the tests.

use super::super::board::{BOARD, PULL, RESCUE, WATER};
use super::super::fast::walks;
use super::super::position::dice::Roll;
use super::mid_turn::{MidTurn, Outlook};
use crate::field::{Field, FieldSet};
use std::ops::RangeInclusive;

/// One set of own stones and one of the opponent's in so many is looked at, in the second test and in the third; with 1,
/// all of them.
const SOME: (usize, usize, usize, usize) = (101, 11, 13, 41);

/// All sets of so many of these fields.
fn sets(fields: FieldSet, sizes: RangeInclusive<u32>) -> Vec<FieldSet> {
    let fields: Vec<Field> = fields.iter().collect();
    let mut found = vec![(FieldSet::EMPTY, 0)];
    let mut at = 0;
    while at < found.len() {
        let (set, next) = found[at];
        at += 1;
        if set.len() < *sizes.end() {
            found.extend((next..fields.len()).map(|next| (set | fields[next].set(), next + 1)));
        }
    }
    found.into_iter().map(|(set, _)| set).filter(|set| sizes.contains(&set.len())).collect()
}

/// Looks at one set of own stones in `mine.1` of those in `mine.0` with one set of the opponent's in `theirs.1` of those
/// on the fields `theirs.0`, and at all rolls of those dice.
fn look(
    mine: (Vec<FieldSet>, usize),
    theirs: (FieldSet, usize),
    [owns, others]: [RangeInclusive<u8>; 2],
    mut see: impl FnMut(&MidTurn<'_>),
) {
    let walks = &walks();
    for mine in mine.0.into_iter().step_by(mine.1) {
        for theirs in sets(theirs.0 - mine, 1..=4).into_iter().step_by(theirs.1) {
            for own in owns.clone() {
                for other in others.clone() {
                    see(&MidTurn { mine, theirs, roll: Roll { own, other }, walks });
                }
            }
        }
    }
}

/// Of all 7,516,800 boards and dice.
#[test]
fn a_single_stone_never_locks_the_opponent_in() {
    let mut seen = 0;
    let single = BOARD.iter().map(Field::set).collect();
    look((single, 1), (BOARD, 7), [1..=1, 1..=9], |turn| {
        seen += 1;
        assert!(turn.can_finish(), "{:?} {:?} {:?}", turn.mine, turn.theirs, turn.roll);
    });
    assert!(seen > 1_000_000, "{seen}");
}

/// On 2,304 of 3,930,057,873 boards, with an own die, all stones can only go into the water.
#[test]
fn several_stones_that_can_only_drown_are_never_locked_in() {
    let mut found = 0;
    let dry = BOARD - WATER.set();
    look((sets(dry, 2..=4), SOME.0), (dry, SOME.1), [1..=9, 0..=0], |turn| {
        let only_water = |from| turn.reach(from, turn.roll.own.into()) == WATER.set();
        if turn.mine.iter().all(only_water) {
            for other in 0..=9 {
                let turn = MidTurn { roll: Roll { other, ..turn.roll }, ..*turn };
                assert_eq!(turn.outlook(), Outlook::Wet, "{:?} {:?} {:?}", turn.mine, turn.theirs, turn.roll);
            }
            found += 1;
        }
    });
    assert!(found > 0);
}

/// Of 737,461,900 boards and rolls, with a stone drowning and the rescue field held, there are 103,925 where to forfeit
/// leads to no turn, or only to one that ends in the water. On 21 of them a pull leads into the water, too.
#[test]
fn all_pulls_are_alike_where_to_forfeit_is_not_dry() {
    let mut found = 0;
    let held = WATER.set() | RESCUE.set();
    let mine = sets(BOARD - held, 0..=2).into_iter().map(|rest| rest | held).collect();
    look((mine, SOME.2), (BOARD - held, SOME.3), [0..=9, 0..=9], |turn| {
        if turn.with_forfeit().outlook() < Outlook::Dry {
            let pulls = turn.reach(WATER, PULL).iter().map(|to| turn.with_own_moved(WATER, to).outlook());
            let pulls: Vec<_> = pulls.collect();
            let differ = pulls.contains(&Outlook::Wet) && pulls.contains(&Outlook::Dry);
            assert!(!differ, "{:?} {:?} {:?}: {pulls:?}", turn.mine, turn.theirs, turn.roll);
            found += 1;
        }
    });
    assert!(found > 0);
}
