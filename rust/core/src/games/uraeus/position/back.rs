//! The back of the snake as sets of fields: what stands where, whoever owns it.

use super::super::board::Facing;
use super::stone::Stone;
use crate::field::{Field, FieldSet};

/// What stands on the back. The uppermost stone of each field decides who may pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in super::super) struct Back {
    /// The stones on the ground, and those on top of them.
    layers: [BackLayer; 2],
}

/// The fields with a stone in one layer, and those of them whose stone faces the head.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct BackLayer {
    stones: FieldSet,
    headward: FieldSet,
}

impl Back {
    /// No stone stands on it.
    const BARE: Self = Self { layers: [BackLayer { stones: FieldSet::EMPTY, headward: FieldSet::EMPTY }; 2] };

    /// The back with these stones; those that are off it do not matter.
    pub(in super::super) fn new(stones: &[Stone]) -> Self {
        let mut back = Self::BARE;
        stones.iter().filter(|stone| stone.is_on_back()).for_each(|&stone| back.lay(stone));
        back
    }

    /// Puts a stone where it says.
    #[inline(always)]
    pub(in super::super) fn lay(&mut self, stone: Stone) {
        let layer = &mut self.layers[usize::from(stone.is_top())];
        let place = stone.field().index();
        layer.stones.0 |= 1 << place;
        layer.headward.0 |= (stone.facing() as u64) << place;
    }

    /// Takes a stone off. One that is off the back already changes nothing.
    #[inline(always)]
    pub(in super::super) fn lift(&mut self, stone: Stone) {
        let layer = &mut self.layers[usize::from(stone.is_top())];
        layer.stones -= stone.field().set();
        layer.headward -= stone.field().set();
    }

    /// The same with a stone lifted off: a lower stone it stood on is then a single stone like any
    /// other.
    #[inline(always)]
    pub(in super::super) fn without(mut self, stone: Stone) -> Self {
        self.lift(stone);
        self
    }

    /// The top stone of a double, or a single stone.
    #[inline(always)]
    pub(in super::super) fn uppermost(&self, field: Field) -> Option<Stone> {
        let top = self.doubles().contains(field);
        let layer = &self.layers[usize::from(top)];
        let facing = if layer.headward.contains(field) { Facing::Headward } else { Facing::Tailward };
        layer.stones.contains(field).then(|| Stone::on(field, facing).with_top(top))
    }

    /// Whether the stone is the lower one of a double.
    #[inline(always)]
    pub(in super::super) fn is_covered(&self, stone: Stone) -> bool {
        !stone.is_top() && self.doubles().contains(stone.field())
    }

    /// The fields with one stone or two.
    #[inline(always)]
    pub(in super::super) const fn occupied(&self) -> FieldSet {
        self.layers[0].stones
    }

    /// The fields with two stones.
    #[inline(always)]
    pub(in super::super) const fn doubles(&self) -> FieldSet {
        self.layers[1].stones
    }

    /// The fields whose uppermost stone faces the head.
    #[inline(always)]
    pub(in super::super) fn headward(&self) -> FieldSet {
        let [ground, top] = self.layers;
        (ground.headward - top.stones) | top.headward
    }
}
