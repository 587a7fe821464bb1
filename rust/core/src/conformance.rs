//! What every game promises, checked: for tests of games, registered or not.
//!
//! Each check compares something a game says quickly with the plain reading of its rules: texts read back,
//! actions are legal, counts are those of visiting every line.
//!
//! ```
//! use amduat::conformance;
//! use amduat::games::ramses::Position;
//! use amduat::{Game, Options};
//!
//! let start = Position::start(&Options::default())?;
//! conformance::along_random_games(&start, 2, 7).unwrap();
//! # Ok::<(), amduat::ParseError>(())
//! ```

mod soak;

pub use soak::{Soak, Soaked, soak};

use crate::count::{Count, plain_outcome};
use crate::describe::Describe;
use crate::game::{Game, GameAction, Player, Turn};
use crate::observe::{self, Observe};
use fastrand::Rng;

/// A game at random is given up after so many plies.
const LONGEST: usize = 2000;

/// Of the positions of a game so many are looked at.
const LOOKED_AT: usize = 12;

/// A promise that is not kept, and where.
pub type Broken = String;

/// Checks the start and positions along so many random games, which depend on the seed alone. Says how many
/// positions were checked, and how many lines of two plies were merged in counting.
///
/// # Errors
/// The first promise that is not kept.
pub fn along_random_games<G: Count + Describe + Observe>(
    start: &G,
    games: usize,
    seed: u64,
) -> Result<(usize, u64), Broken> {
    let mut random = Rng::with_seed(seed);
    let (mut checked, mut merged) = (1, position(start)?);
    for _ in 0..games {
        let mut line = vec![*start];
        while let Some(action) = random.choice(actions(&line[line.len() - 1])) {
            let next = line[line.len() - 1].play(action);
            line.push(next);
            if line.len() == LONGEST {
                break;
            }
        }
        let last = line[line.len() - 1];
        let some = (0..LOOKED_AT).filter_map(|_| random.choice(&line).copied());
        for looked_at in some.chain([last]) {
            merged += position(&looked_at)?;
            checked += 1;
        }
    }
    Ok((checked, merged))
}

/// Checks one position. Says how many lines of two plies were merged in counting.
///
/// # Errors
/// The first promise that is not kept.
pub fn position<G: Count + Describe + Observe>(position: &G) -> Result<u64, Broken> {
    let legal = actions(position);
    turns(position, &legal)?;
    texts(position, &legal)?;
    chances(position, &legal)?;
    walks(position, &legal)?;
    observations(position, &legal)?;
    counts(position, &legal)?;
    merged(position)
}

fn actions<G: Game>(position: &G) -> Vec<G::Action> {
    let mut actions = Vec::new();
    position.each_action(|action| actions.push(action));
    actions
}

fn promise(kept: bool, what: &str, position: &impl Game) -> Result<(), Broken> {
    if kept { Ok(()) } else { Err(format!("{what}: {position}")) }
}

fn turns<G: Count + Describe>(position: &G, legal: &[G::Action]) -> Result<(), Broken> {
    let (turn, owner) = (position.turn(), position.turn_owner());
    let (least, most) = G::INFO.players;
    promise((least..=most).contains(&position.players()), "the number of players is in range", position)?;
    promise((turn == Turn::Over) == legal.is_empty(), "a game is over where nothing can be done", position)?;
    promise(owner.is_none() == (turn == Turn::Over), "while the game runs it is somebody's turn", position)?;
    if let Turn::Player(player) = turn {
        promise(owner == Some(player), "who decides owns the turn", position)?;
        promise(player.index() < position.players(), "who decides takes part", position)?;
    }
    let returns = position.returns();
    let nothing = returns.iter().all(|&value| value == 0.0);
    promise(turn == Turn::Over || nothing, "there is no result while the game runs", position)?;
    let (own, others) = returns.split_at(position.players());
    promise(own.iter().all(|value| (-1.0..=1.0).contains(value)), "results are from -1 to 1", position)?;
    promise(others.iter().all(|&value| value == 0.0), "only players have results", position)?;
    promise(!position.describe().is_empty(), "there is a sentence for people", position)
}

fn texts<G: Game>(position: &G, legal: &[G::Action]) -> Result<(), Broken> {
    promise(position.to_string().parse().as_ref() == Ok(position), "the text of a position reads back", position)?;
    for &action in legal {
        let index = action.index();
        promise(index < G::INFO.num_actions, "an index is below the number of actions", position)?;
        promise(G::Action::from_index(index) == Some(action), "an index reads back", position)?;
        promise(action.to_string().parse() == Ok(action), "the text of an action reads back", position)?;
        promise(!action.kind().is_empty(), "an action has a kind", position)?;
        promise(position.is_legal(action), "what is listed is legal", position)?;
    }
    let ascending = legal.is_sorted_by(|a, b| a.index() < b.index() && a < b);
    promise(ascending, "actions are listed in ascending order, each once", position)?;
    // Some other actions, spread over all indices.
    let step = (G::INFO.num_actions / 200).max(1);
    let strange = (0..G::INFO.num_actions).step_by(step).filter_map(G::Action::from_index);
    for action in strange.filter(|action| !legal.contains(action)) {
        promise(!position.is_legal(action), "what is not listed is not legal", position)?;
        refusals(position, action)?;
    }
    legal
        .iter()
        .try_for_each(|&action| promise(position.refusal(action).is_none(), "what is listed is not refused", position))
}

/// A refusal is a clause for people: it begins with a word and ends without a full stop.
fn refusals<G: Game>(position: &G, action: G::Action) -> Result<(), Broken> {
    let reason = position.refusal(action).unwrap_or_default();
    let clause = !reason.is_empty() && reason.trim() == reason && !reason.ends_with(['.', ':', ';', ',']);
    promise(clause, "what is refused has a reason", position)
}

fn chances<G: Game>(position: &G, legal: &[G::Action]) -> Result<(), Broken> {
    let acts = position.turn() == Turn::Chance;
    promise(!acts || G::INFO.has_chance, "only a game with chance waits for it", position)?;
    let (mut sum, mut total) = (0, 1);
    for &action in legal {
        let (weight, all) = position.probability(action);
        promise((weight > 0) == acts, "outcomes have a probability, and nothing else has", position)?;
        promise(action.is_chance() == acts, "an outcome says that chance brings it about", position)?;
        (sum, total) = (sum + weight, all);
    }
    promise(!acts || sum == total, "the probabilities add up to 1", position)
}

fn walks<G: Describe>(position: &G, legal: &[G::Action]) -> Result<(), Broken> {
    for &action in legal.iter().take(8) {
        let (walks, path) = (position.walks(action), position.path(action));
        let known = if path.is_empty() { walks.is_empty() } else { walks.contains(&path) };
        promise(known, "the path is one of the walks", position)?;
    }
    Ok(())
}

/// Every number is written once, in its range; and what is the same as others see it is said the same.
fn observations<G: Observe>(position: &G, legal: &[G::Action]) -> Result<(), Broken> {
    let (viewer, len) = (position.viewer(), G::OBSERVATION.len());
    promise(viewer.index() < position.players(), "who looks takes part", position)?;
    promise(position.turn_owner().is_none_or(|owner| owner == viewer), "who owns the turn looks", position)?;
    for seat in (0..position.players()).map(Player::new) {
        let mut seen = vec![false; len];
        let mut right = true;
        position.observe(seat, |place: usize, value: f32| {
            right &= value > 0.0 && value <= 1.0 && seen.get(place) == Some(&false);
            seen.iter_mut().skip(place).take(1).for_each(|seen| *seen = true);
        });
        promise(right, "an observation has numbers above 0 and up to 1, each once", position)?;
    }
    let indices: Vec<_> = legal.iter().filter(|action| !action.is_chance()).map(|action| action.index()).collect();
    let masked = observe::mask(position).into_iter().enumerate().filter(|(_, legal)| *legal).map(|(index, _)| index);
    promise(masked.eq(indices), "the mask shows what a player may do", position)
}

/// The slow twin of all counting: every line is played.
fn lines<G: Game>(position: &G, plies: u32) -> u64 {
    match plies {
        0 => 1,
        _ => actions(position).into_iter().map(|action| lines(&position.play(action), plies - 1)).sum(),
    }
}

fn counts<G: Count>(position: &G, legal: &[G::Action]) -> Result<(), Broken> {
    promise(position.count_actions() == legal.len() as u64, "actions are counted as listed", position)?;
    let parts = legal.first().filter(|outcome| outcome.is_chance()).map_or(1, |&first| position.probability(first).1);
    let alike = |part| position.sample_outcome(|_| part) == plain_outcome(position, |_| part);
    promise((0..parts).all(alike), "outcomes are sampled by their probabilities", position)?;
    promise(position.count_pairs() == lines(position, 2), "pairs of plies are counted as played", position)?;
    for plies in 0..=2 {
        let known = position.count_lines(plies);
        let right = known.is_none_or(|known| known == Ok(lines(position, plies).into()));
        promise(right, "lines are known as they are played", position)?;
    }
    let mut candidates = Vec::new();
    position.each_candidate(|action| candidates.push(action));
    let fits = |action: &G::Action| {
        legal.contains(action) || !G::CANDIDATES_ARE_LEGAL && lines(&position.play(*action), 1) == 0
    };
    promise(candidates.iter().all(fits), "a candidate is legal, or nothing follows it", position)?;
    let complete = legal.iter().all(|action| candidates.contains(action));
    promise(complete, "all legal actions are candidates", position)?;
    for (number, &action) in legal.iter().enumerate().filter(|_| position.turn() != Turn::Chance) {
        let pick = |count| if count == legal.len() { number } else { usize::MAX };
        promise(position.sample_action(pick) == Some(action), "samples come in the order of the list", position)?;
    }
    Ok(())
}

fn merged<G: Count>(position: &G) -> Result<u64, Broken> {
    let (mut merged, mut leaves) = (0, 0);
    let whole = position.each_merged_pair(|next, times| {
        leaves += times * lines(&next, 1);
        merged += times - 1;
    });
    promise(!whole || leaves == lines(position, 3), "merged pairs stand for all lines", position)?;
    Ok(merged)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{AnyPosition, GAMES, Registered, Visitor};
    use crate::options::OptionValue;

    struct Check(u64);

    impl Visitor for Check {
        type Output = (usize, u64);

        fn visit<G: Registered>(self, start: &G) -> (usize, u64) {
            along_random_games(start, 4, self.0).expect("the game keeps its promises")
        }
    }

    /// All games with each number of players.
    #[test]
    fn counts_are_those_of_visiting() {
        let (mut checked, mut merged) = (0, 0);
        for info in GAMES {
            for players in info.players.0..=info.players.1 {
                let known = info.options.iter().any(|option| option.name == "players");
                let options = known.then(|| ("players".to_string(), OptionValue::Number(players as i64)));
                let start = AnyPosition::start(info.name, options).expect("these options are valid");
                let (positions, pairs) = start.accept(Check(players as u64));
                (checked, merged) = (checked + positions, merged + pairs);
            }
        }
        assert!(checked > 500 && merged > 1000, "{checked}, {merged}");
    }
}
