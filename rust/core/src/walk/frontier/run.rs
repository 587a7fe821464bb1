//! The states of one frontier after the other.

use super::Halt;
use super::codes::{BEGINNING, Codes, FROM_START, STRETCH, TO_END, UNTOUCHED, USED};
use super::plan::{Coming, Frontier, Near, Role};
use super::states::States;
use super::sums::Sums;
use std::ops::RangeInclusive;

/// What is added up, and from which states to which.
struct Passage<'a, C, S: Sums> {
    frontier: &'a Frontier,
    sums: &'a S,
    /// How many steps a walk shall have, where that matters.
    steps: u32,
    coming: &'a Coming,
    /// The slots of the fields that stay, as the codes have it.
    staying: C,
    states: States<C, S>,
    complete: Vec<S::Word>,
}

/// The sum over all walks, those of so many steps where that matters. The states of one frontier may take `limit`
/// bytes.
pub(super) fn run<C: Codes, S: Sums, const DIRECTED: bool>(
    frontier: &Frontier,
    sums: &S,
    (steps, limit): (u32, usize),
    watch: &mut dyn FnMut() -> bool,
) -> Result<Vec<S::Word>, Halt> {
    let Some(first) = frontier.comings.first() else { return Ok(vec![S::Word::default(); sums.words()]) };
    let mut before = States::<C, S>::new(sums);
    sums.set_one(before.sum_of(C::NOTHING));
    let mut passage = Passage {
        frontier,
        sums,
        steps,
        coming: first,
        staying: C::NOTHING,
        states: States::new(sums),
        complete: vec![S::Word::default(); sums.words()],
    };
    for coming in &frontier.comings {
        (passage.coming, passage.staying) = (coming, C::spread(coming.staying));
        passage.states.clear();
        for (state, sum) in before.iter() {
            if watch() {
                return Err(Halt::Stopped);
            }
            passage.come::<DIRECTED>(state, sum);
            if passage.states.bytes() > limit {
                return Err(Halt::TooWide);
            }
        }
        std::mem::swap(&mut before, &mut passage.states);
    }
    Ok(passage.complete)
}

/// What comes of a step between two fields.
enum Step<C> {
    /// It cannot be.
    No,
    /// The stretches it makes.
    Stretches(C),
    /// The whole walk.
    Complete,
}

/// The other end of a stretch: a slot, or one end of the walk.
#[derive(Clone, Copy)]
enum Far {
    Slot(u32),
    Walk(u32),
}

/// The state after a step from one slot to the other; without direction, between them.
#[inline(always)]
fn step<C: Codes, const DIRECTED: bool>(state: C, from: u32, to: u32) -> Step<C> {
    let (tail, head) = (state.code(from), state.code(to));
    let is_beginning = |code: u32| code & BEGINNING != 0 || code == TO_END;
    if tail == USED || head == USED {
        return Step::No;
    }
    if DIRECTED && (is_beginning(tail) || head != UNTOUCHED && !is_beginning(head)) {
        return Step::No;
    }
    // A step between both ends of a stretch would close a ring.
    if tail & !BEGINNING == STRETCH + to {
        return Step::No;
    }
    let far = |code: u32, slot: u32| match code {
        UNTOUCHED => Far::Slot(slot),
        FROM_START | TO_END => Far::Walk(code),
        _ => Far::Slot((code & !BEGINNING) - STRETCH),
    };
    // What is untouched becomes an end, if nothing else then by what follows.
    let state = state.with(from, USED).with(to, USED);
    match (far(tail, from), far(head, to)) {
        (Far::Slot(first), Far::Slot(last)) => {
            let beginning = if DIRECTED { BEGINNING } else { 0 };
            Step::Stretches(state.with(first, (STRETCH + last) | beginning).with(last, STRETCH + first))
        }
        (Far::Walk(end), Far::Slot(slot)) | (Far::Slot(slot), Far::Walk(end)) => Step::Stretches(state.with(slot, end)),
        (Far::Walk(_), Far::Walk(_)) if state.open() == 0 => Step::Complete,
        (Far::Walk(_), Far::Walk(_)) => Step::No,
    }
}

/// The state with a place of a whole field taken, if none is taken yet; fields without others are always free.
#[inline(always)]
fn take<C: Codes>(state: C, whole: Option<u32>) -> Option<C> {
    match whole {
        None => Some(state),
        Some(slot) if state.code(slot) == UNTOUCHED => Some(state.with(slot, USED)),
        Some(_) => None,
    }
}

impl<'a, C: Codes, S: Sums> Passage<'a, C, S> {
    /// All that can happen when a field comes.
    #[inline(always)]
    fn come<const DIRECTED: bool>(&mut self, state: C, sum: &[S::Word]) {
        let coming: &'a Coming = self.coming;
        let state = match coming.role {
            Role::Start => state.with(coming.slot, FROM_START),
            Role::End => state.with(coming.slot, TO_END),
            Role::Other => state,
        };
        self.leave::<DIRECTED>(state, sum, 0);
        let Some(state) = take(state, coming.whole) else { return };
        for (number, near) in coming.near.iter().enumerate() {
            if !DIRECTED || near.inward {
                let Some(joined) = self.join::<DIRECTED>(state, near, true, sum, 1) else { continue };
                let others = if DIRECTED { &coming.near[..] } else { &coming.near[number + 1..] };
                for next in others {
                    if !DIRECTED || next.outward {
                        self.join::<DIRECTED>(joined, next, false, sum, 2);
                    }
                }
            }
        }
        if DIRECTED {
            for near in coming.near.iter().filter(|near| near.outward) {
                self.join::<DIRECTED>(state, near, false, sum, 1);
            }
        }
    }

    /// A step from a field on the frontier to the one that comes, or back; the state in between, for another step.
    #[inline(always)]
    fn join<const DIRECTED: bool>(
        &mut self,
        state: C,
        near: &Near,
        inward: bool,
        sum: &[S::Word],
        longer: u32,
    ) -> Option<C> {
        let whole = if state.code(near.slot) == UNTOUCHED { near.whole } else { None };
        let state = take(state, whole)?;
        let (from, to) = if inward { (near.slot, self.coming.slot) } else { (self.coming.slot, near.slot) };
        match step::<C, DIRECTED>(state, from, to) {
            Step::No => None,
            Step::Complete => {
                self.complete(sum, longer);
                None
            }
            Step::Stretches(state) => {
                self.leave::<DIRECTED>(state, sum, longer);
                Some(state)
            }
        }
    }

    /// Lets fields leave the frontier, and keeps what is left.
    #[inline(always)]
    fn leave<const DIRECTED: bool>(&mut self, mut state: C, sum: &[S::Word], longer: u32) {
        let coming: &'a Coming = self.coming;
        for leaving in &coming.leaving {
            let code = state.code(leaving.slot);
            state = state.with(leaving.slot, UNTOUCHED);
            if code == UNTOUCHED || code == USED {
                continue;
            }
            // An open end can only leave as the end of the walk.
            let can_end = self.frontier.ends_anywhere && !state.is_ended() && code & BEGINNING == 0;
            match code {
                _ if !can_end => return,
                // A walk without a step is none of those that are counted here.
                FROM_START if leaving.is_start || state.open() > 0 => return,
                FROM_START => return self.complete(sum, longer),
                _ => state = state.with(code - STRETCH, TO_END).ended(),
            }
        }
        for &slot in &coming.closing {
            state = state.with(slot, UNTOUCHED);
        }
        let lengths = if S::BY_LENGTH { self.lengths(state) } else { 0..=0 };
        if self.sums.matters(sum, longer, &lengths) {
            self.sums.add(self.states.sum_of(state), sum, longer, &lengths);
        }
    }

    /// How many steps the stretches of a state can have so that a walk of the right length can still come of them.
    #[inline(always)]
    fn lengths(&self, state: C) -> RangeInclusive<u32> {
        let fixed = self.coming.fixed + u32::from(state.is_ended());
        // Each has two ends, on the frontier or at the ends of the walk.
        let stretches = u32::midpoint(state.open(), fixed);
        // All fields that are not touched yet may still be used; and each stretch but one needs a step to the next.
        let more = stretches + state.untouched(self.staying) + self.coming.to_come;
        (self.steps + 1).saturating_sub(more)..=(self.steps + 1).saturating_sub(stretches.max(1))
    }

    #[inline(always)]
    fn complete(&mut self, sum: &[S::Word], longer: u32) {
        self.sums.add(&mut self.complete, sum, longer, &(self.steps..=self.steps));
    }
}
