//! Counting without visiting: what a game may add to its rules so that lines are counted faster.

use crate::error::Error;
use crate::game::Game;

/// Shortcuts for counting and for games at random. All have defaults that walk through the rules, and
/// each override says the same as its default, only faster.
pub trait Count: Game {
    /// How many legal actions there are. Games with a faster way than visiting them override it.
    fn count_actions(&self) -> u64 {
        let mut count = 0;
        self.each_action(|_| count += 1);
        count
    }

    /// Whether [`each_candidate`](Self::each_candidate) visits legal actions only.
    const CANDIDATES_ARE_LEGAL: bool = true;

    /// As [`each_action`](Self::each_action), but may add actions that no action can follow, which
    /// saves the look ahead that would rule them out. For counting lines of two plies and more.
    fn each_candidate(&self, visit: impl FnMut(Self::Action)) {
        self.each_action(visit);
    }

    /// Whether [`sample_action`](Self::sample_action) is faster than listing all actions.
    const SAMPLES: bool = false;

    /// One of the legal actions, or `None` if there is none: `pick` is told how many there are and says
    /// which to take, counted from 0 in the order of [`each_action`](Self::each_action).
    fn sample_action(&self, pick: impl FnOnce(usize) -> usize) -> Option<Self::Action> {
        let mut actions = Vec::new();
        self.each_action(|action| actions.push(action));
        if actions.is_empty() { None } else { actions.get(pick(actions.len())).copied() }
    }

    /// How many lines of two plies there are. Games that can count them together override it.
    #[inline(always)]
    fn count_pairs(&self) -> u64 {
        let mut count = 0;
        self.each_candidate(|action| count += self.play(action).count_actions());
        count
    }

    /// How many lines of exactly `depth` plies there are, for games that know it without walking the
    /// tree; `None` for the others.
    ///
    /// When it is not `None`, it may be [`Error::Overflow`].
    fn count_lines(&self, depth: u32) -> Option<Result<u128, Error>> {
        let _ = depth;
        None
    }

    /// Calls `visit` with the positions after two plies and how many lines lead to each, and returns
    /// true; or returns false at once. For games in which several lines of two plies have the same
    /// result, as rolls and moves do: counting goes on once for all of them.
    fn each_merged_pair(&self, visit: impl FnMut(Self, u64)) -> bool {
        let _ = visit;
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Turn;
    use crate::games::{AnyPosition, GAMES, Registered, Visitor};
    use crate::options::OptionValue;
    use fastrand::Rng;

    /// The start positions of all games with each number of players.
    fn starts() -> Vec<AnyPosition> {
        let mut starts = Vec::new();
        for info in GAMES {
            for players in info.players.0..=info.players.1 {
                let known = info.options.iter().any(|option| option.name == "players");
                let options = known.then(|| ("players".to_string(), OptionValue::Number(players as i64)));
                starts.push(AnyPosition::start(info.name, options).expect("these options are valid"));
            }
        }
        assert!(starts.len() > GAMES.len());
        starts
    }

    fn actions<G: Count>(position: &G) -> Vec<G::Action> {
        let mut actions = Vec::new();
        position.each_action(|action| actions.push(action));
        actions
    }

    /// The slow twin of all counting: every line is played.
    fn lines<G: Count>(position: &G, plies: u32) -> u64 {
        match plies {
            0 => 1,
            _ => actions(position).into_iter().map(|action| lines(&position.play(action), plies - 1)).sum(),
        }
    }

    /// Compares what a position counts with what it visits; says how many lines of two plies were merged.
    fn check<G: Count>(position: &G) -> u64 {
        let legal = actions(position);
        assert!(legal.is_sorted() && legal.iter().all(|&action| position.is_legal(action)), "{position}");
        assert_eq!(position.count_actions(), legal.len() as u64, "{position}");
        let pairs = lines(position, 2);
        assert_eq!(position.count_pairs(), pairs, "{position}");
        let mut candidates = Vec::new();
        position.each_candidate(|action| candidates.push(action));
        let dead = |action: &G::Action| lines(&position.play(*action), 1) == 0;
        assert!(candidates.iter().all(|action| legal.contains(action) || !G::CANDIDATES_ARE_LEGAL && dead(action)));
        assert!(legal.iter().all(|action| candidates.contains(action)), "{position}");
        if G::SAMPLES {
            for (number, &action) in legal.iter().enumerate() {
                let pick = |count| if count == legal.len() { number } else { usize::MAX };
                assert_eq!(position.sample_action(pick), Some(action), "{position}");
            }
            assert_eq!(position.sample_action(|_| 0).is_none(), legal.is_empty());
        }
        for plies in 0..=2 {
            let known = position.count_lines(plies);
            assert!(known.is_none_or(|known| known == Ok(lines(position, plies).into())), "{position}");
        }
        let (mut merged, mut leaves) = (0, 0);
        let whole = position.each_merged_pair(|next, times| {
            leaves += times * lines(&next, 1);
            merged += times - 1;
        });
        assert!(!whole || leaves == lines(position, 3), "{position}");
        merged
    }

    struct RandomGames(u64);

    impl Visitor for RandomGames {
        type Output = u64;

        fn visit<G: Registered>(self, start: &G) -> u64 {
            let mut random = Rng::with_seed(self.0);
            let (mut merged, mut checked) = (0, 0);
            while checked < 60 {
                let mut position = *start;
                for _ in 0..400 {
                    // Not every position is looked at: the games should get on.
                    if random.u8(..12) == 0 || position.turn() == Turn::Over {
                        merged += check(&position);
                        checked += 1;
                    }
                    let Some(action) = random.choice(actions(&position)) else { break };
                    position = position.play(action);
                }
            }
            merged
        }
    }

    #[test]
    fn counts_are_those_of_visiting() {
        let merged: u64 = starts().iter().zip(1..).map(|(start, seed)| start.accept(RandomGames(seed))).sum();
        assert!(merged > 1000, "{merged}");
    }
}
