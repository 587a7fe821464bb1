//! What happens field by field: which slot each gets, what it can be joined with, and what leaves then.

use super::codes::Codes;
use super::order::Unordered;
use crate::field::{Field, FieldSet};
use crate::walk::question::WalkQuestion;
use crate::walk::{Graph, MAX_FIELDS};

/// The fields that matter for a question, in the order in which they come.
pub(super) struct Frontier {
    pub(super) comings: Vec<Coming>,
    /// How many slots are needed.
    pub(super) slots: usize,
    /// Whether some step cannot be made backward.
    pub(super) directed: bool,
    /// Whether the walk may end anywhere.
    pub(super) ends_anywhere: bool,
    /// About how many states there will be, all fields together.
    pub(super) states: f64,
}

/// One field that comes.
pub(super) struct Coming {
    pub(super) slot: u32,
    pub(super) role: Role,
    /// The slot of the whole field of which it is a place.
    pub(super) whole: Option<u32>,
    /// The fields on the frontier that it is joined with.
    pub(super) near: Vec<Near>,
    /// What leaves the frontier then.
    pub(super) leaving: Vec<Leaving>,
    /// The slots of whole fields that are done then.
    pub(super) closing: Vec<u32>,
    /// The slots of the fields on the frontier then, as a set.
    pub(super) staying: u32,
    /// How many fields are still to come.
    pub(super) to_come: u32,
    /// How many of start and given end have come, this field included.
    pub(super) fixed: u32,
}

/// What a field is in the walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    Start,
    End,
    Other,
}

/// A field on the frontier that is joined with the one that comes.
#[derive(Clone, Copy)]
pub(super) struct Near {
    pub(super) slot: u32,
    pub(super) whole: Option<u32>,
    /// Whether a step leads from it to the one that comes.
    pub(super) inward: bool,
    /// Whether a step leads from the one that comes to it.
    pub(super) outward: bool,
}

/// A field that leaves the frontier.
#[derive(Clone, Copy)]
pub(super) struct Leaving {
    pub(super) slot: u32,
    pub(super) is_start: bool,
}

/// The most slots that there are.
pub(super) const MOST_SLOTS: u32 = u128::SLOTS as u32;

/// Who has which slot.
struct Slots {
    taken: u32,
    /// How many there have been at once.
    most: usize,
    of_field: [u32; MAX_FIELDS],
    /// For each place of an open whole field, its slot.
    of_whole: [Option<u32>; MAX_FIELDS],
}

impl Slots {
    fn take(&mut self) -> Option<u32> {
        let slot = self.taken.trailing_ones();
        if slot >= MOST_SLOTS {
            return None;
        }
        self.taken |= 1 << slot;
        self.most = self.most.max(slot as usize + 1);
        Some(slot)
    }

    fn release(&mut self, slot: u32) {
        self.taken &= !(1 << slot);
    }
}

impl Frontier {
    /// The plan for a question, if there are slots enough.
    pub(super) fn new(question: &WalkQuestion<'_>) -> Option<Self> {
        let &WalkQuestion { graph, start, end, .. } = question;
        let fields = question.of_use() | start.set();
        let ends = start.set() | end.map_or(FieldSet::EMPTY, Field::set);
        // The steps that a walk can make, and the fields that they join.
        let mut steps = [FieldSet::EMPTY; MAX_FIELDS];
        let mut joined = [FieldSet::EMPTY; MAX_FIELDS];
        for from in fields.iter().filter(|&field| Some(field) != end) {
            steps[from.index()] = graph.neighbours(from) & (fields - graph.whole(from) - start.set());
            for to in steps[from.index()] {
                joined[from.index()] |= to.set();
                joined[to.index()] |= from.set();
            }
        }
        let one_way = |field: Field| steps[field.index()] - ends != joined[field.index()] - ends;
        let directed = (fields - ends).iter().any(one_way);
        let (order, states) = Unordered { graph, fields, joined: &joined }.best_order();

        let mut slots = Slots { taken: 0, most: 0, of_field: [0; MAX_FIELDS], of_whole: [None; MAX_FIELDS] };
        let (mut frontier, mut to_come, mut fixed) = (FieldSet::EMPTY, fields, 0);
        let mut comings = Vec::with_capacity(order.len());
        for field in order {
            let slot = slots.take()?;
            slots.of_field[field.index()] = slot;
            let places = graph.whole(field) & fields;
            if places.len() > 1 && slots.of_whole[field.index()].is_none() {
                let slot = slots.take()?;
                for place in places {
                    slots.of_whole[place.index()] = Some(slot);
                }
            }
            let whole = slots.of_whole[field.index()];
            let near = (joined[field.index()] & frontier).iter().map(|near| Near {
                slot: slots.of_field[near.index()],
                whole: slots.of_whole[near.index()],
                inward: steps[near.index()].contains(field),
                outward: steps[field.index()].contains(near),
            });
            let near = near.collect();
            to_come -= field.set();
            frontier |= field.set();
            fixed += u32::from(ends.contains(field));
            let (leaving, closing) = leave(graph, &mut slots, &mut frontier, to_come, &joined);
            let staying = frontier.iter().fold(0, |all, field| all | 1 << slots.of_field[field.index()]);
            comings.push(Coming {
                slot,
                role: match field {
                    _ if field == start => Role::Start,
                    _ if Some(field) == end => Role::End,
                    _ => Role::Other,
                },
                whole,
                near,
                leaving: leaving.iter().map(|&(field, slot)| Leaving { slot, is_start: field == start }).collect(),
                closing,
                staying,
                to_come: to_come.len(),
                fixed,
            });
        }
        Some(Self { comings, slots: slots.most, directed, ends_anywhere: end.is_none(), states })
    }
}

/// Lets those fields leave the frontier that are joined with nothing to come: they with their slots, and the slots of
/// whole fields that are done.
fn leave(
    graph: &Graph,
    slots: &mut Slots,
    frontier: &mut FieldSet,
    to_come: FieldSet,
    joined: &[FieldSet; MAX_FIELDS],
) -> (Vec<(Field, u32)>, Vec<u32>) {
    let gone: FieldSet = frontier.iter().filter(|field| !joined[field.index()].meets(to_come)).collect();
    *frontier -= gone;
    let leaving: Vec<_> = gone.iter().map(|field| (field, slots.of_field[field.index()])).collect();
    for &(_, slot) in &leaving {
        slots.release(slot);
    }
    let mut closing = Vec::new();
    for field in gone {
        let places = graph.whole(field);
        if let Some(slot) = slots.of_whole[field.index()].filter(|_| !places.meets(*frontier | to_come)) {
            for place in places {
                slots.of_whole[place.index()] = None;
            }
            slots.release(slot);
            closing.push(slot);
        }
    }
    (leaving, closing)
}
