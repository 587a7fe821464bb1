//! One game of a batch: where it stands, what was written of it, and its random numbers.

use super::arrays::Arrays;
use super::batch::OVER;
use crate::count::Count;
use crate::game::{GameAction, Turn};
use crate::observe::{self, Observe};
use crate::playout;
use crate::run::processor::compiled_twice;
use crate::run::{Rng, mix};

/// What is needed to go on with a row elsewhere or later.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RowState<P> {
    /// Where the game stands.
    pub position: P,
    /// The seeds of the generators of chance and of actions at random.
    pub seeds: [u64; 2],
    /// How many plies were played since the start.
    pub plies: u32,
    /// Whether the game is over or was cut off, and waits for a new start.
    pub ended: bool,
}

/// One game. It waits for a player, or has ended; chance never waits.
pub(super) struct Row<G: Count> {
    pub(super) position: G,
    chance: Rng,
    choice: Rng,
    plies: u32,
    pub(super) ended: bool,
    /// The indices of the legal actions, which are those that the mask shows.
    pub(super) legal: Vec<u16>,
    /// The places of the observation that are not 0, and those of the final observation.
    seen: Vec<u16>,
    last_seen: Vec<u16>,
    buffer: Vec<G::Action>,
}

impl<G: Count + Observe> Row<G> {
    pub(super) fn new(position: G, seed: u64, number: u64) -> Self {
        // Two streams, so that asking for actions at random does not change the dice.
        let [chance, choice] = [2 * number, 2 * number + 1].map(|stream| Rng::with_seed(mix(seed, stream)));
        Self {
            position,
            chance,
            choice,
            plies: 0,
            ended: false,
            legal: Vec::new(),
            seen: Vec::new(),
            last_seen: Vec::new(),
            buffer: Vec::new(),
        }
    }

    /// A game from this position on, after whatever chance does first.
    #[inline(always)]
    pub(super) fn begin(&mut self, position: G) {
        (self.position, self.plies, self.ended) = (position, 0, false);
        self.settle();
    }

    /// Lets chance act until a player has to decide, or nobody.
    #[inline(always)]
    fn settle(&mut self) {
        while G::INFO.has_chance && self.position.turn() == Turn::Chance {
            let Some(outcome) = playout::outcome(&self.position, &mut self.chance, &mut self.buffer) else { break };
            self.position = self.position.play(outcome);
            self.plies += 1;
        }
    }

    /// Plays a legal action and whatever chance does then.
    #[inline(always)]
    fn play(&mut self, index: usize) {
        if let Some(action) = G::Action::from_index(index) {
            self.position = self.position.play(action);
            self.plies += 1;
            self.settle();
        }
    }

    /// Takes the legal actions off the mask and finds those of the position.
    #[inline(always)]
    fn list(&mut self, mask: &mut [bool]) {
        for index in self.legal.drain(..) {
            mask[usize::from(index)] = false;
        }
        let legal = &mut self.legal;
        self.position.each_action(|action| legal.push(action.index() as u16));
    }

    /// Shows the position and the legal actions.
    #[inline(always)]
    fn write(&mut self, arrays: &mut Arrays<'_>) {
        for &index in &self.legal {
            arrays.masks[usize::from(index)] = true;
        }
        arrays.players[0] = if self.ended { OVER } else { self.position.viewer().index() as i32 };
        observe::rewrite(&self.position, &mut self.seen, arrays.observations);
    }

    /// Takes the result of a game that has ended; nothing while it runs.
    #[inline(always)]
    fn reward(&self, arrays: &mut Arrays<'_>, over: bool) {
        if over {
            let returns = self.position.returns();
            arrays.rewards.iter_mut().zip(returns).for_each(|(reward, value)| *reward = value as f32);
        } else {
            arrays.rewards.fill(0.0);
        }
        arrays.over[0] = self.ended;
        arrays.truncated[0] = self.ended && !over;
    }

    /// Finds and shows all that follows from the position, as before the first step or after a change from outside.
    pub(super) fn refresh(&mut self, arrays: &mut Arrays<'_>) {
        self.list(arrays.masks);
        let over = self.legal.is_empty();
        self.ended |= over;
        if self.ended {
            self.legal.clear();
        }
        self.reward(arrays, over);
        self.write(arrays);
    }

    /// One of the legal actions, each as likely as the others; −1 if the game has ended.
    pub(super) fn choose(&mut self) -> i64 {
        if self.legal.is_empty() { -1 } else { i64::from(self.legal[self.choice.usize(..self.legal.len())]) }
    }

    pub(super) fn state(&self) -> RowState<G> {
        let seeds = [&self.chance, &self.choice].map(Rng::get_seed);
        RowState { position: self.position, seeds, plies: self.plies, ended: self.ended }
    }

    pub(super) fn restore(&mut self, state: &RowState<G>) {
        (self.position, self.plies, self.ended) = (state.position, state.plies, state.ended);
        [self.chance, self.choice] = state.seeds.map(Rng::with_seed);
    }
}

/// What a step does besides playing: where new games begin, and how long one may be.
pub(super) struct Course<G> {
    pub(super) start: G,
    pub(super) max_plies: u32,
    /// Whether a game begins anew in the step that ends the one before.
    pub(super) same_step: bool,
    /// Whether it does in the step after.
    pub(super) next_step: bool,
}

/// What a game has to have for a batch.
pub(super) trait InBulk: Count + Observe {}

impl<G: Count + Observe> InBulk for G {}

compiled_twice! {
    /// Plays a legal action in a row and writes what has changed.
    pub(super) fn step<G: InBulk>(row: &mut Row<G>, action: usize, course: &Course<G>, arrays: &mut Arrays<'_>) -> () {
        if row.ended {
            if course.next_step {
                row.begin(course.start);
                row.refresh(arrays);
            }
            return;
        }
        row.play(action);
        row.list(arrays.masks);
        let over = row.legal.is_empty();
        row.ended = over || row.plies >= course.max_plies;
        row.reward(arrays, over);
        if row.ended {
            row.legal.clear();
            if course.same_step {
                observe::rewrite(&row.position, &mut row.last_seen, arrays.finals);
                row.begin(course.start);
                row.list(arrays.masks);
            }
        }
        row.write(arrays);
    }
}
