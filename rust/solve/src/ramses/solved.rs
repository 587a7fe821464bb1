//! The complete result of the analysis.

use super::colours::Colours;
use super::file::{self, Key};
use super::index::{COLOURINGS, PLACEMENTS, SHAPES, index, placement};
use super::moves::group_of;
use super::reachable;
use super::retrograde::{self, ScoreTable};
use super::solution::Solution;
use super::value::Value;
use super::verify::{self, Check};
use crate::memory;
use amduat::Error;
use amduat::games::ramses::Position;
use amduat::run::{self, Progress, Workers};

/// How many placements there are of each value.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Those won in 1, in 2 and so on turns, by the number of turns; none is won in 0.
    pub won: Vec<u64>,
    /// Those lost in 0, in 1 and so on turns.
    pub lost: Vec<u64>,
    /// Those that are drawn.
    pub drawn: u64,
    /// Those in which the game is over because the player to move has three stones on hieroglyph
    /// fields.
    pub over_won: u64,
    /// Those in which it is over because the opponent has; this cannot come up in a game.
    pub over_lost: u64,
}

impl Counts {
    /// All placements counted.
    pub fn total(&self) -> u64 {
        self.won.iter().chain(&self.lost).sum::<u64>() + self.drawn + self.over_won + self.over_lost
    }
}

/// The value of every placement.
pub struct Solved {
    table: ScoreTable,
    threads: usize,
}

/// Solves the game on so many threads.
///
/// `watch` is told several times a second on the calling thread how far it is; once it returns true
/// the computation is given up.
///
/// # Errors
/// A number of threads out of range, too little memory, or [`Error::Stopped`].
pub fn solve(threads: usize, watch: &mut dyn FnMut(Progress) -> bool) -> Result<Solved, Error> {
    run::check_threads(threads)?;
    memory::ensure(retrograde::BYTES)?;
    let mut workers = Workers::new(threads, retrograde::WORK, watch);
    let table = retrograde::solve(&mut workers)?;
    Ok(Solved { table, threads })
}

impl Solved {
    /// The value of the placement with this number, for the player to move; see
    /// [`index`](super::index).
    pub fn value(&self, number: usize) -> Value {
        self.table.score(number.min(PLACEMENTS - 1)).value()
    }

    /// The file of the lost positions, which [`Solution::read`] reads.
    pub fn file(&self) -> Vec<u8> {
        let mut lost = Vec::new();
        for shape in 0..SHAPES {
            let going_on = self.table.three.neither(group_of(shape));
            for colouring in 0..COLOURINGS {
                let number = shape * COLOURINGS + colouring;
                let Value::Loss(turns) = self.value(number) else { continue };
                let (own, other) = placement(number);
                let key = Key::new(own, other);
                if going_on.contains(colouring) && key == Key::as_it_is(own, other) {
                    lost.push((key, turns));
                }
            }
        }
        lost.sort_unstable();
        file::write(&lost)
    }

    /// How many placements there are of each value.
    pub fn counts(&self) -> Counts {
        self.count(|_| Colours::NONE.not())
    }

    /// How many there are among those that can come up at the start of a turn in a game from `start`,
    /// which is counted itself, as the placement that it is.
    ///
    /// # Errors
    /// Too little memory, or [`Error::Stopped`].
    pub fn reachable(&self, start: &Position, watch: &mut dyn FnMut(Progress) -> bool) -> Result<Counts, Error> {
        memory::ensure(reachable::BYTES)?;
        let mut workers = Workers::new(self.threads, reachable::WORK, watch);
        let reached = self.table.reachable(&mut workers, start)?;
        let number = index(start.stones(start.side()), start.stones(start.side().other()));
        reached.add(number / COLOURINGS, Colours::one(number % COLOURINGS));
        Ok(self.count(|shape| reached.get(shape)))
    }

    fn count(&self, within: impl Fn(usize) -> Colours) -> Counts {
        let mut counts = Counts::default();
        let mut add = |value: Value| match value {
            Value::Win(turns) => add_at(&mut counts.won, turns),
            Value::Loss(turns) => add_at(&mut counts.lost, turns),
            Value::Draw => counts.drawn += 1,
        };
        let (mut over_won, mut over_lost) = (0, 0);
        for shape in 0..SHAPES {
            let (group, within) = (group_of(shape), within(shape));
            let own = self.table.three.own(group).and(within);
            over_won += u64::from(own.len());
            over_lost += u64::from(self.table.three.own(group).swapped().and(within).len());
            for colouring in self.table.three.neither(group).and(within).iter() {
                add(self.value(shape * COLOURINGS + colouring));
            }
        }
        Counts { over_won, over_lost, ..counts }
    }

    /// Checks the whole table and a solution against it.
    ///
    /// # Errors
    /// Too little memory, or [`Error::Stopped`]. Failed checks are no errors: they are counted.
    pub fn verify(&self, solution: &Solution, watch: &mut dyn FnMut(Progress) -> bool) -> Result<Vec<Check>, Error> {
        memory::ensure(PLACEMENTS)?;
        let mut workers = Workers::new(self.threads, verify::WORK, watch);
        verify::verify(&self.table, solution, self.counts().lost.iter().sum(), &mut workers)
    }
}

fn add_at(counts: &mut Vec<u64>, turns: u8) {
    let turns = usize::from(turns);
    if counts.len() <= turns {
        counts.resize(turns + 1, 0);
    }
    counts[turns] += 1;
}
