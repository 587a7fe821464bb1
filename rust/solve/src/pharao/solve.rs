//! The whole computation: layer by layer, with what is done kept on disk.

use super::files::Folder;
use super::index::Layer;
use super::layers::{self, Known, Side};
use super::mixing::Mixing;
use super::table;
use super::values::{ONE, Values};
use crate::memory;
use crate::stream::failed;
use amduat::games::pharao::board::STONES;
use amduat::run::{self, Progress, Workers};
use amduat::{Error, ParseError};
use std::path::Path;
use std::time::{Duration, Instant};

/// How many past sweeps are remembered.
const DEPTH: usize = 3;

/// By how much a value may change in the last sweep.
const PRECISION: u32 = 16;

/// After how many sweeps a layer is left as it is, should its values not come to rest; the bounds tell how good they are.
const MOST_SWEEPS: u64 = 1000;

/// The first try for how far values can be off.
const GAP: u32 = 1 << 12;

/// What those who watch are told once the values are there.
const BOUNDS: &str = "how far off that can be";

/// How many sweeps a layer takes about, those for the bounds included.
const SWEEPS: usize = 80;

/// How often the sweeps are written to disk; less often where that takes more than this share of the time.
const KEEP_EVERY: Duration = Duration::from_secs(600);
const KEEPING: u32 = 20;

/// The numbers of stones that a computation can go up to, both sides together.
pub const STONES_IN_ALL: std::ops::RangeInclusive<usize> = 2..=2 * STONES;

/// What came out for one layer.
#[derive(Clone, Debug)]
pub struct LayerReport {
    /// The layer.
    pub layer: Layer,
    /// How many sweeps it took, of both layers together if they are exchanged; 0 if it was solved before.
    pub sweeps: u64,
    /// How far a stored value can be off at most.
    pub error: f64,
}

/// Layers that are solved together, the one with more own stones first, in an order that solves first what others need.
fn pairs(stones: usize) -> impl Iterator<Item = Layer> {
    (2..=stones).flat_map(|total| {
        let few = (1..=total / 2).rev().filter(move |few| total - few <= STONES);
        few.map(move |few| Layer { own: total - few, other: few })
    })
}

/// How many bytes of memory it takes to solve a layer and its exchange.
fn memory_for(layer: Layer) -> usize {
    let both = if layer == layer.exchanged() { 1 } else { 2 };
    let fewer: usize = [layer, layer.exchanged()][..both]
        .iter()
        .filter(|layer| layer.own > 1)
        .map(|layer| Layer { own: layer.other, other: layer.own - 1 }.placements())
        .sum();
    // Values of both, what a sweep makes of them, replies; the mixing; or the bounds, which are less.
    layer.placements() * (4 * both + 4 + 8 + 4 * DEPTH) + 12 * fewer + 200_000_000
}

/// How many bytes of memory it takes to solve all layers with up to so many stones in all.
pub fn memory_needed(stones: usize) -> usize {
    pairs(stones).map(memory_for).max().unwrap_or(0)
}

/// Solves all layers with up to so many stones, both sides together, and writes their tables into a folder. What is
/// there already is not computed again.
///
/// `watch` is told several times a second on the calling thread how far it is; once it returns true the computation is
/// given up. It can be taken up again with the same folder, at the last sweep that was written.
///
/// # Errors
/// An argument out of range, a folder in which another computation is under way, too little memory, trouble with a file, or
/// [`Error::Stopped`].
pub fn solve(
    folder: &Path,
    stones: usize,
    threads: usize,
    memory: Option<usize>,
    watch: &mut dyn FnMut(Progress) -> bool,
) -> Result<Vec<LayerReport>, Error> {
    solve_and_keep(folder, stones, threads, memory, KEEP_EVERY, watch)
}

fn solve_and_keep(
    folder: &Path,
    stones: usize,
    threads: usize,
    memory: Option<usize>,
    every: Duration,
    watch: &mut dyn FnMut(Progress) -> bool,
) -> Result<Vec<LayerReport>, Error> {
    run::check_threads(threads)?;
    if !STONES_IN_ALL.contains(&stones) {
        let reason = format!("must be from {} to {}", STONES_IN_ALL.start(), STONES_IN_ALL.end());
        return Err(Error::Argument(ParseError::new("stones", stones, reason)));
    }
    std::fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
    let folder = Folder(folder);
    let _claim = folder.claim()?;
    let all: Vec<_> = pairs(stones).collect();
    // Values are there to go on with: where all tables are written, nothing needs them.
    let has_tables = |layer: &Layer| [*layer, layer.exchanged()].iter().all(|&layer| folder.table(layer).is_file());
    let first_done = all.iter().rposition(|layer| !has_tables(layer)).map_or(0, |last| last + 1);
    let open = || all[..first_done].iter().copied().filter(|&layer| !is_solved(&folder, layer));
    let needed = open().map(memory_for).max().unwrap_or(0);
    match memory {
        Some(allowed) if allowed < needed => {
            let reason = format!("is too little: {} MB are needed", needed.div_ceil(1_000_000));
            let allowed = format!("{} MB", allowed / 1_000_000);
            return Err(Error::Argument(ParseError::new("memory", allowed, reason)));
        }
        _ => memory::ensure(needed)?,
    }
    let work = open().map(|layer| layer.placements() * 2 * SWEEPS).sum();
    let mut workers = Workers::new(threads, work, watch);
    let mut reports = Vec::new();
    for (nth, &layer) in all.iter().enumerate() {
        let is_open = nth < first_done && !is_solved(&folder, layer);
        let sweeps = if is_open { solve_new(&folder, layer, every, &mut workers)? } else { 0 };
        write_tables(&folder, layer, sweeps, &mut reports)?;
    }
    Ok(reports)
}

/// Whether the values of a layer and of its exchange are there.
fn is_solved(folder: &Folder<'_>, layer: Layer) -> bool {
    folder.is_solved(layer) && folder.is_solved(layer.exchanged())
}

/// Writes the tables of a layer and of its exchange, as far as they are not there, and reports them.
fn write_tables(folder: &Folder<'_>, layer: Layer, sweeps: u64, reports: &mut Vec<LayerReport>) -> Result<(), Error> {
    let exchanged = layer.exchanged();
    for layer in if layer == exchanged { vec![layer] } else { vec![layer, exchanged] } {
        let path = folder.table(layer);
        let error = if let Some(table) = table::LayerTable::open(&path, layer)? {
            table.error()
        } else {
            table::write(&path, &solved(folder, layer)?)?
        };
        reports.push(LayerReport { layer, sweeps, error });
    }
    Ok(())
}

/// The values of a layer, which was solved before.
fn solved(folder: &Folder<'_>, layer: Layer) -> Result<Known, Error> {
    let gone = || Error::Argument(ParseError::new("layer", layer, "its values are gone from the folder"));
    folder.solved(layer)?.ok_or_else(gone)
}

/// Solves a layer and its exchange, and keeps their values; says how many sweeps it took.
fn solve_new(folder: &Folder<'_>, layer: Layer, every: Duration, workers: &mut Workers<'_>) -> Result<u64, Error> {
    let exchanged = layer.exchanged();
    let side = |layer: Layer| {
        // After a forfeit the opponent is about to roll.
        let fewer = Layer { own: layer.other, other: layer.own - 1 };
        Side::new(layer, if fewer.other == 0 { None } else { Some(solved(folder, fewer)?) })
    };
    let is_pair = layer != exchanged;
    let player = side(layer)?;
    let opponent = if is_pair { Some(side(exchanged)?) } else { None };
    let values = Values::new(layer, ONE / 2)?;
    let other_values = if is_pair { Some(Values::new(exchanged, ONE / 2)?) } else { None };
    let mut sweeps;
    {
        let mut mixing = Mixing::new(values.len(), DEPTH)?;
        sweeps = folder.resume(&values, &mut mixing, DEPTH)?;
        let sweeps_before = sweeps;
        let (mut kept, mut every) = (Instant::now(), every);
        workers.announce(layer.phase(), Some(sweeps as u32));
        let mut done = |mixing: &Mixing, residual: f64, workers: &mut Workers<'_>| {
            sweeps += 1;
            workers.announce(layer.phase(), Some(sweeps as u32));
            // Never the last: whoever goes on with what is kept makes at least one sweep more.
            if residual > f64::from(PRECISION) && kept.elapsed() >= every {
                let began = Instant::now();
                folder.keep_sweeps(sweeps, &values, mixing, DEPTH)?;
                kept = Instant::now();
                every = every.max(KEEPING * (kept - began));
            }
            Ok(())
        };
        let back = opponent.as_ref().zip(other_values.as_ref());
        let more = MOST_SWEEPS.saturating_sub(sweeps_before);
        layers::solve(&player, &values, back, &mut mixing, (PRECISION, more), workers, &mut done)?;
    }
    workers.announce(BOUNDS, None);
    let mine = (&player, &values);
    let theirs = opponent.as_ref().zip(other_values.as_ref()).unwrap_or(mine);
    let gap = [&player, theirs.0].iter().map(|side| side.gap_below()).fold(GAP, u32::max);
    let mut found = layers::bracket(mine, theirs, gap, workers)?;
    if is_pair && found.is_some() {
        let second = layers::bracket(theirs, mine, gap, workers)?;
        found = found.zip(second).map(|(first, second)| first.max(second));
    }
    let Some(found) = found else {
        let reason = "no bounds were found: endless play might decide these positions";
        return Err(Error::Argument(ParseError::new("layer", layer, reason)));
    };
    folder.keep_solved(&values, found)?;
    if let Some(other_values) = &other_values {
        folder.keep_solved(other_values, found)?;
    }
    folder.forget_sweeps(layer);
    Ok(sweeps)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    /// A folder for one test, empty and removed at the end.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("amduat-{name}-{}", std::process::id()));
            let _ = std::fs::remove_dir_all(&path);
            Self(path)
        }

        /// The contents of all files with an ending.
        fn files(&self, ending: &str) -> Vec<(PathBuf, Vec<u8>)> {
            let paths = std::fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().path());
            let mut paths: Vec<_> =
                paths.filter(|path| path.extension().is_some_and(|found| found == ending)).collect();
            paths.sort();
            let named = |path: PathBuf| (path.file_name().unwrap().into(), std::fs::read(path).unwrap());
            paths.into_iter().map(named).collect()
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn tables_are_the_same_whatever_the_threads_and_interruptions() {
        let [once, threads, interrupted] = ["once", "threads", "interrupted"].map(Scratch::new);
        solve(&once.0, 3, 1, None, &mut |_| false).unwrap();
        let tables = once.files("table");
        assert_eq!(tables.len(), 3);
        solve(&threads.0, 3, 3, None, &mut |_| false).unwrap();
        assert_eq!(threads.files("table"), tables);
        // Stopped after ever more sweeps, and gone on with what is on disk.
        let mut stops = 0;
        loop {
            let last = 7 * stops;
            let mut watch = |progress: Progress| progress.step.is_some_and(|step| step > last);
            match solve_and_keep(&interrupted.0, 3, 2, None, Duration::ZERO, &mut watch) {
                Ok(_) => break,
                Err(error) => assert_eq!(error, Error::Stopped),
            }
            stops += 1;
        }
        assert!(stops > 3);
        assert_eq!(interrupted.files("table"), tables);
        assert_eq!(interrupted.files("sweeps"), []);
        // A half-written file is in nobody's way; one that is cut off is told.
        std::fs::write(interrupted.0.join("pharao-2v1.part"), "half").unwrap();
        assert_eq!(solve(&interrupted.0, 3, 2, None, &mut |_| false).unwrap().len(), 3);
        std::fs::write(interrupted.0.join("pharao-2v1.table"), &tables[2].1[..1000]).unwrap();
        let message = solve(&interrupted.0, 3, 2, None, &mut |_| false).unwrap_err().to_string();
        assert!(message.contains("pharao-2v1.table") && message.contains("1000 bytes"), "{message}");
    }

    #[test]
    fn a_stop_after_the_last_sweep_changes_nothing() {
        let [once, stopped] = ["unstopped", "stopped"].map(Scratch::new);
        solve(&once.0, 3, 2, None, &mut |_| false).unwrap();
        let mut watch = |progress: Progress| progress.phase == BOUNDS;
        let ended = solve_and_keep(&stopped.0, 3, 2, None, Duration::ZERO, &mut watch);
        assert_eq!(ended.unwrap_err(), Error::Stopped, "while the bounds are sought");
        solve(&stopped.0, 3, 2, None, &mut |_| false).unwrap();
        assert_eq!(stopped.files("table"), once.files("table"));
    }

    #[test]
    fn a_folder_is_for_one_computation_at_a_time() {
        let folder = Scratch::new("claimed");
        let mut second = None;
        let mut watch = |_| {
            second.get_or_insert_with(|| solve(&folder.0, 2, 1, None, &mut |_| false));
            false
        };
        solve(&folder.0, 2, 1, None, &mut watch).unwrap();
        let message = second.unwrap().unwrap_err().to_string();
        assert!(message.starts_with("folder \"") && message.contains("is in use"), "{message}");
        solve(&folder.0, 2, 1, None, &mut |_| false).unwrap();
    }

    #[test]
    fn tables_alone_are_enough_until_more_are_wanted() {
        let folder = Scratch::new("tables-alone");
        solve(&folder.0, 3, 2, None, &mut |_| false).unwrap();
        let tables = folder.files("table");
        for (name, _) in folder.files("values") {
            std::fs::remove_file(folder.0.join(name)).unwrap();
        }
        // Nothing is computed, so that hardly any memory is needed.
        let reports = solve(&folder.0, 3, 2, Some(0), &mut |_| false).unwrap();
        assert!(reports.len() == 3 && reports.iter().all(|report| report.sweeps == 0));
        std::fs::remove_file(folder.0.join("pharao-2v1.table")).unwrap();
        solve(&folder.0, 3, 2, None, &mut |_| false).unwrap();
        assert_eq!(folder.files("table"), tables);
    }

    #[test]
    fn values_of_another_layer_are_refused() {
        let folder = Scratch::new("another-layer");
        solve(&folder.0, 3, 1, None, &mut |_| false).unwrap();
        std::fs::copy(folder.0.join("pharao-2v1.values"), folder.0.join("pharao-1v2.values")).unwrap();
        std::fs::remove_file(folder.0.join("pharao-1v2.table")).unwrap();
        let message = solve(&folder.0, 3, 1, None, &mut |_| false).unwrap_err().to_string();
        assert!(message.contains("pharao-1v2.values") && message.ends_with("is not of 1v2 stones"), "{message}");
        assert!(!folder.0.join("pharao-1v2.table").exists());
    }

    #[test]
    fn arguments_are_checked_before_anything_is_done() {
        let folder = Scratch::new("arguments");
        let message = |stones, memory| solve(&folder.0, stones, 1, memory, &mut |_| false).unwrap_err().to_string();
        assert_eq!(message(9, None), "stones \"9\": must be from 2 to 8");
        let message = message(8, Some(1_000_000_000));
        assert!(message.starts_with("memory \"1000 MB\": is too little: ") && message.ends_with(" MB are needed"));
        assert!(folder.files("values").is_empty());
        assert!(memory_needed(8) > memory_needed(7) && memory_needed(7) > memory_needed(4));
    }

    #[test]
    fn layers_come_after_those_they_need() {
        let order: Vec<_> = pairs(8).map(|layer| layer.to_string()).collect();
        assert_eq!(order, ["1v1", "2v1", "2v2", "3v1", "3v2", "4v1", "3v3", "4v2", "4v3", "4v4"]);
    }
}
