//! The other part of a turn: what a player makes of each placement once his own part is done.
//!
//! With a 0 on the other die the opponent rolls at once; else the player moves the opponent's stone that suits him
//! best. All placements that one can become this way have the same stones of the player, so they stand in one row of
//! the opponent's layer.

use super::index::{Layer, choose, sets, squeezed};
use super::lanes::{BestEnds, WIDTH, place};
use super::values::{Joined, Left, ONE, Values};
use crate::memory::reserved;
use crate::processor::compiled_twice;
use amduat::games::pharao::board::{FIELDS, WATER};
use amduat::run::Workers;
use amduat::{Error, FieldSet};
use std::sync::atomic::{AtomicU32, Ordering};

/// What a turn is worth that cannot be completed, and the least that one is worth that can.
pub(super) const INCOMPLETE: u32 = 0;
const LEAST: u32 = 1;

/// How many different numbers the other die shows: 0, 1 and 2, each as likely as the others.
pub(super) const OTHER_FACES: usize = 3;

/// A number for each face of the other die. The fourth place makes a vector of it.
pub(super) type ByOther = [u32; OTHER_FACES + 1];

/// How many rows a thread takes at a time.
const PORTION: usize = 8;

/// Room for what a player can make of each placement with a 1 and with a 2 on the other die.
pub(super) struct ReplyValues {
    /// Side by side, since both are wanted at once.
    with_one_and_two: Vec<[AtomicU32; 2]>,
}

impl ReplyValues {
    /// Room for a layer.
    pub(super) fn new(layer: Layer) -> Result<Self, Error> {
        let incomplete = || [INCOMPLETE; 2].map(AtomicU32::new);
        Ok(Self { with_one_and_two: reserved(layer.placements(), incomplete)? })
    }
}

/// The prospects of all placements, by the face of the other die. A row has those with the same stones of the player.
pub(super) struct Prospects<'a> {
    /// The opponent's values, and what is added to each. What they leave is the prospect with a 0.
    after: &'a Values,
    more: i64,
    replies: &'a ReplyValues,
}

impl<'a> Prospects<'a> {
    /// Computes the prospects of players whose opponents have these values, and so much more, when they are about to
    /// roll.
    ///
    /// # Errors
    /// The watch said to stop.
    pub(super) fn new(
        after: &'a Values,
        more: i64,
        replies: &'a ReplyValues,
        workers: &mut Workers<'_>,
    ) -> Result<Self, Error> {
        let prospects = Self { after, more, replies };
        let layer = after.layer;
        let (fields, count) = (FIELDS - layer.other, layer.own - 1);
        let (rests, joined) = (sets(fields, count).collect::<Vec<_>>(), Joined::new(fields, count));
        let players: Vec<_> = sets(FIELDS, layer.other).collect();
        workers.run(layer.rows(), PORTION, |row| {
            let mut best = vec![[INCOMPLETE; 2]; layer.entries() + 1];
            best_other_parts(&prospects, row, players[row], &rests, &joined, &mut best);
            for ([one, two], best) in
                replies.with_one_and_two[row * layer.entries()..].iter().zip(&best[..layer.entries()])
            {
                one.store(best[0], Ordering::Relaxed);
                two.store(best[1], Ordering::Relaxed);
            }
            layer.entries()
        })?;
        Ok(prospects)
    }

    /// The same with replies that were computed before, for the same values.
    pub(super) fn found(after: &'a Values, more: i64, replies: &'a ReplyValues) -> Self {
        Self { after, more, replies }
    }

    /// What a value of the opponent leaves.
    #[inline(always)]
    fn left(&self, after: u32) -> u32 {
        let left = i64::from(ONE) - i64::from(after) - self.more;
        left.clamp(i64::from(LEAST), i64::from(ONE)) as u32
    }

    #[inline(always)]
    fn get(&self, number: usize) -> ByOther {
        let [one, two] = &self.replies.with_one_and_two[number];
        let after = self.left(self.after.get(number));
        [after, one.load(Ordering::Relaxed), two.load(Ordering::Relaxed), 0]
    }

    /// The columns for all sets of the opponent's stones that have these upper ones and one field more, below all of
    /// them: for each such field, the prospects by the number of the player's set. Sets with which the field is not
    /// free have no number.
    ///
    /// Entries of such columns are neighbours in every row.
    pub(super) fn gather(&self, upper: FieldSet, columns: &mut Vec<Vec<ByOther>>) {
        let layer = self.after.layer.exchanged();
        let lowest = lowest_of(upper);
        columns.resize_with(lowest.max(columns.len()), Vec::new);
        columns[..lowest].iter_mut().for_each(|column| column.resize(layer.entries() + 1, ByOther::default()));
        let entries = self.after.layer.entries();
        for (row, own) in sets(FIELDS, layer.own).enumerate() {
            if own.meets(upper) {
                continue;
            }
            // The number of the opponent's set is by so much higher than that of its lowest field.
            let others = squeezed(upper, own).iter().zip(2..).map(|(field, nth)| choose(field.index(), nth));
            let mut from = row * entries + others.sum::<usize>();
            // The number of the own set: each field counts one less if the opponent's lowest is below it.
            let numbers = squeezed(own, upper);
            let below = |number: usize, nth| choose(number.max(1) - 1, nth);
            let mut to = numbers.iter().zip(1..).map(|(number, nth)| below(number.index(), nth)).sum::<usize>();
            let mut first = 0;
            for ((field, number), nth) in own.iter().zip(numbers).zip(1..) {
                let last = field.index().min(lowest);
                for column in &mut columns[first.min(last)..last] {
                    column[to] = self.get(from);
                    from += 1;
                }
                to += choose(number.index(), nth) - below(number.index(), nth);
                first = last + 1;
            }
            for column in &mut columns[first.min(lowest)..lowest] {
                column[to] = self.get(from);
                from += 1;
            }
        }
    }
}

/// How many fields are below all of these.
pub(super) fn lowest_of(upper: FieldSet) -> usize {
    upper.lowest().map_or(FIELDS, amduat::Field::index)
}

compiled_twice! {
    /// Finds the best other part of each placement of a row, with one step and with two. There is one place more than
    /// placements, of none of them.
    fn best_other_parts(
        prospects: &Prospects<'_>,
        row: usize,
        player: FieldSet,
        rests: &[FieldSet],
        joined: &Joined,
        best: &mut [[u32; 2]],
    ) {
        let (left, mut ends) = (Left::by(player), BestEnds::new());
        let after: Vec<_> = prospects.after.row(row).iter().map(|after| after.load(Ordering::Relaxed)).collect();
        let mut prospects: Vec<_> = after.into_iter().map(|after| prospects.left(after)).collect();
        prospects.push(INCOMPLETE);
        let places: Vec<_> = left.fields.iter().map(|field| (left.number(field), place(field))).collect();
        // All but one of the opponent's stones stay: the one can stand on, and go to, any field that they leave. Where
        // it is one of those that stay, its place is the one of no set.
        for begin in (0..rests.len()).step_by(WIDTH) {
            let numbers: [_; WIDTH] = std::array::from_fn(|lane| (begin + lane).min(rests.len() - 1));
            let joined = numbers.map(|number| joined.with(number));
            for &(number, place) in &places {
                ends.worth[place].0 = joined.map(|joined| prospects[usize::from(joined[number])]);
            }
            if rests == [FieldSet::EMPTY] && left.fields.contains(WATER) {
                // The opponent's last stone in the water wins.
                ends.worth[place(WATER)].0 = [ONE; WIDTH];
            }
            ends.set_free(numbers.map(|number| left.fields - left.spread(rests[number])));
            ends.find_two();
            for &(number, place) in &places {
                let [one, two] = [ends.best[0][place].0, ends.best[1][place].0];
                for (lane, joined) in joined.iter().enumerate() {
                    let best = &mut best[usize::from(joined[number])];
                    *best = [best[0].max(one[lane]), best[1].max(two[lane])];
                }
            }
        }
    }
}
