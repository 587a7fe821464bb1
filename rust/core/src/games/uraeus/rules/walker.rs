//! Where a stone can walk on the back.

use super::super::action::Face;
use super::super::board::{BACK, Facing, HEAD, TAIL};
use super::super::position::back::Back;
use super::super::position::stone::Stone;
use crate::field::{Field, FieldSet};

/// Where a stone may end its move, apart by the way it faces then. The head stands for the reserve.
#[derive(Clone, Copy, Default)]
pub(in super::super) struct Landings {
    tailward: FieldSet,
    headward: FieldSet,
}

impl Landings {
    #[inline(always)]
    fn add(&mut self, to: Field, facing: Facing) {
        match facing {
            Facing::Tailward => self.tailward |= to.set(),
            Facing::Headward => self.headward |= to.set(),
        }
    }

    pub(in super::super) fn contains(self, to: Field, facing: Facing) -> bool {
        match facing {
            Facing::Tailward => self.tailward.contains(to),
            Facing::Headward => self.headward.contains(to),
        }
    }

    #[inline(always)]
    pub(in super::super) const fn len(self) -> u32 {
        self.tailward.len() + self.headward.len()
    }

    #[inline(always)]
    pub(in super::super) const fn is_empty(self) -> bool {
        self.tailward.union(self.headward).is_empty()
    }

    /// Takes out the landing on the lowest field, facing the tail first.
    #[inline(always)]
    pub(in super::super) fn take_first(&mut self) -> Option<(Field, Facing)> {
        let to = (self.tailward | self.headward).lowest()?;
        if self.tailward.contains(to) {
            self.tailward -= to.set();
            Some((to, Facing::Tailward))
        } else {
            self.headward -= to.set();
            Some((to, Facing::Headward))
        }
    }
}

/// One stone about to move, with all others on the board.
pub(in super::super) struct Walker {
    pub(in super::super) start: Field,
    pub(in super::super) facing: Facing,
    pub(in super::super) entering: bool,
    /// For each direction of travel, the fields that can be stepped on before the last step: empty
    /// ones and those of single stones that are met from the rear.
    pub(in super::super) open: [FieldSet; 2],
    /// For each direction of travel, the fields on which the last step may end: all but the doubles
    /// whose top is met from the rear.
    pub(in super::super) landing: [FieldSet; 2],
}

impl Walker {
    /// A stone that is not covered, on the back from which it has been lifted.
    #[inline(always)]
    pub(in super::super) fn new(back: &Back, stone: Stone) -> Self {
        let (occupied, doubles, headward) = (back.occupied(), back.doubles(), back.headward());
        let tailward = occupied - headward;
        // URAEUS-R2: whose stones they are does not matter anywhere here.
        let open = |facing| (BACK - occupied) | (facing - doubles);
        let landing = |facing| BACK - (doubles & facing);
        Self {
            start: stone.field(),
            facing: stone.facing(),
            entering: !stone.is_on_back(),
            open: [open(tailward), open(headward)],
            // The tail takes a stone with its last step; the way to it ends there.
            landing: [landing(tailward) | TAIL.set(), landing(headward)],
        }
    }

    /// All ends of a move with this roll.
    #[inline(always)]
    pub(in super::super) fn landings(&self, die: Face) -> Landings {
        let mut landings = Landings::default();
        self.each_walk(die, |_, to, facing| landings.add(to, facing));
        landings
    }

    /// The fields of every walk with this end, start first; a turn on the spot adds no field.
    pub(in super::super) fn walks(&self, die: Face, to: Field, facing: Facing) -> Vec<Vec<Field>> {
        let mut walks = Vec::new();
        self.each_walk(die, |turn, end, faced| {
            if (end, faced) == (to, facing) {
                let mut walk = vec![self.start];
                walk.extend(fields_after(self.start, turn));
                walk.extend(fields_after(turn, to));
                walks.push(walk);
            }
        });
        walks
    }

    /// Calls `visit` for every walk of a move, with the field on which the stone turns round (its
    /// start if it does not), the field on which it ends, and the way it faces then.
    #[inline(always)]
    fn each_walk(&self, die: Face, mut visit: impl FnMut(Field, Field, Facing)) {
        let steps = die.steps();
        if let Some(to) = self.travel(self.start, steps, self.facing) {
            visit(self.start, to, self.facing);
        }
        let facing = self.facing.reversed();
        // URAEUS-R3: a stone on the head does not turn. It is never reached on the way, and a stone
        // that enters leaves it first.
        let earliest = usize::from(self.entering);
        let latest = self.run(self.start, self.facing).min(steps - 1);
        for before in earliest..=latest {
            let Some(turn) = self.facing.ahead(self.start, before) else { return };
            match steps - 1 - before {
                // Turning is the last step: the stone stays on what it is on.
                0 => visit(turn, turn, facing),
                after => {
                    if let Some(to) = self.travel(turn, after, facing)
                        && !(self.entering && to == HEAD)
                    {
                        visit(turn, to, facing);
                    }
                }
            }
        }
    }

    /// Where the last `steps` steps of a move end, if they can be made.
    #[inline(always)]
    fn travel(&self, from: Field, steps: usize, facing: Facing) -> Option<Field> {
        let run = self.run(from, facing);
        if facing == Facing::Headward && steps >= from.index() {
            // URAEUS-R3: the head ends the move, left-over steps lapse.
            return (run + 1 >= from.index()).then_some(HEAD);
        }
        let to = facing.ahead(from, steps)?;
        (run + 1 >= steps && self.landing[facing as usize].contains(to)).then_some(to)
    }

    /// How many open fields follow each other from `from` on. Neither end of the snake is open.
    #[inline(always)]
    pub(in super::super) fn run(&self, from: Field, facing: Facing) -> usize {
        let (open, from) = (self.open[facing as usize].0, from.index());
        let run = match facing {
            Facing::Tailward => (open >> from >> 1).trailing_ones(),
            Facing::Headward => (open << (63 - from) << 1).leading_ones(),
        };
        run as usize
    }
}

/// The fields after `from` up to `to`, in the order in which they are stepped on.
fn fields_after(from: Field, to: Field) -> impl Iterator<Item = Field> {
    let facing = if from < to { Facing::Tailward } else { Facing::Headward };
    let steps = from.index().abs_diff(to.index());
    (1..=steps).filter_map(move |step| facing.ahead(from, step))
}
