//! Search with any settings, weights and limits, from any position.
//!
//! What is out of range is refused. A report has legal actions, lines that can be played, and values from −1 to 1; it
//! comes soon after the limit, and so does that of the next search with the same searcher.

use crate::Source;
use crate::promises::explains;
use amduat::search::{Choice, Limits, Method, Report, Request, Settings};
use amduat::{AnyAction, AnyPosition, Error, Turn};
use std::sync::atomic::AtomicBool;

/// So much memory, in bytes, is enough for so few nodes.
const MEMORY: usize = 1 << 16;

/// See [the module](self).
pub fn run(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let position = source.position();
    let settings = settings(&position, &mut source);
    let mut searcher = match position.searcher(&settings) {
        Ok(searcher) => searcher,
        Err(error) => return explains(&error),
    };
    let mut position = position;
    for _ in 0..2 {
        let limits = Limits {
            time: None,
            nodes: Some(1 + u64::from(source.byte() % 48)),
            depth: (source.byte() % 2 == 1).then(|| source.number() as u32),
        };
        let other = if source.byte().is_multiple_of(8) { source.start() } else { position };
        let stop = AtomicBool::new(source.byte() == 255);
        let (lines, mut questions) = (source.number() as usize, source.byte());
        let request = Request { limits, lines, played: &[other, position], stop: &stop };
        let mut poll = || {
            questions = questions.saturating_add(1);
            questions == 255
        };
        let result = searcher.search(&position, &request, &mut poll, &mut |so_far| report(&position, &so_far));
        match result {
            Ok(found) => {
                report(&position, &found);
                let wanted = lines.max(1);
                assert!(position.turn() == Turn::Chance || found.choices.len() <= wanted, "{position}: {found:?}");
                let Some(next) = found.action.and_then(|action| position.play(action).ok()) else { return };
                position = next;
            }
            Err(Error::Stopped) => {}
            Err(error) => return explains(&error),
        }
        if position.turn() == Turn::Over {
            return;
        }
    }
}

fn settings(position: &AnyPosition, source: &mut Source<'_>) -> Settings {
    let weights = (0..source.byte() % 4).map(|_| {
        let known = position.weights();
        let name = match source.byte() {
            255 => String::from_utf8_lossy(source.take(4)).into_owned(),
            number => {
                known.get(usize::from(number) % known.len().max(1)).map_or_else(String::new, |info| info.name.into())
            }
        };
        (name, source.float())
    });
    let weights = weights.collect();
    let threads = match source.byte() {
        255 => 0,
        254 => 1025,
        253 => 2,
        _ => 1,
    };
    Settings {
        method: source.pick(&Method::WORDS).1,
        threads,
        seed: source.number(),
        memory: Some(if source.byte().is_multiple_of(4) { source.number() as usize % MEMORY } else { MEMORY }),
        weights,
    }
}

/// What holds of every report.
pub(crate) fn report(position: &AnyPosition, found: &Report<AnyAction>) {
    let told = |values: &[f64]| {
        let right = |(player, value): (usize, &f64)| {
            if player < position.players() { (-1.0..=1.0).contains(value) } else { *value == 0.0 }
        };
        assert!(values.iter().enumerate().all(right), "values are from -1 to 1: {position}: {values:?}");
    };
    told(&found.values);
    line(position, &found.pv);
    if let Some(action) = found.action {
        assert!(position.is_legal(action), "{position}: {action}");
        assert!(matches!(position.turn(), Turn::Player(_)), "chance decides: {position}");
    }
    for Choice { action, values, pv, .. } in &found.choices {
        told(values);
        assert_eq!(pv.first(), Some(action), "a line begins with its action: {position}");
        line(position, pv);
    }
    let mut actions: Vec<_> = found.choices.iter().map(|choice| choice.action).collect();
    actions.sort_unstable();
    assert!(actions.is_sorted_by(|one, other| one < other), "each action once: {position}: {actions:?}");
}

/// A line can be played.
fn line(position: &AnyPosition, actions: &[AnyAction]) {
    let mut position = *position;
    for &action in actions {
        position = position.play(action).expect("a line can be played");
    }
}
