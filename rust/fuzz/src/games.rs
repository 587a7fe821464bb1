//! Any line of play: each byte picks one of the legal actions.
//!
//! The line goes on from some position of a game with any number of players and other options. Every position on it
//! keeps what positions promise. At its end two plies are counted as they are played, and samples are among what is
//! legal.

use crate::Source;
use crate::promises::hold;
use amduat::{GameAction, Registered, Turn, Visitor};

/// A line has at most so many plies.
const LONGEST: usize = 48;

/// Lines of two plies are not counted where they are more than about so many.
const MANY: usize = 60;

/// See [the module](self).
pub fn run(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let position = source.position();
    position.accept(Play(source));
}

struct Play<'a>(Source<'a>);

impl Visitor for Play<'_> {
    type Output = ();

    fn visit<G: Registered>(mut self, start: &G) {
        let mut position = *start;
        for _ in 0..LONGEST {
            if self.0.is_empty() {
                break;
            }
            let choice = self.0.u16();
            let legal = hold(&position, choice.into());
            if legal.is_empty() {
                break;
            }
            let action = legal[usize::from(choice) % legal.len()];
            let illegal = G::Action::from_index(usize::from(choice.rotate_left(5)) % G::INFO.num_actions);
            // An action that is not legal gives some position, never a panic.
            let _ = illegal.map(|action| position.play(action));
            position = position.play(action);
        }
        at_the_end(&position);
    }
}

fn at_the_end<G: Registered>(position: &G) {
    let legal = hold(position, 0);
    assert!(!position.describe().is_empty(), "there is a sentence for people: {position}");
    let _ = (position.pieces(), position.state(), position.scored_pieces(), position.scores());
    for &action in legal.iter().take(2) {
        let (walks, path) = (position.walks(action), position.path(action));
        assert!(if path.is_empty() { walks.is_empty() } else { walks.contains(&path) }, "{position}: {action}");
        let _ = position.events(action);
    }
    if position.turn() == Turn::Chance {
        let sampled = position.sample_outcome(|parts| parts - 1);
        assert!(sampled.is_some_and(|outcome| legal.contains(&outcome)), "{position}");
    }
    if legal.len() <= MANY {
        let played: u64 = legal.iter().map(|&action| position.play(action).count_actions()).sum();
        assert_eq!(position.count_pairs(), played, "pairs of plies are counted as played: {position}");
    }
}
