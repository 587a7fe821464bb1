//! The search for one walk of given length to one field.
//!
//! The walk is led into corners first, as long as it can still come back: each step goes where the fewest ways lead
//! on. What can no longer be part of it is taken out of the board before every step, and the step is taken back as
//! soon as too few fields are left.

use super::bounds::Bounded;
use crate::field::{Field, FieldSet};
use crate::walk::question::{Layers, union, without_dead_ends};
use crate::walk::search::Stopped;

/// What a search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Hunted {
    /// A walk, the start first.
    Walk(Vec<Field>),
    /// That there is none.
    Nothing,
    /// Neither, with the steps it was given.
    Doubt,
}

/// A search for a walk to `end` that gives up after some steps.
pub(super) struct Hunt<'a> {
    board: &'a Bounded<'a>,
    end: Field,
    /// How many steps may still be tried.
    tries: u64,
    /// Mixes the order in which equally good steps are tried; the same seed leads the same way.
    seed: u64,
    walk: Vec<Field>,
    watch: &'a mut dyn FnMut() -> bool,
    stopped: bool,
}

impl<'a> Hunt<'a> {
    /// Looks for a walk of so many steps, not 0, on free fields.
    pub(super) fn run(
        board: &'a Bounded<'a>,
        (start, end): (Field, Field),
        length: u32,
        free: FieldSet,
        effort: Effort,
        watch: &'a mut dyn FnMut() -> bool,
    ) -> Result<Hunted, Stopped> {
        let Effort { tries, seed } = effort;
        let mut hunt = Self { board, end, tries, seed, walk: vec![start], watch, stopped: false };
        let free = free - (board.graph.whole(end) - end.set());
        let found = free.contains(end) && hunt.go(start, length, free);
        match found {
            true => Ok(Hunted::Walk(hunt.walk)),
            _ if hunt.stopped => Err(Stopped),
            _ if hunt.tries == 0 => Ok(Hunted::Doubt),
            _ => Ok(Hunted::Nothing),
        }
    }

    /// Completes the walk from where it has come; the end is free.
    fn go(&mut self, head: Field, left: u32, free: FieldSet) -> bool {
        let graph = self.board.graph;
        if left == 1 {
            let arrives = graph.neighbours(head).contains(self.end);
            if arrives {
                self.walk.push(self.end);
            }
            return arrives;
        }
        self.tries = self.tries.saturating_sub(1);
        self.stopped = (self.watch)();
        if self.tries == 0 || self.stopped {
            return false;
        }
        let region = self.region(head, left, free);
        let mut untried = graph.neighbours(head) & (region - self.end.set());
        let mut best: [(u32, Field); 64] = [(0, head); 64];
        let mut count = 0;
        while let Some(step) = untried.take_lowest() {
            let onward = graph.neighbours(step) & (region - graph.whole(step) - self.end.set());
            self.seed = self.seed.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            best[count] = (onward.len() << 8 | (self.seed >> 56) as u32, step);
            count += 1;
        }
        let best = &mut best[..count];
        best.sort_unstable_by_key(|&(ways, _)| ways);
        for &mut (_, step) in best {
            self.walk.push(step);
            if self.go(step, left - 1, region - graph.whole(step)) {
                return true;
            }
            self.walk.pop();
            if self.tries == 0 || self.stopped {
                return false;
            }
        }
        false
    }

    /// The fields of which the rest of the walk can be made, its end included; nothing if they are too few.
    fn region(&self, head: Field, left: u32, free: FieldSet) -> FieldSet {
        let board = self.board;
        // What is near enough to the end, and can be got to.
        let near = Layers::new(|field| board.before[field.index()], self.end, free - self.end.set());
        let mut region = self.end.set() | union(near.take(left as usize - 1));
        if !board.symmetric {
            region = board.within(head, left, region);
        }
        let region = without_dead_ends(board.graph, &board.before, head, self.end, region);
        if region.contains(self.end) && board.has_room(self.end, left, region) { region } else { FieldSet::EMPTY }
    }
}

/// How hard a walk is looked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// How many steps may be tried.
    pub(super) tries: u64,
    /// Mixes the order in which equally good steps are tried.
    pub(super) seed: u64,
}
