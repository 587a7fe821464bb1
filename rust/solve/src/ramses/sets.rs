//! Sets of placements that several threads fill at once.

use super::colours::Colours;
use super::index::SHAPES;
use super::mirror::MirrorImage;
use super::moves::{GROUPS, shapes_of};
use crate::memory::reserved;
use amduat::Error;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A set of placements: for each shape, its colourings.
pub(super) struct Placements(Vec<[AtomicU64; 2]>);

/// How much memory a set takes.
pub(super) const SET_BYTES: usize = SHAPES * size_of::<[AtomicU64; 2]>();

impl Placements {
    /// The empty set.
    ///
    /// # Errors
    /// Too little memory.
    pub(super) fn new() -> Result<Self, Error> {
        reserved(SHAPES, || [AtomicU64::new(0), AtomicU64::new(0)]).map(Self)
    }

    /// The colourings of a shape.
    #[inline]
    pub(super) fn get(&self, shape: usize) -> Colours {
        let [first, second] = &self.0[shape];
        Colours([first.load(Ordering::Relaxed), second.load(Ordering::Relaxed)])
    }

    /// Replaces the colourings of a shape.
    #[inline]
    pub(super) fn set(&self, shape: usize, colours: Colours) {
        let [first, second] = &self.0[shape];
        first.store(colours.0[0], Ordering::Relaxed);
        second.store(colours.0[1], Ordering::Relaxed);
    }

    /// Replaces the colourings of a shape, and those of its image by the same.
    pub(super) fn set_both(&self, shape: usize, image: &MirrorImage, colours: Colours) {
        self.set(shape, colours);
        self.set(image.shape, image.there(colours));
    }

    /// Adds colourings of a shape.
    #[inline]
    pub(super) fn add(&self, shape: usize, colours: Colours) {
        for (bits, more) in self.0[shape].iter().zip(colours.0) {
            // Most of the time there is nothing new, and reading is cheaper than writing.
            if more & !bits.load(Ordering::Relaxed) != 0 {
                bits.fetch_or(more, Ordering::Relaxed);
            }
        }
    }
}

/// One mark for each of a number of things, set by several threads.
pub(super) struct Marks(Vec<AtomicBool>);

impl Marks {
    /// So many things without mark.
    ///
    /// # Errors
    /// Too little memory.
    pub(super) fn new(count: usize) -> Result<Self, Error> {
        reserved(count, || AtomicBool::new(false)).map(Self)
    }

    /// Whether it is marked.
    #[inline]
    pub(super) fn get(&self, nth: usize) -> bool {
        self.0[nth].load(Ordering::Relaxed)
    }

    /// Marks it.
    #[inline]
    pub(super) fn set(&self, nth: usize) {
        if !self.get(nth) {
            self.0[nth].store(true, Ordering::Relaxed);
        }
    }

    /// Those that are marked.
    pub(super) fn list(&self) -> Vec<u32> {
        (0..).zip(&self.0).filter(|(_, mark)| mark.load(Ordering::Relaxed)).map(|(nth, _)| nth).collect()
    }

    /// Removes these marks.
    pub(super) fn clear(&self, list: &[u32]) {
        for &nth in list {
            self.0[nth as usize].store(false, Ordering::Relaxed);
        }
    }
}

/// A set of placements that knows in which groups it has any, so that small sets are quickly gone
/// through and emptied.
pub(super) struct GroupedPlacements {
    /// The placements.
    pub(super) placements: Placements,
    /// The groups that may have some.
    pub(super) groups: Marks,
}

impl GroupedPlacements {
    /// The empty set.
    ///
    /// # Errors
    /// Too little memory.
    pub(super) fn new() -> Result<Self, Error> {
        Ok(Self { placements: Placements::new()?, groups: Marks::new(GROUPS)? })
    }

    /// Adds colourings of a shape of a group.
    #[inline]
    pub(super) fn add(&self, group: usize, shape: usize, colours: Colours) {
        self.groups.set(group);
        self.placements.add(shape, colours);
    }

    /// Adds colourings of a shape and the same of its image.
    pub(super) fn add_both(&self, group: usize, shape: usize, image: &MirrorImage, colours: Colours) {
        self.add(group, shape, colours);
        self.add(image.group, image.shape, image.there(colours));
    }

    /// The colourings of a shape that are in the set themselves or by their image.
    pub(super) fn get_both(&self, shape: usize, image: &MirrorImage) -> Colours {
        self.placements.get(shape).or(image.here(self.placements.get(image.shape)))
    }

    /// The groups that may have some themselves or by their images, of two images one.
    pub(super) fn groups_once(&self) -> Vec<u32> {
        let mut groups = self.groups.list();
        for group in &mut groups {
            *group = (*group).min(MirrorImage::of_group(*group as usize).group as u32);
        }
        groups.sort_unstable();
        groups.dedup();
        groups
    }

    /// Makes the set empty.
    pub(super) fn clear(&self) {
        let groups = self.groups.list();
        for shape in groups.iter().flat_map(|&group| shapes_of(group as usize)) {
            self.placements.set(shape, Colours::NONE);
        }
        self.groups.clear(&groups);
    }
}
