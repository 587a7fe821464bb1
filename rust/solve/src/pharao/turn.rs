//! One turn of every placement of a layer: the values before the roll from the prospects after the own part.
//!
//! For each roll the player does the best own part, and the value is the mean. All placements that one can become by an
//! own part have the same stones of the opponent, so they stand in one column of the prospects.
//!
//! A turn that cannot be completed is worth 0, less than any that can. The best *dry* turn counts, and only if there is
//! none the best *wet* one, whose own part ends on the water (PHARAO-R4). No turn at all has lost.

use super::index::{Layer, rank, sets, squeezed};
use super::lanes::{BestEnds, LANES, lane};
use super::prospects::{ByOther, INCOMPLETE, OTHER_FACES, Prospects, lowest_of};
use super::reach::{LONGEST, Reach};
use super::values::{Joined, Left, ONE};
use crate::processor::compiled_twice;
use amduat::games::pharao::board::{BOARD, FIELDS, LUCK, RESCUE, WATER};
use amduat::run::Workers;
use amduat::{Error, Field, FieldSet};
use std::sync::{Mutex, PoisonError};

/// For each face of the other die, the four numbers of steps of the own die from 1 on.
type ByRoll = [[u32; LONGEST]; OTHER_FACES];

/// The same for each number of the own die from 0 on.
type BySteps = [ByOther; LONGEST + 1];

/// The weight of a 0 on the own die beside that of each other number, and all weights of both dice together.
const WEIGHT_OF_ZERO: u64 = 2;
const WEIGHTS: u64 = (WEIGHT_OF_ZERO + LONGEST as u64) * OTHER_FACES as u64;

/// The tables for the turns of one layer.
pub(super) struct TurnTables {
    layer: Layer,
    reach: Reach,
    /// For as many own stones as there are, and for one less, when one was forfeited.
    parts: OwnParts,
    fewer: Option<OwnParts>,
}

/// The sets that own stones can take beside those of the opponent.
struct OwnParts {
    count: usize,
    sets: Vec<FieldSet>,
    /// All stones but one.
    rests: Vec<FieldSet>,
    joined: Joined,
}

impl OwnParts {
    fn new(count: usize, other: usize) -> Self {
        let fields = FIELDS - other;
        Self {
            count,
            sets: sets(fields, count).collect(),
            rests: sets(fields, count - 1).collect(),
            joined: Joined::new(fields, count - 1),
        }
    }
}

/// One column: the prospects of each set of own stones, and the best dry turns from there.
#[derive(Clone, Copy)]
struct Column<'a> {
    prospects: &'a [ByOther],
    dry: &'a [ByRoll],
}

/// What a thread works with, again and again.
#[derive(Default)]
struct Buffers {
    columns: Vec<Vec<ByOther>>,
    fewer_columns: Vec<Vec<ByOther>>,
    dry: Vec<ByRoll>,
    fewer_dry: Vec<ByRoll>,
    values: Vec<u32>,
}

impl TurnTables {
    pub(super) fn new(layer: Layer) -> Self {
        let fewer = (layer.own > 1).then(|| OwnParts::new(layer.own - 1, layer.other));
        Self { layer, reach: Reach::new(), parts: OwnParts::new(layer.own, layer.other), fewer }
    }

    /// Computes the values of the layer from the prospects of those who roll, and from those with one stone less, and
    /// calls `store` with each and its number.
    ///
    /// # Errors
    /// The watch said to stop.
    pub(super) fn values(
        &self,
        prospects: &Prospects<'_>,
        fewer: Option<&Prospects<'_>>,
        workers: &mut Workers<'_>,
        store: impl Fn(usize, u32) + Sync,
    ) -> Result<(), Error> {
        let uppers: Vec<_> = sets(FIELDS, self.layer.other - 1).collect();
        let pool = Mutex::new(Vec::<Buffers>::new());
        let pool = || pool.lock().unwrap_or_else(PoisonError::into_inner);
        workers.run(uppers.len(), 1, |nth| {
            let upper = uppers[nth];
            let mut buffers = pool().pop().unwrap_or_default();
            prospects.gather(upper, &mut buffers.columns);
            if let Some(fewer) = fewer {
                fewer.gather(upper, &mut buffers.fewer_columns);
            }
            let lowest = lowest_of(upper);
            for field in (0..lowest).map(Field::wrapping) {
                let other = upper | field.set();
                column_values(self, other, field.index(), fewer.is_some(), &mut buffers);
                let begin = rank(other) * self.layer.entries();
                buffers.values.iter().enumerate().for_each(|(entry, &value)| store(begin + entry, value));
            }
            pool().push(buffers);
            lowest * self.layer.entries()
        })
    }

    /// The best of each roll where nothing is drowning.
    #[inline(always)]
    fn ordinary(&self, left: &Left, own: FieldSet, entry: usize, column: Column<'_>) -> BySteps {
        let mut best = BySteps::default();
        for (steps, best) in best.iter_mut().enumerate() {
            *best = dry(column, entry, steps);
            if steps > 0 && is_incomplete(*best) {
                fill(best, self.wet(&self.parts, left, own, steps, column));
            }
        }
        best
    }

    /// The best own part onto the water.
    #[cold]
    fn wet(&self, parts: &OwnParts, left: &Left, own: FieldSet, steps: usize, column: Column<'_>) -> ByOther {
        let mut best = ByOther::default();
        // PHARAO-R4: the last stone never goes into the water.
        if parts.count > 1 && left.fields.contains(WATER) {
            for stone in own {
                if self.reach.all(stone, left.fields - own)[steps - 1].contains(WATER) {
                    raise(&mut best, column.prospects[entry(left, own.moved(stone, WATER))]);
                }
            }
        }
        best
    }

    /// The best of each roll while a stone is drowning. PHARAO-R7: it may be forfeited, or saved where that is possible.
    #[inline(always)]
    fn drowning(&self, parts: &OwnParts, left: &Left, own: FieldSet, column: Column<'_>, fewer: Column<'_>) -> BySteps {
        let (others, free) = (own - WATER.set(), left.fields - own);
        let forfeited = entry(left, others);
        let mut best = BySteps::default();
        for (steps, best) in best.iter_mut().enumerate() {
            *best = dry(fewer, forfeited, steps);
        }
        let mut pulls = FieldSet::EMPTY;
        if own.contains(RESCUE) {
            // PHARAO-R2: the rescue field is held, so the pull comes first, and then any own part.
            pulls = self.reach.three(WATER, free);
            for to in pulls {
                let entry = entry(left, others | to.set());
                for (steps, best) in best.iter_mut().enumerate() {
                    raise(best, dry(column, entry, steps));
                }
            }
        } else if free.contains(RESCUE) {
            for helper in others {
                let helps = self.reach.all(helper, free).map(|ends| ends.contains(RESCUE));
                if helps == [false; LONGEST] {
                    continue;
                }
                // PHARAO-R2: the own part has reached the rescue field, and the pull follows.
                let mut saved = ByOther::default();
                for to in self.reach.three(WATER, (free | helper.set()) - RESCUE.set()) {
                    raise(&mut saved, column.prospects[entry(left, others.moved(helper, RESCUE) | to.set())]);
                }
                for (best, helps) in best[1..].iter_mut().zip(helps) {
                    if helps {
                        raise(best, saved);
                    }
                }
            }
        }
        for (steps, best) in best.iter_mut().enumerate().skip(1) {
            if is_incomplete(*best) {
                let mut wet = self.wet(parts, left, others, steps, fewer);
                for to in pulls {
                    raise(&mut wet, self.wet(&self.parts, left, others | to.set(), steps, column));
                }
                fill(best, wet);
            }
        }
        best
    }
}

compiled_twice! {
    /// Computes the values of one row, whose opponents' stones are these.
    fn column_values(turn: &TurnTables, other: FieldSet, nth: usize, may_forfeit: bool, buffers: &mut Buffers) {
        let left = Left::by(other);
        let Buffers { columns, fewer_columns, dry, fewer_dry, values } = buffers;
        best_own_parts(&turn.parts, &left, &columns[nth], dry);
        let column = Column { prospects: &columns[nth], dry };
        let fewer = match &turn.fewer {
            Some(parts) if may_forfeit => {
                best_own_parts(parts, &left, &fewer_columns[nth], fewer_dry);
                Some((parts, Column { prospects: &fewer_columns[nth], dry: fewer_dry }))
            }
            _ => None,
        };
        values.clear();
        for (entry, &own) in turn.parts.sets.iter().enumerate() {
            let own = left.spread(own);
            let best = if !own.contains(WATER) {
                turn.ordinary(&left, own, entry, column)
            } else if let Some((parts, fewer)) = fewer {
                turn.drowning(parts, &left, own, column, fewer)
            } else {
                // A last stone in the water: no such placement comes up.
                BySteps::default()
            };
            let mut total = 0;
            for (steps, best) in best.into_iter().enumerate() {
                let weight = if steps == 0 { WEIGHT_OF_ZERO } else { 1 };
                for value in &best[..OTHER_FACES] {
                    total += weight * u64::from(*value);
                }
            }
            values.push(((total + WEIGHTS / 2) / WEIGHTS) as u32);
        }
    }
}

/// Finds the best dry turn of each placement of a column in which nothing is drowning.
#[inline(always)]
fn best_own_parts(parts: &OwnParts, left: &Left, prospects: &[ByOther], dry: &mut Vec<ByRoll>) {
    dry.clear();
    dry.resize(parts.sets.len(), ByRoll::default());
    let (mut ends, mut found) = (BestEnds::new(), [[0; LANES]; LONGEST]);
    let mut best = [[[0; LONGEST]; LANES]; OTHER_FACES];
    for (number, &rest) in parts.rests.iter().enumerate() {
        // All but one of the own stones stay: the one can stand on, and go to, any field that they leave.
        let rest = left.spread(rest);
        if rest.contains(WATER) {
            continue;
        }
        let joined = parts.joined.with(number);
        let free = left.fields - rest;
        let mut worth = [[INCOMPLETE; LANES]; OTHER_FACES];
        for field in free - WATER.set() {
            let prospects = prospects[usize::from(joined[left.number(field)])];
            for (worth, prospect) in worth.iter_mut().zip(prospects) {
                worth[lane(field)] = prospect;
            }
        }
        if rest.is_empty() && free.contains(LUCK) {
            // PHARAO-R6: the last stone on the luck field wins, and nothing else needs to be possible.
            for worth in &mut worth {
                worth[lane(LUCK)] = ONE;
            }
        }
        ends.set_free(free);
        for (best, worth) in best.iter_mut().zip(&worth) {
            ends.best(worth, &mut found);
            let [one, two, three, four] = &found;
            for (lane, best) in best.iter_mut().enumerate() {
                *best = [one[lane], two[lane], three[lane], four[lane]];
            }
        }
        for start in free - WATER.set() {
            let dry = &mut dry[usize::from(joined[left.number(start)])];
            for (dry, best) in dry.iter_mut().zip(&best) {
                raise(dry, best[lane(start)]);
            }
        }
    }
}

/// The number of a set of own stones.
#[inline(always)]
fn entry(left: &Left, own: FieldSet) -> usize {
    rank(squeezed(own, BOARD - left.fields))
}

/// The best dry turn with so many steps, nothing drowning.
#[inline(always)]
fn dry(column: Column<'_>, entry: usize, steps: usize) -> ByOther {
    if steps == 0 {
        return column.prospects[entry];
    }
    let [zero, one, two] = column.dry[entry];
    [zero[steps - 1], one[steps - 1], two[steps - 1], 0]
}

/// Raises numbers to others that are higher.
#[inline(always)]
fn raise(best: &mut [u32; 4], others: [u32; 4]) {
    for (best, other) in best.iter_mut().zip(others) {
        *best = (*best).max(other);
    }
}

/// Whether no turn can be completed with some face of the other die.
#[inline(always)]
fn is_incomplete(best: ByOther) -> bool {
    best[..OTHER_FACES].contains(&INCOMPLETE)
}

/// Puts other numbers where nothing can be completed.
fn fill(best: &mut ByOther, others: ByOther) {
    for (best, other) in best.iter_mut().zip(others) {
        if *best == INCOMPLETE {
            *best = other;
        }
    }
}
