//! The perft tables in `tests/data/<game>/perft.txt`, counted again by the engine.

#![allow(clippy::panic, reason = "a test says what failed and stops")]

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
                let count = position.perft(depth, 1, &mut || false).expect("is not stopped");
                if count.to_string() != expected {
                    let divided = position.divide(depth, 1, &mut || false).expect("is not stopped");
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
            let alone = start.perft(depth, 1, &mut || false);
            for threads in [2, 3, 8] {
                assert_eq!(start.perft(depth, threads, &mut || false), alone, "{} perft {depth}", info.name);
            }
        }
        let divided = start.divide(4, 2, &mut || false).expect("is not stopped");
        let sum: u128 = divided.iter().map(|(_, count)| count).sum();
        assert_eq!(Ok(sum), start.perft(4, 1, &mut || false));
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
            assert_eq!(start.perft(200, threads, &mut poll), Err(amduat::Error::Stopped));
        }
    }
}
