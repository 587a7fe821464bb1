//! ISIS: counting and sampling actions against visiting them all, and which stone the ban covers.

#![allow(clippy::panic, reason = "a test says what failed and stops")]

use crate::common::{Random, actions, any_actions, check, play, random_games};
use amduat::games::isis::{Action, Position};
use amduat::{AnyPosition, Field, Game};

#[test]
fn counting_is_visiting_in_random_games() {
    let mut over = 0;
    random_games("isis", 0x1515_1515, 60, 60, |position, _| {
        let AnyPosition::Isis(position) = position else { panic!("{position} is no position of ISIS") };
        check(position);
        over += usize::from(actions(position).is_empty());
    });
    assert!(over > 0, "some games come to their end");
}

/// Crowded positions that no game may lead to, with stones that are trapped already, with blocked
/// players, with personal stones anywhere.
#[test]
fn counting_is_visiting_anywhere() {
    let mut random = Random::new(0x0051_1515);
    let (mut counted, mut falling, mut passing) = (0, 0, 0);
    while counted < 20_000 {
        let players = 2 + random.below(3);
        let (first, fields) = [(1, 50), (1, 16), (23, 28), (35, 16)][random.below(4)];
        let mut neutrals: Vec<_> = (0..random.below(8)).map(|_| first + random.below(fields)).collect();
        neutrals.sort_unstable();
        neutrals.dedup();
        let list = |items: &[String]| if items.is_empty() { "-".to_string() } else { items.join(",") };
        let personals: Vec<_> = (0..players)
            .map(|_| match random.below(6) {
                0 | 1 => "-".to_string(),
                2 => "0".to_string(),
                3 => format!("x{}", 1 + random.below(2)),
                _ => (first + random.below(fields)).to_string(),
            })
            .collect();
        let ban = match random.below(3) {
            0 => "-".to_string(),
            1 => "0".to_string(),
            _ => neutrals.first().map_or("-".to_string(), ToString::to_string),
        };
        let neutrals: Vec<_> = neutrals.iter().map(ToString::to_string).collect();
        let (side, end) = (1 + random.below(players), random.pick(&["first", "all"]));
        let text = format!("{} {} {side} {ban} {end}", list(&neutrals), personals.join(","));
        let Ok(position) = text.parse::<Position>() else { continue };
        check(&position);
        counted += 1;
        let legal = actions(&position);
        passing += usize::from(legal.iter().any(|action| action.to_string() == "pass"));
        let in_play = |position: &Position| position.neutrals().len();
        falling += legal.iter().filter(|&&action| in_play(&position.play(action)) + 1 < in_play(&position)).count();
    }
    assert!(falling > 1000 && passing > 100, "{falling} {passing}");
}

/// ISIS-R2: only a neutral stone that was moved is banned. It is never trapped, for it can walk back the
/// way it came.
#[test]
fn the_ban_covers_the_neutral_stone_that_was_moved() {
    let (mut banned, mut free) = (0, 0);
    random_games("isis", 2, 60, 100, |position, _| {
        for action in any_actions(position) {
            let (word, next) = (action.to_string(), play(position, action).to_string());
            let to = word.split_once('-').filter(|_| !word.starts_with('P')).map_or("-", |(_, to)| to);
            assert_eq!(next.split(' ').nth(3), Some(to), "{word} in {position}");
            *(if to == "-" { &mut free } else { &mut banned }) += 1;
        }
    });
    assert!(banned > 1000 && free > 1000, "{banned} {free}");
}

/// No text names such a flip, but a program can.
#[test]
fn a_flip_on_earth_is_refused_for_that() {
    let position: Position = "13,39,48 -,- 1 39 first".parse().unwrap();
    let reason = position.refusal(Action::Flip(Field::wrapping(13)));
    let expected = "only stones in the heavenly fields are flipped, and 13 is none of them";
    assert_eq!(reason.as_deref(), Some(expected));
}
