//! One game of a batch: where it stands, what was written of it, and its random numbers.

use super::arrays::{Arrays, Widths};
use super::batch::OVER;
use crate::count::Count;
use crate::game::{GameAction, Turn};
use crate::observe::{Observe, Shown};
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
    /// What was written of the observation, and of the final one.
    shown: Shown,
    last_shown: Shown,
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
            shown: Shown::default(),
            last_shown: Shown::default(),
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
            let Some(outcome) = self.position.sample_outcome(|parts| self.chance.u32(..parts)) else { break };
            self.position = self.position.play(outcome);
            self.plies = self.plies.saturating_add(1);
        }
    }

    /// Plays a legal action and whatever chance does then.
    #[inline(always)]
    fn play(&mut self, index: usize) {
        if let Some(action) = G::Action::from_index(index) {
            self.position = self.position.play(action);
            // A state from outside may say any number.
            self.plies = self.plies.saturating_add(1);
            self.settle();
        }
    }

    /// Takes the legal actions off the mask.
    #[inline(always)]
    fn clear(&mut self, mask: &mut [bool]) {
        for &index in &self.legal {
            mask[usize::from(index)] = false;
        }
        self.legal.clear();
    }

    /// Finds the legal actions and shows them in place of those before.
    #[inline(always)]
    fn list(&mut self, mask: &mut [bool]) {
        self.clear(mask);
        let legal = &mut self.legal;
        self.position.each_action(|action| {
            mask[action.index()] = true;
            legal.push(action.index() as u16);
        });
    }

    /// Shows the position and who has to decide.
    #[inline(always)]
    fn write(&mut self, arrays: &mut Arrays<'_>) {
        arrays.players[0] = if self.ended { OVER } else { self.position.viewer().index() as i32 };
        self.shown.rewrite(&self.position, arrays.observations);
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

    /// Keeps what is seen at the end of a game and begins the next one. If chance ends that at once, before anybody can
    /// decide, it waits, and the next step tells of it.
    #[inline(always)]
    fn give_way(&mut self, start: G, arrays: &mut Arrays<'_>) {
        self.last_shown.rewrite(&self.position, arrays.finals);
        self.begin(start);
        self.list(arrays.masks);
        self.ended = self.legal.is_empty();
    }

    /// Finds and shows all that follows from the position, as before the first step or after a change from outside.
    pub(super) fn refresh(&mut self, arrays: &mut Arrays<'_>) {
        self.list(arrays.masks);
        let over = self.legal.is_empty();
        self.ended |= over;
        if self.ended {
            self.clear(arrays.masks);
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
    /// Plays a legal action in each of the rows and writes what has changed.
    pub(super) fn step_all<G: InBulk>(
        rows: &mut [Row<G>],
        actions: &[i64],
        course: &Course<G>,
        arrays: &mut Arrays<'_>,
        widths: Widths,
    ) -> () {
        for (number, (row, &action)) in rows.iter_mut().zip(actions).enumerate() {
            step(row, action as usize, course, &mut arrays.row(number, widths));
        }
    }
}

#[inline(always)]
fn step<G: InBulk>(row: &mut Row<G>, action: usize, course: &Course<G>, arrays: &mut Arrays<'_>) {
    if row.ended {
        if course.next_step {
            row.begin(course.start);
            row.refresh(arrays);
        } else if course.same_step {
            row.reward(arrays, row.position.turn() == Turn::Over);
            row.give_way(course.start, arrays);
            row.write(arrays);
        }
        return;
    }
    row.play(action);
    row.list(arrays.masks);
    let over = row.legal.is_empty();
    row.ended = over || row.plies >= course.max_plies;
    row.reward(arrays, over);
    if row.ended {
        if course.same_step {
            row.give_way(course.start, arrays);
        } else {
            row.clear(arrays.masks);
        }
    }
    row.write(arrays);
}
