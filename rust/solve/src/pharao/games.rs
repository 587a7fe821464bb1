//! Tables against play: games between two who always play the best turn are won as often as the values say.

use super::tables::{Tables, Unknown};
use amduat::games::pharao::{Action, Position};
use amduat::run::{self, Progress, Rng, Workers};
use amduat::{Error, Game, Turn};
use std::sync::{Mutex, PoisonError};

/// How many games a thread plays at a time.
const PORTION: usize = 16;

/// Best play ends with certainty; a game this long says that something is wrong.
const LONGEST: usize = 1_000_000;

/// How games have ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Won {
    /// By the player whose turn it was at first.
    pub first: usize,
    /// By the other.
    pub second: usize,
    /// How many plies they took, all together.
    pub plies: usize,
}

/// Plays so many games from a position by the tables at hand.
///
/// # Errors
/// A table is missing or damaged, a number of threads out of range, or [`Error::Stopped`].
pub fn play_games(
    tables: &Tables,
    position: &Position,
    games: usize,
    seed: u64,
    threads: usize,
    watch: &mut dyn FnMut(Progress) -> bool,
) -> Result<Won, Error> {
    run::check_threads(threads)?;
    let found = Mutex::new(Ok(Won::default()));
    let mut workers = Workers::new(threads, games, watch);
    workers.announce("perfect games", None);
    workers.run(games.div_ceil(PORTION), 1, |portion| {
        let numbers = portion * PORTION..games.min((portion + 1) * PORTION);
        for game in numbers.clone() {
            let ended = play(tables, *position, &mut Rng::with_seed(run::mix(seed, game as u64)));
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            match (&mut *found, ended) {
                (Ok(won), Ok((last, plies))) => {
                    let by_first = last.side() == position.side();
                    won.first += usize::from(by_first);
                    won.second += usize::from(!by_first);
                    won.plies += plies;
                }
                (Ok(_), Err(unknown)) => *found = Err(unknown),
                (Err(_), _) => {}
            }
        }
        numbers.len()
    })?;
    Ok(found.into_inner().unwrap_or_else(PoisonError::into_inner)?)
}

/// One game: how it ends, and after how many plies.
fn play(tables: &Tables, mut position: Position, rng: &mut Rng) -> Result<(Position, usize), Unknown> {
    for plies in 0..LONGEST {
        let action = match position.turn() {
            Turn::Over => return Ok((position, plies)),
            Turn::Chance => roll(&position, rng),
            Turn::Player(_) => tables.best_of_all(&position)?,
        };
        let Some(action) = action else { break };
        position = position.play(action);
    }
    let reason = "a game by the tables does not end";
    Err(Unknown::Failed(Error::Argument(amduat::ParseError::new("position", position, reason))))
}

/// A roll, as likely as it is.
fn roll(position: &Position, rng: &mut Rng) -> Option<Action> {
    let mut rest = rng.f64();
    let mut rolled = None;
    position.each_action(|action| {
        let (weight, total) = position.probability(action);
        if rest >= 0.0 {
            rolled = Some(action);
        }
        rest -= f64::from(weight) / f64::from(total);
    });
    rolled
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn perfect_games_end_as_the_values_say() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../python/amduat/data");
        let tables = Tables::open(Path::new(folder)).unwrap();
        let games = 600;
        for text in ["c2 h2 L roll -", "e3 h1,h2 U roll -", "a1,e3 h1,h2 U own 2,1"] {
            let position: Position = text.parse().unwrap();
            let won = play_games(&tables, &position, games, 1, 2, &mut |_| false).unwrap();
            assert_eq!(won.first + won.second, games);
            let win = tables.value(&position).unwrap().win;
            let spread = (win * (1.0 - win) / games as f64).sqrt();
            let share = won.first as f64 / games as f64;
            assert!((share - win).abs() < 4.0 * spread, "{text}: {share} of the games, not {win}");
            assert_eq!(play_games(&tables, &position, 20, 1, 1, &mut |_| false), {
                play_games(&tables, &position, 20, 1, 3, &mut |_| false)
            });
        }
        let unknown: Position = "a1,a2,e3 h1,h2 L roll -".parse().unwrap();
        let error = play_games(&tables, &unknown, 1, 1, 1, &mut |_| false).unwrap_err();
        assert!(error.to_string().contains("is missing"), "{error}");
    }
}
