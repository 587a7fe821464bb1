//! URÄUS: what is counted together is what playing every line gives.

#![allow(clippy::panic, clippy::unwrap_used, reason = "a test says what failed and stops")]

use crate::common::{Random, actions as plies, random_games};
use amduat::games::uraeus::Position;
use amduat::perft::Plan;
use amduat::{AnyPosition, Count, Game, Turn};
use std::collections::HashMap;

/// Positions of random games with all numbers of players.
fn played(count: usize) -> Vec<Position> {
    let mut positions = Vec::new();
    random_games("uraeus", 0x7572_6165_7573, count / 500, 1000, |position, _| {
        let AnyPosition::Uraeus(position) = position else { panic!("{position} is no position of URÄUS") };
        positions.push(*position);
    });
    assert!(positions.len() >= count, "{} instead of {count}", positions.len());
    positions.truncate(count);
    positions
}

/// Stones thrown on a stretch of the back, many of them doubled, often at one of its ends.
fn thrown(count: usize) -> Vec<Position> {
    let mut dice = Random::new(0x7374_6f6e_6573);
    let mut positions = Vec::new();
    while positions.len() < count {
        let players = 2 + dice.below(3);
        // Six fields hold the twelve stones of four players.
        let length = 6 + dice.below(10);
        let first = [1, 1 + dice.below(62 - length), 63 - length][dice.below(3)];
        let mut heights = [0; 64];
        let all: Vec<_> = (0..players).map(|_| throw(&mut dice, first, length, &mut heights).join(",")).collect();
        let roll = ["-", "1", "2", "3", "4", "5", "6"][dice.below(7)];
        let end = ["all", "first"][dice.below(2)];
        let text = format!("{} {} {roll} - {end}", all.join("/"), 1 + dice.below(players));
        // A player whose stones are all finished is not meant here.
        positions.extend(text.parse::<Position>());
    }
    positions
}

/// The stones of one player in the order of the notation.
fn throw(dice: &mut Random, first: usize, length: usize, heights: &mut [usize; 64]) -> [String; 3] {
    let mut stones = [0; 3].map(|_| match dice.below(8) {
        0 => (0, 0, "f".to_string()),
        1 => (0, 1, "r".to_string()),
        _ => {
            let mut field = first + dice.below(length);
            while heights[field] == 2 {
                field = first + (field - first + 1) % length;
            }
            heights[field] += 1;
            let top = if heights[field] == 2 { "^" } else { "" };
            (field, heights[field], format!("{top}{field}{}", ["+", "-"][dice.below(2)]))
        }
    });
    stones.sort();
    stones.map(|(_, _, text)| text)
}

fn positions() -> Vec<Position> {
    played(20_000).into_iter().chain(thrown(20_000)).collect()
}

/// The positions after two plies, each with the number of lines that lead there.
fn after_two(position: &Position) -> HashMap<Position, u64> {
    let mut after = HashMap::new();
    for first in plies(position) {
        let next = position.play(first);
        for second in plies(&next) {
            *after.entry(next.play(second)).or_default() += 1;
        }
    }
    after
}

#[test]
fn the_number_of_actions_is_that_of_the_actions() {
    for position in positions() {
        assert_eq!(position.count_actions(), plies(&position).len() as u64, "{position}");
    }
}

#[test]
fn pairs_are_counted_as_they_are_played() {
    for position in positions() {
        let played: usize = plies(&position).into_iter().map(|ply| plies(&position.play(ply)).len()).sum();
        assert_eq!(position.count_pairs(), played as u64, "{position}");
    }
}

#[test]
fn merged_pairs_are_all_pairs() {
    let mut merged_any = 0;
    for position in positions() {
        let (mut merged, mut visits) = (HashMap::new(), 0);
        let is_merged = position.each_merged_pair(|next, lines| {
            visits += 1;
            *merged.entry(next).or_default() += lines;
        });
        assert_eq!(is_merged, position.turn() == Turn::Chance, "{position}");
        if is_merged {
            assert_eq!(merged, after_two(&position), "{position}");
            // Nothing is visited in vain.
            assert!(visits <= merged.values().sum::<u64>(), "{position}");
            merged_any += usize::from(visits < merged.values().sum());
        }
    }
    assert!(merged_any > 1000, "{merged_any}");
}

#[test]
fn deep_counts_are_those_of_every_line() {
    fn lines(position: &Position, depth: u32) -> u128 {
        match depth {
            0 => 1,
            _ => plies(position).into_iter().map(|ply| lines(&position.play(ply), depth - 1)).sum(),
        }
    }
    for position in played(3000).into_iter().chain(thrown(3000)).step_by(40) {
        for depth in 0..=6 {
            let counted = amduat::perft::perft(&position, Plan::new(depth), &mut || false);
            assert_eq!(counted, Ok(lines(&position, depth)), "{position}, {depth}");
        }
    }
}
