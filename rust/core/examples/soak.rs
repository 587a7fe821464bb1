//! Very many random games of every game with all promises checked:
//!
//! ```text
//! cargo run --profile soak --example soak -- [GAME …] [--games N] [--first N] [--every N] [--seed N]
//!     [--threads N] [--minutes M]
//! ```
//!
//! The minutes are shared by the games. Standard output has a line for each game, its columns separated by tabs:
//! game, games, unfinished, positions, positions checked in every way, pairs of plies merged there, seconds.
//! Standard error tells how far it is. A promise that is not kept ends it with exit code 1; `--first` and `--games 1`
//! with the same seed play that game again.

#[path = "../tests/common/mod.rs"]
#[allow(clippy::panic, reason = "the tests panic where something is wrong")]
mod common;

use amduat::conformance::{Soak, Soaked, soak};
use std::process::ExitCode;
use std::str::FromStr;
use std::time::{Duration, Instant};

/// How often it is told how far it is.
const TOLD: Duration = Duration::from_secs(10);

/// What is asked for.
struct Wanted {
    games: Vec<String>,
    plan: Soak,
    /// How long each game has.
    time: Option<Duration>,
}

fn main() -> ExitCode {
    let done = wanted(std::env::args().skip(1))
        .and_then(|wanted| wanted.games.iter().try_for_each(|game| one(game, &wanted.plan, wanted.time)));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(what) => {
            eprintln!("{what}");
            ExitCode::FAILURE
        }
    }
}

fn one(game: &str, plan: &Soak, time: Option<Duration>) -> Result<(), String> {
    let (began, mut told) = (Instant::now(), Instant::now());
    let mut watch = |done: &Soaked| {
        if told.elapsed() >= TOLD {
            told = Instant::now();
            eprintln!("{game}: {} games, {} positions", done.games, done.positions);
        }
        time.is_some_and(|time| began.elapsed() >= time)
    };
    let soaked = soak(&common::starts(game), plan, &mut watch).map_err(|what| format!("{game}: {what}"))?;
    let Soaked { games, unfinished, positions, thoroughly, merged } = soaked;
    let seconds = began.elapsed().as_secs_f64();
    println!("{game}\t{games}\t{unfinished}\t{positions}\t{thoroughly}\t{merged}\t{seconds:.1}");
    Ok(())
}

fn wanted(mut words: impl Iterator<Item = String>) -> Result<Wanted, String> {
    let (mut games, mut minutes) = (Vec::new(), None::<f64>);
    let (mut first, mut count) = (0, 1_000_000);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut plan = Soak { threads, ..Soak::default() };
    while let Some(word) = words.next() {
        match word.as_str() {
            "--games" => count = number(&word, words.next())?,
            "--first" => first = number(&word, words.next())?,
            "--every" => plan.every = number(&word, words.next())?,
            "--seed" => plan.seed = number(&word, words.next())?,
            "--threads" => plan.threads = number(&word, words.next())?,
            "--minutes" => minutes = Some(number(&word, words.next())?),
            game => games.push(amduat::games::info(game).map_err(|error| error.to_string())?.name.to_string()),
        }
    }
    if games.is_empty() {
        games = amduat::GAMES.iter().map(|info| info.name.to_string()).collect();
    }
    plan.games = first..first.saturating_add(count);
    let share = minutes.map(|minutes| Duration::try_from_secs_f64(minutes * 60.0 / games.len() as f64));
    let time = share.transpose().map_err(|error| format!("--minutes: {error}"))?;
    Ok(Wanted { games, plan, time })
}

fn number<T: FromStr>(name: &str, word: Option<String>) -> Result<T, String> {
    let text = word.unwrap_or_default();
    text.parse().map_err(|_| format!("{name} {text}: expected a number"))
}
