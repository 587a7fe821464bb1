//! The perft tables in `tests/data/<game>/perft.txt`, counted again by the engine.

#![allow(clippy::panic, reason = "a test says what failed and stops")]

use amduat::perft::Plan;
use amduat::{AnyPosition, GAMES};
use std::path::PathBuf;

fn table(game: &str) -> String {
    let data = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/data");
    let file = data.join(game).join("perft.txt");
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

#[test]
fn every_game_counts_as_its_table_says() {
    for info in GAMES {
        let table = table(info.name);
        let mut positions = 0;
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let (text, counts) = line.split_once(" | ").unwrap_or_else(|| panic!("{}: {line}", info.name));
            let position = AnyPosition::parse(info.name, text).unwrap_or_else(|error| panic!("{error}"));
            for (depth, expected) in (1..).zip(counts.split(' ')) {
                let count = position.perft(Plan::new(depth), &mut || false).expect("is not stopped");
                if count.to_string() != expected {
                    let divided = position.divide(Plan::new(depth), &mut || false).expect("is not stopped");
                    for (action, count) in divided {
                        println!("{action:>10} {count:>12}");
                    }
                    panic!("{} perft {depth} of {text}: counted {count}, expected {expected}", info.name);
                }
            }
            positions += 1;
        }
        assert!(positions >= 100, "{} has only {positions} positions in its table", info.name);
    }
}

#[test]
fn threads_do_not_change_the_count() {
    for info in GAMES {
        let start = AnyPosition::start(info.name, []).expect("the defaults are valid");
        for depth in 0..5 {
            let alone = start.perft(Plan::new(depth), &mut || false);
            for threads in [2, 3, 8] {
                assert_eq!(
                    start.perft(Plan { threads, ..Plan::new(depth) }, &mut || false),
                    alone,
                    "{} perft {depth}",
                    info.name
                );
            }
        }
        let divided = start.divide(Plan { threads: 2, ..Plan::new(4) }, &mut || false).expect("is not stopped");
        let sum: u128 = divided.iter().map(|(_, count)| count).sum();
        assert_eq!(Ok(sum), start.perft(Plan::new(4), &mut || false));
    }
}

/// With a table so small that slots are fought over, and with one that holds everything.
#[test]
fn remembering_does_not_change_the_count() {
    for info in GAMES {
        let start = AnyPosition::start(info.name, []).expect("the defaults are valid");
        for depth in 0..=6 {
            let unaided = start.perft(Plan::new(depth), &mut || false);
            if unaided.as_ref().is_ok_and(|&lines| lines > 10_000_000) {
                break;
            }
            for (hash_mb, threads) in [(1, 1), (64, 1), (8, 3)] {
                let plan = Plan { depth, threads, hash_mb };
                assert_eq!(start.perft(plan, &mut || false), unaided, "{} {plan:?}", info.name);
            }
        }
        for line in table(info.name).lines().filter(|line| !line.starts_with('#')) {
            let (text, counts) = line.split_once(" | ").unwrap_or_default();
            let position = AnyPosition::parse(info.name, text).unwrap_or_else(|error| panic!("{error}"));
            for (depth, expected) in (1..).zip(counts.split(' ')) {
                let plan = Plan { hash_mb: 1, ..Plan::new(depth) };
                let count = position.perft(plan, &mut || false).expect("is not stopped");
                assert_eq!(count.to_string(), expected, "{} perft {depth} of {text}", info.name);
            }
        }
    }
}

#[test]
fn a_count_can_be_stopped() {
    // ISIS & OSIRIS is counted without walking the tree, which takes no time worth stopping.
    for info in GAMES.iter().filter(|info| info.name != "isis-osiris") {
        let start = AnyPosition::start(info.name, []).expect("the defaults are valid");
        for threads in [1, 2] {
            let mut asked = 0;
            let mut poll = || {
                asked += 1;
                asked > 2
            };
            assert_eq!(start.perft(Plan { threads, ..Plan::new(200) }, &mut poll), Err(amduat::Error::Stopped));
        }
    }
}
