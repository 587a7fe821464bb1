//! Long walks: where they lead, without listing them all.
//!
//! A walk is looked for to each field that may be an end ([`hunt`]), and bent to as many others as it can
//! ([`bends`]). What remains in doubt is decided by a [frontier](super::frontier) or, where that is too wide, by a
//! search to the end.
//!
//! Equals: [`search::ends`](super::search::ends), and the first of [`Walks`](super::Walks).
//! Proved by: `long_walks_lead_where_the_plain_search_says`.

mod bends;
mod bounds;
mod hunt;

use super::frontier::{FrontierCount, Halt};
use super::graph::Graph;
use super::question::WalkQuestion;
use super::search::{self, Stopped};
use crate::field::{Field, FieldSet};
use bounds::Bounded;
use hunt::{Effort, Hunt, Hunted};

/// How many steps the plain search may take before it is given up: short walks, and boards of few ways, need no more.
const PLAIN_STEPS: u32 = 400;

/// How many steps the search for one walk may take, time after time, before a frontier decides.
const EFFORTS: &[u64] = &[150, 150, 300, 600];

/// Where walks of `steps` steps (not 0) end.
pub(super) fn reach(
    graph: &Graph,
    start: Field,
    steps: u32,
    free: FieldSet,
    watch: &mut dyn FnMut() -> bool,
) -> Result<FieldSet, Stopped> {
    let mut left = PLAIN_STEPS;
    let found = search::watched(&mut *watch, |watch| {
        search::ends(graph, graph.neighbours(start) & free, steps, free, &mut || {
            left = left.saturating_sub(1);
            left == 0 || watch()
        })
    })?;
    if left > 0 { Ok(found) } else { reach_by_hunting(graph, start, steps, free, (found, EFFORTS), watch) }
}

/// As [`reach`], with some ends found already.
fn reach_by_hunting(
    graph: &Graph,
    start: Field,
    steps: u32,
    free: FieldSet,
    (mut found, efforts): (FieldSet, &[u64]),
    watch: &mut dyn FnMut() -> bool,
) -> Result<FieldSet, Stopped> {
    let board = Bounded::new(graph, start, free);
    let mut possible = board.possible(start, steps, free);
    for (seed, &tries) in (1..).zip(efforts) {
        for end in possible {
            if found.contains(end) {
                continue;
            }
            match Hunt::run(&board, (start, end), steps, free, Effort { tries, seed }, watch)? {
                Hunted::Walk(walk) => found |= bends::bend(&board, walk, free, possible - found, None).0,
                Hunted::Nothing => possible -= end.set(),
                Hunted::Doubt => {}
            }
        }
    }
    for end in possible - found {
        let leads_there = match frontier_tells(&board, (start, end), steps, free, watch)? {
            Some(exists) => exists,
            None => hunt_on(&board, (start, end), steps, free, watch)?.is_some(),
        };
        if leads_there {
            found |= end.set();
        }
    }
    Ok(found)
}

/// Whether any walk of so many steps leads from one field to the other, if a frontier can tell.
fn frontier_tells(
    board: &Bounded<'_>,
    (start, end): (Field, Field),
    steps: u32,
    free: FieldSet,
    watch: &mut dyn FnMut() -> bool,
) -> Result<Option<bool>, Stopped> {
    let question = WalkQuestion { graph: board.graph, start, end: Some(end), steps: Some(steps), free };
    match FrontierCount::new(&question).map(|frontier| frontier.exists(watch)) {
        Some(Ok(exists)) => Ok(Some(exists)),
        Some(Err(Halt::Stopped)) => Err(Stopped),
        Some(Err(Halt::TooWide | Halt::TooLarge)) | None => Ok(None),
    }
}

/// One walk of `steps` steps (not 0) from one field to the other.
pub(super) fn witness(
    graph: &Graph,
    (start, end): (Field, Field),
    steps: u32,
    free: FieldSet,
    watch: &mut dyn FnMut() -> bool,
) -> Result<Option<Vec<Field>>, Stopped> {
    witness_by_hunting(graph, (start, end), steps, free, EFFORTS, watch)
}

/// As [`witness`], with the efforts that are made before a frontier decides.
fn witness_by_hunting(
    graph: &Graph,
    (start, end): (Field, Field),
    steps: u32,
    free: FieldSet,
    efforts: &[u64],
    watch: &mut dyn FnMut() -> bool,
) -> Result<Option<Vec<Field>>, Stopped> {
    let board = Bounded::new(graph, start, free);
    let possible = board.possible(start, steps, free);
    if !possible.contains(end) {
        return Ok(None);
    }
    // A walk to any other field may be bent to this one.
    let mut others = possible - end.set();
    for (seed, &tries) in (1..).zip(efforts) {
        for goal in [end, others.take_lowest().unwrap_or(end)] {
            match Hunt::run(&board, (start, goal), steps, free, Effort { tries, seed }, watch)? {
                Hunted::Walk(walk) => {
                    if let (_, Some(walk)) = bends::bend(&board, walk, free, possible, Some(end)) {
                        return Ok(Some(walk));
                    }
                }
                Hunted::Nothing if goal == end => return Ok(None),
                Hunted::Nothing | Hunted::Doubt => {}
            }
        }
    }
    // A walk that does not exist is not looked for to the end where a frontier can tell.
    if frontier_tells(&board, (start, end), steps, free, watch)? == Some(false) {
        return Ok(None);
    }
    hunt_on(&board, (start, end), steps, free, watch)
}

/// A walk that is looked for until it is found, or until it is clear that there is none.
fn hunt_on(
    board: &Bounded<'_>,
    (start, end): (Field, Field),
    steps: u32,
    free: FieldSet,
    watch: &mut dyn FnMut() -> bool,
) -> Result<Option<Vec<Field>>, Stopped> {
    let mut effort = Effort { tries: 2400, seed: 100 };
    loop {
        match Hunt::run(board, (start, end), steps, free, effort, watch)? {
            Hunted::Walk(walk) => return Ok(Some(walk)),
            Hunted::Nothing => return Ok(None),
            // Another beginning may be luckier; and at some time the tries are enough for all walks.
            Hunted::Doubt => effort = Effort { tries: effort.tries.saturating_mul(2), seed: effort.seed + 1 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{grid, hopeless, random_graph};
    use super::*;
    use fastrand::Rng;

    fn never() -> bool {
        false
    }

    fn check(graph: &Graph, start: Field, steps: u32, free: FieldSet, walk: &[Field]) {
        let case = format!("{walk:?} of {steps} steps on {graph:?}");
        assert_eq!(walk.len(), steps as usize + 1, "{case}");
        assert_eq!(walk[0], start, "{case}");
        let mut left = free;
        for pair in walk.windows(2) {
            assert!(graph.neighbours(pair[0]).contains(pair[1]) && left.contains(pair[1]), "{case}");
            left -= graph.whole(pair[1]);
        }
    }

    /// All that decides, each by itself: the hunt with bends, a frontier, and the hunt alone; and witnesses.
    fn compare(graph: &Graph, start: Field, steps: u32, free: FieldSet) -> FieldSet {
        let plain = search::ends(graph, graph.neighbours(start) & free, steps, free, &mut never);
        let case = format!("from {start:?}, {steps} steps on {free:?} of {graph:?}");
        let hunted = |efforts| reach_by_hunting(graph, start, steps, free, (FieldSet::EMPTY, efforts), &mut never);
        assert_eq!(hunted(EFFORTS), Ok(plain), "{case}");
        // Nothing is found without a try: the frontier tells of each field.
        assert_eq!(hunted(&[]), Ok(plain), "{case}");
        assert_eq!(reach(graph, start, steps, free, &mut never), Ok(plain), "{case}");
        let board = Bounded::new(graph, start, free);
        assert!((plain - board.possible(start, steps, free)).is_empty(), "{case}");
        for end in FieldSet::first(graph.len()) {
            let hunted_on = hunt_on(&board, (start, end), steps, free, &mut never);
            // Few tries leave the end in doubt, and perhaps not the fields that are looked for beside it.
            let witnesses = [EFFORTS, &[1], &[2, 3, 4], &[5]]
                .map(|efforts| witness_by_hunting(graph, (start, end), steps, free, efforts, &mut never));
            for walk in witnesses.into_iter().chain([hunted_on]) {
                let walk = walk.expect("nothing stops it");
                assert_eq!(walk.is_some(), plain.contains(end), "{end:?}, {case}");
                if let Some(walk) = walk {
                    check(graph, start, steps, free, &walk);
                    assert_eq!(walk.last(), Some(&end), "{case}");
                }
            }
        }
        plain
    }

    /// The slow twin: the plain search.
    #[test]
    fn long_walks_lead_where_the_plain_search_says() {
        let mut random = Rng::with_seed(8);
        let (mut ends, mut none) = (0, 0);
        for _ in 0..1000 {
            let graph = random_graph(&mut random);
            let start = Field::wrapping(random.usize(..graph.len()));
            let occupied = FieldSet(random.u64(..) & random.u64(..) & random.u64(..)) & FieldSet::first(graph.len());
            let free = graph.free(start, occupied);
            for steps in 1..=free.len() {
                let found = compare(&graph, start, steps, free).len();
                ends += found;
                none += free.len() - found;
            }
        }
        assert!(ends > 10_000 && none > 5000, "{ends}, {none}");
    }

    #[test]
    fn on_boards_too() {
        let mut random = Rng::with_seed(9);
        let graphs = [grid(6, 4), grid(5, 5).with_whole_field(FieldSet(0b11_0001_1000)), grid(7, 3).with_edge(0, 9)];
        let mut ends = 0;
        for _ in 0..40 {
            for graph in &graphs {
                let start = Field::wrapping(random.usize(..graph.len()));
                let stones = (0..random.usize(..7)).map(|_| Field::wrapping(random.usize(..graph.len()))).collect();
                let free = graph.free(start, stones);
                for steps in [10, 15, 17, free.len() - 1, free.len()] {
                    ends += compare(graph, start, steps, free).len();
                }
            }
        }
        assert!(ends > 2000, "{ends}");
    }

    /// Bent walks are walks, of the same length and from the same start.
    #[test]
    fn bent_walks_are_walks() {
        let mut random = Rng::with_seed(10);
        let mut bent = 0;
        for _ in 0..1000 {
            let graph = random_graph(&mut random);
            let start = Field::wrapping(random.usize(..graph.len()));
            let free = graph.free(start, FieldSet::EMPTY);
            let board = Bounded::new(&graph, start, free);
            let steps = random.u32(1..=graph.len() as u32);
            let walks: Vec<_> = graph.walks(start, steps, FieldSet::EMPTY).collect();
            let Some(walk) = random.choice(&walks) else { continue };
            let (ends, _) = bends::bend(&board, walk.clone(), free, !FieldSet::EMPTY, None);
            for end in ends {
                let (_, other) = bends::bend(&board, walk.clone(), free, !FieldSet::EMPTY, Some(end));
                let other = other.expect("it was found before");
                check(&graph, start, steps, free, &other);
                assert_eq!(other.last(), Some(&end));
                bent += usize::from(&other != walk);
            }
        }
        assert!(bent > 500, "{bent}");
    }

    /// The slow twin of one bend: whatever comes of a walk by another last step, or by its end the other way round.
    #[test]
    fn no_bend_of_a_walk_is_left_out() {
        let mut random = Rng::with_seed(11);
        let (mut elsewhere, mut turned) = (0, 0);
        for _ in 0..2000 {
            let graph = random_graph(&mut random);
            let start = Field::wrapping(random.usize(..graph.len()));
            let free = graph.free(start, FieldSet::EMPTY);
            let board = Bounded::new(&graph, start, free);
            let steps = random.u32(2..=graph.len().max(2) as u32);
            let walks: Vec<_> = graph.walks(start, steps, FieldSet::EMPTY).collect();
            let Some(walk) = random.choice(&walks) else { continue };
            let (found, _) = bends::bend(&board, walk.clone(), free, !FieldSet::EMPTY, None);
            for other in walks.iter().filter(|other| other[..steps as usize] == walk[..steps as usize]) {
                elsewhere += usize::from(other != walk);
                assert!(found.contains(other[steps as usize]), "{walk:?} and {other:?} on {graph:?}");
            }
            for joint in 0..steps as usize - 1 {
                let mut other = walk.clone();
                other[joint + 1..].reverse();
                if walks.contains(&other) {
                    turned += 1;
                    assert!(found.contains(other[steps as usize]), "{walk:?} and {other:?} on {graph:?}");
                }
            }
            // What is asked for is found, wanted or not.
            for end in found {
                let (_, other) = bends::bend(&board, walk.clone(), free, FieldSet::EMPTY, Some(end));
                assert_eq!(other.and_then(|other| other.last().copied()), Some(end), "{walk:?} on {graph:?}");
            }
        }
        assert!(elsewhere > 500 && turned > 500, "{elsewhere}, {turned}");
    }

    #[test]
    fn a_hunt_gives_up_after_its_tries() {
        let graph = hopeless();
        let (start, end) = (Field::wrapping(0), Field::wrapping(63));
        let free = graph.free(start, FieldSet::EMPTY);
        let board = Bounded::new(&graph, start, free);
        for tries in [1, 2, 50, 1000] {
            let mut asked = 0;
            let mut watch = || {
                asked += 1;
                false
            };
            let found = Hunt::run(&board, (start, end), 63, free, Effort { tries, seed: 1 }, &mut watch);
            assert_eq!(found, Ok(Hunted::Doubt));
            assert_eq!(asked, tries);
        }
    }

    /// Where a frontier has no room, walks are looked for to the end: 24 fields joined with 24 others.
    #[test]
    fn without_a_frontier_walks_are_looked_for_to_the_end() {
        let pairs = (0..48).flat_map(|from| (0..48).map(move |to| (from, to)));
        let graph = Graph::new(48, pairs.filter(|(from, to)| (from + to) % 2 == 1), []).expect("the graph is valid");
        let start = Field::wrapping(0);
        let free = graph.free(start, FieldSet::EMPTY);
        let board = Bounded::new(&graph, start, free);
        assert_eq!(frontier_tells(&board, (start, Field::wrapping(1)), 47, free, &mut never), Ok(None));
        let others: FieldSet = free.iter().filter(|field| field.index() % 2 == 1).collect();
        assert_eq!(reach_by_hunting(&graph, start, 47, free, (FieldSet::EMPTY, &[]), &mut never), Ok(others));
        let walk = witness_by_hunting(&graph, (start, Field::wrapping(1)), 47, free, &[], &mut never);
        check(&graph, start, 47, free, &walk.expect("nothing stops it").expect("there is one"));
    }

    #[test]
    fn a_watch_ends_frontiers_too() {
        let graph = grid(6, 6);
        let (start, end) = (Field::wrapping(0), Field::wrapping(35));
        let free = graph.free(start, FieldSet::EMPTY);
        for last in [1, 100] {
            let mut asked = 0;
            let mut watch = || {
                asked += 1;
                asked == last
            };
            assert_eq!(reach_by_hunting(&graph, start, 30, free, (FieldSet::EMPTY, &[]), &mut watch), Err(Stopped));
            asked = 0;
            let mut watch = || {
                asked += 1;
                asked == last
            };
            assert_eq!(witness_by_hunting(&graph, (start, end), 30, free, &[], &mut watch), Err(Stopped));
            assert_eq!(asked, last);
        }
    }

    #[test]
    fn a_watch_ends_it() {
        let graph = hopeless();
        let (start, end) = (Field::wrapping(0), Field::wrapping(63));
        let free = graph.free(start, FieldSet::EMPTY);
        let mut asked = 0;
        let mut watch = || {
            asked += 1;
            asked >= 100_000
        };
        assert_eq!(reach(&graph, start, 63, free, &mut watch), Err(Stopped));
        assert_eq!(witness(&graph, (start, end), 63, free, &mut watch), Err(Stopped));
    }
}
