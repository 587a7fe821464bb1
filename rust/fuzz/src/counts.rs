//! Any depth, number of threads and memory of a count, from any position.
//!
//! A count is exact or an error, and ends soon after its caller asks it to. Counts of few plies are the same however
//! they are made: directly, by actions, merged, by different positions, and by a frontier.

use crate::Source;
use crate::promises::{explains, patience};
use amduat::perft::{MAX_DEPTH, MEMORY, Plan};
use amduat::{AnyPosition, Error};

/// Lines are compared where there are at most so many of one ply less.
const MANY: u128 = 150;

/// See [the module](self).
pub fn run(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let position = source.position();
    if source.byte().is_multiple_of(4) {
        any_numbers(&position, &mut source);
    } else {
        same_counts(&position, source.byte() % 4);
    }
}

fn any_numbers(position: &AnyPosition, source: &mut Source<'_>) {
    let depth = source.number() as u32;
    // Threads take long to start; what is out of range is refused before.
    let threads = match source.number() as usize {
        many @ 3..=1024 => 1 + usize::from(many % 64 == 0),
        other => other,
    };
    let (memory, questions) = (source.number() as usize, u32::from(source.byte() % 4));
    let plan = Plan { depth, threads };
    let allowed = threads > 0 && threads <= 1024 && depth <= MAX_DEPTH;
    let poll = &mut patience(questions);
    match source.byte() % 5 {
        0 => known(position.perft(plan, poll), allowed),
        1 => known(position.divide(plan, poll), allowed),
        2 => known(position.perft_merged(plan, memory, poll), allowed),
        3 => known(position.distinct(plan, memory.min(1 + *MEMORY.end()), poll), allowed),
        _ => known(position.frontier(depth, &mut patience(2 + questions)), true),
    }
}

/// What is out of range is refused; all else is counted, or given up for a reason.
fn known<T: std::fmt::Debug>(result: Result<T, Error>, allowed: bool) {
    assert!(allowed || result.is_err(), "{result:?}");
    match result {
        Ok(_) | Err(Error::Overflow | Error::Stopped) => {}
        Err(error) => explains(&error),
    }
}

fn same_counts(position: &AnyPosition, depth: u8) {
    let (plan, never) = (Plan::new(depth.into()), &mut || false);
    for before in 0..plan.depth {
        if position.perft(Plan::new(before), never).is_ok_and(|lines| lines > MANY) {
            return;
        }
    }
    let lines = position.perft(plan, never).expect("a small count is made");
    assert_eq!(position.perft_merged(plan, 1, never), Ok(lines), "merged: {position}, {depth}");
    let distinct = position.distinct(plan, 1, never).expect("a small count finds room");
    assert_eq!(distinct.last().map(|ply| ply.lines), Some(lines), "distinct: {position}, {depth}");
    let frontier = position.frontier(plan.depth, never).expect("a small count finds room");
    assert_eq!(frontier.iter().map(|(_, times)| times).sum::<u128>(), lines, "frontier: {position}, {depth}");
    assert_eq!(distinct.last().map(|ply| ply.positions), Some(frontier.len() as u128), "{position}, {depth}");
    if depth > 0 {
        let (directly, merged) = (position.divide(plan, never), position.divide_merged(plan, 1, never));
        assert_eq!(directly, merged, "{position}, {depth}");
        let divided: u128 = directly.iter().flatten().map(|(_, lines)| lines).sum();
        assert_eq!(divided, lines, "divided: {position}, {depth}");
    }
}
