//! URÄUS: the worked examples, the rulings, and what must hold in any position.

#![allow(clippy::panic, clippy::unwrap_used, reason = "a test says what failed and stops")]
#![allow(clippy::float_cmp, reason = "the returns compared are exact")]

mod common;

use amduat::games::uraeus::{Ply, Position};
use amduat::perft::Plan;
use amduat::{Action, AnyPosition, Game, OptionValue, Options, Turn};
use common::{Random, actions as plies};

fn position(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn ply(text: &str) -> Ply {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The legal actions in their order, with spaces between them.
fn actions(text: &str) -> String {
    plies(&position(text)).iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The position after a legal action.
fn after(text: &str, action: &str) -> String {
    let (position, ply) = (position(text), ply(action));
    assert!(position.is_legal(ply), "{action} in {text}");
    position.play(ply).to_string()
}

fn path(text: &str, action: &str) -> Vec<usize> {
    position(text).path(ply(action)).iter().map(|field| field.index()).collect()
}

fn start(options: &[(&str, &str)]) -> Result<String, String> {
    let options = options.iter().map(|(name, value)| ((*name).to_string(), OptionValue::Text((*value).to_string())));
    AnyPosition::start("uraeus", options).map(|position| position.to_string()).map_err(|error| error.to_string())
}

fn refusal(text: &str) -> String {
    text.parse::<Position>().map_or_else(|error| error.to_string(), |_| format!("{text} was accepted"))
}

/// Positions of random games with all options, from crowded beginnings to the last place.
fn random_positions(count: usize) -> Vec<Position> {
    let mut dice = Random::new(0x0075_7261_6575_7321);
    let mut positions = Vec::new();
    while positions.len() < count {
        let players = ["2", "3", "4"][dice.below(3)];
        let end = ["all", "first"][dice.below(2)];
        let mut position = position(&start(&[("players", players), ("end", end)]).unwrap());
        // Some players hurry towards the tail, so that games come to their end.
        let hurry = dice.below(4);
        for _ in 0..2000 {
            positions.push(position);
            let plies = plies(&position);
            let Some(last) = plies.last() else { break };
            let choice = if dice.below(4) < hurry { *last } else { plies[dice.below(plies.len())] };
            position = position.play(choice);
        }
    }
    positions
}

#[test]
fn options_give_the_start_position() {
    assert_eq!(start(&[]).unwrap(), "r,r,r/r,r,r 1 - - all");
    assert_eq!(start(&[("players", "4"), ("end", "first")]).unwrap(), "r,r,r/r,r,r/r,r,r/r,r,r 1 - - first");
    let refused = [
        (("players", "1"), "uraeus option: players \"1\": expected a number from 2 to 4"),
        (("players", "5"), "uraeus option: players \"5\": expected a number from 2 to 4"),
        (("first", "0"), "uraeus option: first \"0\": expected a number from 1 to 2"),
        (("first", "3"), "uraeus option: first \"3\": expected a number from 1 to 2"),
        (("end", "never"), "uraeus option: end \"never\": expected `all` or `first`"),
        (("begins", "1"), "uraeus option: name \"begins\": no such option; there are `players`, `first`, `end`"),
    ];
    for (option, reason) in refused {
        assert_eq!(start(&[option]).unwrap_err(), reason);
    }
    assert_eq!(Position::start(&Options::default()).unwrap().to_string(), "r,r,r/r,r,r 1 - - all");
}

#[test]
fn the_start_is_counted() {
    let counts: [(&str, [u128; 8]); 3] = [
        ("2", [6, 15, 90, 160, 960, 3871, 23226, 82418]),
        ("3", [6, 15, 90, 160, 960, 1499, 8994, 30560]),
        ("4", [6, 15, 90, 160, 960, 1499, 8994, 13001]),
    ];
    for (players, counts) in counts {
        let start = position(&start(&[("players", players)]).unwrap());
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(
                amduat::perft::perft(&start, Plan::new(depth), &mut || false),
                Ok(count),
                "{players} players, {depth}"
            );
        }
    }
}

#[test]
fn a_stone_turns_with_one_of_its_steps() {
    assert_eq!(actions("f,f,20+/r,r,r 1 2 - all"), "20:19- 20:21- 20:22+");
    assert_eq!(actions("f,f,20-/r,r,r 1 2 - all"), "20:18- 20:19+ 20:21+");
    assert_eq!(actions("f,f,20-/r,r,r 1 1 - all"), "20:19- 20:20+");
    assert_eq!(after("f,f,20+/r,r,r 1 2 - all", "20:19-"), "f,f,19-/r,r,r 2 - - all");
}

#[test]
fn stones_are_jumped_from_the_rear() {
    let text = "f,f,20+/r,r,21+ 1 3 - all";
    assert_eq!(actions(text), "20:18- 20:20- 20:22- 20:23+");
    assert_eq!(path(text, "20:20-"), [20, 21, 20]);
    assert_eq!(after(text, "20:20-"), "f,f,20-/r,r,21+ 2 - - all");
    // From the front it stops the way.
    assert_eq!(actions("f,f,20+/r,r,21- 1 3 - all"), "20:18-");
}

#[test]
fn stones_are_occupied_from_the_rear() {
    let text = "f,f,20+/r,r,22+ 1 2 - all";
    assert_eq!(after(text, "20:22+"), "f,f,^22+/r,r,22+ 2 - - all");
    let text = "f,f,20+/r,r,22+ 1 3 - all";
    assert_eq!(after(text, "20:22-"), "f,f,^22-/r,r,22+ 2 - - all");
    // A double is not occupied again.
    assert_eq!(actions("f,f,20+/r,22+,^22+ 1 2 - all"), "20:19- 20:21-");
}

#[test]
fn stones_are_driven_back() {
    let with = |die| actions(&format!("f,f,20+/r,r,22- 1 {die} - all"));
    assert_eq!(with(1), "20:20- 20:21+");
    assert_eq!(with(2), "20:19- 20:21- 20:22+");
    for die in 3..=6 {
        assert!(with(die).split(' ').all(|action| action.ends_with('-')), "{die}");
    }
}

#[test]
fn stones_are_blocked() {
    let with = |die| actions(&format!("f,f,20+/19+,^19-,21- 1 {die} - all"));
    assert_eq!(with(1), "20:20- 20:21+");
    for die in 2..=6 {
        assert_eq!(with(die), "pass");
    }
}

#[test]
fn a_top_stone_stays_or_comes_back() {
    // Turning on the spot never hits.
    assert_eq!(after("f,f,^20+/r,r,20- 1 1 - all", "20:20-"), "f,f,^20-/r,r,20- 2 - - all");
    assert_eq!(after("f,f,^20+/r,r,20+ 1 1 - all", "20:20-"), "f,f,^20-/r,r,20+ 2 - - all");
    // Stepping off, turning and coming back occupies from the rear and hits from the front.
    assert_eq!(after("f,f,^20+/r,r,20- 1 3 - all", "20:20-"), "f,f,^20-/r,r,20- 2 - - all");
    assert_eq!(after("f,f,^20+/r,r,20+ 1 3 - all", "20:20-"), "f,f,20-/r,r,r 2 - - all");
    // Two stones of one player: the lower one is hit and goes back by itself.
    assert_eq!(after("f,40+,^40+/r,r,r 1 3 - all", "40:40-"), "f,37-,40-/r,r,r 2 - - all");
}

#[test]
fn the_tail_takes_exact_steps() {
    assert_eq!(after("f,r,61+/r,r,r 1 2 - all", "61:f"), "f,f,r/r,r,r 2 - - all");
    assert_eq!(after("f,r,62-/r,r,r 1 2 - all", "62:f"), "f,f,r/r,r,r 2 - - all");
    let text = "f,r,62-/r,r,r 1 4 - all";
    assert_eq!(after(text, "62:f"), "f,f,r/r,r,r 2 - - all");
    assert_eq!(path(text, "62:f"), [62, 61, 62, 63]);
    assert_eq!(actions("f,f,61+/r,r,r 1 3 - all"), "61:59- 61:61-");
}

#[test]
fn hit_stones_go_back_to_the_scale_fields() {
    let backs = [(1, "r"), (21, "r"), (22, "21-"), (30, "21-"), (31, "30-"), (37, "30-"), (38, "37-")];
    let more = [(41, "37-"), (42, "41-"), (53, "41-"), (54, "53-"), (62, "53-")];
    for (field, back) in backs.into_iter().chain(more) {
        for facing in ['+', '-'] {
            // From the front: facing the tail it is hit from above, facing the head from below.
            let (from, sign) = if facing == '+' { (field + 1, '-') } else { (field - 1, '+') };
            let (stone, from) = match from {
                0 => ("r".to_string(), "r".to_string()),
                63 => continue,
                _ => (format!("{from}{sign}"), from.to_string()),
            };
            let text = format!("f,f,{stone}/r,r,{field}{facing} 1 1 - all");
            let next = after(&text, &format!("{from}:{field}{sign}"));
            assert_eq!(next, format!("f,f,{field}{sign}/r,r,{back} 2 - - all"), "{text}");
        }
    }
}

#[test]
fn the_top_of_a_double_is_hit_alone() {
    let text = "f,f,44+/f,45+,^45- 1 1 - all";
    assert_eq!(after(text, "44:45+"), "f,f,^45+/f,41-,45+ 2 - - all");
    let text = "f,f,44+/f,45-,^45- 1 1 - all";
    assert_eq!(after(text, "44:45+"), "f,f,^45+/f,41-,45- 2 - - all");
}

#[test]
fn obliged_stones_move_first() {
    // A top stone, a goose field, a choice between the two.
    assert_eq!(actions("r,30+,^40+/r,r,40+ 1 1 - all"), "40:40- 40:41+");
    assert_eq!(actions("r,30+,60+/r,r,r 1 1 - all"), "60:60- 60:61+");
    assert_eq!(actions("r,^40+,60+/r,r,40+ 1 1 - all"), "40:40- 40:41+ 60:60- 60:61+");
    // Blocked with this roll, they oblige to nothing.
    assert_eq!(actions("f,10+,^40+/39+,^39-,40+/r,r,41- 1 2 - all"), "10:9- 10:11- 10:12+");
}

#[test]
fn r1_the_reserve_has_no_limit_and_no_order() {
    assert_eq!(after("r,r,3-/r,r,r 1 5 - all", "3:r"), "r,r,r/r,r,r 2 - - all");
    assert_eq!(after("f,r,10-/r,r,8+ 1 2 - all", "10:8-"), "f,r,8-/r,r,r 2 - - all");
    assert_eq!(actions("f,f,r/r,r,r 1 6 - all"), "r:1- r:3- r:5- r:6+");
    assert_eq!(actions("r,r,r/r,r,r 1 6 - all"), "r:1- r:3- r:5- r:6+");
}

#[test]
fn r2_own_stones_are_treated_like_others() {
    let text = "f,20+,22-/r,r,r 1 2 - all";
    assert_eq!(after(text, "20:22+"), "f,21-,22+/r,r,r 2 - - all");
    let text = "f,20+,21+/r,r,r 1 1 - all";
    assert_eq!(after(text, "20:21+"), "f,21+,^21+/r,r,r 2 - - all");
    assert_eq!(after("f,20+,21+/r,r,r 1 2 - all", "20:22+"), "f,21+,22+/r,r,r 2 - - all");
}

#[test]
fn r3_reaching_the_head_ends_the_move() {
    // 2:3+ would be a turn on the head.
    assert_eq!(actions("f,f,2-/r,r,r 1 6 - all"), "2:r 2:5+ 2:7+");
    let text = "f,f,2+/r,r,r 1 6 - all";
    assert_eq!(actions(text), "2:r 2:1- 2:3- 2:5- 2:7- 2:8+");
    assert_eq!(path(text, "2:r"), [2, 1, 0]);
    let walks = position(text).walks(ply("2:r"));
    let walks: Vec<Vec<_>> = walks.iter().map(|walk| walk.iter().map(|field| field.index()).collect()).collect();
    assert_eq!(walks, [vec![2, 1, 0], vec![2, 3, 2, 1, 0]]);
    // A stone that enters neither turns on the head nor returns to it.
    assert_eq!(actions("f,f,r/r,r,r 1 1 - all"), "r:1+");
    assert_eq!(actions("f,f,r/r,r,r 1 3 - all"), "r:2- r:3+");
}

#[test]
fn r4_a_hit_stone_is_placed_before_the_next_goes_back() {
    // Back on 21 it hits in its turn, a single stone or the top of a double.
    assert_eq!(after("f,f,23+/r,21+,25- 1 2 - all", "23:25+"), "f,f,25+/r,r,21- 2 - - all");
    assert_eq!(after("f,f,23+/21-,^21+,25- 1 2 - all", "23:25+"), "f,f,25+/r,21-,^21- 2 - - all");
    // A stone facing the head is occupied.
    assert_eq!(after("f,f,23+/r,21-,25- 1 2 - all", "23:25+"), "f,f,25+/r,21-,^21- 2 - - all");
    // A chain over several scale fields.
    let text = "f,f,43+/37+,41+,44- 1 1 - all";
    assert_eq!(after(text, "43:44+"), "f,f,44+/30-,37-,41- 2 - - all");
    // The double on 30 cannot be hit; on 31 the stone occupies the one that has just hit it.
    let text = "f,f,33-/30+,^30-,31+ 1 2 - all";
    assert_eq!(after(text, "33:31-"), "f,f,31-/30+,^30-,^31- 2 - - all");
    // Beyond the double, 31 holds a stone facing the tail. It is hit and finds the same double,
    // then the stone that has hit it.
    let text = "f,f,33+/30+,^30-,31+/r,r,34- 1 1 - all";
    assert_eq!(after(text, "33:34+"), "f,f,34+/30+,^30-,^31-/r,r,31- 2 - - all");
}

#[test]
fn r5_a_move_to_the_head_makes_the_obligation_count() {
    assert_eq!(actions("r,^1-,40+/r,1+,2- 1 3 - all"), "1:r");
}

#[test]
fn r6_a_covered_stone_is_not_obliged() {
    assert_eq!(actions("f,40+,60+/r,r,^60+ 1 1 - all"), "40:40- 40:41+");
    assert_eq!(actions("f,40+,60+/r,r,^60+ 2 1 - all"), "60:60- 60:61+");
    assert_eq!(actions("f,60+,^60+/r,r,r 1 1 - all"), "60:60- 60:61+");
}

#[test]
fn r7_finished_players_are_skipped_and_who_cannot_move_passes() {
    assert_eq!(after("r,r,10+/f,f,f/r,r,r 1 1 2 all", "10:11+"), "r,r,11+/f,f,f/r,r,r 3 - 2 all");
    let text = "f,f,62+/r,r,r 1 6 - all";
    assert!(!actions(text).contains("pass"));
    assert_eq!(after("f,f,20+/19+,^19-,21- 1 4 - all", "pass"), "f,f,20+/19+,^19-,21- 2 - - all");
}

#[test]
fn r8_who_begins_is_an_option() {
    assert_eq!(start(&[("first", "2")]).unwrap(), "r,r,r/r,r,r 2 - - all");
    assert_eq!(start(&[("players", "3"), ("first", "3")]).unwrap(), "r,r,r/r,r,r/r,r,r 3 - - all");
}

#[test]
fn places_are_taken_in_order_and_decide_the_returns() {
    let returns = |text: &str| position(text).returns();
    let over = after("f,f,61+/r,r,r 1 2 - all", "61:f");
    assert_eq!(over, "f,f,f/r,r,r 2 - 1,2 all");
    assert_eq!(returns(&over), [1.0, -1.0, 0.0, 0.0]);
    let running = after("f,f,61+/r,r,r/r,r,r 1 2 - all", "61:f");
    assert_eq!(running, "f,f,f/r,r,r/r,r,r 2 - 1 all");
    assert_eq!(returns(&running), [0.0; 4]);
    let over = after("f,f,f/r,r,r/f,f,61+ 3 2 1 all", "61:f");
    assert_eq!(over, "f,f,f/r,r,r/f,f,f 2 - 1,3,2 all");
    assert_eq!(returns(&over), [1.0, -1.0, 0.0, 0.0]);
    let over = after("r,r,r/r,r,r/f,f,61+ 3 2 - first", "61:f");
    assert_eq!(over, "r,r,r/r,r,r/f,f,f 1 - 3 first");
    assert_eq!(returns(&over), [-0.5, -0.5, 1.0, 0.0]);
    assert_eq!(position(&over).turn(), Turn::Over);
    assert_eq!(actions(&over), "");
}

#[test]
fn rolls_are_equally_likely() {
    let start = position("r,r,r/r,r,r 1 - - all");
    assert_eq!(start.turn(), Turn::Chance);
    assert_eq!(actions("r,r,r/r,r,r 1 - - all"), "=1 =2 =3 =4 =5 =6");
    assert_eq!(start.probability(ply("=4")), (1, 6));
    assert_eq!(start.probability(ply("pass")), (0, 1));
    assert_eq!(start.play(ply("=4")).probability(ply("=4")), (0, 1));
}

#[test]
fn paths_name_the_fields_stepped_on() {
    assert_eq!(path("r,r,r/r,r,r 1 4 - all", "r:4+"), [0, 1, 2, 3, 4]);
    assert_eq!(path("r,r,r/r,r,r 1 4 - all", "r:1-"), [0, 1, 2, 1]);
    assert_eq!(path("r,r,12+/r,r,r 1 1 - all", "12:12-"), [12]);
    assert_eq!(path("r,r,12+/r,r,r 1 3 - all", "12:12-"), [12, 13, 12]);
    assert_eq!(path("f,12+,^12+/r,r,r 1 2 - all", "12:11-"), [12, 11]);
    assert!(path("r,r,12+/r,r,r 1 1 - all", "12:20+").is_empty());
    assert!(path("r,r,12+/r,r,r 1 - - all", "=1").is_empty());
    for position in random_positions(2000) {
        for ply in plies(&position) {
            let walks = position.walks(ply);
            assert_eq!(walks.is_empty(), !matches!(ply, Ply::Move(_)), "{ply} in {position}");
            assert_eq!(position.path(ply), walks.first().cloned().unwrap_or_default());
            let Ply::Move(step) = ply else { continue };
            for walk in walks {
                assert_eq!((walk.first(), walk.last()), (Some(&step.from()), Some(&step.to())));
                assert!(walk.windows(2).all(|pair| pair[0].index().abs_diff(pair[1].index()) == 1));
            }
        }
    }
}

#[test]
fn people_are_told_what_to_do() {
    let describe = |text: &str| position(text).describe();
    assert_eq!(describe("r,r,r/r,r,r 1 - - all"), "Player 1 rolls the die.");
    assert_eq!(describe("r,r,r/r,r,r 2 1 - all"), "Player 2 moves a stone by 1 step.");
    assert_eq!(describe("r,r,60+/r,r,r 1 2 - all"), "Player 1 must move the obliged stone on 60 by 2 steps.");
    assert_eq!(
        describe("r,^40+,60+/r,r,40+ 1 2 - all"),
        "Player 1 must move one of the obliged stones, on 40 or 60, by 2 steps."
    );
    assert_eq!(describe("f,f,20+/19+,^19-,21- 1 4 - all"), "Player 1 must pass: no stone can move by 4 steps.");
    assert_eq!(describe("r,r,r/f,f,f/r,r,r 3 - 2 first"), "Player 2 has won: all three stones are in the tail.");
    assert_eq!(
        describe("f,f,f/r,r,r/f,f,f 2 - 3,1,2 all"),
        "Player 3 has won: all three stones were in the tail first; the next places go to Player 1, then Player 2."
    );
}

#[test]
fn pieces_are_listed_from_the_head_on() {
    let pieces = position("f,r,^12+/r,3-,12- 1 - - all").pieces();
    let pieces: Vec<_> = pieces.iter().map(|(field, piece)| (field.as_str(), piece.as_str())).collect();
    assert_eq!(pieces, [("3", "2-"), ("12", "2-"), ("12", "^1+")]);
}

#[test]
fn malformed_positions_are_refused() {
    let fields = "expected 5 fields separated by single spaces (stones side die places end)";
    assert_eq!(refusal("r,r,r/r,r,r 1 - -"), format!("position \"r,r,r/r,r,r 1 - -\": {fields}, found 4"));
    let stone = "expected a stone: `f`, `r`, or a back field and a facing such as 12+, 12- or ^12+";
    let number = "expected a back field, a number from 1 to 62";
    let order = "`f` is first, then `r`, then fields ascending, a lower stone before the top one";
    let cases = [
        ("r,r,r 1 - - all", "stones \"r,r,r\": expected the stones of 2 to 4 players separated by `/`, found 1".into()),
        ("r,r,r/r,r,x 1 - - all", format!("stones \"x\": {stone}")),
        ("r,r,r/r,r, 1 - - all", format!("stones \"\": {stone}")),
        ("r,r,r/r,r,12 1 - - all", format!("stones \"12\": {stone}")),
        ("r,r,r/r,r,^r 1 - - all", format!("stones \"^r\": {stone}")),
        ("r,r,r/r,r,63+ 1 - - all", format!("stones \"63+\": {number}")),
        ("r,r,r/r,r,0- 1 - - all", format!("stones \"0-\": {number}")),
        ("r,r,r/r,r,07+ 1 - - all", format!("stones \"07+\": {number}")),
        ("r,r,r/r,f,r 1 - - all", format!("stones \"r,f,r\": r comes before f; {order}")),
        ("r,r,r/r,9+,4- 1 - - all", format!("stones \"r,9+,4-\": 9+ comes before 4-; {order}")),
        ("r,r,r/r,^9+,9- 1 - - all", format!("stones \"r,^9+,9-\": ^9+ comes before 9-; {order}")),
        ("r,r,r/r,r,r 0 - - all", "side \"0\": expected a player, a number from 1 to 2".into()),
        ("r,r,r/r,r,r 3 - - all", "side \"3\": expected a player, a number from 1 to 2".into()),
        ("r,r,r/r,r,r 1 7 - all", "die \"7\": expected `-` or a roll, a number from 1 to 6".into()),
        ("r,r,r/r,r,r 1 - 3 all", "places \"3\": expected a player, a number from 1 to 2".into()),
        ("r,r,r/r,r,r 1 -  all", "places \"\": is empty; `-` stands for nothing".into()),
        ("r,r,r/r,r,r 1 - - none", "end \"none\": expected `all` or `first`".into()),
    ];
    for (text, reason) in cases {
        assert_eq!(refusal(text), reason, "{text}");
    }
}

#[test]
fn impossible_positions_are_refused() {
    let cases = [
        ("r,r,r,r/r,r,r 1 - - all", "stones \"r,r,r,r\": a player has exactly 3 stones, found 4 of player 1"),
        ("r,r,r/r,r 1 - - all", "stones \"r,r\": a player has exactly 3 stones, found 2 of player 2"),
        ("r,r,12+/r,12+,^12- 1 - - all", "stones \"r,r,12+/r,12+,^12-\": 3 stones on field 12; it holds two at most"),
        (
            "r,r,12+/r,r,12+ 1 - - all",
            "stones \"r,r,12+/r,r,12+\": two stones on field 12, but none is the top one, marked `^`",
        ),
        (
            "r,12-,12+/r,r,r 1 - - all",
            "stones \"r,12-,12+/r,r,r\": two stones on field 12, but none is the top one, marked `^`",
        ),
        (
            "r,r,^12+/r,r,^12+ 1 - - all",
            "stones \"r,r,^12+/r,r,^12+\": two top stones on field 12; one of them is the lower one",
        ),
        ("r,r,^12+/r,r,13+ 1 - - all", "stones \"r,r,^12+/r,r,13+\": a top stone on field 12, but no stone below it"),
        ("f,f,f/r,r,r/r,r,r 2 - - all", "places \"-\": player 1 has finished, but is missing"),
        ("f,f,f/r,r,r/r,r,r 2 - 2 all", "places \"2\": player 1 has finished, but is missing"),
        ("f,f,f/r,r,r/r,r,r 2 - 1,2 all", "places \"1,2\": player 2 has not finished"),
        ("f,f,f/r,r,r/r,r,r 2 - 1,1 all", "places \"1,1\": player 1 is named twice"),
        (
            "f,f,f/r,r,r 2 - 1 all",
            "places \"1\": player 2 is the last one left and takes the last place, but is missing",
        ),
        ("f,f,f/r,r,r 2 - 2,1 all", "places \"2,1\": player 2 has not finished and takes the last place"),
        ("r,r,r/r,r,r 2 - 2 first", "places \"2\": player 2 has not finished"),
        ("f,f,f/r,r,r 2 - 1,2 first", "places \"1,2\": player 2 has not finished"),
        (
            "f,f,f/f,f,f 2 - 1,2 all",
            "stones \"f,f,f/f,f,f\": all players have finished, but the game ends when one is left",
        ),
        (
            "f,f,f/f,f,f/r,r,r 3 - 1,2 first",
            "stones \"f,f,f/f,f,f/r,r,r\": 2 players have finished, but the game ends with the first",
        ),
        ("f,f,f/r,r,r 2 3 1,2 all", "die \"3\": the game is over; expected `-`"),
        ("f,f,f/r,r,r 2 3 1 first", "die \"3\": the game is over; expected `-`"),
        ("f,f,f/r,r,r 1 - 1,2 all", "side \"1\": the game is over; expected 2, the next player who has not finished"),
        (
            "r,r,r/f,f,f/r,r,r 1 - 2 first",
            "side \"1\": the game is over; expected 3, the next player who has not finished",
        ),
        ("f,f,f/r,r,r/r,r,r 1 - 1 all", "side \"1\": the player has finished and has no more turns"),
        ("f,f,f/r,r,r/r,r,r 1 5 1 all", "side \"1\": the player has finished and has no more turns"),
    ];
    for (text, reason) in cases {
        assert_eq!(refusal(text), reason, "{text}");
    }
}

#[test]
fn malformed_actions_are_refused() {
    let expected = "expected a roll such as =4, a move such as 12:15+, r:4-, 61:f or 2:r, or `pass`";
    let target = "expected `r`, `f`, or a back field and a facing such as 15+ or 15-";
    let cases = [
        ("", format!("action \"\": {expected}")),
        ("Pass", format!("action \"Pass\": {expected}")),
        ("12-15", format!("action \"12-15\": {expected}")),
        ("=0", "die \"0\": expected a roll, a number from 1 to 6".into()),
        ("=7", "die \"7\": expected a roll, a number from 1 to 6".into()),
        ("f:3+", "from \"f\": expected `r` or a back field, a number from 1 to 62".into()),
        ("0:3+", "from \"0\": expected `r` or a back field, a number from 1 to 62".into()),
        ("3:4", format!("to \"4\": {target}")),
        ("3:63+", "to \"63+\": expected a back field, a number from 1 to 62".into()),
        ("3:04+", "to \"04+\": expected a back field, a number from 1 to 62".into()),
        ("r:r", "action \"r:r\": a stone that enters ends its move on the back".into()),
        ("r:f", "action \"r:f\": a stone that enters ends its move on the back".into()),
    ];
    for (text, reason) in cases {
        assert_eq!(text.parse::<Ply>().expect_err(text).to_string(), reason);
    }
}

#[test]
fn every_action_is_read_as_it_is_written() {
    for index in 0..Position::INFO.num_actions {
        let action = Ply::from_index(index).unwrap();
        assert_eq!(action.to_string().parse(), Ok(action));
    }
}

#[test]
fn positions_are_small() {
    assert!(size_of::<Position>() <= 64, "{}", size_of::<Position>());
}

#[test]
fn exactly_the_generated_actions_are_legal() {
    let all: Vec<_> = (0..Position::INFO.num_actions).filter_map(Ply::from_index).collect();
    for position in random_positions(4000).into_iter().step_by(3) {
        let legal: Vec<_> = all.iter().copied().filter(|&ply| position.is_legal(ply)).collect();
        let generated = plies(&position);
        assert_eq!(generated, legal, "{position}");
        assert_eq!(position.count_actions(), generated.len() as u64, "{position}");
        assert_eq!(generated.is_empty(), position.turn() == Turn::Over, "{position}");
    }
}

#[test]
fn illegal_actions_lead_to_possible_positions() {
    for position in random_positions(4000).into_iter().step_by(40) {
        for ply in (0..Position::INFO.num_actions).filter_map(Ply::from_index) {
            let next = position.play(ply);
            assert!(next == position || next.to_string().parse() == Ok(next), "{ply} in {position}");
        }
    }
}

#[test]
fn texts_are_read_as_they_are_written() {
    let positions = random_positions(20_000);
    for position in &positions {
        assert_eq!(position.to_string().parse(), Ok(*position));
    }
    // The sample is worth something: games end, stones are doubled, players pass.
    let some = |test: &dyn Fn(&Position) -> bool| positions.iter().any(test);
    assert!(some(&|position| position.turn() == Turn::Over && position.places().len() == 4));
    assert!(some(&|position| position.to_string().contains('^')));
    assert!(some(&|position| plies(position) == [Ply::Pass]));
}

#[test]
fn mutated_texts_never_panic_and_print_back_what_they_say() {
    let symbols: Vec<char> = "0123456789+-^fr,/ alist\u{fc}".chars().collect();
    let mut dice = Random::new(7);
    let mut accepted = 0;
    for position in random_positions(20_000) {
        let mut text: Vec<char> = position.to_string().chars().collect();
        for _ in 0..=dice.below(3) {
            let (place, symbol) = (dice.below(text.len()), symbols[dice.below(symbols.len())]);
            match dice.below(4) {
                0 => text.insert(place, symbol),
                1 if text.len() > 1 => drop(text.remove(place)),
                2 => text.swap(place, 0),
                _ => text[place] = symbol,
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok(parsed) = text.parse::<Position>() {
            assert_eq!(parsed.to_string(), text);
            accepted += 1;
        }
    }
    assert!(accepted > 100, "only {accepted} mutated texts were possible positions");
}
