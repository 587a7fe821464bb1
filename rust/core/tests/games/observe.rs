//! Observations tell all that the rules ask for, and symmetries change nothing in them.

#![allow(clippy::panic, clippy::expect_used, reason = "a test says what failed and stops")]

use crate::common::{any_actions, play, random_games, starts};
use amduat::games::{observation, permutations};
use amduat::{AnyAction, AnyPosition, GAMES, Player, Turn};
use std::collections::HashMap;

/// The numbers of an observation, as they are in memory.
fn seen(position: &AnyPosition, seat: Option<Player>) -> Vec<u32> {
    position.observe(seat).expect("the seat exists").into_iter().map(f32::to_bits).collect()
}

/// An action with its chance, and what it leads to.
type Way = (usize, (u32, u32), Vec<u32>);

/// What must be the same where observations are: legal actions with their chances, what they lead to as the same seat
/// sees it, and the results seat by seat.
fn future(position: &AnyPosition) -> (Vec<Way>, Vec<u64>) {
    let (viewer, players) = (position.viewer(), position.players());
    let after = |&action: &AnyAction| {
        (action.index(), position.probability(action), seen(&play(position, action), Some(viewer)))
    };
    let returns = (0..players).map(|ahead| position.returns()[(viewer.index() + ahead) % players].to_bits());
    (any_actions(position).iter().map(after).collect(), returns.collect())
}

#[test]
fn same_observations_have_the_same_future() {
    for info in GAMES {
        let mut known = HashMap::new();
        let (mut again, mut elsewhere) = (0, 0);
        random_games(info.name, 11, 150, 60, |position, random| {
            if random.below(3) > 0 {
                return;
            }
            let future = future(position);
            let (first, text) = known.entry(seen(position, None)).or_insert_with(|| (future.clone(), *position));
            assert_eq!(*first, future, "{position} looks like {text}");
            again += 1;
            elsewhere += u32::from(text != position);
        });
        assert!(again > 1000, "{}: {again}", info.name);
        // Other players begin in other starts: the same from where they sit.
        assert!(elsewhere > 5 || info.name == "pharao", "{}: {elsewhere} looked alike", info.name);
    }
}

#[test]
fn every_seat_sees_its_own_view() {
    for info in GAMES {
        random_games(info.name, 12, 20, 40, |position, _| {
            let views: Vec<_> = (0..position.players()).map(|seat| seen(position, Some(Player::new(seat)))).collect();
            let different = (1..views.len()).all(|seat| views[..seat].iter().all(|other| *other != views[seat]));
            assert!(different, "{position}: two seats see the same");
            assert_eq!(views[position.viewer().index()], seen(position, None));
        });
        let start = AnyPosition::start(info.name, []).expect("the defaults are valid");
        let error = start.observe(Some(Player::new(2))).expect_err("two play");
        assert_eq!(error.to_string(), "seat \"2\": the seats are 0 to 1");
    }
}

/// Plays the image of every action from the image of the start, and looks at both games.
#[test]
fn symmetries_change_nothing() {
    for info in GAMES {
        let count = observation(info.name).expect("is a game").symmetries.len();
        for symmetry in 0..count {
            let (numbers, actions) = permutations(info.name, symmetry).expect("is a game").expect("exists");
            let mut images = vec![0; actions.len()];
            actions.iter().enumerate().for_each(|(image, &index)| images[index] = image);
            let image = |view: &[u32]| -> Vec<u32> { numbers.iter().map(|&number| view[number]).collect() };
            let others = starts(info.name);
            // Games follow one another; a start begins a new one.
            let mut other: Option<(AnyPosition, AnyPosition)> = None;
            let mut compared = 0;
            random_games(info.name, 13, 36, 80, |position, _| {
                let expected = image(&seen(position, None));
                let next = other.take().and_then(|(before, reflected)| {
                    let led = any_actions(&before).into_iter().find(|&action| play(&before, action) == *position)?;
                    let action = AnyAction::from_index(info.name, images[led.index()]).expect("images are actions");
                    Some(play(&reflected, action))
                });
                let found = next.or_else(|| others.iter().copied().find(|start| seen(start, None) == expected));
                let reflected = found.unwrap_or_else(|| panic!("{position} has no image"));
                assert_eq!(seen(&reflected, None), expected, "{position} and {reflected}");
                if position.turn() != Turn::Over {
                    let (mask, reflected) = (position.mask(), reflected.mask());
                    assert!((0..mask.len()).all(|index| reflected[index] == mask[actions[index]]), "{position}");
                }
                other = Some((*position, reflected));
                compared += 1;
            });
            assert!(compared > 500, "{} {symmetry}: {compared}", info.name);
        }
    }
    let counts: Vec<_> = GAMES.iter().map(|info| observation(info.name).expect("is a game").symmetries.len()).collect();
    assert_eq!(counts, [1, 1, 0, 0, 7]);
}

#[test]
fn segments_have_names_and_fill_the_whole() {
    for info in GAMES {
        let observation = observation(info.name).expect("is a game");
        let start = AnyPosition::start(info.name, []).expect("the defaults are valid");
        assert_eq!(start.observe(None).map(|numbers| numbers.len()), Ok(observation.len()));
        let mut next = 0;
        let mut names = Vec::new();
        for (segment, numbers) in observation.slices() {
            assert_eq!(numbers.start, next);
            assert!(!segment.help.is_empty() && !segment.is_empty() && !names.contains(&segment.name));
            names.push(segment.name);
            next = numbers.end;
        }
        assert_eq!(next, observation.len());
        assert!(!observation.is_empty());
    }
}
