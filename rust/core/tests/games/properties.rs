//! What holds in every position of every game, over random play.

#![allow(clippy::panic, clippy::expect_used, reason = "a test says what failed and stops")]

use crate::common::{Random, all_actions, any_actions, data_lines, play, random_games, starts};
use amduat::games::{isis, isis_osiris, pharao, ramses, uraeus};
use amduat::perft::Plan;
use amduat::{AnyAction, AnyPosition, Count, Describe, GAMES, Game, Turn};
use std::collections::BTreeSet;
use std::fmt::{self, Write};

/// The games by name, so that a new one cannot be forgotten where each needs a line of its own.
const NAMES: [&str; 5] = ["ramses", "isis", "pharao", "uraeus", "isis-osiris"];

fn words(position: &AnyPosition) -> Vec<String> {
    any_actions(position).iter().map(ToString::to_string).collect()
}

#[test]
fn all_games_are_here() {
    assert_eq!(GAMES.iter().map(|info| info.name).collect::<Vec<_>>(), NAMES);
    let starts = NAMES.map(|game| starts(game).len());
    assert_eq!(starts, [4, 18, 5, 18, 18], "players, who begins, and one more option with two values each");
}

#[test]
fn positions_are_small() {
    let sizes = [
        size_of::<ramses::Position>(),
        size_of::<isis::Position>(),
        size_of::<pharao::Position>(),
        size_of::<uraeus::Position>(),
        size_of::<isis_osiris::Position>(),
    ];
    assert!(sizes.iter().all(|&size| size <= 64), "{sizes:?}");
}

#[test]
fn actions_and_indices_go_together() {
    // How many numbers belong to an action: no stone moves onto its own field.
    let counts = [36 * 35, 2 * 51 * 50 + 12 + 1, 30 * 29 + 1 + 100, 7943, 82];
    for (game, count) in NAMES.into_iter().zip(counts) {
        let all = all_actions(game);
        assert_eq!(all.len(), count, "{game}");
        assert!(all.is_sorted_by(|a, b| a < b && a.index() < b.index()), "{game}");
        for action in &all {
            assert_eq!(AnyAction::parse(game, &action.to_string()).as_ref(), Ok(action));
            assert_eq!(AnyAction::from_index(game, action.index()).as_ref(), Ok(action));
        }
        let info = amduat::games::info(game).expect("is a game");
        for beyond in [info.num_actions, info.num_actions + 1, usize::MAX] {
            assert!(AnyAction::from_index(game, beyond).is_err(), "{game} {beyond}");
        }
    }
}

#[test]
fn exactly_the_generated_actions_are_legal() {
    for (game, plan) in NAMES.into_iter().zip([(20, 120, 4), (36, 120, 4), (20, 120, 4), (36, 1500, 24), (90, 120, 4)])
    {
        let (games, plies, every) = plan;
        let all = all_actions(game);
        let (mut looked, mut over) = (0, 0);
        random_games(game, 1, games, plies, |position, random| {
            let legal = any_actions(position);
            assert!(legal.is_sorted_by(|a, b| a.index() < b.index()), "{position}");
            assert_eq!(position.count_actions(), legal.len() as u64, "{position}");
            assert_eq!(legal.is_empty(), position.turn() == Turn::Over, "{position}");
            over += u32::from(legal.is_empty());
            if random.below(every) == 0 {
                looked += 1;
                for action in &all {
                    assert_eq!(
                        position.is_legal(*action),
                        legal.binary_search(action).is_ok(),
                        "{action} in {position}"
                    );
                }
            }
        });
        assert!(looked > 100 && over > 0, "{game}: {looked} positions, {over} ends");
    }
}

/// What must have been seen in the texts of positions or actions for a sample to be worth something.
const SEEN: [&[&str]; 5] = [
    &["5@", "22@", " other "],
    &["x1", "x3", "*", "P", " 0 first"],
    &[" rescue ", " pull ", " over ", "dice=", "forfeit"],
    &["^", "pass", ":f", ":r", "four places", " 4 first"],
    &["pass", "draw", "=-4", " ?"],
];

#[test]
fn texts_are_read_back() {
    for (game, signs) in NAMES.into_iter().zip(SEEN) {
        let mut missing: BTreeSet<_> = signs.iter().copied().collect();
        let mut over = 0;
        random_games(game, 2, 120, 1200, |position, random| {
            let text = position.to_string();
            assert_eq!(AnyPosition::parse(game, &text).as_ref(), Ok(position));
            over += u32::from(position.turn() == Turn::Over);
            if !missing.is_empty() && random.below(2) == 0 {
                let all_placed = game == "uraeus" && text.split(' ').nth(3).is_some_and(|places| places.len() == 7);
                let seen =
                    format!("{text} {} {}", words(position).join(" "), if all_placed { "four places" } else { "" });
                missing.retain(|sign| !seen.contains(sign));
            }
        });
        assert!(missing.is_empty(), "{game}: {missing:?} never came");
        assert!(over > 20, "{game}: {over} games ended");
    }
}

/// Takes so many bytes, and no more.
struct Narrow(usize);

impl Write for Narrow {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = self.0.checked_sub(text.len()).ok_or(fmt::Error)?;
        Ok(())
    }
}

fn write_into_any_room(shown: impl fmt::Display) {
    let text = shown.to_string();
    for room in 0..text.len() {
        assert!(write!(Narrow(room), "{shown}").is_err(), "{text} does not fit into {room} bytes");
    }
    assert!(write!(Narrow(text.len()), "{shown}").is_ok(), "{text}");
}

#[test]
fn what_cannot_be_written_is_an_error() {
    for game in NAMES {
        let mut written = 0;
        random_games(game, 7, 12, 300, |position, random| {
            if random.below(8) == 0 {
                write_into_any_room(position);
                any_actions(position).into_iter().for_each(write_into_any_room);
                written += 1;
            }
        });
        assert!(written > 30, "{game}: {written}");
    }
}

#[test]
fn mutated_texts_are_refused_or_read_as_they_are() {
    for game in NAMES {
        let (mut texts, mut symbols) = (Vec::new(), BTreeSet::from(['é', '٣', '\t', '*', '@']));
        random_games(game, 3, 60, 200, |position, _| {
            texts.push(position.to_string());
            symbols.extend(position.to_string().chars());
        });
        let symbols: Vec<_> = symbols.into_iter().collect();
        let mut random = Random::new(4);
        let (mut read, mut refused) = (0, 0);
        for _ in 0..20_000 {
            let mut text: Vec<char> = texts[random.below(texts.len())].chars().collect();
            for _ in 0..=random.below(3) {
                let (at, symbol) = (random.below(text.len()), random.pick(&symbols));
                match random.below(4) {
                    0 => text.insert(at, symbol),
                    1 if text.len() > 1 => drop(text.remove(at)),
                    2 => text[at] = symbol,
                    _ => {
                        let other = random.below(text.len());
                        text.swap(at, other);
                    }
                }
            }
            let text: String = text.into_iter().collect();
            match AnyPosition::parse(game, &text) {
                Ok(position) => {
                    assert_eq!(position.to_string(), text);
                    assert_eq!(any_actions(&position).is_empty(), position.turn() == Turn::Over, "{text}");
                    assert!(
                        !position.describe().is_empty() && position.returns().iter().all(|value| value.abs() <= 1.0)
                    );
                    read += 1;
                }
                Err(error) => {
                    assert!(error.to_string().starts_with(&format!("{game} position: ")), "{error}");
                    refused += 1;
                }
            }
        }
        assert!(read > 200 && refused > 200, "{game}: {read} mutated texts were read, {refused} refused");
    }
}

#[test]
fn counting_is_visiting() {
    for (game, games) in NAMES.into_iter().zip([20, 60, 300, 60, 36]) {
        let mut counted = 0;
        random_games(game, 5, games, 60, |position, _| {
            let next: usize =
                any_actions(position).iter().map(|&action| any_actions(&play(position, action)).len()).sum();
            assert_eq!(position.perft(Plan::new(2), &mut || false), Ok(next as u128), "{position}");
            counted += 1;
        });
        assert!(counted > 400, "{game}: {counted}");
    }
}

#[test]
fn probabilities_add_up_to_one() {
    for info in GAMES {
        let mut rolled = 0;
        random_games(info.name, 6, 60, 100, |position, _| {
            let chances: Vec<_> = any_actions(position).iter().map(|&action| position.probability(action)).collect();
            if position.turn() == Turn::Chance {
                let all = chances[0].1;
                assert!(chances.iter().all(|&(weight, of)| weight > 0 && of == all), "{position}");
                assert_eq!(chances.iter().map(|&(weight, _)| weight).sum::<u32>(), all, "{position}");
                rolled += 1;
            } else {
                assert!(chances.iter().all(|&chance| chance == (0, 1)), "{position}");
            }
        });
        assert_eq!(rolled > 0, info.has_chance, "{}", info.name);
    }
}

#[test]
fn returns_add_up_to_zero_and_wait_for_the_end() {
    for game in NAMES {
        let mut over = 0;
        random_games(game, 7, 72, 1200, |position, _| {
            let returns = position.returns();
            if position.turn() == Turn::Over {
                over += 1;
                assert!(returns.iter().sum::<f64>().abs() < 1e-9, "{position}: {returns:?}");
            } else {
                assert!(returns.iter().all(|value| value.abs() < f64::MIN_POSITIVE), "{position}: {returns:?}");
            }
            assert_eq!(
                position.scores().map(|totals| totals.len()),
                (game == "isis-osiris").then(|| position.players())
            );
        });
        assert!(over > 20, "{game}: {over}");
    }
}

/// Who can do anything else does not pass; and a stone in the water is never forfeited without a choice.
#[test]
fn passes_are_the_only_action_and_forfeits_never() {
    for (game, least) in NAMES.into_iter().zip([0, 1, 0, 100, 10]) {
        let (mut passes, mut forfeits) = (0, 0);
        let mut check = |position: &AnyPosition| {
            let words = words(position);
            if words.iter().any(|word| word == "pass") {
                assert_eq!(words.len(), 1, "{position}");
                passes += 1;
                if game == "isis-osiris" {
                    // Neither a pawn of the player nor a tile in the pile.
                    let text = position.to_string();
                    let fields: Vec<_> = text.split(' ').collect();
                    let side: usize = fields[3].parse().expect("is a player");
                    assert_eq!((fields[1].split(',').nth(side - 1), fields[2]), (Some("0"), "0"), "{position}");
                }
            }
            if words.iter().any(|word| word == "forfeit") {
                assert!(words.len() > 1, "{position}");
                forfeits += 1;
            }
        };
        random_games(game, 8, 200, 150, |position, _| check(position));
        for (text, _) in data_lines(game, "perft.txt") {
            check(&crate::common::parse(game, &text));
        }
        assert!(passes >= least, "{game}: {passes} passes");
        assert!((forfeits > 20) == (game == "pharao"), "{game}: {forfeits} forfeits");
    }
}

#[test]
fn walks_make_the_moves() {
    for game in NAMES {
        let mut walked = 0;
        random_games(game, 9, 36, 80, |position, _| {
            let held: BTreeSet<_> = position.pieces().into_iter().map(|(field, _)| whole(&field)).collect();
            for action in any_actions(position) {
                let walks = position.walks(action).expect("is legal");
                assert_eq!(position.path(action).expect("is legal"), walks.first().cloned().unwrap_or_default());
                let word = action.to_string();
                let Some((from, to)) = ends(game, &word) else {
                    assert!(walks.is_empty(), "{word} in {position}");
                    continue;
                };
                assert!(!walks.is_empty(), "{word} in {position}");
                walked += walks.len();
                for walk in walks {
                    assert_eq!((walk.first(), walk.last()), (Some(&from), Some(&to)), "{word} in {position}");
                    check_walk(game, position, &walk, &held);
                }
            }
        });
        assert_eq!(walked > 5_000, game != "isis-osiris", "{game}: {walked} walks");
    }
}

/// The start and the end of a move, as its walk names them.
fn ends(game: &str, word: &str) -> Option<(String, String)> {
    if game == "uraeus" {
        let (from, to) = word.split_once(':')?;
        let number = |text: &str| text.trim_end_matches(['+', '-']).replace('r', "0").replace('f', "63");
        return Some((number(from), number(to)));
    }
    let (from, to) = word.split_once('-').filter(|_| game != "isis-osiris" && !word.starts_with('='))?;
    Some((from.trim_start_matches('P').to_string(), to.to_string()))
}

/// A long field of RAMSES is one field, whatever the place.
fn whole(field: &str) -> String {
    field.split('@').next().unwrap_or_default().to_string()
}

fn check_walk(game: &str, position: &AnyPosition, walk: &[String], held: &BTreeSet<String>) {
    if game == "uraeus" {
        let numbers: Vec<usize> = walk.iter().map(|field| field.parse().expect("is a number")).collect();
        assert!(numbers.windows(2).all(|pair| pair[0].abs_diff(pair[1]) == 1), "{walk:?} in {position}");
        return;
    }
    let fields: Vec<_> = walk.iter().map(|field| whole(field)).collect();
    let different: BTreeSet<_> = fields.iter().collect();
    assert_eq!(different.len(), fields.len(), "{walk:?} in {position} uses a field twice");
    // Many stones stand in the underworld of ISIS.
    let free = |field: &&String| !held.contains(*field) || (game == "isis" && *field == "0");
    assert!(fields[1..].iter().all(|field| free(&field)), "{walk:?} in {position} meets a stone");
    if game == "ramses" {
        for pair in walk.windows(2) {
            for (long, short) in [(&pair[0], &pair[1]), (&pair[1], &pair[0])] {
                if let Some((field, beside)) = long.split_once('@') {
                    let end = if field == "5" { "4" } else { "21" };
                    assert!(short == beside || short == end, "{walk:?} in {position}");
                }
            }
        }
    }
    if game == "isis" {
        let below = position.pieces().iter().filter(|(field, _)| field == "0").count();
        let steps = if fields[0] == "0" { below } else { 7 - below };
        assert_eq!((position.pieces().len(), walk.len()), (7, steps + 1), "{walk:?} in {position}");
    }
}

/// An illegal action gives some position, never a panic; whatever it is, it can be looked at.
fn play_anything<G: Count + Describe>(start: G, random: &mut Random) {
    let all: Vec<G::Action> = all_actions(G::INFO.name)
        .iter()
        .map(|action| action.to_string().parse().expect("is read as it is written"))
        .collect();
    let mut position = start;
    for number in 0..400 {
        let action = random.pick(&all);
        let is_outcome = position.turn() == Turn::Chance && position.is_legal(action);
        assert_eq!(position.probability(action) != (0, 1), is_outcome, "{action} in {position}");
        let next = position.play(action);
        let _ = (next.to_string(), next.describe(), next.returns(), next.scores(), next.pieces(), next.turn());
        let _ = next.count_actions();
        let legal = crate::common::actions(&next);
        if G::INFO.name == "uraeus" {
            assert!(next == position || next.to_string().parse() == Ok(next), "{next} after {position}");
        }
        // Every now and then a legal action, so that the game goes on.
        position = if number % 3 == 0 && !legal.is_empty() { next.play(random.pick(&legal)) } else { next };
    }
}

#[test]
fn illegal_actions_do_no_harm() {
    let mut random = Random::new(10);
    for game in NAMES {
        for start in starts(game) {
            match start {
                AnyPosition::Ramses(start) => play_anything(start, &mut random),
                AnyPosition::Isis(start) => play_anything(start, &mut random),
                AnyPosition::Pharao(start) => play_anything(start, &mut random),
                AnyPosition::Uraeus(start) => play_anything(start, &mut random),
                AnyPosition::IsisOsiris(start) => play_anything(start, &mut random),
                _ => panic!("{game} is not played here"),
            }
        }
    }
}

#[test]
fn after_the_end_nothing_is_rolled() {
    let position: uraeus::Position = "f,f,f/r,r,r 2 - 1 first".parse().expect("is a position");
    assert_eq!(position.play("=1".parse().expect("is an action")), position);
}

#[test]
fn a_turn_on_a_double_changes_nothing() {
    let position: uraeus::Position = "r,r,10+/r,12-,^12- 1 3 - all".parse().expect("is a position");
    let action = "10:12-".parse().expect("is an action");
    assert!(!position.is_legal(action));
    assert_eq!(position.play(action), position);
}
