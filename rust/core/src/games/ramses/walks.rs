//! The search for walks on this board in particular, many walks at a time.
//!
//! The rows lie above each other, so one step of many walks is a few shifts; that makes the last two steps of all
//! walks at once. And the places of a long field entered from its end are all entered together.

#![allow(clippy::inline_always, reason = "what is inlined is compiled for the processor of its caller")]

use super::board::{GRAPH, LONG_FIELDS, around};
use crate::field::FieldSet;

/// Where walks of `steps` steps (not 0) end whose first step leads to one of `next`.
pub(super) fn ends(mut next: FieldSet, steps: u32, free: FieldSet) -> FieldSet {
    match steps {
        1 => return next,
        2 => return around(next) & free,
        3 => return ends_of_three(next, free),
        _ => {}
    }
    let mut found = FieldSet::EMPTY;
    while let Some((_, onward, free)) = take_step(&mut next, free) {
        found |= if steps == 4 { ends_of_three(onward, free) } else { ends(onward, steps - 1, free) };
    }
    found
}

/// As [`ends`], for three steps.
#[inline(always)]
fn ends_of_three(mut next: FieldSet, free: FieldSet) -> FieldSet {
    let mut found = FieldSet::EMPTY;
    while let Some((_, onward, free)) = take_step(&mut next, free) {
        found |= around(onward) & free;
    }
    found
}

/// Whether there is any walk of `steps` steps (not 0) whose first step leads to one of `next`.
pub(super) fn exists(mut next: FieldSet, steps: u32, free: FieldSet) -> bool {
    match steps {
        1 => return !next.is_empty(),
        2 => return around(next).meets(free),
        _ => {}
    }
    while let Some((_, onward, free)) = take_step(&mut next, free) {
        if if steps == 3 { around(onward).meets(free) } else { exists(onward, steps - 1, free) } {
            return true;
        }
    }
    false
}

/// The places that all walks of `steps` steps (not 0) whose first step leads to one of `next` have in common,
/// of those `in_question`. Without any walk, all of these.
pub(super) fn shared(mut next: FieldSet, steps: u32, free: FieldSet, mut in_question: FieldSet) -> FieldSet {
    match steps {
        1 => return last(next, in_question),
        2 => return last_two(next, free, in_question),
        _ => {}
    }
    while let Some((field, onward, free)) = take_step(&mut next, free) {
        let beyond = in_question - field;
        let beyond = if steps == 3 { last_two(onward, free, beyond) } else { shared(onward, steps - 1, free, beyond) };
        in_question = in_question & field | beyond;
        if in_question.is_empty() {
            break;
        }
    }
    in_question
}

/// As [`shared`], for two steps.
#[inline(always)]
fn last_two(mut next: FieldSet, free: FieldSet, mut in_question: FieldSet) -> FieldSet {
    let ends = around(next) & free;
    if ends.is_empty() {
        return in_question;
    }
    if !in_question.meets(next | ends | LONG_FIELDS[0] | LONG_FIELDS[1]) {
        return FieldSet::EMPTY;
    }
    while let Some((field, onward, _)) = take_step(&mut next, free) {
        in_question = in_question & field | last(onward, in_question - field);
    }
    in_question
}

/// As [`shared`], for one step.
#[inline(always)]
fn last(next: FieldSet, in_question: FieldSet) -> FieldSet {
    match next.lowest() {
        None => in_question,
        Some(only) if (next - GRAPH.whole(only)).is_empty() => in_question & GRAPH.whole(only),
        Some(_) => FieldSet::EMPTY,
    }
}

/// Takes the lowest field out of `next` and steps on it: its places, where the walk can go on to, and what
/// is free then.
#[inline(always)]
fn take_step(next: &mut FieldSet, free: FieldSet) -> Option<(FieldSet, FieldSet, FieldSet)> {
    let step = next.lowest()?;
    let whole = GRAPH.whole(step);
    let (entered, free) = (*next & whole, free - whole);
    *next -= whole;
    let onward = if entered == step.set() { GRAPH.neighbours(step) } else { around(entered) };
    Some((whole, onward & free, free))
}
