//! Random games: from a position on, every player takes any legal action with equal chance, and chance
//! acts as it does.

use crate::count::Count;
use crate::error::Error;
use crate::game::{MAX_PLAYERS, Turn};
use crate::games::{AnyPosition, Registered, Visitor};
use crate::run::processor::compiled_twice;
use crate::run::{self, Ended, Portions, Rng, Watch, mix};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// A game longer than this many plies is given up, unless the caller says otherwise.
pub const DEFAULT_MAX_PLIES: u32 = 100_000;

/// How many games a thread takes at a time.
const BATCH: u64 = 64;

/// So many plies of a long game count as a node to the [`Watch`].
const PLIES_PER_NODE: u32 = 256;

/// What came out of many random games.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Playouts {
    /// How many games were played.
    pub games: u64,
    /// How many of them were given up for their length; they add nothing to the returns.
    pub unfinished: u64,
    /// How many actions were taken in all, chance outcomes included.
    pub plies: u64,
    /// The sum of the returns of each player.
    pub returns: [f64; MAX_PLAYERS],
    /// In how many games each player had the highest return, alone or with others.
    pub wins: [u64; MAX_PLAYERS],
}

impl Playouts {
    /// Adds what came out of other games.
    pub fn add(&mut self, other: &Self) {
        self.games = self.games.saturating_add(other.games);
        self.unfinished = self.unfinished.saturating_add(other.unfinished);
        self.plies = self.plies.saturating_add(other.plies);
        for player in 0..MAX_PLAYERS {
            self.returns[player] += other.returns[player];
            self.wins[player] = self.wins[player].saturating_add(other.wins[player]);
        }
    }
}

/// Plays the random games with these numbers, of at most `max_plies` plies each.
///
/// Game number `i` depends on `seed` and `i` only, so the result is the same for any number of
/// threads (up to the rounding of sums), and games can be played in parts that are added up. `poll`
/// is asked now and then on the calling thread whether to stop.
///
/// # Errors
/// A thread count out of range, or [`Error::Stopped`].
pub fn playouts<G: Count>(
    position: &G,
    games: Range<u64>,
    seed: u64,
    max_plies: u32,
    threads: usize,
    poll: &mut dyn FnMut() -> bool,
) -> Result<Playouts, Error> {
    run::check_threads(threads)?;
    let portions = Portions::new(games.end.saturating_sub(games.start), BATCH);
    let total = Mutex::new(Playouts::default());
    let work = |mut watch: Watch<'_>| {
        let mut sum = Playouts::default();
        let mut actions = Vec::new();
        while watch.look().is_ok()
            && let Some(numbers) = portions.take()
        {
            for game in numbers {
                let mut rng = Rng::with_seed(mix(seed, games.start + game));
                if one(position, &mut rng, max_plies, &mut actions, &mut watch, &mut sum).is_err() {
                    break;
                }
            }
        }
        total.lock().unwrap_or_else(PoisonError::into_inner).add(&sum);
    };
    run::on_threads(portions.len().min(threads as u64) as usize, poll, &work)?;
    Ok(total.into_inner().unwrap_or_else(PoisonError::into_inner))
}

struct Play<'a> {
    games: Range<u64>,
    seed: u64,
    max_plies: u32,
    threads: usize,
    poll: &'a mut dyn FnMut() -> bool,
}

impl Visitor for Play<'_> {
    type Output = Result<Playouts, Error>;

    fn visit<G: Registered>(self, position: &G) -> Self::Output {
        playouts(position, self.games, self.seed, self.max_plies, self.threads, self.poll)
    }
}

impl AnyPosition {
    /// Random games from here on; see [`playouts`].
    ///
    /// # Errors
    /// As [`playouts`].
    pub fn playouts(
        &self,
        games: Range<u64>,
        seed: u64,
        max_plies: u32,
        threads: usize,
        poll: &mut dyn FnMut() -> bool,
    ) -> Result<Playouts, Error> {
        self.accept(Play { games, seed, max_plies, threads, poll })
    }
}

/// Plays one game and adds it to `sum`, unless it has to end on the way.
fn one<G: Count>(
    position: &G,
    rng: &mut Rng,
    max_plies: u32,
    actions: &mut Vec<G::Action>,
    watch: &mut Watch<'_>,
    sum: &mut Playouts,
) -> Result<(), Ended> {
    let mut position = *position;
    let mut plies = 0;
    let finished = loop {
        if plies == max_plies {
            break false;
        }
        let Some(action) = choose(&position, rng, actions) else { break true };
        position = position.play(action);
        plies += 1;
        if plies.is_multiple_of(PLIES_PER_NODE) {
            watch.node()?;
        }
    };
    sum.games += 1;
    sum.plies += u64::from(plies);
    if finished {
        let returns = position.returns();
        let best = returns[..position.players()].iter().copied().fold(f64::MIN, f64::max);
        for (player, value) in returns.into_iter().enumerate().take(position.players()) {
            sum.returns[player] += value;
            sum.wins[player] += u64::from(value >= best);
        }
    } else {
        sum.unfinished += 1;
    }
    Ok(())
}

compiled_twice! {
    /// An action at random: by its probability where chance acts, any legal one where a player decides,
    /// and none when the game is over.
    pub(crate) fn choose<G: Count>(position: &G, rng: &mut Rng, actions: &mut Vec<G::Action>) -> Option<G::Action> {
        if G::SAMPLES {
            return position.sample_action(|count| rng.usize(..count));
        }
        if G::INFO.has_chance && position.turn() == Turn::Chance {
            return position.sample_outcome(|parts| rng.u32(..parts));
        }
        actions.clear();
        position.each_candidate(|action| actions.push(action));
        // Drawing until a legal one comes is as fair as drawing among the legal ones, and cheaper than
        // asking of each whether it is.
        while !actions.is_empty() {
            let action = actions.swap_remove(rng.usize(..actions.len()));
            if G::CANDIDATES_ARE_LEGAL || position.is_legal(action) {
                return Some(action);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_do_not_change_the_games() {
        for info in crate::GAMES {
            let start = AnyPosition::start(info.name, []).expect("the defaults are valid");
            let alone = start.playouts(0..300, 7, 500, 1, &mut || false).expect("is not stopped");
            let shared = start.playouts(0..300, 7, 500, 3, &mut || false).expect("is not stopped");
            assert_eq!((alone.games, alone.plies, alone.wins), (shared.games, shared.plies, shared.wins));
            let other = start.playouts(0..300, 8, 500, 1, &mut || false).expect("is not stopped");
            assert!(alone.unfinished == alone.games || alone != other, "{} ignores the seed", info.name);
        }
    }

    #[test]
    fn games_can_be_played_in_parts() {
        for info in crate::GAMES {
            let start = AnyPosition::start(info.name, []).expect("the defaults are valid");
            let play = |games| start.playouts(games, 7, 500, 1, &mut || false).expect("is not stopped");
            let (whole, mut parts) = (play(0..130), Playouts::default());
            for games in [0..1, 1..70, 70..70, 70..130] {
                parts.add(&play(games));
            }
            assert_eq!((whole.games, whole.plies, whole.wins), (parts.games, parts.plies, parts.wins));
            let (first, second) = (play(0..40), play(40..80));
            let cut = first.unfinished == first.games;
            assert!(cut || first != second, "{} plays the same games again", info.name);
        }
    }

    #[test]
    fn outcomes_come_as_often_as_they_should() {
        for info in crate::GAMES {
            let start = AnyPosition::start(info.name, []).expect("the defaults are valid");
            let checked = start.accept(CheckOutcomes);
            assert_eq!(checked, if info.has_chance { 3 } else { 0 }, "{}", info.name);
        }
    }

    /// Checks the first, the middle and the last position of a game at random in which chance acts; says how
    /// many there were. In some games the chances depend on what has gone before.
    struct CheckOutcomes;

    impl Visitor for CheckOutcomes {
        type Output = usize;

        fn visit<G: Registered>(self, start: &G) -> usize {
            let (mut position, mut rng, mut actions) = (*start, Rng::with_seed(5), Vec::new());
            let mut found = Vec::new();
            for _ in 0..3000 {
                let Some(action) = choose(&position, &mut rng, &mut actions) else { break };
                found.extend((position.turn() == Turn::Chance).then_some(position));
                position = position.play(action);
            }
            let [first, .., last] = &found[..] else { return found.len() };
            let chosen = [first, &found[found.len() / 2], last];
            chosen.map(|position| check(position, 60_000)).len()
        }
    }

    /// Compares how often outcomes are chosen with their probabilities.
    fn check<G: Count>(position: &G, rolls: u32) {
        let (mut rng, mut actions) = (Rng::with_seed(1), Vec::new());
        let mut counts = std::collections::HashMap::new();
        for _ in 0..rolls {
            let outcome = choose(position, &mut rng, &mut actions).expect("chance acts");
            *counts.entry(outcome).or_insert(0u32) += 1;
        }
        let mut sum = 0.0;
        position.each_action(|outcome| {
            let (weight, total) = position.probability(outcome);
            let probability = f64::from(weight) / f64::from(total);
            let (expected, count) = (f64::from(rolls) * probability, counts.remove(&outcome).unwrap_or(0));
            let spread = (expected * (1.0 - probability)).sqrt();
            let off = (f64::from(count) - expected).abs();
            assert!(off <= 5.0 * spread, "{outcome} in {position}: {count}, expected {expected}");
            sum += probability;
        });
        assert!((sum - 1.0).abs() < 1e-9, "{position}: the chances are {sum} in all");
        assert!(counts.is_empty(), "{position}: what is no outcome came up: {counts:?}");
    }
}
