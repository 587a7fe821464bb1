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
