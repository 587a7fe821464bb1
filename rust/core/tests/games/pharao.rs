//! PHARAO: counting against visiting anywhere, the marked fields, and legal actions against whole turns.

#![allow(clippy::panic, clippy::expect_used, reason = "a test says what failed and stops")]

use crate::common::{Random, actions, all_actions, any_actions, check, check_counts, parse, play, random_games};
use amduat::games::pharao::Action;
use amduat::games::pharao::{Position, Side};
use amduat::{AnyPosition, Describe, Field, FieldSet, Game, Turn};

/// Stones crowded together, around the water or in a corner, in all phases and with all kinds of dice.
#[test]
fn counting_is_visiting_anywhere() {
    let mut random = Random::new(0x00f4_4a00);
    let dice = ["", " dice=0,0,1,2,3,4/0,0,1,2,3,4", " dice=1,1,2,2,3,5/0,1,1,2,2,6", " dice=0,0,0,0,0,0/0,0,0,1,1,9"];
    let (mut drowning, mut lost) = (0, 0);
    let mut counted = 0;
    while counted < 3000 {
        let (first, files) = [(0, 10), (3, 5), (4, 4), (7, 3)][random.below(4)];
        let mut fields: Vec<_> = (0..2 + random.below(7))
            .map(|_| format!("{}{}", (b'a' + (first + random.below(files)) as u8) as char, 1 + random.below(3)))
            .collect();
        fields.sort();
        fields.dedup();
        let (mut lower, mut upper) = (Vec::new(), Vec::new());
        for field in fields {
            if random.below(2) == 0 { lower.push(field) } else { upper.push(field) }
        }
        let side = ["L", "U"][random.below(2)];
        let text = format!("{} {} {side} roll -{}", lower.join(","), upper.join(","), dice[random.below(dice.len())]);
        let Ok(position) = text.parse::<Position>() else { continue };
        counted += 1;
        check(&position);
        drowning += usize::from(if side == "L" { &lower } else { &upper }.iter().any(|field| field == "g1"));
        for roll in actions(&position) {
            let rolled = position.play(roll);
            check_counts(&rolled);
            lost += usize::from(rolled.turn() == Turn::Over);
            for action in actions(&rolled) {
                check_counts(&rolled.play(action));
            }
        }
    }
    assert!(drowning > 100 && lost > 100, "{drowning} {lost}");
}

/// PHARAO-R1: from any field a last stone wins on the luck field, and nowhere else.
#[test]
fn only_the_luck_field_wins_for_the_last_stone() {
    let mut won = Vec::new();
    for field in ('a'..='j').flat_map(|file| (1..=3).map(move |rank| format!("{file}{rank}"))) {
        if ["f1", "f2", "g1", "j3"].contains(&field.as_str()) {
            continue;
        }
        let position = parse("pharao", &format!("{field} j3 L own 1,0"));
        for action in any_actions(&position) {
            let (word, next) = (action.to_string(), play(&position, action));
            assert_eq!(next.turn() == Turn::Over, word.ends_with("-f2"), "{word} in {position}");
            if next.turn() == Turn::Over {
                won.push(word);
            }
        }
    }
    assert_eq!(won, ["e2-f2", "f3-f2", "g2-f2"]);
}

// The legal actions once more, without any short cut: all turns are played out to their end.

/// The text of a position, and of those the parts that its rules speak of.
struct Parts {
    mine: Vec<String>,
    theirs: Vec<String>,
    phase: String,
}

fn parts(position: &Position) -> Parts {
    let text = position.to_string();
    let fields: Vec<_> = text.split(' ').collect();
    let stones = |list: &str| list.split(',').filter(|field| *field != "-").map(String::from).collect();
    let (mine, theirs) = if fields[2] == "L" { (fields[0], fields[1]) } else { (fields[1], fields[0]) };
    Parts { mine: stones(mine), theirs: stones(theirs), phase: fields[3].to_string() }
}

/// All moves and the forfeit, each with the fields it leads from and to.
fn all() -> Vec<(Action, Option<(String, String)>)> {
    let words =
        all_actions("pharao").into_iter().map(|action| action.to_string()).filter(|word| !word.starts_with('='));
    let fields = |word: &str| word.split_once('-').map(|(from, to)| (from.to_string(), to.to_string()));
    words.map(|word| (word.parse().expect("is an action"), fields(&word))).collect()
}

/// What can be done by the phase alone, whether or not the turn can be completed after it.
fn conceivable(position: &Position, all: &[(Action, Option<(String, String)>)]) -> Vec<Action> {
    let Parts { mine, theirs, phase } = parts(position);
    let drowning = mine.iter().any(|field| field == "g1");
    let fits = |fields: &Option<(String, String)>| match (fields, phase.as_str()) {
        (Some((from, _)), "rescue" | "pull") => from == "g1",
        (Some((from, to)), "own") if drowning => mine.contains(from) && from != "g1" && to == "f1",
        (Some((from, to)), "own") => mine.contains(from) && !(mine.len() == 1 && to == "g1"),
        (Some((from, _)), "other") => theirs.contains(from),
        (None, "rescue") => true,
        (None, "own") => drowning,
        _ => false,
    };
    let walks = |action: Action, fields: &Option<_>| fields.is_none() || !position.walks(action).is_empty();
    all.iter().filter(|(action, fields)| fits(fields) && walks(*action, fields)).map(|(action, _)| *action).collect()
}

/// Whether the turn can be completed, with an own part into the water and without.
fn completions(position: &Position, all: &[(Action, Option<(String, String)>)]) -> (bool, bool) {
    if ["roll", "over"].contains(&parts(position).phase.as_str()) {
        return (false, true);
    }
    let mut found = (false, false);
    for action in conceivable(position, all) {
        let (wet, dry) = completions_after(position, action, all);
        found = (found.0 || wet, found.1 || dry);
    }
    found
}

fn completions_after(position: &Position, action: Action, all: &[(Action, Option<(String, String)>)]) -> (bool, bool) {
    let (wet, dry) = completions(&position.play(action), all);
    let enters = parts(position).phase == "own" && action.to_string().ends_with("-g1");
    if enters { (wet || dry, false) } else { (wet, dry) }
}

#[test]
fn legal_actions_begin_complete_turns() {
    let (mut wet, mut refused, mut luck) = (0, 0, 0);
    let every = all();
    let mut check = |position: &AnyPosition| {
        let AnyPosition::Pharao(position) = position else { panic!("{position} is no position of PHARAO") };
        if !matches!(position.turn(), Turn::Player(_)) {
            return;
        }
        let conceived = conceivable(position, &every);
        let all: Vec<_> =
            conceived.into_iter().map(|action| (action, completions_after(position, action, &every))).collect();
        let any_dry = all.iter().any(|(_, (_, dry))| *dry);
        let legal: Vec<_> =
            all.iter().filter(|(_, (wet, dry))| if any_dry { *dry } else { *wet }).map(|(action, _)| *action).collect();
        assert_eq!(actions(position), legal, "{position}");
        wet += usize::from(!any_dry);
        refused += usize::from(legal.len() < all.len());
        luck += usize::from(legal.iter().any(|&action| {
            let next = parts(&position.play(action));
            next.phase == "over" && next.mine == ["f2"]
        }));
    };
    random_games("pharao", 4, 60, 80, |position, _| check(position));
    for text in ["a1,h1 a2,b1,h2,i1 L own 1,0", "a1,f1,g1 a2,b1,e1,f2 L rescue 1,0", "a2,c1 a1 L own 1,1"] {
        check(&parse("pharao", text));
    }
    assert!(wet > 0 && refused > 10 && luck > 0, "{wet} {refused} {luck}");
}

#[test]
fn stones_about_to_roll_are_on_the_board_and_apart() {
    let [corner, rank, beyond] = [0, 5, 30].map(|field| Field::wrapping(field).set());
    let rolling = |stones| Position::about_to_roll(stones, Side::Lower);
    let position = rolling([corner | beyond, rank]).expect("is possible");
    assert_eq!(position.to_string(), "a1 b3 L roll -");
    for stones in [[corner, corner], [corner, beyond], [FieldSet::EMPTY, rank]] {
        assert!(rolling(stones).is_err(), "{stones:?}");
    }
}

#[test]
fn nothing_walks_before_the_roll() {
    let position: Position = "a1 b3 L roll -".parse().expect("is possible");
    let step = "a1-a2".parse().expect("is an action");
    assert!(position.walks(step).is_empty() && position.path(step).is_empty());
}
