//! The variant for old processors against the one for modern ones.
//!
//! Which one is used is a switch for the whole program, so this is a program of its own with a single test.

#![allow(clippy::panic, clippy::expect_used, reason = "a test says what failed and stops")]

mod common;

use amduat::perft::Plan;
use amduat::processor::use_baseline_only;
use amduat::search::{Limits, Request, Settings};
use amduat::{AnyPosition, GAMES};
use common::{data_lines, parse, random_games, starts};
use std::sync::atomic::AtomicBool;

/// All that is compiled twice: counts, random games, features as the estimate sees them, and searches.
#[derive(PartialEq, Debug)]
struct Look {
    counts: Vec<u128>,
    playouts: Vec<String>,
    estimates: Vec<[f64; 4]>,
    found: Vec<String>,
}

fn look(game: &str) -> Look {
    let tables = [data_lines(game, "perft.txt"), data_lines(game, "start.txt")].concat();
    let positions: Vec<AnyPosition> = tables.iter().map(|(text, _)| parse(game, text)).collect();
    let mut estimates = Vec::new();
    random_games(game, 1, 40, 100, |position, _| estimates.push(position.estimate()));
    Look {
        counts: positions
            .iter()
            .flat_map(|position| {
                (1..=3).map(|depth| position.perft(Plan::new(depth), &mut || false).expect("is not stopped"))
            })
            .collect(),
        playouts: starts(game)
            .iter()
            .map(|start| {
                let played = start.playouts(0..50, 7, 300, 1, &mut || false).expect("is not stopped");
                assert!(played.plies > 50, "{start}");
                format!("{played:?}")
            })
            .collect(),
        estimates,
        found: starts(game).iter().map(found).collect(),
    }
}

/// What a short search finds, without the time it takes.
fn found(position: &AnyPosition) -> String {
    let settings = Settings { seed: 1, memory: Some(1 << 20), ..Settings::default() };
    let limits = Limits { nodes: Some(300), ..Limits::default() };
    let request = Request { limits, lines: 3, played: &[], stop: &AtomicBool::new(false) };
    let mut searcher = position.searcher(&settings).expect("valid settings");
    let report = searcher.search(position, &request, &mut || false, &mut |_| ()).expect("is running");
    format!("{:?} {:?} {:?}", report.action, report.values, report.pv)
}

#[test]
fn old_and_modern_processors_find_the_same() {
    for info in GAMES {
        use_baseline_only(false);
        let modern = look(info.name);
        use_baseline_only(true);
        let old = look(info.name);
        assert!(modern.counts.len() > 300 && modern.estimates.len() > 1000, "{}", info.name);
        assert_eq!(old, modern, "{}", info.name);
        // Both are right, and not only the same: the counts are those of the table.
        for (text, counts) in data_lines(info.name, "start.txt") {
            for (depth, expected) in (1..6).zip(counts.split(' ')) {
                let count = parse(info.name, &text).perft(Plan::new(depth), &mut || false);
                assert_eq!(count.map(|count| count.to_string()), Ok(expected.to_string()), "{text}");
            }
        }
    }
}
