//! The counts in `tests/data/<game>/perft.txt` and `start.txt`, counted again by the engine, in all ways in
//! which it can count.

#![allow(clippy::panic, clippy::expect_used, reason = "a test says what failed and stops")]

use crate::common::{data_lines, parse};
use amduat::perft::Plan;
use amduat::{AnyPosition, Error, GAMES};

fn count(position: &AnyPosition, plan: Plan) -> u128 {
    position.perft(plan, &mut || false).expect("is not stopped")
}

/// Counts the lines of a table; one that is wrong is shown with its parts.
fn check_table(game: &str, name: &str, least: usize) {
    let table = data_lines(game, name);
    assert!(table.len() >= least, "{game}/{name} has only {} positions", table.len());
    for (text, counts) in table {
        let position = parse(game, &text);
        for (depth, expected) in (1..).zip(counts.split(' ')) {
            let count = count(&position, Plan::new(depth));
            if count.to_string() != expected {
                let divided = position.divide(Plan::new(depth), &mut || false).expect("is not stopped");
                for (action, count) in divided {
                    println!("{action:>10} {count:>12}");
                }
                panic!("{game} perft {depth} of {text}: counted {count}, expected {expected}");
            }
        }
    }
}

#[test]
fn every_game_counts_as_its_tables_say() {
    for info in GAMES {
        check_table(info.name, "perft.txt", 100);
        check_table(info.name, "start.txt", 1);
    }
}

/// Up to depth 4 all is counted by one thread, so the work is shared only in deeper trees.
#[test]
fn threads_do_not_change_the_count() {
    for info in GAMES {
        let start = AnyPosition::start(info.name, []).expect("the defaults are valid");
        for depth in [0, 1, 4, 5, 6] {
            let alone = count(&start, Plan::new(depth));
            for threads in [2, 3, 8] {
                let plan = Plan { threads, ..Plan::new(depth) };
                assert_eq!(count(&start, plan), alone, "{} {plan:?}", info.name);
            }
        }
        for (depth, threads) in [(1, 2), (5, 3), (6, 2)] {
            let plan = Plan { threads, ..Plan::new(depth) };
            let divided = start.divide(plan, &mut || false).expect("is not stopped");
            for (action, lines) in &divided {
                let next = start.play(*action).expect("is legal");
                assert_eq!(*lines, count(&next, Plan::new(depth - 1)), "{} {action}", info.name);
            }
            assert_eq!(divided.iter().map(|(_, lines)| lines).sum::<u128>(), count(&start, Plan::new(depth)));
        }
    }
}

/// With a table so small that slots are fought over, and with one that holds everything. Each thread has its share
/// of the memory, in whole MiB.
#[test]
fn remembering_does_not_change_the_count() {
    for info in GAMES {
        let start = AnyPosition::start(info.name, []).expect("the defaults are valid");
        for depth in 0..=6 {
            let unaided = count(&start, Plan::new(depth));
            if unaided > 10_000_000 {
                break;
            }
            for (hash_mb, threads) in [(1, 1), (64, 1), (6, 3), (48, 3)] {
                let plan = Plan { depth, threads, hash_mb };
                assert_eq!(count(&start, plan), unaided, "{} {plan:?}", info.name);
            }
        }
        for (text, counts) in data_lines(info.name, "perft.txt") {
            let position = parse(info.name, &text);
            for (depth, expected) in (1..).zip(counts.split(' ')) {
                let plan = Plan { hash_mb: 1, ..Plan::new(depth) };
                assert_eq!(count(&position, plan).to_string(), expected, "{} perft {depth} of {text}", info.name);
            }
        }
    }
}

/// The caller is asked after so many inner nodes, so what is remembered shows in how often that is.
#[test]
fn what_is_remembered_is_not_counted_again() {
    // Games in which the same position comes along many lines.
    for (game, depth) in [("pharao", 7), ("uraeus", 11)] {
        let start = AnyPosition::start(game, []).expect("the defaults are valid");
        let asked = |hash_mb| {
            let mut asked = 0;
            let plan = Plan { hash_mb, ..Plan::new(depth) };
            let lines = start.perft(plan, &mut || {
                asked += 1;
                false
            });
            (lines, asked)
        };
        let (unaided, often) = asked(0);
        let (remembered, seldom) = asked(64);
        assert_eq!(remembered, unaided, "{game}");
        assert!(4 * seldom < 3 * often, "{game}: asked {often} times, with memory {seldom} times");
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
            assert_eq!(start.perft(Plan { threads, ..Plan::new(200) }, &mut poll), Err(Error::Stopped));
            assert!(asked > 2, "{}", info.name);
        }
    }
}
