//! Remembering the answers of searches.
//!
//! In a tree of positions the same question comes again and again: where can the stone on this field
//! walk in so many steps, given the stones near it? A [`Memo`] is a table in which each question has
//! one slot. A question that finds another one in its slot is answered anew and takes its place.

use super::graph::Graph;
use crate::field::{Field, FieldSet};
use std::cell::Cell;

/// A place for one question and its answer. The whole question can be told from it, so an answer is never
/// taken for another's.
pub trait MemoSlot: Copy + Default {
    /// What is asked; never 0.
    type Question: Copy;

    /// The number of the slot of a question in a table of so many slots, a power of two.
    fn place(question: Self::Question, slots: usize) -> usize;

    /// The answer, if it is one to this question.
    fn answer(self, question: Self::Question) -> Option<u64>;

    /// The slot with this question and answer.
    fn new(question: Self::Question, answer: u64) -> Self;
}

/// A question of 64 bits beside an answer of 64 bits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wide {
    question: u64,
    answer: u64,
}

impl MemoSlot for Wide {
    type Question = u64;

    #[inline(always)]
    fn place(question: u64, slots: usize) -> usize {
        // Multiplying by 2^64 / golden ratio spreads questions that differ in few bits.
        (question.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - slots.ilog2())) as usize
    }

    #[inline(always)]
    fn answer(self, question: u64) -> Option<u64> {
        (self.question == question).then_some(self.answer)
    }

    #[inline(always)]
    fn new(question: u64, answer: u64) -> Self {
        Self { question, answer }
    }
}

/// A question of 32 bits and an answer of up to [`NARROW_ANSWER`] bits in one word: half the room, so
/// that twice as many fit into the nearest caches.
///
/// Multiplying by an odd number loses nothing. The upper bits of the product say the slot and the lower
/// ones are kept there above the answer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Narrow(u64);

/// How many bits of a [`Narrow`] question its slot tells.
const NARROW_PLACE: u32 = 17;

/// How many bits an answer beside a [`Narrow`] question may have: the rest of the question stands above
/// it, and one bit more that says that the slot is taken.
pub const NARROW_ANSWER: u32 = 64 - (32 - NARROW_PLACE) - 1;

impl Narrow {
    #[inline(always)]
    fn product(question: u32) -> u32 {
        // 2^32 / golden ratio spreads questions that differ in few bits.
        question.wrapping_mul(0x9E37_79B9)
    }

    #[inline(always)]
    fn mark(question: u32) -> u64 {
        (u64::from(Self::product(question)) | 1 << (32 - NARROW_PLACE)) << NARROW_ANSWER
    }
}

impl MemoSlot for Narrow {
    type Question = u32;

    #[inline(always)]
    fn place(question: u32, _: usize) -> usize {
        (Self::product(question) >> (32 - NARROW_PLACE)) as usize
    }

    #[inline(always)]
    fn answer(self, question: u32) -> Option<u64> {
        let known = self.0 ^ Self::mark(question);
        (known >> NARROW_ANSWER == 0).then_some(known)
    }

    #[inline(always)]
    fn new(question: u32, answer: u64) -> Self {
        Self(answer | Self::mark(question))
    }
}

/// A table of questions and answers. Made for one thread.
pub struct Memo<S, const SLOTS: usize> {
    /// As many as the number of a slot can say, so that none has to be checked.
    slots: Box<[Cell<S>; SLOTS]>,
}

/// A table of [`Wide`] slots. It takes 1 MiB, which the second-level caches of ordinary machines hold.
pub type WideMemo = Memo<Wide, { 1 << 16 }>;

/// A table of [`Narrow`] slots, which takes 1 MiB too.
pub type NarrowMemo = Memo<Narrow, { 1 << NARROW_PLACE }>;

impl<S: MemoSlot, const SLOTS: usize> Default for Memo<S, SLOTS> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: MemoSlot, const SLOTS: usize> Memo<S, SLOTS> {
    /// A table that remembers nothing yet.
    pub fn new() -> Self {
        // Made on the heap: the stack may be too small for it.
        match vec![Cell::new(S::default()); SLOTS].into_boxed_slice().try_into() {
            Ok(slots) => Self { slots },
            // The slice was made with exactly this length, two lines above.
            Err(_) => unreachable!("the length is right"),
        }
    }

    /// The answer to a question: remembered, or found by `search`.
    #[inline(always)]
    pub fn answer(&self, question: S::Question, search: impl FnOnce() -> u64) -> u64 {
        let slot = &self.slots[S::place(question, SLOTS)];
        if let Some(answer) = slot.get().answer(question) {
            return answer;
        }
        let answer = search();
        slot.set(S::new(question, answer));
        answer
    }
}

/// Gives each thread one value of a type with a default, and a function that shares it.
macro_rules! per_thread {
    ($type:ident, $(#[$about:meta])* $visibility:vis fn $name:ident) => {
        thread_local! {
            static OF_THIS_THREAD: std::rc::Rc<$type> = std::rc::Rc::new($type::default());
        }

        $(#[$about])*
        #[inline(always)]
        $visibility fn $name() -> std::rc::Rc<$type> {
            OF_THIS_THREAD.with(std::rc::Rc::clone)
        }
    };
}
pub(crate) use per_thread;

/// The most steps for which a [`Vicinity`] is known.
pub const MAX_STEPS: usize = 15;

const FIELD_BITS: u32 = 6;

/// How many pairs of a field and a number of steps there are. Those of the same number of steps are
/// side by side: all stones that are asked about one after the other move equally far as a rule.
const CASES: usize = (MAX_STEPS + 1) << FIELD_BITS;

/// For each field and number of steps, the fields that matter for walks from there: those that such
/// a walk could touch on an empty board, the start excluded.
#[derive(Clone, Debug)]
pub struct Vicinity([FieldSet; CASES]);

impl Vicinity {
    /// The vicinities on a board.
    pub const fn new(graph: &Graph) -> Self {
        let mut vicinity = [FieldSet::EMPTY; CASES];
        let mut start = 0;
        while start < graph.len() {
            let own = graph.whole(Field::wrapping(start));
            let mut reached = Field::wrapping(start).set();
            let mut steps = 1;
            while steps <= MAX_STEPS {
                reached = wider(graph, reached);
                vicinity[steps << FIELD_BITS | start] = FieldSet(reached.0 & !own.0);
                steps += 1;
            }
            start += 1;
        }
        Self(vicinity)
    }

    /// The fields that matter for walks of so many steps, [`MAX_STEPS`] at most.
    pub const fn fields(&self, start: Field, steps: usize) -> FieldSet {
        self.0[(steps & MAX_STEPS) << FIELD_BITS | start.index()]
    }

    /// A question to a [`Memo`] about walks of `steps` steps, from 1 to [`MAX_STEPS`], when stones
    /// stand on `occupied`: two situations with the same question have the same walks. Boards have
    /// up to 54 fields.
    #[inline(always)]
    pub fn question(&self, start: Field, steps: u32, occupied: FieldSet) -> u64 {
        let case = (steps as usize & MAX_STEPS) << FIELD_BITS | start.index();
        (occupied & self.0[case]).0 | (case as u64) << 54
    }
}

/// The fields and their neighbours, whole fields with all places.
const fn wider(graph: &Graph, fields: FieldSet) -> FieldSet {
    let mut wider = fields;
    let mut rest = fields.0;
    while rest != 0 {
        let next = graph.neighbours(Field::wrapping(rest.trailing_zeros() as usize));
        let mut more = next.0 & !wider.0;
        while more != 0 {
            wider = wider.union(graph.whole(Field::wrapping(more.trailing_zeros() as usize)));
            more &= !wider.0;
        }
        rest &= rest - 1;
    }
    wider
}

#[cfg(test)]
mod tests {
    use super::super::samples::grid;
    use super::*;
    use fastrand::Rng;
    use std::collections::HashMap;

    /// Answers are right whatever was asked before, and remembered while no other takes the slot.
    fn check<S: MemoSlot, const SLOTS: usize>(question: impl Fn(u64) -> S::Question, answer: impl Fn(u64) -> u64) {
        let memo = Memo::<S, SLOTS>::new();
        let mut searches = 0;
        for round in 0..3 {
            for number in 1..=1000 {
                let found = memo.answer(question(number), || {
                    searches += 1;
                    answer(number)
                });
                assert_eq!(found, answer(number), "round {round}");
            }
        }
        // A thousand questions in tens of thousands of slots: few share one.
        assert!((1000..1100).contains(&searches), "{searches}");
        // Many more questions than slots.
        for number in (1..=2_000_000).chain(1..=1000) {
            assert_eq!(memo.answer(question(number), || answer(number)), answer(number));
        }
    }

    /// What is remembered of one situation is asked of another only if its walks are the same.
    #[test]
    fn the_same_question_has_the_same_walks() {
        let mut random = Rng::with_seed(14);
        let mut alike = 0;
        // A board of as many fields as there is room for in a question, and small ones, where much is alike.
        let boards = [grid(9, 6), grid(4, 3), grid(8, 2).with_whole_field(FieldSet(1 << 5 | 1 << 6 | 1 << 12))];
        for graph in boards {
            let vicinity = Vicinity::new(&graph);
            let mut asked = HashMap::new();
            for _ in 0..20_000 {
                let (start, steps) = (Field::wrapping(random.usize(..graph.len())), random.u32(1..=MAX_STEPS as u32));
                // Long walks on the large board are not too many where half of the fields are taken.
                let more = if graph.len() > 30 && steps > 7 { u64::MAX } else { random.u64(..) };
                let occupied = FieldSet(random.u64(..) & more) & FieldSet::first(graph.len());
                let ends = graph.reach(start, steps, occupied);
                let same = asked.entry(vicinity.question(start, steps, occupied)).or_insert((start, steps, ends));
                assert_eq!(*same, (start, steps, ends), "{occupied:?} on {graph:?}");
                alike += 1;
            }
            alike -= asked.len();
        }
        assert!(alike > 1000, "{alike}");
    }

    #[test]
    fn wide_answers_are_remembered_until_another_takes_the_slot() {
        check::<Wide, { 1 << 16 }>(|number| number, |number| number * number);
    }

    /// Questions in the same slot, or with the same rest, are never taken for each other.
    #[test]
    fn questions_that_differ_in_one_bit_are_told_apart() {
        let mut random = Rng::with_seed(16);
        let memo = NarrowMemo::new();
        // What gives a product when it is multiplied.
        let undone = (0..5).fold(1_u32, |inverse, _| {
            inverse.wrapping_mul(2_u32.wrapping_sub(inverse.wrapping_mul(Narrow::product(1))))
        });
        for _ in 0..1000 {
            let question = random.u32(..);
            let others = (0..32).flat_map(|bit| {
                let product = Narrow::product(question) ^ 1 << bit;
                [question ^ 1 << bit, product.wrapping_mul(undone)]
            });
            for (number, other) in (0..).zip(others) {
                assert_ne!(other, question);
                memo.answer(question, || 1000);
                assert_eq!(memo.answer(question, || 2000), 1000);
                // It may have been asked before, and stand in a slot of its own.
                assert!(memo.answer(other, || number) < 1000, "{question:#x} and {other:#x}");
            }
        }
    }

    #[test]
    fn narrow_answers_are_remembered_until_another_takes_the_slot() {
        check::<Narrow, { 1 << NARROW_PLACE }>(
            // Questions of all sizes, and answers of all bits that there is room for.
            |number| (number as u32).wrapping_mul(2_000_003),
            |number| number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - NARROW_ANSWER),
        );
    }
}
