//! What the values of a whole layer look like.

use super::index::{Layer, rank, sets, squeezed};
use super::tables::{Tables, Unknown};
use super::verify::placement;
use amduat::games::pharao::board::{FIELDS, WATER};
use amduat::games::pharao::{Position, Side};
use amduat::run::{self, Progress, Workers};
use amduat::{Error, ParseError};
use std::sync::{Mutex, PoisonError};

/// How many rows a thread takes at a time.
const PORTION: usize = 32;

/// A position of a layer and the chance of the side about to roll.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Extreme {
    /// The position; the first of several, Lower Egypt about to roll.
    pub position: Position,
    /// The chance.
    pub win: f64,
}

/// The values of all placements of a layer that can come up.
#[derive(Clone, PartialEq, Debug)]
pub struct Surveyed {
    /// How many placements there are.
    pub positions: u64,
    /// The mean of their values.
    pub mean: f64,
    /// A placement of the lowest value, and one of the highest.
    pub lowest: Extreme,
    /// See [`lowest`](Self::lowest).
    pub highest: Extreme,
    /// How many have a value below a tenth, from one to two tenths, and so on.
    pub tenths: [u64; 10],
}

/// What has been seen of a layer so far: values as they are stored, extremes with the number of the placement.
struct Seen {
    positions: u64,
    total: u64,
    lowest: (u16, usize),
    highest: (u16, usize),
    tenths: [u64; 10],
}

impl Seen {
    const NOTHING: Self =
        Self { positions: 0, total: 0, lowest: (u16::MAX, usize::MAX), highest: (0, usize::MAX), tenths: [0; 10] };

    #[inline]
    fn see(&mut self, value: u16, number: usize) {
        self.positions += 1;
        self.total += u64::from(value);
        self.tenths[(usize::from(value) * 10 / usize::from(u16::MAX)).min(9)] += 1;
        self.extremes((value, number), (value, number));
    }

    /// The first of several counts, whatever the order in which they are seen.
    #[inline]
    fn extremes(&mut self, low: (u16, usize), high: (u16, usize)) {
        self.lowest = self.lowest.min(low);
        if high.0 > self.highest.0 || high.0 == self.highest.0 && high.1 < self.highest.1 {
            self.highest = high;
        }
    }

    fn join(&mut self, other: &Self) {
        self.positions += other.positions;
        self.total += other.total;
        self.extremes(other.lowest, other.highest);
        self.tenths.iter_mut().zip(other.tenths).for_each(|(all, more)| *all += more);
    }
}

/// Looks at all values of a layer.
///
/// # Errors
/// The table is missing or damaged, a number of threads out of range, or [`Error::Stopped`].
pub fn survey(
    tables: &Tables,
    layer: Layer,
    threads: usize,
    watch: &mut dyn FnMut(Progress) -> bool,
) -> Result<Surveyed, Error> {
    run::check_threads(threads)?;
    let table = tables.table(layer).ok_or(Unknown::Missing(layer))?;
    let others: Vec<_> = sets(FIELDS, layer.other).collect();
    let found = Mutex::new(Ok(Seen::NOTHING));
    let mut workers = Workers::new(threads, layer.placements(), watch);
    workers.announce(layer.phase(), None);
    workers.run(layer.rows().div_ceil(PORTION), 1, |portion| {
        let rows = portion * PORTION..layer.rows().min((portion + 1) * PORTION);
        let mut seen = Seen::NOTHING;
        let mut failed = None;
        for row in rows.clone() {
            let other = others[row];
            if other == WATER.set() {
                continue; // no position that goes on: the last stone is in the water
            }
            // Nor is the only own stone there.
            let idle = (layer.own == 1 && !other.contains(WATER)).then(|| rank(squeezed(WATER.set(), other)));
            match table.row(row) {
                Ok(values) => values
                    .enumerate()
                    .filter(|&(entry, _)| Some(entry) != idle)
                    .for_each(|(entry, value)| seen.see(value, row * layer.entries() + entry)),
                Err(error) => failed = Some(error),
            }
        }
        let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
        match (&mut *found, failed) {
            (Ok(found), None) => found.join(&seen),
            (Ok(_), Some(error)) => *found = Err(error),
            (Err(_), _) => {}
        }
        rows.len() * layer.entries()
    })?;
    let seen = found.into_inner().unwrap_or_else(PoisonError::into_inner)?;
    let extreme = |(value, number)| {
        let position = placement(layer, number, Side::Lower);
        let reason = "has no placements";
        let position = position.ok_or_else(|| Error::Argument(ParseError::new("layer", layer, reason)))?;
        Ok::<_, Error>(Extreme { position, win: f64::from(value) / f64::from(u16::MAX) })
    };
    Ok(Surveyed {
        positions: seen.positions,
        mean: seen.total as f64 / seen.positions as f64 / f64::from(u16::MAX),
        lowest: extreme(seen.lowest)?,
        highest: extreme(seen.highest)?,
        tenths: seen.tenths,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn surveys_are_those_of_all_values_looked_up() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../python/amduat/data");
        let tables = Tables::open(Path::new(folder)).unwrap();
        for layer in [(1, 1), (1, 2), (2, 1), (2, 2)].map(|(own, other)| Layer { own, other }) {
            let survey = survey(&tables, layer, 2, &mut |_| false).unwrap();
            let placements = (0..layer.placements()).filter_map(|number| placement(layer, number, Side::Lower));
            let values: Vec<_> = placements.map(|position| (tables.value(&position).unwrap().win, position)).collect();
            assert_eq!(survey.positions, values.len() as u64);
            let mean = values.iter().map(|(win, _)| win).sum::<f64>() / values.len() as f64;
            assert!((survey.mean - mean).abs() < 1e-12, "{layer}: {} {mean}", survey.mean);
            let lowest = values.iter().min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
            // The last of several is the first when they come in the other order.
            let highest = values.iter().rev().max_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
            assert_eq!((survey.lowest.win, survey.lowest.position), *lowest);
            assert_eq!((survey.highest.win, survey.highest.position), *highest);
            for (tenth, count) in survey.tenths.into_iter().enumerate() {
                let (from, to) = (tenth as f64 / 10.0, (tenth + 1) as f64 / 10.0);
                let within = |win: f64| win >= from && (win < to || tenth == 9);
                assert_eq!(count, values.iter().filter(|(win, _)| within(*win)).count() as u64, "{layer} {tenth}");
            }
        }
        let missing = survey(&tables, Layer { own: 4, other: 4 }, 1, &mut |_| false).unwrap_err();
        assert!(missing.to_string().contains("pharao-4v4.table"), "{missing}");
    }
}
