//! One turn of every placement of a layer: the values before the roll from the prospects after the own part.
//!
//! For each roll the player does the best own part, and the value is the mean. All placements that one can become by an
//! own part have the same stones of the opponent, so they stand in one column of the prospects.
//!
//! A turn that cannot be completed is worth 0, less than any that can. The best *dry* turn counts, and only if there is
//! none the best *wet* one, whose own part ends on the water (PHARAO-R4). No turn at all has lost.

use super::index::{Layer, rank, sets, squeezed};
use super::lanes::{BestEnds, Lanes, WIDTH, place};
use super::prospects::{ByOther, INCOMPLETE, OTHER_FACES, Prospects, lowest_of};
use super::reach::{LONGEST, Reach};
use super::values::{Joined, Left, ONE};
use crate::processor::compiled_twice;
use amduat::games::pharao::board::{BOARD, FIELDS, LUCK, RESCUE, WATER};
use amduat::run::Workers;
use amduat::{Error, Field, FieldSet};
use std::sync::{Mutex, PoisonError};

/// The best of each roll, by the steps of the own die from 1 on, and from 0 on.
type ByRoll = [ByOther; LONGEST];
type BySteps = [ByOther; LONGEST + 1];

/// How many sets of own stones are worked on at once.
const AT_ONCE: usize = WIDTH / (OTHER_FACES + 1);

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

/// One column: the prospects of each set of own stones, and the best dry turns from there. Both have one place more,
/// of no set, with prospects of nothing.
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
        let water = left.numbers(WATER.set());
        for (entry, &own) in turn.parts.sets.iter().enumerate() {
            let value = if !own.meets(water) {
                if dry[entry].into_iter().any(is_incomplete) {
                    mean(&turn.ordinary(&left, left.spread(own), entry, column))
                } else {
                    mean_of_dry(column.prospects[entry], &column.dry[entry])
                }
            } else if let Some((parts, fewer)) = fewer {
                mean(&turn.drowning(parts, &left, left.spread(own), column, fewer))
            } else {
                // A last stone in the water: no such placement comes up.
                0
            };
            values.push(value);
        }
    }
}

/// The mean of the best of all rolls.
#[inline(always)]
fn mean([zero, others @ ..]: &BySteps) -> u32 {
    mean_of_dry(*zero, others)
}

/// The same with those with a 0 on the own die by themselves.
#[inline(always)]
fn mean_of_dry(zero: ByOther, others: &ByRoll) -> u32 {
    let mut total = 0;
    for face in 0..OTHER_FACES {
        total += WEIGHT_OF_ZERO * u64::from(zero[face]);
        for best in others {
            total += u64::from(best[face]);
        }
    }
    ((total + WEIGHTS / 2) / WEIGHTS) as u32
}

/// Finds the best dry turn of each placement of a column in which nothing is drowning.
#[inline(always)]
fn best_own_parts(parts: &OwnParts, left: &Left, prospects: &[ByOther], dry: &mut Vec<ByRoll>) {
    dry.clear();
    dry.resize(parts.sets.len() + 1, ByRoll::default());
    let mut ends = BestEnds::new();
    let places: Vec<_> = (left.fields - WATER.set()).iter().map(|field| (left.number(field), place(field))).collect();
    let water = left.numbers(WATER.set());
    let mut rests = parts.rests.iter().enumerate().filter(|(_, rest)| !rest.meets(water));
    // All but one of the own stones stay: the one can stand on, and go to, any field that they leave. Where it is one of
    // those that stay, its place is the one of no set.
    while let Some(first) = rests.next() {
        let some: [_; AT_ONCE] =
            std::array::from_fn(|nth| if nth == 0 { first } else { rests.next().unwrap_or(first) });
        let free = some.map(|(_, &rest)| left.fields - left.spread(rest));
        let joined = some.map(|(number, _)| parts.joined.with(number));
        for &(number, place) in &places {
            for (worth, joined) in ends.worth[place].0.as_chunks_mut().0.iter_mut().zip(joined) {
                *worth = prospects[usize::from(joined[number])];
            }
        }
        if parts.count == 1 && left.fields.contains(LUCK) {
            // PHARAO-R6: the last stone on the luck field wins, and nothing else needs to be possible.
            ends.worth[place(LUCK)] = Lanes([ONE; WIDTH]);
        }
        ends.set_free(std::array::from_fn(|lane| free[lane / (WIDTH / AT_ONCE)]));
        ends.find();
        for &(number, place) in &places {
            for (nth, joined) in joined.iter().enumerate() {
                let dry = &mut dry[usize::from(joined[number])];
                for (dry, best) in dry.iter_mut().zip(&ends.best) {
                    raise(dry, best[place].0.as_chunks().0[nth]);
                }
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
    column.dry[entry][steps - 1]
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
