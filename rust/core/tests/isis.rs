//! ISIS: the worked examples, every ruling, what is refused and why, and random games.

#![allow(clippy::panic, reason = "a test says what failed and stops")]

mod common;

use amduat::games::isis::{Act, Position};
use amduat::perft::Plan;
use amduat::{Action, AnyAction, AnyPosition, Game, OptionValue, Options, Player, Turn};
use common::{Random, actions as acts, check_counts};
use std::collections::BTreeSet;

fn position(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn act(text: &str) -> Act {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn words(text: &str) -> Vec<String> {
    acts(&position(text)).iter().map(ToString::to_string).collect()
}

/// The fields to which the stone on a field can go, `P46` for the personal one.
fn targets(text: &str, from: &str) -> Vec<usize> {
    let prefix = format!("{from}-");
    words(text).iter().filter_map(|word| word.strip_prefix(&prefix)?.parse().ok()).collect()
}

fn legal(text: &str, action: &str) -> bool {
    position(text).is_legal(act(action))
}

/// The position after legal actions.
fn after(text: &str, actions: &[&str]) -> String {
    let mut position = position(text);
    for action in actions {
        assert!(position.is_legal(act(action)), "{action} in {position}");
        position = position.play(act(action));
    }
    position.to_string()
}

fn options(given: &[(&str, OptionValue)]) -> Result<Position, String> {
    let given = given.iter().map(|(name, value)| ((*name).to_string(), value.clone()));
    let options = Options::new(Position::INFO.options, given).map_err(|error| error.to_string())?;
    Position::start(&options).map_err(|error| error.to_string())
}

fn close(returns: &[f64], expected: &[f64]) -> bool {
    returns.len() >= expected.len() && returns.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12)
}

/// Positions of random games with all options. Thrones and flips are sought, or hardly any would come.
fn random_games(games: usize, plies: usize, mut visit: impl FnMut(&Position, &mut Random)) {
    let mut random = Random::new(0x1515_1515);
    for game in 0..games {
        let (players, end) = (2 + game % 3, ["first", "all"][game / 3 % 2]);
        let first = 1 + random.below(players);
        let mut position = position(&format!("- {} {first} - {end}", vec!["-"; players].join(",")));
        for _ in 0..plies {
            visit(&position, &mut random);
            let acts = acts(&position);
            if acts.is_empty() {
                break;
            }
            let throne = |act: &Act| matches!(act, Act::Personal(moved) if [44, 45].contains(&moved.to.index()));
            let flip = |act: &Act| matches!(act, Act::Flip(_)) && game % 4 > 0;
            let sought: Vec<_> = acts.iter().copied().filter(|act| throne(act) || flip(act)).collect();
            let choose_from = if sought.is_empty() || random.below(3) == 0 { acts } else { sought };
            position = position.play(random.pick(&choose_from));
        }
    }
}

#[test]
fn the_first_two_moves() {
    assert_eq!(words("- -,- 1 - first"), ["0-13", "0-14"]);
    for first in ["0-13", "0-14"] {
        assert_eq!(words(&after("- -,- 1 - first", &[first])), ["0-11", "0-12"]);
    }
}

#[test]
fn start_positions_by_option() {
    let text = |given: &[(&str, OptionValue)]| options(given).map(|position| position.to_string());
    let (number, word) = (OptionValue::Number, |word: &str| OptionValue::Text(word.into()));
    assert_eq!(text(&[]), Ok("- -,- 1 - first".into()));
    assert_eq!(text(&[("players", number(4)), ("end", word("all"))]), Ok("- -,-,-,- 1 - all".into()));
    assert_eq!(text(&[("players", number(3)), ("first", number(3))]), Ok("- -,-,- 3 - first".into()));
    assert_eq!(text(&[("players", number(5))]), Err("players \"5\": expected a number from 2 to 4".into()));
    assert_eq!(text(&[("first", number(3))]), Err("first \"3\": expected a number from 1 to 2".into()));
    assert_eq!(text(&[("end", word("last"))]), Err("end \"last\": expected `first` or `all`".into()));
    let unknown = "name \"side\": no such option; there are `players`, `end`, `first`";
    assert_eq!(text(&[("side", number(1))]), Err(unknown.into()));
}

#[test]
fn the_start_counts_as_known() {
    for players in ["-,-", "-,-,-", "-,-,-,-"] {
        for end in ["first", "all"] {
            let start = AnyPosition::parse("isis", &format!("- {players} 1 - {end}")).expect("is a start");
            for (depth, lines) in (1..).zip([2, 4, 16, 72, 466, 3680, 36576, 429_164]) {
                assert_eq!(start.perft(Plan::new(depth), &mut || false), Ok(lines), "{start} perft {depth}");
            }
        }
    }
}

#[test]
fn steps_are_counted_below_and_above() {
    let text = "11,22,32,41,47 -,- 1 - first";
    assert_eq!(targets(text, "0"), [3, 4]);
    let position = position(text);
    for act in acts(&position) {
        let Act::Neutral(moved) = act else { continue };
        let steps = if moved.from.index() == 0 { 2 } else { 5 };
        for walk in position.walks(act) {
            assert_eq!(walk.len(), steps + 1, "{act}");
        }
    }
}

#[test]
fn entrances_can_be_blocked() {
    assert_eq!(targets("4,20,30,40 -,- 1 - first", "0"), [5]);
}

#[test]
fn moves_in_the_earthly_realm() {
    let text = "14,23,38 -,- 1 - first";
    assert_eq!(targets(text, "14"), [16, 21, 26]);
    assert_eq!(targets(text, "23"), [26, 27, 29, 32, 35]);
    assert_eq!(targets(text, "38"), [35, 40, 42, 50]);
}

#[test]
fn moves_into_the_underworld() {
    let text = "1,22,27,33 -,48 1 - first";
    for from in ["22", "27", "33"] {
        assert!(targets(text, from).contains(&0), "{from}");
    }
    assert!(!targets(text, "1").contains(&0), "the entrances are no way back");
    assert_eq!(targets("20 -,48 1 - first", "20"), [0, 22, 23, 25, 28]);
    assert!(legal("16,20 -,48 1 - first", "20-0"), "over the other exit: 20, 21, 17, 0");
    assert!(!legal("16,17,20 -,48 1 - first", "20-0"), "both exits are taken");
    assert!(!legal("20,21 -,- 1 - first", "20-0"), "no opponent has a personal stone in play");
    assert!(!words("39,40 -,48 1 - first").iter().any(|word| word.ends_with("-0")), "not from the heavenly fields");
}

#[test]
fn moves_in_the_heavenly_fields() {
    // The third stone stands where it is in nobody's way.
    let text = "1,41,49 -,- 1 - first";
    assert_eq!(targets(text, "41"), [29, 32, 34, 35, 37, 40, 42, 43, 50]);
    assert_eq!(targets(text, "49"), [42, 43]);
}

#[test]
fn trapping_by_blocking_and_by_more_steps() {
    let text = "42,47,48 -,- 1 - first";
    assert_eq!(targets(text, "48"), [46]);
    assert_eq!(after(text, &["42-49"]), "47,49 -,- 2 49 first");
    assert_eq!(after(text, &["0-7"]), "7,42,47 -,- 2 7 first");
    assert_eq!(after(text, &["0-8"]), "8,42,47 -,- 2 8 first");
}

#[test]
fn a_personal_stone_enters_a_throne() {
    let text = "1,2,3 46,- 1 - first";
    assert!(legal(text, "P46-44"));
    let path: Vec<_> = position(text).path(act("P46-44")).iter().map(|field| field.index()).collect();
    assert_eq!(path, [46, 50, 49, 48, 44]);
    let won = position(&after(text, &["P46-44"]));
    assert_eq!(won.to_string(), "1,2,3 44,- 2 - first");
    assert_eq!(won.turn(), Turn::Over);
    assert_eq!((acts(&won), won.count_actions()), (vec![], 0));
    assert!(close(&won.returns(), &[1.0, -1.0]));
    assert!(!legal("1,2,3,46 -,- 1 - first", "46-44"), "a neutral stone does not");
    assert!(!legal("1,2,3 46,- 2 - first", "P46-44"), "and only its owner moves it");
}

#[test]
fn thrones_are_entered_from_the_front_and_at_the_end_only() {
    // A walk of one step would lead from every side, one of two over a throne.
    for from in [40, 43] {
        assert!(!targets(&format!("- {from},- 1 - first"), &format!("P{from}")).contains(&44));
    }
    assert_eq!(targets("- 48,- 1 - first", "P48"), [44, 47, 49]);
    assert_eq!(targets("1 48,- 1 - first", "P48"), [43, 45, 50]);
    // From the earthly realm the step onto a throne would be a backward one.
    assert!(!words("1,2,3,4,5,6 35,- 1 - first").iter().any(|word| word.ends_with("-44") || word.ends_with("-45")));
}

#[test]
fn the_ban_covers_the_stone_moved_last() {
    let next = after("20,40,41 -,- 1 - first", &["41-50"]);
    assert_eq!(next, "20,40,50 -,- 2 50 first");
    assert!(targets(&next, "50").is_empty() && !targets(&next, "40").is_empty());
    assert!(!legal(&next, "*50") && legal(&next, "*40"));
    let next = after("20 -,48 1 - first", &["20-0"]);
    assert_eq!(next, "- -,48 2 0 first");
    assert!(targets(&next, "0").is_empty(), "no neutral stone leaves the underworld");
}

#[test]
fn flips_need_company_and_come_once() {
    assert_eq!(after("39,41 -,- 1 - first", &["*41"]), "39 41,- 2 - first");
    assert!(!legal("20,41 -,- 1 - first", "*41"), "no other stone in the heavenly fields");
    assert!(legal("41 -,48 1 - first", "*41"), "a personal stone is company too");
    assert!(!legal("39,41 0,- 1 - first", "*41"), "a stone is flipped once");
    assert!(!words("38,41,42 -,- 1 - first").contains(&"*38".to_string()), "not in the earthly realm");
}

#[test]
fn r1_the_start_decides_about_directions() {
    // From the earthly realm no step leads back, even in the heavenly fields.
    assert_eq!(targets("14,23,38 -,- 1 - first", "38"), [35, 40, 42, 50]);
    // From the heavenly fields a stone may go out and come in again.
    let walks = position("1,41,49 -,- 1 - first").walks(act("41-40"));
    let walks: Vec<Vec<_>> = walks.iter().map(|walk| walk.iter().map(|field| field.index()).collect()).collect();
    assert_eq!(walks, [[41, 37, 36, 40]]);
}

#[test]
fn r2_only_a_neutral_stone_that_was_moved_is_banned() {
    assert_eq!(after("- 20,48 1 - first", &["P20-0"]), "- 0,48 2 - first", "a personal stone");
    assert_eq!(after("30 41,- 1 30 first", &["P41-39"]), "30 39,- 2 - first", "a personal stone in play");
    assert_eq!(after("30,39,41 -,- 1 30 first", &["*41"]), "30,39 41,- 2 - first", "a flip");
    assert_eq!(words("- 23,- 2 0 first"), ["pass"]);
    assert_eq!(after("- 23,- 2 0 first", &["pass"]), "- 23,- 1 - first", "a pass clears the ban");
    // A trapped stone is not banned: the underworld, where it fell, stays open to the next player.
    let next = after("42,47,48 -,- 1 - first", &["42-49"]);
    assert_eq!(targets(&next, "0"), [9, 10]);
    // The moved stone itself is never trapped, for it can walk back the way it came.
    random_games(60, 100, |position, _| {
        for act in acts(position) {
            let expected = if let Act::Neutral(moved) = act { Some(moved.to) } else { None };
            assert_eq!(position.play(act).ban(), expected, "{act} in {position}");
        }
    });
}

#[test]
fn r3_all_trapped_stones_fall_at_once() {
    // Without the stone on 48 the one on 49 could walk three steps, but both are trapped already.
    assert_eq!(after("46,48 50,49 1 - first", &["46-39"]), "39 50,0 2 39 first");
    // The personal stone on 47 has a walk to throne 45 only, and that is enough though it is not to move.
    assert_eq!(after("38,43 47,- 2 - first", &["38-50"]), "43,50 47,- 1 50 first");
    assert_eq!(targets("43,50 47,- 1 50 first", "P47"), [45]);
    assert_eq!(after("38,43,47 -,- 2 - first", &["38-50"]), "43,50 -,- 1 50 first", "a neutral one is trapped");
}

#[test]
fn r4_an_opponent_in_play_is_meant_literally() {
    assert!(legal("16 -,48 1 - first", "16-0"));
    assert!(!legal("16 -,0 1 - first", "16-0"), "the opponent's stone is in the underworld");
    assert!(!legal("16 48,- 1 - first", "16-0"), "the own stone does not count");
    assert!(!legal("16 x1,-,- 2 - all", "16-0"), "who has finished does not count");
    assert!(legal("16 x1,-,48 2 - all", "16-0"));
    assert!(legal("- 16,48 1 - first", "P16-0"), "the own personal stone may go as well");
    assert!(!legal("- 16,48 2 - first", "P16-0"));
}

#[test]
fn r5_the_stone_of_a_winner_is_neutral_and_not_banned() {
    let next = after("40 36,47,-,- 2 - all", &["P47-45"]);
    assert_eq!(next, "40 36,x1,-,- 3 - all");
    assert_eq!(position(&next).neutrals_in_underworld(), 5);
    assert_eq!(targets(&next, "0"), [9, 10]);
    // The turn goes past those who have finished.
    assert_eq!(after("34,47 50,x1,x2,- 4 34 all", &["0-7"]), "7,34,47 50,x1,x2,- 1 7 all");
    assert_eq!(after("34,47 x1,x2,-,50 4 34 all", &["P50-44"]), "34,47 x1,x2,-,x3 3 - all");
}

#[test]
fn r6_the_ban_on_the_underworld_spares_the_personal_stone() {
    let text = "20 0,48 1 0 first";
    assert_eq!(targets(text, "P0"), [9, 10]);
    assert!(targets(text, "0").is_empty());
}

#[test]
fn r7_two_players_may_play_for_all_places() {
    let over = position(&after("41 47,- 1 - all", &["P47-44"]));
    assert_eq!(over.to_string(), "41 x1,- 2 - all");
    assert_eq!((over.turn(), acts(&over).len()), (Turn::Over, 0));
    assert!(close(&over.returns(), &[1.0, -1.0]));
    // With `all` a throne move is followed by trapping like any other; a won game stays as it is.
    assert_eq!(after("35,39,40,43 42,-,- 1 - all", &["P42-44"]), "35,40,43 x1,-,- 2 - all");
    assert_eq!(after("35,39,40,43 42,-,- 1 - first", &["P42-44"]), "35,39,40,43 44,-,- 2 - first");
}

#[test]
fn returns_by_winner_and_by_place() {
    let returns = |text: &str| position(text).returns();
    assert!(close(&returns("13,20 0,-,44 1 - first"), &[-0.5, -0.5, 1.0, 0.0]));
    assert!(close(&returns("13,20 0,45,-,- 3 - first"), &[-1.0 / 3.0, 1.0, -1.0 / 3.0, -1.0 / 3.0]));
    assert!(close(&returns("4,6,39 0,x2,x1 1 - all"), &[-1.0, 0.0, 1.0, 0.0]));
    assert!(close(&returns("38 x1,x3,x2,0 4 - all"), &[1.0, -1.0 / 3.0, 1.0 / 3.0, -1.0]));
    assert!(close(&returns("38 x1,-,x2,0 4 - all"), &[0.0; 4]));
}

#[test]
fn sentences_for_people() {
    let says = |text: &str| position(text).describe();
    assert_eq!(says("- -,- 1 - first"), "Player 1 moves a neutral stone.");
    assert_eq!(
        says("20,39 41,-,43 2 20 first"),
        "Player 2 moves a neutral stone or flips a neutral stone in the heavenly fields; \
         the neutral stone on 20 is banned."
    );
    assert_eq!(
        says("20 0,48 1 0 first"),
        "Player 1 moves a neutral stone or moves the own personal stone; no neutral stone may leave the underworld."
    );
    assert_eq!(says("- 23,- 2 0 first"), "Player 2 has to pass; no neutral stone may leave the underworld.");
    assert_eq!(says("13,20 44,0 2 - first"), "Player 1 has won: the personal stone is on throne 44.");
    assert_eq!(
        says("38 x3,x1,x2,0 4 - all"),
        "Player 2 has won: the first on a throne; then come Player 3, Player 1, Player 4."
    );
    assert_eq!(says("8,34 x1,- 2 - all"), "Player 1 has won: the first on a throne; then comes Player 2.");
}

#[test]
fn pieces_for_drawing() {
    let pieces = position("13,42 0,41,- 3 - first").pieces();
    let pieces: Vec<_> = pieces.iter().map(|(field, piece)| (field.as_str(), piece.as_str())).collect();
    let below = ("0", "neutral");
    let expected =
        [below, below, below, ("0", "personal 1"), ("13", "neutral"), ("41", "personal 2"), ("42", "neutral")];
    assert_eq!(pieces, expected);
    assert_eq!(position("- -,-,- 1 - all").player_name(Player::new(2)), "Player 3");
}

fn refused(text: &str) -> String {
    match text.parse::<Position>() {
        Ok(_) => panic!("{text} is read"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn malformed_positions_are_refused() {
    let five = "expected 5 fields separated by single spaces (neutrals personals side ban end)";
    let field = "expected a field, a number from 1 to 50";
    for (text, expected) in [
        ("", format!("position \"\": {five}, found 1")),
        ("- -,- 1 -", format!("position \"- -,- 1 -\": {five}, found 4")),
        ("- -,- 1 - first ", format!("position \"- -,- 1 - first \": {five}, found 6")),
        (" -,- 1 - first", "neutrals \"\": is empty; `-` stands for nothing".into()),
        ("13, -,- 1 - first", format!("neutrals \"\": {field}")),
        ("013 -,- 1 - first", format!("neutrals \"013\": {field}")),
        ("0 -,- 1 - first", format!("neutrals \"0\": {field}")),
        ("51 -,- 1 - first", format!("neutrals \"51\": {field}")),
        (
            "20,13 -,- 1 - first",
            "neutrals \"20,13\": field 20 comes before field 13; lists are in ascending order".into(),
        ),
        ("13,13 -,- 1 - first", "neutrals \"13,13\": field 13 is named twice".into()),
        ("- - 1 - first", "personals \"-\": expected one entry for each of 2 to 4 players, found 1".into()),
        (
            "- -,-,-,-,- 1 - first",
            "personals \"-,-,-,-,-\": expected one entry for each of 2 to 4 players, found 5".into(),
        ),
        ("- -, 1 - first", "personals \"\": expected `-`, the field of the stone, or a place such as x1".into()),
        ("- y,- 1 - first", "personals \"y\": expected `-`, the field of the stone, or a place such as x1".into()),
        ("- 51,- 1 - first", "personals \"51\": expected a field, a number from 0 to 50".into()),
        ("- x0,- 2 - all", "personals \"0\": expected a place after `x`, a number from 1 to 3".into()),
        ("- -,- 3 - first", "side \"3\": expected the player to move, a number from 1 to 2".into()),
        ("- -,- 0 - first", "side \"0\": expected the player to move, a number from 1 to 2".into()),
        ("- -,- 1 x first", "ban \"x\": expected a field, a number from 0 to 50".into()),
        ("- -,- 1 - last", "end \"last\": expected `first` or `all`".into()),
    ] {
        assert_eq!(refused(text), expected);
    }
    assert_eq!(refused(&"1,".repeat(200)).split(": ").last(), Some("is 400 bytes long, the longest possible is 256"));
}

#[test]
fn impossible_positions_are_refused() {
    for (text, expected) in [
        ("1,2,3,4,5,6,7,8 -,- 1 - first", "neutrals \"1,2,3,4,5,6,7,8\": there are 7 stones, found 8"),
        (
            "1,2,3,4,5,6,7 0,- 1 - first",
            "personals \"0,-\": there are 7 stones, neutral and personal ones together; found 8",
        ),
        ("13,20 20,- 1 - first", "personals \"20,-\": field 20 already holds a stone"),
        ("13 20,20 1 - first", "personals \"20,20\": field 20 already holds a stone"),
        (
            "13,44 -,- 1 - first",
            "neutrals \"13,44\": a neutral stone is on throne 44; only personal stones enter thrones",
        ),
        ("- 44,45 1 - first", "personals \"44,45\": both thrones are taken, but the first stone on one ends the game"),
        (
            "- 44,- 2 - all",
            "personals \"44,-\": with the end `all` no stone stays on a throne; its owner has a place instead",
        ),
        ("- x1,- 2 - first", "personals \"x1,-\": places are played for only with the end `all`"),
        ("- x2,-,- 2 - all", "personals \"x2,-,-\": 1 have finished, but none as x1; each place is taken once"),
        ("- x1,x1,- 3 - all", "personals \"x1,x1,-\": 2 have finished, but none as x2; each place is taken once"),
        ("- x1,x2 1 - all", "personals \"x1,x2\": all have finished; the last player gets no place"),
        ("- x1,-,- 1 - all", "side \"1\": this player has finished as x1"),
        ("13,20 44,0 1 - first", "side \"1\": player 1 has won, so the next in order is 2"),
        ("13,20 -,-,45 3 - first", "side \"3\": player 3 has won, so the next in order is 1"),
        ("13 -,- 1 20 first", "ban \"20\": no neutral stone is on field 20"),
        ("13 20,- 2 20 first", "ban \"20\": no neutral stone is on field 20"),
        ("1,2,3,4,5,6 0,- 1 0 first", "ban \"0\": no neutral stone is in the underworld"),
        ("13,20 44,0 2 13 first", "ban \"13\": the game is over; the personal stone that ended it causes no ban"),
        ("13 x1,- 2 0 all", "ban \"0\": the game is over; the personal stone that ended it causes no ban"),
    ] {
        assert_eq!(refused(text), expected, "{text}");
    }
}

#[test]
fn malformed_actions_are_refused() {
    for (text, expected) in [
        ("", "action \"\": expected a move such as 0-13 or P46-44, a flip such as *41, or pass"),
        ("Pass", "action \"Pass\": expected a move such as 0-13 or P46-44, a flip such as *41, or pass"),
        ("*38", "action \"38\": expected the heavenly field of the flipped stone, a number from 39 to 50"),
        ("0-51", "to \"51\": expected a field, a number from 0 to 50"),
        ("p0-13", "from \"p0\": expected a field, a number from 0 to 50"),
        ("P00-13", "from \"00\": expected a field, a number from 0 to 50"),
        ("13-13", "action \"13-13\": a stone moves to another field"),
    ] {
        assert_eq!(text.parse::<Act>().map_err(|error| error.to_string()), Err(expected.into()));
    }
    let error = AnyPosition::start("isis", []).and_then(|start| start.play(AnyAction::parse("isis", "0-12")?));
    let error = error.map_err(|error| error.to_string());
    assert_eq!(error, Err("isis: action \"0-12\": is not legal in - -,- 1 - first".into()));
}

#[test]
fn every_action_has_its_index_and_text() {
    let mut seen = BTreeSet::new();
    for index in 0..Position::INFO.num_actions {
        let Some(act) = Act::from_index(index) else { continue };
        assert_eq!(act.index(), index);
        assert_eq!(act.to_string().parse(), Ok(act));
        assert!(seen.insert(act));
    }
    assert_eq!(seen.len(), 2 * 51 * 50 + 12 + 1);
    assert_eq!(Act::from_index(Position::INFO.num_actions), None);
}

#[test]
fn legal_is_what_is_generated() {
    let all: Vec<_> = (0..Position::INFO.num_actions).filter_map(Act::from_index).collect();
    random_games(36, 120, |position, random| {
        let acts = acts(position);
        assert!(acts.is_sorted_by(|a, b| a.index() < b.index()), "{position}");
        assert_eq!(position.count_actions(), acts.len() as u64, "{position}");
        assert_eq!(acts.is_empty(), position.turn() == Turn::Over, "{position}");
        if random.below(4) == 0 {
            for &act in &all {
                assert_eq!(position.is_legal(act), acts.binary_search(&act).is_ok(), "{act} in {position}");
            }
        }
        // An illegal action gives some position, never a panic.
        let _ = position.play(random.pick(&all)).play(random.pick(&all)).to_string();
    });
}

/// Also that every action can be drawn.
fn check(position: &Position) {
    check_counts(position);
    let acts = acts(position);
    for (number, &act) in acts.iter().enumerate() {
        let drawn = position.draw_action(|count| {
            assert_eq!(count, acts.len(), "{position}");
            number
        });
        assert_eq!(drawn, Some(act), "{position}");
    }
    assert!(!acts.is_empty() || position.draw_action(|_| 0).is_none(), "{position}");
}

#[test]
fn counting_is_visiting_in_random_games() {
    random_games(60, 60, |position, _| check(position));
}

/// Crowded positions that no game may lead to, with stones that are trapped already, with blocked
/// players, with personal stones anywhere.
#[test]
fn counting_is_visiting_anywhere() {
    let mut random = Random::new(0x0051_1515);
    let (mut counted, mut falling, mut passing) = (0, 0, 0);
    while counted < 20_000 {
        let players = 2 + random.below(3);
        let (first, fields) = [(1, 50), (1, 16), (23, 28), (35, 16)][random.below(4)];
        let mut neutrals: Vec<_> = (0..random.below(8)).map(|_| first + random.below(fields)).collect();
        neutrals.sort_unstable();
        neutrals.dedup();
        let list = |items: &[String]| if items.is_empty() { "-".to_string() } else { items.join(",") };
        let personals: Vec<_> = (0..players)
            .map(|_| match random.below(6) {
                0 | 1 => "-".to_string(),
                2 => "0".to_string(),
                3 => format!("x{}", 1 + random.below(2)),
                _ => (first + random.below(fields)).to_string(),
            })
            .collect();
        let ban = match random.below(3) {
            0 => "-".to_string(),
            1 => "0".to_string(),
            _ => neutrals.first().map_or("-".to_string(), ToString::to_string),
        };
        let neutrals: Vec<_> = neutrals.iter().map(ToString::to_string).collect();
        let (side, end) = (1 + random.below(players), random.pick(&["first", "all"]));
        let text = format!("{} {} {side} {ban} {end}", list(&neutrals), personals.join(","));
        let Ok(position) = text.parse::<Position>() else { continue };
        check(&position);
        counted += 1;
        let acts = acts(&position);
        passing += usize::from(acts == [Act::Pass]);
        let in_play = |position: &Position| position.neutrals().len();
        falling += acts.iter().filter(|&&act| in_play(&position.play(act)) + 1 < in_play(&position)).count();
    }
    assert!(falling > 1000 && passing > 100, "{falling} {passing}");
}

#[test]
fn walks_make_the_moves() {
    random_games(24, 80, |position, _| {
        let steps = |below: bool| if below { position.in_underworld() } else { 7 - position.in_underworld() };
        for act in acts(position) {
            let walks = position.walks(act);
            assert_eq!(position.path(act), walks.first().cloned().unwrap_or_default());
            let (Act::Neutral(moved) | Act::Personal(moved)) = act else {
                assert!(walks.is_empty());
                continue;
            };
            assert!(!walks.is_empty(), "{act} in {position}");
            for walk in walks {
                assert_eq!((walk.first(), walk.last()), (Some(&moved.from), Some(&moved.to)));
                assert_eq!(walk.len() as u32, 1 + steps(moved.from.index() == 0), "{act} in {position}");
                assert_eq!(walk.iter().collect::<BTreeSet<_>>().len(), walk.len());
            }
        }
    });
}

#[test]
fn texts_are_read_back() {
    let (mut over, mut finished) = (0, 0);
    random_games(240, 300, |position, _| {
        assert_eq!(position.to_string().parse(), Ok(*position));
        let stones = position.pieces().len();
        assert_eq!(stones, 7, "{position}");
        over += u32::from(position.turn() == Turn::Over);
        finished += u32::from(position.to_string().contains('x'));
    });
    assert!(over > 50 && finished > 100, "the games come to an end: {over}, {finished}");
}

#[test]
fn mutated_texts_are_refused_or_read_as_they_are() {
    let alphabet: Vec<char> = "0123456789,-x Palfirst*@٣".chars().collect();
    let mut read = 0;
    random_games(60, 150, |position, random| {
        let mut text: Vec<char> = position.to_string().chars().collect();
        for _ in 0..=random.below(3) {
            let at = random.below(text.len());
            match random.below(4) {
                0 => text.insert(at, random.pick(&alphabet)),
                1 if text.len() > 1 => drop(text.remove(at)),
                2 => text[at] = random.pick(&alphabet),
                _ => {
                    let other = random.below(text.len());
                    text.swap(at, other);
                }
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok(position) = text.parse::<Position>() {
            assert_eq!(position.to_string(), text);
            let _ = (acts(&position), position.returns(), position.describe(), position.pieces());
            read += 1;
        }
    });
    assert!(read > 100, "only {read} mutated texts were read");
}
