//! The rules of PHARAO: worked positions for every ruling, refused positions, and random play.

#![allow(clippy::panic, reason = "a test says what failed and stops")]
#![allow(clippy::float_cmp, reason = "a win is exactly 1")]

mod common;

use amduat::games::pharao::board::{FIELDS, LUCK, RESCUE, WATER};
use amduat::games::pharao::{Phase, Ply, Position};
use amduat::perft::Plan;
use amduat::{Action, Error, Game, OptionValue, Options, ParseError, Turn};
use common::{Random, actions, check_counts};

fn parse(text: &str) -> Position {
    let position: Position = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(position.to_string(), text);
    position
}

fn names(text: &str) -> String {
    actions(&parse(text)).iter().map(Ply::to_string).collect::<Vec<_>>().join(" ")
}

/// The text after an action, which must be legal.
fn after(text: &str, action: &str) -> String {
    let ply: Ply = action.parse().unwrap_or_else(|error| panic!("{error}"));
    let position = parse(text);
    assert!(position.is_legal(ply), "{action} in {text}");
    let next = position.play(ply).to_string();
    parse(&next);
    next
}

fn start(options: &[(&str, OptionValue)]) -> Result<Position, ParseError> {
    let given = options.iter().map(|(name, value)| ((*name).to_string(), value.clone()));
    Position::start(&Options::new(Position::INFO.options, given)?)
}

fn word(value: &str) -> OptionValue {
    OptionValue::Text(value.into())
}

fn numbers(values: &[i64]) -> OptionValue {
    OptionValue::List(values.iter().copied().map(OptionValue::Number).collect())
}

const START: &str = "a1,a2,b1,c1 b3,c3,d3,e3 L roll -";

#[test]
fn r1_start_and_dice() {
    let position = start(&[]).expect("the defaults are valid");
    assert_eq!(position.to_string(), START);
    assert!(size_of::<Position>() <= 64);
    let rolls = actions(&position);
    assert_eq!(rolls.len(), 15);
    assert_eq!(rolls.iter().map(|&roll| position.probability(roll).0).sum::<u32>(), 36);
    for (roll, weight) in [("=0,0", 4), ("=0,1", 4), ("=1,0", 2), ("=4,2", 2), ("=5,0", 0), ("=0,3", 0)] {
        let roll: Ply = roll.parse().expect("is a roll");
        assert_eq!(position.probability(roll), (weight, 36));
        assert_eq!(position.is_legal(roll), weight > 0);
    }
    assert_eq!(position.probability(Ply::Forfeit), (0, 1));
}

#[test]
fn r1_dice_and_setup_are_options() {
    let usual = start(&[]).expect("the defaults are valid");
    // The faces come in any order and are kept in ascending order; the usual ones are not written.
    assert_eq!(start(&[("own_die", word("4,3,2,1,0,0")), ("other_die", numbers(&[2, 1, 0, 2, 1, 0]))]), Ok(usual));
    let other = start(&[("other_die", numbers(&[2, 1, 0, 0, 0, 0]))]).expect("is a die");
    assert_eq!(other.to_string(), format!("{START} dice=0,0,1,2,3,4/0,0,0,0,1,2"));
    assert_ne!(other, usual);
    assert_eq!(parse(&other.to_string()), other);
    assert_eq!(other.probability("=0,0".parse().expect("is a roll")), (8, 36));
    // The dice stay with the game.
    assert_eq!(after(&other.to_string(), "=3,1"), "a1,a2,b1,c1 b3,c3,d3,e3 L own 3,1 dice=0,0,1,2,3,4/0,0,0,0,1,2");
    let fields = OptionValue::List(vec![word("j3"), word("i1")]);
    let setup = start(&[("lower", fields), ("upper", word("b1"))]).expect("is a setup");
    assert_eq!(setup.to_string(), "i1,j3 b1 L roll -");
}

#[test]
fn r2_the_pull_comes_first_when_the_rescue_field_is_held() {
    let rolled = after("f1,g1 b3 L roll -", "=1,0");
    assert_eq!(rolled, "f1,g1 b3 L rescue 1,0");
    assert_eq!(names(&rolled), "g1-e2 g1-f3 g1-g2 g1-h1 g1-h3 g1-i2 g1-j1 forfeit");
    let pulled = after(&rolled, "g1-j1");
    assert_eq!(pulled, "f1,j1 b3 L own 1,0");
    // Any own stone may follow, the pulled one too, but not into the water.
    assert_eq!(names(&pulled), "f1-e1 f1-f2 j1-i1 j1-j2");
    assert_eq!(after(&rolled, "forfeit"), "f1 b3 L own 1,0");
    // With a die of 0 there is a pull all the same.
    assert_eq!(after(&after("f1,g1 b3 L roll -", "=0,0"), "g1-j1"), "f1,j1 b3 U roll -");
    assert_eq!(after(&after("f1,g1 b3 L roll -", "=0,2"), "forfeit"), "f1 b3 L other 0,2");
}

#[test]
fn r2_the_pull_follows_the_own_part_that_reaches_the_rescue_field() {
    let rolled = after("e1,g1 b3 L roll -", "=1,1");
    assert_eq!(rolled, "e1,g1 b3 L own 1,1");
    assert_eq!(names(&rolled), "e1-f1 forfeit");
    let helped = after(&rolled, "e1-f1");
    assert_eq!(helped, "f1,g1 b3 L pull 1,1");
    assert_eq!(names(&helped), "g1-e2 g1-f3 g1-g2 g1-h1 g1-h3 g1-i2 g1-j1");
    assert_eq!(after(&helped, "g1-j1"), "f1,j1 b3 L other 1,1");
    assert_eq!(after(&rolled, "forfeit"), "e1 b3 L own 1,1");
}

#[test]
fn r3_a_player_without_a_complete_turn_has_lost() {
    assert_eq!(after("j1 i1,j2 L roll -", "=1,0"), "j1 i1,j2 U over -");
    // A drowning stone is still there.
    assert_eq!(after("g1,j1 i1,j2 L roll -", "=1,0"), "g1,j1 i1,j2 U over -");
    // Nor can the other part be made.
    assert_eq!(after("i1,j2 j1 L roll -", "=0,1"), "i1,j2 j1 U over -");
    assert_eq!(parse("j1 i1,j2 U over -").returns(), [-1.0, 1.0, 0.0, 0.0]);
}

#[test]
fn r3_an_own_part_leaves_the_other_part_possible() {
    // c1-b1 would lock the stone on a1 in, which matters only if it has to be moved.
    assert_eq!(names("a2,c1 a1 L own 1,1"), "a2-a3 a2-b2 c1-c2 c1-d1");
    assert_eq!(names("a2,c1 a1 L own 1,0"), "a2-a3 a2-b2 c1-b1 c1-c2 c1-d1");
}

#[test]
fn r4_into_the_water_only_without_another_turn() {
    let forced = after("a1,h1 a2,b1,h2,i1 L roll -", "=1,0");
    assert_eq!(forced, "a1,h1 a2,b1,h2,i1 L own 1,0");
    assert_eq!(names(&forced), "h1-g1");
    assert_eq!(after(&forced, "h1-g1"), "a1,g1 a2,b1,h2,i1 U roll -");
    assert_eq!(names("a1,h1 b1,h2,i1 L own 1,0"), "a1-a2");
    // Not the last stone.
    assert_eq!(after("h1 h2,i1 L roll -", "=1,0"), "h1 h2,i1 U over -");
}

#[test]
fn r4_weighs_rescue_and_forfeit_together() {
    // After a forfeit the stone on f1 would have to go into the water, after a pull nothing has to.
    assert_eq!(names("a1,f1,g1 a2,b1,e1,f2 L rescue 1,0"), "g1-f3 g1-g2 g1-h1 g1-h3 g1-i2 g1-j1");
    // So no rescue, no choice: without a way out of the water the stone is forfeited with the roll.
    assert_eq!(after("a1,f1,g1 a2,b1,g2,h1 L roll -", "=1,0"), "a1,f1 a2,b1,g2,h1 L own 1,0");
}

#[test]
fn r5_a_stone_in_the_water_can_be_moved_away_before_it_drowns() {
    let risky = "a1,g1 a2,b1,h2,i1 U roll -";
    let other = after(risky, "=0,1");
    assert_eq!(names(&other), "g1-f1 g1-g2 g1-h1");
    assert_eq!(after(&other, "g1-f1"), "a1,f1 a2,b1,h2,i1 L roll -");
    let drowning = after(risky, "=0,0");
    assert_eq!(drowning, "a1,g1 a2,b1,h2,i1 L roll -");
    // No rescue is possible: the stone is gone with the roll.
    assert_eq!(after(&drowning, "=0,0"), "a1 a2,b1,h2,i1 U roll -");
}

#[test]
fn r6_luck_is_for_the_own_part_of_the_last_stone() {
    let won = after("e2 a1 L own 1,2", "e2-f2");
    assert_eq!(won, "f2 a1 L over -");
    assert_eq!(parse(&won).returns(), [1.0, -1.0, 0.0, 0.0]);
    assert_eq!(after("a2,e2 a1 L own 1,2", "e2-f2"), "a2,f2 a1 L other 1,2");
    assert_eq!(after("e2 a1 U other 1,1", "e2-f2"), "f2 a1 L roll -");
    assert_eq!(after("f2,g1 a1 L roll -", "=0,0"), "f2 a1 U roll -");
    assert_eq!(after("e2,g1 a1 L roll -", "=1,0"), "e2 a1 L own 1,0");
}

#[test]
fn r7_nobody_has_to_push_or_to_save() {
    assert_eq!(names("a1 b3,g2 L other 1,1"), "b3-a3 b3-b2 b3-c3 g2-f2 g2-g1 g2-g3 g2-h2");
    assert_eq!(after("a1 b3,g2 L other 1,1", "g2-g1"), "a1 b3,g1 U roll -");
    assert_eq!(names("b3 e1,g1 U own 1,0"), "e1-f1 forfeit");
}

#[test]
fn r7_pushing_the_last_stone_wins() {
    let won = after("a1 g2 L other 0,1", "g2-g1");
    assert_eq!(won, "a1 - L over -");
    assert_eq!(parse(&won).turn(), Turn::Over);
    assert_eq!(names(&won), "");
}

#[test]
fn r8_two_zeros_pass_the_turn() {
    assert_eq!(after(START, "=0,0"), "a1,a2,b1,c1 b3,c3,d3,e3 U roll -");
    assert_eq!(after(START, "=0,1"), "a1,a2,b1,c1 b3,c3,d3,e3 L other 0,1");
}

#[test]
fn start_counts() {
    let position = parse(START);
    for (depth, lines) in (1..).zip([15, 103, 1_089, 12_281, 116_270, 1_115_241, 11_342_095]) {
        assert_eq!(amduat::perft::perft(&position, Plan::new(depth), &mut || false), Ok(lines));
    }
}

#[test]
fn walks_have_the_length_of_their_phase() {
    let walks = |text: &str, action: &str| -> Vec<String> {
        let (position, ply) = (parse(text), action.parse().expect("is an action"));
        let walks = position.walks(ply);
        assert_eq!(walks.first().cloned().unwrap_or_default(), position.path(ply));
        walks.iter().map(|walk| walk.iter().map(|&field| Position::field_name(field)).collect()).collect()
    };
    assert_eq!(walks("e2 a1 L own 2,1", "e2-f1"), ["e2e1f1", "e2f2f1"]);
    assert_eq!(walks("e2 a1 L own 2,1", "e2-g2"), ["e2f2g2"]);
    assert_eq!(walks("f1,g1 b3 L pull 1,1", "g1-j1"), ["g1h1i1j1"]);
    assert_eq!(walks("f1,g1 b3 L rescue 4,1", "g1-f3"), ["g1g2f2f3", "g1g2g3f3"]);
    assert_eq!(walks("a1 b3 L other 4,1", "b3-b2"), ["b3b2"]);
    assert!(walks("f1,g1 b3 L rescue 1,1", "forfeit").is_empty());
    assert!(walks(START, "=1,1").is_empty());
}

#[test]
fn positions_are_described() {
    for (text, sentence) in [
        (START, "Lower Egypt rolls both dice."),
        ("b3 a1,g1 U roll -", "Upper Egypt rolls both dice, with a stone drowning."),
        ("f1,g1 b3 L rescue 1,0", "Lower Egypt pulls its drowning stone 3 steps out of the water or forfeits it."),
        ("f1,g1 e1,f2 L rescue 1,0", "Lower Egypt pulls its drowning stone 3 steps out of the water."),
        (
            "e1,g1 b3 L own 1,1",
            "Lower Egypt moves a stone 1 step onto the rescue field to save its drowning stone or forfeits it.",
        ),
        ("a1 b3 L own 3,1", "Lower Egypt moves one of its own stones 3 steps."),
        ("f1,g1 b3 L pull 1,1", "Lower Egypt pulls its drowning stone 3 steps out of the water."),
        ("a1 b3 U other 3,1", "Upper Egypt moves one of the stones of Lower Egypt 1 step."),
        ("a1 - L over -", "Lower Egypt has won: the last stone of Upper Egypt is in the water."),
        ("f2 b3 L over -", "Lower Egypt has won: its last stone has reached the luck field."),
        ("j1 i1,j2 U over -", "Upper Egypt has won: Lower Egypt is locked in."),
        (
            "f2 e2,f1,f3,g2 L over -",
            "Lower Egypt has won: its last stone is on the luck field, or Upper Egypt is locked in.",
        ),
        ("a1 b3 L over -", "Lower Egypt has won."),
    ] {
        assert_eq!(parse(text).describe(), sentence, "{text}");
    }
    let position = parse("a1 b3 L own 3,1");
    assert_eq!(position.player_name(amduat::Player::new(0)), "Lower Egypt");
    assert_eq!(position.player_name(amduat::Player::new(1)), "Upper Egypt");
    let piece = |field: &str, side: &str| (field.to_string(), side.to_string());
    assert_eq!(position.pieces(), [piece("a1", "lower"), piece("b3", "upper")]);
}

#[test]
fn malformed_positions_are_refused() {
    let five = "expected 5 fields separated by single spaces (lower upper side phase dice), found";
    for (text, error) in [
        ("", format!(r#"position "": {five} 1"#)),
        ("a1 b3 L roll", format!(r#"position "a1 b3 L roll": {five} 4"#)),
        ("a1 b3 L roll - ", format!(r#"position "a1 b3 L roll - ": {five} 6"#)),
        ("a1 b3 L roll - -", format!(r#"position "a1 b3 L roll - -": {five} 6"#)),
        ("a1  L roll -", r#"upper "": is empty; `-` stands for nothing"#.into()),
        ("a1,a4 b3 L roll -", r#"lower "a4": expected a field, a1 to j3"#.into()),
        ("a1, b3 L roll -", r#"lower "": expected a field, a1 to j3"#.into()),
        ("a1 k1 L roll -", r#"upper "k1": expected a field, a1 to j3"#.into()),
        ("a2,a1 b3 L roll -", r#"lower "a2,a1": a2 comes before a1; lists are in ascending order"#.into()),
        ("a1 b3,b3 L roll -", r#"upper "b3,b3": b3 is named twice"#.into()),
        ("a1 b3 D roll -", r#"side "D": expected `L` or `U`"#.into()),
        (
            "a1 b3 L rolled -",
            r#"phase "rolled": expected `roll` or `rescue` or `own` or `pull` or `other` or `over`"#.into(),
        ),
        ("a1 b3 L roll 0,0", r#"dice "0,0": expected `-`: in phase `roll` the dice show nothing"#.into()),
        ("a1 b3 L own -", r#"dice "-": expected what both dice show, such as 3,1"#.into()),
        ("a1 b3 L own 03,1", r#"dice "03": expected what a die shows, a number from 0 to 9"#.into()),
        (
            "a1 b3 L roll - dice=0,0,1,2,3,4",
            r#"faces "dice=0,0,1,2,3,4": expected `dice=`, the faces of the own die, `/`, those of the other die"#
                .into(),
        ),
        ("a1 b3 L roll - dice=0/0,0,1,1,2,2", r#"faces "0": a die has 6 faces, found 1"#.into()),
        (
            "a1 b3 L roll - dice=0,0,0,0,0,0/0,0,0,0,0,10",
            r#"faces "10": expected what a die shows, a number from 0 to 9"#.into(),
        ),
        (
            "a1 b3 L roll - dice=1,0,0,0,0,0/0,0,1,1,2,2",
            r#"faces "1,0,0,0,0,0": the faces are written in ascending order, 0,0,0,0,0,1"#.into(),
        ),
        (
            "a1 b3 L roll - dice=0,0,1,2,3,4/0,0,1,1,2,2",
            r#"faces "dice=0,0,1,2,3,4/0,0,1,1,2,2": these are the dice of the game, which are not written"#.into(),
        ),
    ] {
        assert_eq!(text.parse::<Position>().expect_err(text).to_string(), error);
    }
    assert!("a1 ".repeat(1000).parse::<Position>().is_err());
}

#[test]
fn impossible_positions_are_refused() {
    for (text, error) in [
        ("a1,a2,a3,b1,b2 b3 L roll -", r#"lower "a1,a2,a3,b1,b2": a side has at most 4 stones, found 5"#),
        ("- b3 L roll -", r#"lower "-": Lower Egypt has no stone left, so the game is over"#),
        ("- b3 L over -", r#"lower "-": Lower Egypt has won and so has a stone left"#),
        ("a1 g1 L roll -", r#"upper "g1": the last stone of Upper Egypt is on the water, so the game is over"#),
        ("a1,b3 b3 L roll -", r#"upper "b3": b3 holds a stone of Lower Egypt"#),
        ("a1 b3 L own 5,1", r#"dice "5,1": the own die never shows 5, its faces are 0,0,1,2,3,4"#),
        ("a1 b3 L own 4,3", r#"dice "4,3": the other die never shows 3, its faces are 0,0,1,1,2,2"#),
        (
            "a1 b3 L own 4,1 dice=0,0,0,0,0,1/1,1,1,1,1,1",
            r#"dice "4,1": the own die never shows 4, its faces are 0,0,0,0,0,1"#,
        ),
        ("a1 b3 L own 0,1", r#"dice "0,1": the own die shows 0, so there is no phase `own`"#),
        ("f1,g1 b3 L pull 0,1", r#"dice "0,1": the own die shows 0, so there is no phase `pull`"#),
        ("a1 b3 L other 1,0", r#"dice "1,0": the other die shows 0, so there is no phase `other`"#),
        ("a1,f1 b3 L rescue 1,0", r#"phase "rescue": Lower Egypt has no stone on the water g1"#),
        ("b3 a1,g1 U pull 1,0", r#"phase "pull": Upper Egypt has no stone on the rescue field f1"#),
        ("j1 i1,j2 L own 1,0", r#"phase "own": Lower Egypt cannot complete the turn"#),
        ("i1,j2 j1 L other 0,1", r#"phase "other": Lower Egypt cannot complete the turn"#),
        (
            "a1,g1 b3 L own 1,0",
            r#"phase "own": Lower Egypt cannot save the drowning stone and has lost it with the roll"#,
        ),
        (
            "f1,g1 b3 L own 1,0",
            r#"phase "own": Lower Egypt cannot save the drowning stone and has lost it with the roll"#,
        ),
    ] {
        assert_eq!(text.parse::<Position>().expect_err(text).to_string(), error);
    }
    // In a finished game nothing more is asked than a stone of the winner.
    for text in ["a1 b3 L over -", "g1 b3 U over -", "g1 - L over -"] {
        parse(text);
    }
}

#[test]
fn bad_options_are_refused() {
    for (name, value, error) in [
        ("own_die", word("0,0,1,2,3"), r#"own_die "0,0,1,2,3": a die has 6 faces, found 5"#),
        ("own_die", numbers(&[0, 0, 1, 2, 3, 10]), r#"own_die "10": expected what a die shows, a number from 0 to 9"#),
        ("other_die", numbers(&[]), r#"other_die "": expected what a die shows, a number from 0 to 9"#),
        ("other_die", OptionValue::Flag(true), r#"other_die "true": expected what a die shows, a number from 0 to 9"#),
        ("lower", word("a1,z9"), r#"lower "z9": expected a field, a1 to j3"#),
        ("lower", word("a2,a1,a2"), r#"lower "a2,a1,a2": a2 is named twice"#),
        ("lower", word("-"), r#"lower "-": Lower Egypt has no stone left, so the game is over"#),
        ("upper", word("g1"), r#"upper "g1": the last stone of Upper Egypt is on the water, so the game is over"#),
        ("upper", word("a1,d2"), r#"upper "a1,d2": a1 holds a stone of Lower Egypt"#),
        ("upper", word("d1,d2,d3,e1,e2"), r#"upper "d1,d2,d3,e1,e2": a side has at most 4 stones, found 5"#),
    ] {
        assert_eq!(start(&[(name, value)]).expect_err(error).to_string(), error);
    }
    let error = amduat::AnyPosition::start("pharao", [("dice".to_string(), word("6"))]).expect_err("unknown");
    assert!(matches!(error, Error::Option("pharao", _)));
}

#[test]
fn actions_round_trip() {
    for index in 0..Position::INFO.num_actions + 5 {
        let Some(action) = Ply::from_index(index) else {
            let same_field = index < FIELDS * FIELDS && index / FIELDS == index % FIELDS;
            assert!(same_field || index >= Position::INFO.num_actions, "{index}");
            continue;
        };
        assert_eq!(action.index(), index);
        assert_eq!(action.to_string().parse(), Ok(action));
    }
    for (text, error) in [
        ("a1", r#"action "a1": expected a move such as a2-b2, a roll such as =3,1, or `forfeit`"#),
        ("a1-a1", r#"action "a1-a1": a stone moves to another field"#),
        ("a1-a4", r#"to "a4": expected a field, a1 to j3"#),
        ("=3", r#"roll "3": expected what both dice show, such as 3,1"#),
        ("=3,10", r#"roll "10": expected what a die shows, a number from 0 to 9"#),
    ] {
        assert_eq!(text.parse::<Ply>().expect_err(text).to_string(), error);
    }
}

// Random play.

/// Positions of random games with usual and unusual dice, some of which begin around the water.
fn each_random_position(seed: u64, games: usize, mut visit: impl FnMut(&Position, &mut Random)) {
    let starts = [
        START,
        "e1,e2,g1,h2 d1,f2,g2,h1 L roll -",
        "f1,g1,j1 g2,h1,h3,i1 L roll - dice=0,0,1,2,3,4/0,0,1,2,3,4",
        "g1,i2,j1 f1,h1,i1,j2 L roll - dice=1,1,1,2,2,3/0,1,1,2,2,6",
        "a1,h1 a2,b1,h2,i1 L roll - dice=0,1,1,1,1,1/0,0,0,1,1,2",
    ];
    let mut random = Random::new(seed);
    for game in 0..games {
        let mut position = parse(starts[game % starts.len()]);
        for _ in 0..80 {
            visit(&position, &mut random);
            let actions = actions(&position);
            if actions.is_empty() {
                break;
            }
            position = position.play(actions[random.below(actions.len())]);
        }
    }
}

#[test]
fn legality_is_membership() {
    each_random_position(1, 20, |position, _| {
        let legal = actions(position);
        assert!(legal.is_sorted_by_key(|action| action.index()));
        assert_eq!(position.count_actions(), legal.len() as u64);
        assert_eq!(legal.is_empty(), position.turn() == Turn::Over);
        for action in (0..Position::INFO.num_actions).filter_map(Ply::from_index) {
            assert_eq!(position.is_legal(action), legal.contains(&action), "{action} in {position}");
            // Playing never panics, legal or not.
            let next = position.play(action);
            next.count_actions();
            let _ = (next.describe(), next.to_string());
        }
    });
}

#[test]
fn counting_is_visiting_in_random_games() {
    each_random_position(5, 300, |position, _| check_counts(position));
}

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
        check_counts(&position);
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

#[test]
fn texts_round_trip() {
    each_random_position(2, 300, |position, _| assert_eq!(position.to_string().parse(), Ok(*position)));
}

#[test]
fn mutated_texts_are_refused_or_canonical() {
    const BYTES: &[u8] = b"abefghij0123459,- LU=/dicerolwnpuvs\t";
    let mut accepted = 0;
    each_random_position(3, 100, |position, random| {
        for _ in 0..20 {
            let mut text = position.to_string().into_bytes();
            for _ in 0..=random.below(3) {
                let (at, byte) = (random.below(text.len()), BYTES[random.below(BYTES.len())]);
                match random.below(3) {
                    0 => text[at] = byte,
                    1 => text.insert(at, byte),
                    _ => drop(text.remove(at)),
                }
            }
            let text = String::from_utf8(text).expect("is ASCII");
            if let Ok(position) = text.parse::<Position>() {
                assert_eq!(position.to_string(), text);
                assert_eq!(actions(&position).is_empty(), position.turn() == Turn::Over, "{text}");
                accepted += 1;
            }
        }
    });
    assert!(accepted > 1000, "only {accepted}");
}

// The legal actions once more, without any short cut: all turns are played out to their end.

/// What can be done by the phase alone, whether or not the turn can be completed after it.
fn conceivable(position: &Position) -> Vec<Ply> {
    let (mine, theirs) = (position.stones(position.side()), position.stones(position.side().other()));
    let drowning = mine.contains(WATER);
    let moves = |ply: &Ply| match (*ply, position.phase()) {
        (Ply::Move { from, .. }, Phase::Rescue | Phase::Pull) => from == WATER,
        (Ply::Move { from, to }, Phase::Own) if drowning => mine.contains(from) && from != WATER && to == RESCUE,
        (Ply::Move { from, to }, Phase::Own) => mine.contains(from) && !(mine == from.set() && to == WATER),
        (Ply::Move { from, .. }, Phase::Other) => theirs.contains(from),
        (Ply::Forfeit, Phase::Rescue) => true,
        (Ply::Forfeit, Phase::Own) => drowning,
        _ => false,
    };
    let walks = |ply: &Ply| *ply == Ply::Forfeit || !position.walks(*ply).is_empty();
    (0..Position::INFO.num_actions).filter_map(Ply::from_index).filter(moves).filter(walks).collect()
}

/// Whether the turn can be completed, with an own part into the water and without.
fn completions(position: &Position) -> (bool, bool) {
    if matches!(position.phase(), Phase::Roll | Phase::Over) {
        return (false, true);
    }
    let mut found = (false, false);
    for ply in conceivable(position) {
        let (wet, dry) = completions_after(position, ply);
        found = (found.0 || wet, found.1 || dry);
    }
    found
}

fn completions_after(position: &Position, ply: Ply) -> (bool, bool) {
    let (wet, dry) = completions(&position.play(ply));
    let enters = position.phase() == Phase::Own && matches!(ply, Ply::Move { to: WATER, .. });
    if enters { (wet || dry, false) } else { (wet, dry) }
}

#[test]
fn legal_actions_begin_complete_turns() {
    let (mut wet, mut refused, mut luck) = (0, 0, 0);
    let mut check = |position: &Position| {
        if !matches!(position.turn(), Turn::Player(_)) {
            return;
        }
        let all: Vec<_> =
            conceivable(position).into_iter().map(|ply| (ply, completions_after(position, ply))).collect();
        let any_dry = all.iter().any(|(_, (_, dry))| *dry);
        let legal: Vec<_> =
            all.iter().filter(|(_, (wet, dry))| if any_dry { *dry } else { *wet }).map(|(ply, _)| *ply).collect();
        assert_eq!(actions(position), legal, "{position}");
        wet += usize::from(!any_dry);
        refused += usize::from(legal.len() < all.len());
        luck += usize::from(legal.iter().any(|&ply| {
            let next = position.play(ply);
            next.phase() == Phase::Over && next.stones(next.side()) == LUCK.set()
        }));
    };
    each_random_position(4, 60, |position, _| check(position));
    for text in ["a1,h1 a2,b1,h2,i1 L own 1,0", "a1,f1,g1 a2,b1,e1,f2 L rescue 1,0", "a2,c1 a1 L own 1,1"] {
        check(&parse(text));
    }
    assert!(wet > 0 && refused > 10 && luck > 0, "{wet} {refused} {luck}");
}
