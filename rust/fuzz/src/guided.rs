//! An evaluator that says anything: in search, and in games against itself.
//!
//! Logits and values are any numbers, sometimes too few, sometimes said twice or not at all. Either the evaluator is
//! refused, or what comes of it keeps what reports promise. States from which games go on are any states too.

use crate::Source;
use crate::promises::explains;
use crate::search::report;
use amduat::learn::{PlayedGame, SelfPlaySettings};
use amduat::search::{Answer, Evaluator, Guidance, Limits, Policy, Request};
use amduat::{AnyPosition, Error, ParseError};
use std::sync::atomic::AtomicBool;

/// So much memory, in bytes, is enough for so few walks.
const MEMORY: usize = 1 << 16;

/// See [the module](self).
pub fn run(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let position = source.position();
    let plain = !source.byte().is_multiple_of(4);
    let guidance = Guidance {
        batch: if plain { 1 + source.below(8) } else { source.number() as usize },
        exploration: source.float(),
        noise: if plain { f32::from(source.byte() % 5) / 4.0 } else { source.float() },
        temperature: if plain { f32::from(source.byte() % 5) / 4.0 } else { source.float() },
    };
    if source.byte().is_multiple_of(2) {
        search(&position, guidance, source);
    } else {
        play(&position, guidance, source);
    }
}

/// Says whatever the bytes say.
struct Anything<'a> {
    source: Source<'a>,
    players: usize,
    calls: usize,
}

impl Evaluator for Anything<'_> {
    fn evaluate(&mut self, rows: usize, observations: &[f32], masks: &[bool], answer: Answer<'_>) -> Result<(), Error> {
        assert!(rows > 0 && observations.len().is_multiple_of(rows) && masks.len().is_multiple_of(rows));
        self.calls += 1;
        if self.calls > 200 {
            return Err(Error::Stopped);
        }
        let kind = self.source.byte();
        let short = usize::from(kind == 254);
        let mut spoken = [0.0; 16];
        for number in &mut spoken {
            *number = self.source.float();
        }
        let logits: Vec<_> = spoken.iter().copied().cycle().take(masks.len() - short).collect();
        let values: Vec<_> = spoken[..7].iter().copied().cycle().take(rows * self.players).collect();
        match kind {
            255 => Err(Error::Argument(ParseError::new("evaluate", rows, "has no answer"))),
            253 => Ok(()),
            252 => answer(&logits, &values).and_then(|()| answer(&logits, &values)),
            _ => answer(&logits, &values),
        }
    }
}

fn search(position: &AnyPosition, guidance: Guidance, mut source: Source<'_>) {
    let memory = if source.byte().is_multiple_of(4) { source.number() as usize % MEMORY } else { MEMORY };
    let mut searcher = match position.guided(guidance, source.u16().into(), Some(memory)) {
        Ok(searcher) => searcher,
        Err(error) => return explains(&error),
    };
    let mut position = *position;
    for _ in 0..2 {
        let limits = Limits { time: None, nodes: Some(1 + u64::from(source.byte() % 16)), depth: None };
        let lines = source.number() as usize;
        let request = Request { limits, lines, played: &[], stop: &AtomicBool::new(false) };
        let mut evaluator = Anything { source, players: position.players(), calls: 0 };
        let result = searcher.search(&position, &request, &mut evaluator, &mut || false);
        source = evaluator.source;
        match result {
            Ok((found, policy)) => {
                report(&position, &found);
                shares(&policy);
                let Some(next) = found.action.and_then(|action| position.play(action).ok()) else { return };
                position = next;
            }
            Err(Error::Stopped) => return,
            Err(error) => explains(&error),
        }
    }
}

/// Shares are from 0 to 1 and add up to 1.
fn shares(policy: &Policy) {
    let sum: f32 = policy.iter().map(|(_, share)| share).sum();
    assert!(policy.is_empty() || (sum - 1.0).abs() < 1e-3, "{policy:?}");
    assert!(policy.iter().all(|(_, share)| (0.0..=1.0).contains(share)), "{policy:?}");
}

fn play(position: &AnyPosition, guidance: Guidance, mut source: Source<'_>) {
    let settings = SelfPlaySettings {
        games: source.below(4),
        simulations: u32::from(source.byte() % 5),
        seed: source.u16().into(),
        guidance,
        cooling: source.number() as u32,
        max_plies: u32::from(source.byte() % 12),
    };
    let mut games = match position.self_play(settings) {
        Ok(games) => games,
        Err(error) => return explains(&error),
    };
    for _ in 0..2 {
        let mut evaluator = Anything { source, players: position.players(), calls: 0 };
        let result = games.play(&mut evaluator, &mut || false);
        source = evaluator.source;
        match result {
            Ok(game) => played(position, &game),
            Err(Error::Stopped) => {}
            Err(error) => explains(&error),
        }
        let (mut next, mut states) = games.state();
        for state in &mut states {
            match source.byte() % 16 {
                0 => state.number = source.number(),
                1 => state.played.push(source.u16()),
                2 => drop(state.played.pop()),
                3 => state.policies.push(vec![(source.u16(), source.float())]),
                4 => drop(state.policies.pop()),
                5 => state.seed = source.u64(),
                6 => next = source.number(),
                _ => {}
            }
        }
        if source.byte() == 255 {
            states.pop();
        }
        match games.restore(next, &states) {
            Ok(()) => assert_eq!(games.state(), (next, states), "goes on from a state"),
            Err(error) => explains(&error),
        }
    }
}

fn played(start: &AnyPosition, game: &PlayedGame) {
    let decisions = game.actions.len();
    assert_eq!((game.policies.len(), game.players.len()), (decisions, decisions), "one entry for each decision");
    let numbers = amduat::games::observation(start.info().name).map_or(0, |observation| observation.len());
    assert_eq!(game.observations.len(), decisions * numbers);
    assert!(game.returns.iter().all(|value| (-1.0..=1.0).contains(value)), "{:?}", game.returns);
    game.policies.iter().for_each(shares);
}
