//! How many different positions there are after each number of plies.
//!
//! Positions on a turned or mirrored board are different positions. But from a position that is its own image, all
//! that is reached is reached in its images too: then one of them is kept, and stands for as many as there are.

use super::expand::{Crew, NextPly, Queue, bytes};
use super::merged::count_directly;
use super::store::{Layer, Reached};
use super::{Plan, check_memory, room};
use crate::error::{Error, ParseError};
use crate::pack::{Pack, Packed};

/// What there is after so many plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// How many different positions, those included in which the game has just ended.
    pub positions: u128,
    /// How many lines lead there.
    pub lines: u128,
}

/// The numbers of different positions and of lines after each number of plies up to that of the plan, found
/// within so many MiB. All positions of a ply but of the last must find room there.
///
/// # Errors
/// A number of the plan or a memory out of range, [`Error::Overflow`], [`Error::Stopped`], or not enough memory.
pub fn distinct<G: Pack>(
    position: &G,
    plan: Plan,
    memory: usize,
    poll: &mut dyn FnMut() -> bool,
) -> Result<Vec<Ply>, Error> {
    plan.check()?;
    check_memory(memory)?;
    let Plan { depth, threads } = plan;
    let images = (0..G::IMAGES).filter(|&image| position.turned(image) == *position).collect();
    let census = Census { step: Distinct { root: *position, images }, memory, crew: Crew { threads, poll } };
    match position.words() {
        1 => census.plies::<1>(depth),
        2 => census.plies::<2>(depth),
        _ => census.plies::<3>(depth),
    }
}

struct Census<'a, G> {
    step: Distinct<G>,
    /// In MiB.
    memory: usize,
    crew: Crew<'a>,
}

impl<G: Pack> Census<'_, G> {
    fn plies<const W: usize>(mut self, depth: u32) -> Result<Vec<Ply>, Error> {
        let mut layer: Layer<W> = vec![vec![Reached::new(&self.step.root.pack(), 1)]];
        let mut plies = vec![Ply { positions: 1, lines: 1 }];
        for ply in 1..=depth {
            let room = room(self.memory).saturating_sub(bytes(&layer));
            let lines = count_directly(&self.step.root, &layer, 1, &mut self.crew)?;
            if ply == depth {
                let positions = self.positions_after(&layer, room)?.ok_or_else(|| self.too_many(ply))?;
                plies.push(Ply { positions, lines });
                break;
            }
            let queue = Queue::new(&layer);
            let store = self.crew.store(&queue, &self.step, [0; W], room);
            if !self.crew.fill(&queue, &self.step, &store)? {
                return Err(self.too_many(ply));
            }
            layer = self.crew.layer(store)?;
            plies.push(Ply { positions: self.step.count(&layer), lines });
        }
        Ok(plies)
    }

    fn too_many(&self, ply: u32) -> Error {
        let reason = format!("is not enough MiB for the different positions after {ply} plies");
        Error::Argument(ParseError::new("memory", self.memory, reason))
    }

    /// How many positions follow from those of a layer; `None` if there is not enough room to find out.
    ///
    /// Nothing need be kept of them: those that find no room are left for the next round.
    fn positions_after<const W: usize>(&mut self, layer: &Layer<W>, room: usize) -> Result<Option<u128>, Error> {
        let (mut positions, mut least) = (0, Some([0; W]));
        while let Some(from) = least {
            let queue = Queue::new(layer);
            let store = self.crew.store(&queue, &self.step, from, room);
            while !self.crew.fill(&queue, &self.step, &store)? {
                if !store.shed() {
                    return Ok(None);
                }
            }
            least = store.beyond();
            positions += self.step.count(&self.crew.layer(store)?);
        }
        Ok(Some(positions))
    }
}

/// The next ply exactly: every legal action, every position.
struct Distinct<G> {
    root: G,
    /// The images of the first position that are the first position.
    images: Vec<usize>,
}

impl<G: Pack> Distinct<G> {
    /// One for all images.
    #[inline(always)]
    fn packed(&self, position: &G) -> Packed {
        let images = self.images.iter().skip(1).map(|&image| position.turned(image).pack());
        images.fold(position.pack(), Packed::min)
    }

    /// How many positions these are, images counted.
    fn count<const W: usize>(&self, layer: &Layer<W>) -> u128 {
        let each = layer.iter().map(|run| {
            let different = run.chunk_by(|one, other| one.key == other.key);
            different.map(|same| self.images_of(&same[0])).sum::<u128>()
        });
        each.sum()
    }

    fn images_of<const W: usize>(&self, entry: &Reached<W>) -> u128 {
        if self.images.len() == 1 {
            return 1;
        }
        let position = self.root.unpack(entry.packed());
        let same = self.images.iter().filter(|&&image| position.turned(image) == position).count();
        (self.images.len() / same.max(1)) as u128
    }
}

impl<G: Pack> NextPly for Distinct<G> {
    #[inline(always)]
    fn each_following(&self, packed: Packed, mut visit: impl FnMut(&Packed, u64)) {
        let position = self.root.unpack(packed);
        position.each_action(|action| visit(&self.packed(&position.play(action)), 1));
    }
}
