//! Counting by merging says what counting line by line says, and what is merged may be.

#![allow(clippy::expect_used, reason = "a test says what failed and stops")]

use crate::common::{actions, data_lines, parse, random_games, starts};
use amduat::pack::{MOST_WORDS, Packed, representative};
use amduat::perft::{Plan, Ply};
use amduat::{AnyPosition, Error, GAMES, Game, Observe, Registered, Turn, Visitor};

/// Shows some positions along random games from all starts, in their own type.
fn along_games<V: Visitor + Copy>(game: &str, seed: u64, visitor: V) {
    let mut number = 0;
    random_games(game, seed, 24, 150, |position, _| {
        if number % 7 == 0 || position.turn() == Turn::Over {
            position.accept(visitor);
        }
        number += 1;
    });
    assert!(number > 500, "{game}: {number}");
}

#[derive(Clone, Copy)]
struct ReadsBack;

impl Visitor for ReadsBack {
    type Output = ();

    fn visit<G: Registered>(self, position: &G) {
        let packed = position.pack();
        let words = position.words();
        assert!(words <= MOST_WORDS && packed[words..].iter().all(|&word| word == 0), "{position}");
        assert_eq!(position.unpack(packed), *position);
        // What never changes comes from any position of the same game.
        for action in actions(position) {
            let next = position.play(action);
            assert_eq!(position.unpack(next.pack()), next);
            assert_eq!(next.unpack(packed), *position);
        }
    }
}

#[test]
fn packed_positions_read_back() {
    for info in GAMES {
        along_games(info.name, 1, ReadsBack);
        for (text, _) in data_lines(info.name, "perft.txt") {
            parse(info.name, &text).accept(ReadsBack);
        }
    }
}

/// The slow twin of all counting: every line is played.
fn lines<G: Game>(position: &G, plies: u32) -> u64 {
    let next = actions(position).into_iter().map(|action| position.play(action));
    if plies == 0 { 1 } else { next.map(|next| lines(&next, plies - 1)).sum() }
}

fn followers<G: Registered>(position: &G) -> Vec<Packed> {
    let next = actions(position).into_iter().map(|action| representative(&position.play(action)));
    let mut followers: Vec<_> = next.collect();
    followers.sort_unstable();
    followers
}

#[derive(Clone, Copy)]
struct Alike;

impl Visitor for Alike {
    type Output = ();

    fn visit<G: Registered>(self, position: &G) {
        let images = (0..G::IMAGES).map(|image| position.turned(image));
        for alike in images.chain([position.anonymous(), position.unpack(representative(position))]) {
            assert_eq!(representative(&alike), representative(position), "{position}: {alike:?}");
            // What follows from the image are the images of what follows: by induction all counts are the same.
            assert_eq!(followers(&alike), followers(position), "{position}: {alike:?}");
            let few = lines(position, 2) < 2000;
            let plies = if few { 2 } else { 1 };
            assert_eq!(lines(&alike, plies), lines(position, plies), "{position}: {alike:?}");
        }
    }
}

#[test]
fn alike_positions_have_alike_lines() {
    for info in GAMES {
        along_games(info.name, 2, Alike);
        for (text, _) in data_lines(info.name, "perft.txt").into_iter().step_by(3) {
            parse(info.name, &text).accept(Alike);
        }
    }
}

#[derive(Clone, Copy)]
struct TurnedAsObserved;

impl Visitor for TurnedAsObserved {
    type Output = ();

    fn visit<G: Registered>(self, position: &G) {
        let symmetries = <G as Observe>::OBSERVATION.symmetries;
        assert_eq!(G::IMAGES, 1 + symmetries.len());
        assert_eq!(position.turned(0), *position);
        let images: Vec<_> = (0..G::IMAGES).map(|image| position.turned(image)).collect();
        for (number, (symmetry, turned)) in (1..).zip(symmetries.iter().zip(&images[1..])) {
            assert!((0..G::IMAGES).all(|image| images.contains(&turned.turned(image))), "{position}: no group");
            let mut turned_actions: Vec<_> =
                actions(position).into_iter().map(|action| G::image(action, symmetry)).collect();
            for (action, image) in actions(position).into_iter().zip(&turned_actions) {
                assert_eq!(turned.play(*image), position.play(action).turned(number), "{position} {action}");
            }
            turned_actions.sort_unstable();
            assert_eq!(actions(turned), turned_actions, "{position} {}", symmetry.name);
        }
    }
}

#[test]
fn turned_boards_are_symmetries() {
    for info in GAMES {
        along_games(info.name, 3, TurnedAsObserved);
    }
}

fn directly(position: &AnyPosition, depth: u32) -> u128 {
    position.perft(Plan::new(depth), &mut || false).expect("is not stopped")
}

/// With enough memory for all, and with so little that plies are counted in portions, and the last directly.
#[test]
fn merging_does_not_change_the_count() {
    for (game, deepest) in [("ramses", 8), ("isis", 10), ("pharao", 8), ("uraeus", 12), ("isis-osiris", 5)] {
        for (number, start) in starts(game).iter().enumerate() {
            let deepest = if number == 0 { deepest } else { deepest - 2 };
            for depth in (0..=deepest).filter(|depth| number == 0 || *depth > deepest - 2) {
                let expected = directly(start, depth);
                for (threads, memory) in [(1, 64), (3, 64), (2, 1)] {
                    let count = start.perft_merged(Plan { threads, depth }, memory, &mut || false);
                    assert_eq!(count, Ok(expected), "{start}: depth {depth}, {threads} threads, {memory} MiB");
                }
            }
            let plan = Plan::new(4);
            assert_eq!(start.divide_merged(plan, 8, &mut || false), start.divide(plan, &mut || false));
        }
        for (text, counts) in data_lines(game, "perft.txt") {
            let position = parse(game, &text);
            for (depth, expected) in (1..).zip(counts.split(' ')) {
                let count = position.perft_merged(Plan::new(depth), 16, &mut || false).expect("is not stopped");
                assert_eq!(count.to_string(), expected, "{game} perft {depth} of {text}");
            }
        }
    }
}

/// The twin keeps whole positions in a plain table.
#[test]
fn different_positions_are_those_of_the_twin() {
    for (game, deepest) in [("ramses", 5), ("isis", 7), ("pharao", 5), ("uraeus", 8), ("isis-osiris", 3)] {
        let others = data_lines(game, "perft.txt").into_iter().step_by(20).map(|(text, _)| (parse(game, &text), 3));
        for (start, deepest) in starts(game).into_iter().zip([deepest, deepest - 1].into_iter().cycle()).chain(others) {
            let twin: Vec<_> = (0..=deepest)
                .map(|plies| {
                    let positions = start.frontier(plies, &mut || false).expect("is small");
                    let lines = positions.iter().map(|(_, lines)| lines).sum();
                    Ply { positions: positions.len() as u128, lines }
                })
                .collect();
            for (threads, memory) in [(1, 64), (3, 64)] {
                let plies = start.distinct(Plan { threads, depth: deepest }, memory, &mut || false);
                assert_eq!(plies.as_ref(), Ok(&twin), "{start}: {threads} threads, {memory} MiB");
            }
        }
    }
}

/// Of the last ply nothing need be kept, so more positions are told apart than find room.
#[test]
fn the_last_ply_needs_no_room() {
    for (game, depth, memory) in [("ramses", 6, 1), ("pharao", 7, 8)] {
        let start = AnyPosition::start(game, []).expect("the defaults are valid");
        let plies = |memory| start.distinct(Plan { threads: 2, depth }, memory, &mut || false);
        let (much, little) = (plies(256).expect("is enough"), plies(memory).expect("is enough for all but the last"));
        assert_eq!(much, little, "{game}");
        assert!(much[depth as usize].positions as usize > (memory << 20) / 16, "{game}: {much:?}");
        let deeper = start.distinct(Plan { threads: 2, depth: depth + 2 }, memory, &mut || false);
        let message = deeper.expect_err("is not enough").to_string();
        assert!(
            message.starts_with(&format!("memory \"{memory}\": is not enough MiB for the different positions")),
            "{message}"
        );
    }
}

#[test]
fn merging_can_be_stopped() {
    for info in GAMES {
        let start = AnyPosition::start(info.name, []).expect("the defaults are valid");
        for threads in [1, 2] {
            let plan = Plan { threads, depth: 100 };
            let mut asked = 0;
            let mut poll = || {
                asked += 1;
                asked > 40
            };
            assert_eq!(start.distinct(plan, 64, &mut poll), Err(Error::Stopped), "{}", info.name);
            if info.name != "isis-osiris" {
                asked = 0;
                let mut poll = || {
                    asked += 1;
                    asked > 40
                };
                assert_eq!(start.perft_merged(plan, 64, &mut poll), Err(Error::Stopped), "{}", info.name);
            }
        }
    }
}

#[test]
fn memory_is_checked() {
    let start = AnyPosition::start("ramses", []).expect("the defaults are valid");
    for wrong in [0, (1 << 20) + 1] {
        let expected = format!("memory \"{wrong}\": must be from 1 to 1048576");
        for error in [
            start.perft_merged(Plan::new(2), wrong, &mut || false).expect_err("is wrong"),
            start.divide_merged(Plan::new(2), wrong, &mut || false).expect_err("is wrong"),
            start.distinct(Plan::new(2), wrong, &mut || false).expect_err("is wrong"),
        ] {
            assert_eq!(error.to_string(), expected);
        }
    }
}
