//! Observations: a position as a row of numbers, for programs that learn.
//!
//! A position is seen by one seat at the table. That seat is number 0, and the others follow in turn order; so what
//! only the order of the players distinguishes looks the same. The board is not turned: fields and actions keep
//! their numbers. Numbers are from 0 to 1, most of them 0, and together they tell all that the rules ask for.

mod shown;

use crate::field::{Field, FieldSet};
use crate::game::{Game, GameAction, Player};
pub(crate) use shown::Shown;
use std::ops::Range;

/// One named part of an observation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Segment {
    /// Its name.
    pub name: &'static str,
    /// How many planes or numbers it has.
    pub count: usize,
    /// Whether these are planes, with a number for each field.
    pub is_planes: bool,
    /// What the numbers mean.
    pub help: &'static str,
}

impl Segment {
    /// Planes: for each of them one number for each field.
    pub const fn planes(name: &'static str, count: usize, help: &'static str) -> Self {
        Self { name, count, is_planes: true, help }
    }

    /// Numbers without a field.
    pub const fn numbers(name: &'static str, count: usize, help: &'static str) -> Self {
        Self { name, count, is_planes: false, help }
    }

    /// How many numbers it has in all, on a board of so many fields.
    pub const fn len(&self, fields: usize) -> usize {
        if self.is_planes { self.count * fields } else { self.count }
    }

    /// Whether it has none.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }
}

/// Where each of the segments begins, on a board of so many fields.
pub const fn starts<const N: usize>(segments: &[Segment; N], fields: usize) -> [usize; N] {
    let (mut starts, mut next, mut number) = ([0; N], 0, 0);
    while number < N {
        starts[number] = next;
        next += segments[number].len(fields);
        number += 1;
    }
    starts
}

/// A way to turn or mirror the board that changes nothing in the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// What it is called.
    pub name: &'static str,
    /// For each field the one it comes to.
    pub fields: &'static [u8],
}

impl Symmetry {
    /// Where a field comes to.
    pub fn image(&self, field: Field) -> Field {
        self.fields.get(field.index()).map_or(field, |&image| Field::wrapping(image.into()))
    }
}

/// How the positions of a game are written as numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Observation {
    /// Rises whenever the meaning of a number changes.
    pub version: u32,
    /// How many fields a plane has.
    pub fields: usize,
    /// The parts, in their order.
    pub segments: &'static [Segment],
    /// The symmetries of the rules, the board as it is not counted.
    pub symmetries: &'static [Symmetry],
}

impl Observation {
    /// How many numbers there are.
    pub const fn len(&self) -> usize {
        let (mut len, mut number) = (0, 0);
        while number < self.segments.len() {
            len += self.segments[number].len(self.fields);
            number += 1;
        }
        len
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }

    /// The segments, each with the numbers it takes.
    pub fn slices(&self) -> impl Iterator<Item = (&'static Segment, Range<usize>)> + use<> {
        let (fields, mut next) = (self.fields, 0);
        self.segments.iter().map(move |segment| {
            let first = next;
            next += segment.len(fields);
            (segment, first..next)
        })
    }

    /// For each number of the image of an observation, which number of the observation it is.
    pub fn permutation(&self, symmetry: &Symmetry) -> Vec<usize> {
        let mut sources: Vec<_> = (0..self.len()).collect();
        for (_, numbers) in self.slices().filter(|(segment, _)| segment.is_planes) {
            for plane in numbers.step_by(self.fields.max(1)) {
                for (field, &image) in symmetry.fields.iter().enumerate() {
                    sources[plane + usize::from(image)] = plane + field;
                }
            }
        }
        sources
    }
}

/// What an observation is written on. Functions of a place and a number are the simplest.
pub trait Canvas {
    /// Writes a number above 0 and up to 1.
    fn write(&mut self, place: usize, number: f32);

    /// Writes 1 for each of these fields, on the plane that begins at this place.
    #[inline(always)]
    fn mark(&mut self, plane: usize, fields: FieldSet) {
        fields.iter().for_each(|field| self.write(plane + field.index(), 1.0));
    }
}

impl<F: FnMut(usize, f32)> Canvas for F {
    #[inline(always)]
    fn write(&mut self, place: usize, number: f32) {
        self(place, number);
    }
}

/// What a game adds to its rules so that programs can learn it.
pub trait Observe: Game {
    /// How its positions are written as numbers.
    const OBSERVATION: Observation;

    /// Who looks if nobody else is named: the player whose turn it is, also while chance acts; when the game is
    /// over, whose turn it would be.
    fn viewer(&self) -> Player;

    /// Writes each number that is not 0, as `seat` sees the position. The seat must be that of a player.
    fn observe(&self, seat: Player, canvas: impl Canvas);

    /// The same action on the board that a symmetry has turned or mirrored.
    fn image(action: Self::Action, symmetry: &Symmetry) -> Self::Action {
        let _ = symmetry;
        action
    }
}

/// The observation of a position as all its numbers.
pub fn numbers<G: Observe>(position: &G, seat: Player) -> Vec<f32> {
    let mut numbers = vec![0.0; G::OBSERVATION.len()];
    position.observe(seat, |place: usize, value: f32| numbers[place] = value);
    numbers
}

/// Which of all actions are legal; none where chance acts.
pub fn mask<G: Game>(position: &G) -> Vec<bool> {
    let mut mask = vec![false; G::INFO.num_actions];
    position.each_action(|action| mask[action.index()] = !action.is_chance());
    mask
}

/// For each action, which action becomes it under a symmetry.
pub fn action_permutation<G: Observe>(symmetry: &Symmetry) -> Vec<usize> {
    let mut sources: Vec<_> = (0..G::INFO.num_actions).collect();
    for (index, action) in sources.clone().into_iter().filter_map(|i| Some((i, G::Action::from_index(i)?))) {
        sources[G::image(action, symmetry).index()] = index;
    }
    sources
}

/// The players as a seat sees them: itself first, then the others in turn order.
#[inline(always)]
pub(crate) fn around(seat: Player, players: usize) -> impl Iterator<Item = (usize, Player)> {
    (0..players).map(move |ahead| {
        let next = seat.index() + ahead;
        (ahead, Player::new(if next < players { next } else { next - players }))
    })
}

/// How many seats ahead of `seat` a player sits.
#[inline(always)]
pub(crate) fn ahead(player: Player, seat: Player, players: usize) -> usize {
    let (player, seat) = (player.index(), seat.index());
    if player < seat { player + players - seat } else { player - seat }
}
