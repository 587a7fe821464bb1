//! Very many random games with all promises checked: at every position what costs little, and everything at some.
//!
//! ```
//! use amduat::AnyPosition;
//! use amduat::conformance::{Soak, soak};
//!
//! let start = AnyPosition::start("ramses", [])?;
//! let soaked = soak(&[start], &Soak { games: 0..5, ..Soak::default() }, &mut |_| false).unwrap();
//! assert_eq!(soaked.games, 5);
//! # Ok::<(), amduat::Error>(())
//! ```

use super::{Broken, actions, chances, position, promise, turns};
use crate::evaluate::glance;
use crate::game::{GameAction, Turn};
use crate::games::{AnyPosition, Registered, Visitor};
use crate::pack::{MOST_WORDS, representative};
use crate::run::{Progress, Rng, Workers, check_threads, mix};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

/// A game is given up after so many plies.
const LONGEST: u64 = 1500;

/// After so many plies players hurry, and after as many again more.
const PATIENCE: u64 = 100;

/// At one position in so many, texts are looked at.
const TEXTS: u32 = 4;

/// How many games are played and how closely they are looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Soak {
    /// The numbers of the games. Game number `i` depends on the seed and on `i` alone.
    pub games: Range<u64>,
    /// What all random numbers follow from.
    pub seed: u64,
    /// One position in so many is checked in every way, besides the last one of each game.
    pub every: u32,
    /// How many games are played at once.
    pub threads: usize,
}

impl Default for Soak {
    fn default() -> Self {
        Self { games: 0..1000, seed: 0, every: 50, threads: 1 }
    }
}

/// What was played and checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Soaked {
    /// How many games.
    pub games: u64,
    /// How many of them were given up for their length.
    pub unfinished: u64,
    /// How many positions were looked at: all of all games.
    pub positions: u64,
    /// How many of them were checked in every way.
    pub thoroughly: u64,
    /// How many lines of two plies were merged in counting there.
    pub merged: u64,
}

impl Soaked {
    fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.unfinished += other.unfinished;
        self.positions += other.positions;
        self.thoroughly += other.thoroughly;
        self.merged += other.merged;
    }
}

/// Plays random games from these starts in turn and checks them. `watch` hears several times a second what has been
/// done; once it returns true, no new games are begun, and what was done is the answer.
///
/// # Errors
/// The first promise found that is not kept, with the game, the seed and the ply; a panic is one, too.
pub fn soak(starts: &[AnyPosition], plan: &Soak, watch: &mut dyn FnMut(&Soaked) -> bool) -> Result<Soaked, Broken> {
    let threads = check_threads(plan.threads).map_err(|error| error.to_string())?;
    if starts.is_empty() || plan.every == 0 {
        return Err("there are starts, and one position in 1 or more is checked".into());
    }
    let (total, broken) = (Mutex::new(Soaked::default()), Mutex::new(None));
    let work = |number| {
        let number = plan.games.start + number as u64;
        let start = &starts[(number % starts.len() as u64) as usize];
        match catch_unwind(AssertUnwindSafe(|| start.accept(Checking { number, plan }))) {
            Ok(Ok(game)) => total.lock().unwrap_or_else(PoisonError::into_inner).add(&game),
            Ok(Err(what)) => report(&broken, what),
            Err(_) => report(&broken, format!("game {number} of seed {}: panics", plan.seed)),
        }
        1
    };
    let count = plan.games.end.saturating_sub(plan.games.start) as usize;
    let mut poll = |_: Progress| {
        let done = *total.lock().unwrap_or_else(PoisonError::into_inner);
        broken.lock().unwrap_or_else(PoisonError::into_inner).is_some() || watch(&done)
    };
    // Who is asked to stop gives what is done until then.
    let _ = Workers::new(threads, count, &mut poll).run(count, 1, work);
    match broken.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(what) => Err(what),
        None => Ok(total.into_inner().unwrap_or_else(PoisonError::into_inner)),
    }
}

/// Keeps the first report.
fn report(broken: &Mutex<Option<Broken>>, what: Broken) {
    broken.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(what);
}

struct Checking<'a> {
    number: u64,
    plan: &'a Soak,
}

impl Visitor for Checking<'_> {
    type Output = Result<Soaked, Broken>;

    fn visit<G: Registered>(self, start: &G) -> Self::Output {
        let mut rng = Rng::with_seed(mix(self.plan.seed, self.number));
        let mut soaked = Soaked { games: 1, ..Soaked::default() };
        play(start, &mut rng, self.plan.every, &mut soaked).map_err(|what| {
            let (ply, seed) = (soaked.positions, self.plan.seed);
            format!("game {} of seed {seed}, after {ply} plies: {what}", self.number)
        })?;
        Ok(soaked)
    }
}

/// Plays one game. In a quarter of them players begin by doing anything; in the others they hurry to the end 3, 6 or 9
/// times out of 10, and in all of them more and more often the longer it takes. Where stones are hit, games at random
/// would never reach the end; who always hurries may go round in circles.
fn play<G: Registered>(start: &G, rng: &mut Rng, every: u32, soaked: &mut Soaked) -> Result<(), Broken> {
    let (mut now, mut haste) = (*start, rng.u64(..4));
    loop {
        let legal = actions(&now);
        lightly(&now, &legal, start.players(), rng)?;
        let last = legal.is_empty() || soaked.positions == LONGEST;
        if last || rng.u32(..every) == 0 {
            soaked.merged += position(&now)?;
            images(&now)?;
            soaked.thoroughly += 1;
        }
        soaked.positions += 1;
        if last {
            soaked.unfinished += u64::from(!legal.is_empty());
            return Ok(());
        }
        if soaked.positions.is_multiple_of(PATIENCE) {
            haste = rng.u64((soaked.positions / PATIENCE).min(2)..4);
        }
        let hurried = if rng.u64(..10) < 3 * haste { best(&now, &legal) } else { None };
        let Some(action) = hurried.or_else(|| rng.choice(legal)) else { return Ok(()) };
        now = now.play(action);
    }
}

/// What looks best at a glance to the player who decides.
fn best<G: Registered>(position: &G, legal: &[G::Action]) -> Option<G::Action> {
    let Turn::Player(player) = position.turn() else { return None };
    let valued = legal.iter().map(|&action| (glance(&position.play(action))[player.index()], action));
    valued.max_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, action)| action)
}

/// What costs little: whose turn it is, indices, chances, counts, few bits, one action that is listed, and now and then
/// texts.
fn lightly<G: Registered>(now: &G, legal: &[G::Action], players: usize, rng: &mut Rng) -> Result<(), Broken> {
    turns(now, legal)?;
    chances(now, legal)?;
    promise(now.players() == players, "the number of players stays", now)?;
    let ascending = legal.is_sorted_by(|a, b| a.index() < b.index() && a < b);
    promise(ascending, "actions are listed in ascending order, each once", now)?;
    let known = |&action: &G::Action| G::Action::from_index(action.index()) == Some(action);
    promise(legal.iter().all(known), "an index reads back", now)?;
    promise(now.count_actions() == legal.len() as u64, "actions are counted as listed", now)?;
    let packed = now.pack();
    promise(now.unpack(packed) == *now, "what is packed is unpacked", now)?;
    let unused = packed.iter().skip(now.words().min(MOST_WORDS)).all(|&word| word == 0);
    promise(unused, "no more words are used than are said", now)?;
    let action = rng.choice(legal).copied();
    promise(action.is_none_or(|action| now.is_legal(action)), "what is listed is legal", now)?;
    // To write and to read costs more than all the rest.
    if rng.u32(..TEXTS) > 0 {
        return Ok(());
    }
    promise(now.to_string().parse().as_ref() == Ok(now), "the text of a position reads back", now)?;
    let reads_back = |action: G::Action| action.to_string().parse() == Ok(action);
    promise(action.is_none_or(reads_back), "the text of an action reads back", now)
}

/// Images of a position, turned or mirrored, are alike, and as many lines start in each.
fn images<G: Registered>(now: &G) -> Result<(), Broken> {
    let (alike, pairs) = (representative(now), now.count_pairs());
    for image in 0..G::IMAGES {
        let turned = now.turned(image);
        promise(representative(&turned) == alike, "images are alike", now)?;
        promise(turned.count_pairs() == pairs, "as many lines start in an image", now)?;
    }
    promise(now.anonymous().count_pairs() == pairs, "as many lines start where nobody is named", now)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;

    fn start(game: &str) -> AnyPosition {
        AnyPosition::start(game, []).expect("the defaults are valid")
    }

    #[test]
    fn all_games_keep_their_promises() {
        for info in GAMES {
            let plan = Soak { games: 0..12, seed: 3, every: 200, threads: 2 };
            let soaked = soak(&[start(info.name)], &plan, &mut |_| false).expect("the game keeps its promises");
            assert_eq!(soaked.games, 12);
            assert!(soaked.unfinished < 9, "{}: {soaked:?}", info.name);
            assert!(soaked.thoroughly >= 12 && soaked.positions > 12 * 20, "{}: {soaked:?}", info.name);
        }
    }

    #[test]
    fn threads_and_parts_do_not_change_the_games() {
        let starts = GAMES.iter().map(|info| start(info.name)).collect::<Vec<_>>();
        let play = |games, threads| {
            let plan = Soak { games, seed: 8, every: 1000, threads };
            soak(&starts, &plan, &mut |_| false).expect("the games keep their promises")
        };
        let whole = play(0..10, 1);
        let mut parts = play(0..3, 2);
        parts.add(&play(3..10, 3));
        assert_eq!(whole, parts);
    }

    #[test]
    fn who_watches_can_stop_it() {
        let mut told = 0;
        let plan = Soak { games: 0..u64::MAX, ..Soak::default() };
        let soaked = soak(&[start(GAMES[0].name)], &plan, &mut |done| {
            told = told.max(done.games);
            done.games > 3
        });
        let soaked = soaked.expect("the game keeps its promises");
        assert!(told > 3 && soaked.games >= told, "{told}, {soaked:?}");
    }

    #[test]
    fn what_is_asked_for_must_make_sense() {
        let starts = [start(GAMES[0].name)];
        for plan in [Soak { threads: 0, ..Soak::default() }, Soak { every: 0, ..Soak::default() }] {
            assert!(soak(&starts, &plan, &mut |_| false).is_err());
        }
        assert!(soak(&[], &Soak::default(), &mut |_| false).is_err());
    }

    #[test]
    fn a_broken_promise_is_named() {
        let (broken, now) = (Mutex::new(None), start(GAMES[0].name));
        report(&broken, "first".into());
        report(&broken, "second".into());
        assert_eq!(broken.into_inner().expect("is not poisoned").as_deref(), Some("first"));
        let AnyPosition::Ramses(now) = now else { panic!("another game comes first") };
        let mut legal = actions(&now);
        let check = |legal: &[_]| lightly(&now, legal, 2, &mut Rng::with_seed(1));
        assert_eq!(check(&legal), Ok(()));
        legal.swap(0, 1);
        let what = check(&legal).expect_err("the order is wrong");
        assert_eq!(what, format!("actions are listed in ascending order, each once: {now}"));
        legal.pop();
        assert!(check(&legal[2..]).is_err_and(|what| what.starts_with("actions are counted as listed")));
        assert!(lightly(&now, &actions(&now), 3, &mut Rng::with_seed(1)).is_err());
    }
}
