//! Checks of a solution against what it was not computed with.

use super::colours::OWN_COLOURINGS;
use super::file::placement;
use super::index::{self, COLOURINGS, HALF, OWN_STONES, PLACEMENTS, SHAPES, colouring, mirror, places, shape};
use super::moves::{group_of, rest_of};
use super::plain_search;
use super::retrograde::ScoreTable;
use super::solution::Solution;
use super::value::{Score, Value};
use crate::memory::reserved;
use amduat::Error;
use amduat::Field;
use amduat::games::ramses::board::{self, GRAPH, HIEROGLYPHS};
use amduat::games::ramses::{Part, Side};
use amduat::run::{Workers, mix};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// How many shapes, or positions, a thread takes at a time.
const PORTION: usize = 64;

/// How many random positions are looked up in the file, and how many short wins and losses of each
/// kind are searched.
const RANDOM_POSITIONS: usize = 1_000_000;
const SEARCHED: u64 = 300;

/// The result of one check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Check {
    /// What was checked, in a few words.
    pub name: &'static str,
    /// How many times.
    pub checked: u64,
    /// How many times it did not hold; 0 if all is well.
    pub wrong: u64,
}

/// Counts what is checked on several threads.
#[derive(Default)]
struct Tally {
    checked: AtomicU64,
    wrong: AtomicU64,
}

impl Tally {
    fn add(&self, checked: u64, wrong: u64) {
        self.checked.fetch_add(checked, Ordering::Relaxed);
        if wrong > 0 {
            self.wrong.fetch_add(wrong, Ordering::Relaxed);
        }
    }

    fn done(self, name: &'static str) -> Check {
        Check { name, checked: self.checked.into_inner(), wrong: self.wrong.into_inner() }
    }
}

/// The work of all checks, in units of the workers.
pub(super) const WORK: usize = 5 * SHAPES;

/// Checks the table and the file, in every way there is.
///
/// # Errors
/// Too little memory, or the watch said to stop.
pub(super) fn verify(
    table: &ScoreTable,
    solution: &Solution,
    lost: u64,
    workers: &mut Workers<'_>,
) -> Result<Vec<Check>, Error> {
    Ok(vec![
        walks(table, workers)?,
        successors(table, workers)?,
        mirrored(table, workers)?,
        file(table, solution, lost),
        look_ahead(table, solution, workers)?,
        searches(table, workers)?,
    ])
}

/// Every move of every stone is the one of the rules.
fn walks(table: &ScoreTable, workers: &mut Workers<'_>) -> Result<Check, Error> {
    workers.announce("verifying the walks", None);
    let tally = Tally::default();
    workers.run(SHAPES, PORTION, |shape| {
        let all = places(shape);
        let wrong = |place: &Field| {
            let staying = all - place.set();
            let found = table.moves.targets(rest_of(staying), place.index(), staying);
            found != GRAPH.reach(*place, board::steps(*place, all), all)
        };
        tally.add(8, all.iter().filter(wrong).count() as u64);
        1
    })?;
    Ok(tally.done("moves of a stone as in the rules"))
}

/// Every score follows from those of the placements a turn leads to. Scores are taken forwards, one
/// byte each, by plain maximum; no sets are involved.
fn successors(table: &ScoreTable, workers: &mut Workers<'_>) -> Result<Check, Error> {
    workers.announce("verifying the successors", None);
    let halfway = reserved(PLACEMENTS, || AtomicU8::new(0))?;
    workers.run(SHAPES, PORTION, |shape| {
        let three = table.three.own(group_of(shape));
        let best = best_of(table, Part::Other, shape, |next| table.score(next).for_opponent());
        for (colouring, score) in best.into_iter().enumerate() {
            let score = if three.contains(colouring) { Score::win(1) } else { score };
            halfway[shape * COLOURINGS + colouring].store(score.0, Ordering::Relaxed);
        }
        1
    })?;
    let tally = Tally::default();
    workers.run(SHAPES, PORTION, |shape| {
        let own = table.three.own(group_of(shape));
        let best = best_of(table, Part::Own, shape, |next| Score(halfway[next].load(Ordering::Relaxed)));
        let wrong = |&(colouring, score): &(usize, Score)| {
            let score = match (own.contains(colouring), own.swapped().contains(colouring)) {
                (true, _) => Score::win(0),
                (_, true) => Score::loss(0),
                _ => score.max(Score::loss(0)),
            };
            score != table.score(shape * COLOURINGS + colouring)
        };
        tally.add(COLOURINGS as u64, best.into_iter().enumerate().filter(wrong).count() as u64);
        1
    })?;
    Ok(tally.done("values that follow from those after each turn"))
}

/// For each colouring of a shape, the best score that a move of this part leads to.
fn best_of(table: &ScoreTable, part: Part, shape_before: usize, score: impl Fn(usize) -> Score) -> [Score; COLOURINGS] {
    let mut best = [Score::NONE; COLOURINGS];
    let all = places(shape_before);
    for (nth, place) in all.iter().enumerate() {
        if part == Part::Other && HIEROGLYPHS.contains(place) {
            continue;
        }
        let staying = all - place.set();
        for to in table.moves.targets(rest_of(staying), place.index(), staying) {
            let after = staying | to.set();
            let first = shape(after) * COLOURINGS;
            let above = (after.0 & (to.set().0 - 1)).count_ones() as usize;
            for (&from, &to) in OWN_COLOURINGS[nth].iter().zip(&OWN_COLOURINGS[above]) {
                let from = from as usize;
                let from = if part == Part::Own { from } else { (from + HALF) % COLOURINGS };
                best[from] = best[from].max(score(first + to as usize));
            }
        }
    }
    best
}

/// Mirror images have the same score.
fn mirrored(table: &ScoreTable, workers: &mut Workers<'_>) -> Result<Check, Error> {
    workers.announce("verifying the symmetry", None);
    let tally = Tally::default();
    workers.run(SHAPES, PORTION, |number| {
        let all = places(number);
        let image = mirror(all);
        let first = shape(image) * COLOURINGS;
        // Where each stone is found among those of the image.
        let order: Vec<_> = all.iter().map(|place| (image.0 & (mirror(place.set()).0 - 1)).count_ones()).collect();
        let wrong = (0..COLOURINGS).filter(|&c| {
            let own = order.iter().enumerate().map(|(nth, to)| (OWN_STONES[c] >> nth & 1) << to).sum();
            table.score(number * COLOURINGS + c) != table.score(first + colouring(own))
        });
        tally.add(COLOURINGS as u64, wrong.count() as u64);
        1
    })?;
    Ok(tally.done("mirror images with the same value"))
}

/// The file has exactly the lost placements of the table, and their distances.
fn file(table: &ScoreTable, solution: &Solution, lost: u64) -> Check {
    let (mut found, mut wrong) = (0, 0);
    for (key, distance) in solution.file().iter() {
        let (own, other) = placement(key);
        let numbers = BTreeSet::from([index::index(own, other), index::index(mirror(own), mirror(other))]);
        found += numbers.len() as u64;
        wrong += numbers.iter().filter(|&&number| table.score(number) != Score::loss(distance)).count() as u64;
    }
    Check { name: "lost positions in the file", checked: found, wrong: wrong + found.abs_diff(lost) }
}

/// The value of random positions as the file gives it is that of the table.
fn look_ahead(table: &ScoreTable, solution: &Solution, workers: &mut Workers<'_>) -> Result<Check, Error> {
    workers.announce("verifying the file", None);
    let tally = Tally::default();
    workers.run(RANDOM_POSITIONS, PORTION, |nth| {
        let number = mix(0, nth as u64) as usize % PLACEMENTS;
        let found = solution.value(&index::position(number, Side::Light));
        tally.add(1, u64::from(found != table.score(number).value()));
        // The look-ahead counts as much as one pass over all shapes.
        usize::from(nth < SHAPES)
    })?;
    Ok(tally.done("random positions looked up in the file"))
}

/// Short wins and losses are found by a search that knows only the rules.
fn searches(table: &ScoreTable, workers: &mut Workers<'_>) -> Result<Check, Error> {
    workers.announce("verifying short wins and losses", None);
    let tally = Tally::default();
    let kinds = [Value::Loss(0), Value::Loss(1), Value::Loss(2), Value::Win(1), Value::Win(2), Value::Win(3)];
    let found: [AtomicU64; 6] = Default::default();
    workers.run(PLACEMENTS / 16, PORTION, |nth| {
        let number = mix(1, nth as u64) as usize % PLACEMENTS;
        let value = table.score(number).value();
        if let Some(kind) = kinds.iter().position(|&kind| kind == value) {
            let over = !table.three.neither(group_of(number / COLOURINGS)).contains(number % COLOURINGS);
            if !over && found[kind].fetch_add(1, Ordering::Relaxed) < SEARCHED {
                tally.add(1, u64::from(!plain_search::confirms(&index::position(number, Side::Light), value)));
            }
        }
        0
    })?;
    Ok(tally.done("short wins and losses found by search"))
}
