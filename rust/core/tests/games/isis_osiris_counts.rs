//! ISIS & OSIRIS: the counts that are calculated are those of playing every line.

#![allow(clippy::panic, clippy::expect_used, reason = "a test says what failed and stops")]

use crate::common::{Random, actions};
use amduat::games::isis_osiris::{Hand, Position, Reserve, Tile};
use amduat::perft::Plan;
use amduat::perft::{MAX_DEPTH, divide, perft};
use amduat::{AnyPosition, Error, Game, Player};
use std::collections::HashMap;

fn starts() -> Vec<Position> {
    let position = |start| match start {
        AnyPosition::IsisOsiris(position) => position,
        _ => panic!("{start} is no position of ISIS & OSIRIS"),
    };
    crate::common::starts("isis-osiris").into_iter().map(position).collect()
}

/// Random games from every start; some draw often, so that tiles run out before pawns. In some only
/// the first player places pawns as long as possible, who then has to pass when the pile is empty.
fn random_positions(games: usize) -> Vec<Position> {
    let mut random = Random::new(36);
    let mut positions = Vec::new();
    for start in starts() {
        for game in 0..games {
            let mut position = start;
            while let Some(&last) = actions(&position).last() {
                positions.push(position);
                let legal = actions(&position);
                let draws = match game % 5 {
                    4 => position.side().index() > 0,
                    often => random.below(4) < often,
                };
                let draws = draws && last.to_string() == "draw";
                position = position.play(if draws { last } else { legal[random.below(legal.len())] });
            }
            positions.push(position);
        }
    }
    positions
}

fn count(position: &Position, depth: u32) -> Result<u128, Error> {
    perft(position, Plan::new(depth), &mut || false)
}

/// Plays every line.
fn played(position: &Position, depth: u32) -> u128 {
    match depth {
        0 => 1,
        1 => actions(position).len() as u128,
        _ => actions(position).into_iter().map(|action| played(&position.play(action), depth - 1)).sum(),
    }
}

/// What the number of lines can depend on at most, and the depth.
type Summary = (u32, Vec<u8>, Reserve, Vec<u8>, Player, Hand, u32);

fn summary(position: &Position, depth: u32) -> Summary {
    (
        position.board().empty().len(),
        (0..position.players()).map(|player| position.pawns_left(Player::new(player))).collect(),
        position.reserve(),
        Tile::all().map(|tile| position.unseen(tile)).collect(),
        position.side(),
        position.hand(),
        depth,
    )
}

/// Plays every line, but positions with the same summary only once. `None` beyond 128 bits.
fn played_once(position: &Position, depth: u32, known: &mut HashMap<Summary, Option<u128>>) -> Option<u128> {
    if depth == 0 {
        return Some(1);
    }
    let summary = summary(position, depth);
    if let Some(&lines) = known.get(&summary) {
        return lines;
    }
    let lines = actions(position)
        .into_iter()
        .try_fold(0u128, |sum, action| sum.checked_add(played_once(&position.play(action), depth - 1, known)?));
    known.insert(summary, lines);
    lines
}

#[test]
fn short_lines_are_counted_as_they_are_played() {
    for position in starts() {
        for depth in 0..=3 {
            assert_eq!(count(&position, depth), Ok(played(&position, depth)), "{position}, {depth}");
        }
    }
    for position in random_positions(5).into_iter().step_by(3) {
        for depth in 0..=2 {
            assert_eq!(count(&position, depth), Ok(played(&position, depth)), "{position}, {depth}");
        }
    }
}

#[test]
fn lines_to_the_end_are_counted_as_they_are_played() {
    let mut passes = 0;
    for position in random_positions(20) {
        if position.board().empty().len() <= 3 {
            for depth in 0..=12 {
                assert_eq!(count(&position, depth), Ok(played(&position, depth)), "{position}, {depth}");
            }
            passes += usize::from(position.is_legal("pass".parse().expect("is an action")));
        }
    }
    assert!(passes > 10, "only {passes} of the positions pass");
}

#[test]
fn long_lines_are_counted_as_they_are_played() {
    let mut known = HashMap::new();
    for position in random_positions(5).into_iter().step_by(7) {
        if position.board().empty().len() <= 9 {
            for depth in [4, 9, 14, 15, 16, 25, 27] {
                let lines = played_once(&position, depth, &mut known);
                assert_eq!(count(&position, depth).ok(), lines, "{position}, {depth}");
            }
            known.clear();
        }
    }
    for position in starts() {
        for depth in 4..=7 {
            let lines = played_once(&position, depth, &mut known);
            assert_eq!(count(&position, depth).ok(), lines, "{position}, {depth}");
        }
        known.clear();
    }
}

#[test]
fn counts_beyond_128_bits_are_an_error() {
    for start in starts() {
        assert_eq!(count(&start, 40), Err(Error::Overflow), "{start}");
        // Nobody can go on for so long.
        assert_eq!(count(&start, MAX_DEPTH), Ok(0), "{start}");
    }
}

#[test]
fn divided_counts_add_up() {
    for position in starts().into_iter().chain(random_positions(2).into_iter().step_by(5)) {
        for (depth, threads) in [(1, 1), (2, 3), (8, 1), (21, 2)] {
            let divided =
                divide(&position, Plan { threads, ..Plan::new(depth) }, &mut || false).expect("fits into 128 bits");
            let first: Vec<_> = divided.iter().map(|(action, _)| *action).collect();
            assert_eq!(first, actions(&position));
            assert_eq!(Ok(divided.iter().map(|(_, lines)| lines).sum()), count(&position, depth), "{position}");
        }
    }
}
