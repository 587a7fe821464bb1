//! Many games at once, with any actions, resets, positions and states.
//!
//! After each call all arrays show what the positions say. An action that is not legal is refused with its row, and
//! then nothing has changed; so is whatever else does not fit.

use crate::Source;
use crate::promises::{explains, parts};
use amduat::learn::{AnyBatch, Arrays, Autoreset, BatchSettings, OVER, RowState};
use amduat::{AnyPosition, Error, GameAction, Registered, Turn, Visitor};

/// So many calls are made.
const CALLS: usize = 10;

/// See [the module](self).
pub fn run(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let start = source.position();
    let threads = match source.byte() {
        255 => 2,
        254 => source.number() as usize,
        _ => 1,
    };
    let size = match source.byte() {
        255 => 0,
        254 => BatchSettings::MOST + 1,
        few => 1 + usize::from(few) % 3,
    };
    let settings = BatchSettings {
        size,
        seed: source.u16().into(),
        threads: if (3..=1024).contains(&threads) { 1 } else { threads },
        autoreset: source.pick(&Autoreset::WORDS).1,
        max_plies: source.number() as u32,
    };
    match start.batch(settings) {
        Err(error) => explains(&error),
        Ok(batch) => {
            let mut game = Table { batch, arrays: Owned::new(&start, size), size, start };
            game.batch.begin(game.arrays.all()).expect("arrays of the right size");
            game.check();
            for _ in 0..CALLS {
                if source.is_empty() {
                    break;
                }
                game.call(&mut source);
                game.check();
            }
        }
    }
}

/// Arrays with so many rows.
struct Owned {
    observations: Vec<f32>,
    masks: Vec<bool>,
    players: Vec<i32>,
    rewards: Vec<f32>,
    over: Vec<bool>,
    truncated: Vec<bool>,
    finals: Vec<f32>,
}

impl Owned {
    fn new(start: &AnyPosition, size: usize) -> Self {
        let numbers = size * amduat::games::observation(start.info().name).map_or(0, |observation| observation.len());
        Self {
            observations: vec![0.0; numbers],
            masks: vec![false; size * start.info().num_actions],
            players: vec![0; size],
            rewards: vec![0.0; size * start.players()],
            over: vec![false; size],
            truncated: vec![false; size],
            finals: vec![0.0; numbers],
        }
    }

    fn all(&mut self) -> Arrays<'_> {
        Arrays {
            observations: &mut self.observations,
            masks: &mut self.masks,
            players: &mut self.players,
            rewards: &mut self.rewards,
            over: &mut self.over,
            truncated: &mut self.truncated,
            finals: &mut self.finals,
        }
    }

    /// One of them is too short.
    fn wrong(&mut self, which: usize) -> Arrays<'_> {
        fn less<T>(slice: &mut [T]) -> &mut [T] {
            let shorter = slice.len() - 1;
            &mut slice[..shorter]
        }
        let mut arrays = self.all();
        match which {
            0 => arrays.observations = less(arrays.observations),
            1 => arrays.masks = less(arrays.masks),
            2 => arrays.players = less(arrays.players),
            3 => arrays.rewards = less(arrays.rewards),
            4 => arrays.over = less(arrays.over),
            5 => arrays.truncated = less(arrays.truncated),
            _ => arrays.finals = less(arrays.finals),
        }
        arrays
    }
}

struct Table {
    batch: AnyBatch,
    arrays: Owned,
    size: usize,
    start: AnyPosition,
}

impl Table {
    fn call(&mut self, source: &mut Source<'_>) {
        match source.byte() {
            0..160 => self.step(source),
            160..180 => {
                let rows: Vec<_> = (0..source.byte() % 4).map(|_| source.number() as usize).collect();
                let result = self.batch.reset(&rows, self.arrays.all());
                assert_eq!(result.is_ok(), rows.iter().all(|&row| row < self.size), "{rows:?}");
                let _ = result.inspect_err(explains);
            }
            180..200 => {
                let (row, position) = (source.below(5), source.position());
                let result = self.batch.set(row, &position, self.arrays.all());
                let fits = row < self.size
                    && position.info() == self.start.info()
                    && position.players() == self.start.players()
                    && position.turn() != Turn::Over;
                assert_eq!(result.is_ok(), fits, "{row}: {position}");
                let _ = result.inspect_err(explains);
            }
            200..230 => self.restore(source),
            230..245 => {
                let (actions, before) = (vec![0; self.size], self.batch.state());
                let error = self.batch.step(&actions, self.arrays.wrong(source.below(7)));
                assert_eq!(parts(&error.expect_err("an array is too short")).field, "arrays");
                assert_eq!(before, self.batch.state(), "nothing has changed");
            }
            _ => {
                let mut actions = vec![0; self.size];
                self.batch.random_actions(&mut actions);
                self.batch.step(&actions, self.arrays.all()).expect("actions at random are legal");
            }
        }
    }

    /// One action in each row, mostly a legal one.
    fn step(&mut self, source: &mut Source<'_>) {
        let ((offsets, indices), before) = (self.batch.legal(), self.batch.state());
        let (mut actions, mut wrong) = (Vec::new(), None);
        for (row, state) in before.iter().enumerate() {
            let legal = &indices[offsets[row] as usize..offsets[row + 1] as usize];
            let action = match source.byte() {
                255 => source.number() as i64,
                _ if legal.is_empty() => -1,
                number => legal[usize::from(number) % legal.len()],
            };
            actions.push(action);
            if !state.ended && !legal.contains(&action) {
                wrong = wrong.or(Some(row));
            }
        }
        if source.byte() == 255 {
            actions.push(0);
        }
        let result = self.batch.step(&actions, self.arrays.all());
        assert_eq!(result.is_ok(), wrong.is_none() && actions.len() == self.size, "{actions:?}");
        if let Err(error) = result {
            explains(&error);
            assert_eq!(before, self.batch.state(), "nothing has changed");
            if let (true, Some(row)) = (actions.len() == self.size, wrong) {
                assert!(parts(&error).reason.starts_with(&format!("in row {row}")), "{error}");
                assert!(matches!(error, Error::Action(..) | Error::Illegal(..)), "{error:?}");
            }
        }
    }

    /// Goes on from a state that somebody has changed.
    fn restore(&mut self, source: &mut Source<'_>) {
        let before = self.batch.state();
        let mut states = before.clone();
        for state in &mut states {
            let RowState { position, seeds, plies, ended } = state;
            match source.byte() % 8 {
                0 => *plies = source.number() as u32,
                1 => *ended = !*ended,
                2 => *seeds = [source.u64(), source.number()],
                3 => *position = source.position(),
                _ => {}
            }
        }
        match source.byte() {
            255 => states.push(states[0]),
            254 => drop(states.pop()),
            _ => {}
        }
        if let Err(error) = self.batch.restore(&states, self.arrays.all()) {
            explains(&error);
            assert_eq!(before, self.batch.state(), "nothing has changed");
        }
    }

    /// The arrays show what the positions say.
    fn check(&self) {
        let (positions, states, (offsets, indices)) = (self.batch.positions(), self.batch.state(), self.batch.legal());
        assert_eq!((positions.len(), states.len(), offsets.len()), (self.size, self.size, self.size + 1));
        let row = |array: usize, number: usize| number * array / self.size..(number + 1) * array / self.size;
        for (number, (position, state)) in positions.iter().zip(&states).enumerate() {
            assert_eq!((position, position.info()), (&state.position, self.start.info()));
            assert_ne!(position.turn(), Turn::Chance, "a row never waits for chance: {position}");
            let legal = &indices[offsets[number] as usize..offsets[number + 1] as usize];
            let expected = if state.ended { Vec::new() } else { position.accept(Indices) };
            assert_eq!(legal, expected, "the legal actions: {position}");
            let mask = &self.arrays.masks[row(self.arrays.masks.len(), number)];
            let marked = mask.iter().enumerate().filter(|(_, legal)| **legal).map(|(index, _)| index as i64);
            assert!(marked.eq(expected), "the mask: {position}");
            let numbers = &self.arrays.observations[row(self.arrays.observations.len(), number)];
            assert_eq!(position.observe(None).as_deref(), Ok(numbers), "the observation: {position}");
            let player = if state.ended { OVER } else { position.viewer().index() as i32 };
            assert_eq!(self.arrays.players[number], player, "the player: {position}");
            assert!(state.ended || position.turn() != Turn::Over, "has ended: {position}");
            let rewards = &self.arrays.rewards[row(self.arrays.rewards.len(), number)];
            assert!(rewards.iter().all(|reward| (-1.0..=1.0).contains(reward)), "{rewards:?}");
            assert!(self.arrays.over[number] || !self.arrays.truncated[number], "what is cut off is over");
        }
    }
}

/// The indices of the legal actions.
struct Indices;

impl Visitor for Indices {
    type Output = Vec<i64>;

    fn visit<G: Registered>(self, position: &G) -> Vec<i64> {
        let mut indices = Vec::new();
        position.each_action(|action| indices.push(action.index() as i64));
        indices
    }
}
