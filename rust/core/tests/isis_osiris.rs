//! ISIS & OSIRIS: the rulebook's example, every ruling, the notation, and random play.

#![allow(clippy::panic, clippy::expect_used, reason = "a test says what failed and stops")]
#![allow(clippy::float_cmp, reason = "the returns of two players are exact")]

mod common;

use amduat::games::isis_osiris::{Ply, Position};
use amduat::perft::Plan;
use amduat::{Action, Game, OptionValue, Options, ParseError, Player, Turn};
use common::{Random, actions};

const START: &str = "....../....../....../....../....../...... 8,8 11,11 1 -";

/// A full board on which both players have the same total: turned by half, it shows the same tiles
/// and the other player's pawns.
const EQUAL: &str = "A+1A+2A+2/+2A+3A-1A/A-2A-2-2-3/-3-2-2B-2B/B-1B+3B+2/+2B+2B+1B 0,0 1,1 1 -";

/// All tiles of the common pile and all pawns of player 1 are placed.
const NOTHING_LEFT: &str = "+1+1+2+2+2+2/+2+2+3+3+4-1/-1-2-2-2-2-2/-2-3-3-4AA/AAA.../...... 0,5,5,5 0 1 -";

fn parse(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn action(text: &str) -> Ply {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn words(position: &Position) -> Vec<String> {
    actions(position).iter().map(Ply::to_string).collect()
}

fn play(position: &Position, text: &str) -> Position {
    assert!(position.is_legal(action(text)), "{text} in {position}");
    position.play(action(text))
}

fn start(players: usize, first: usize, common: bool) -> Result<Position, ParseError> {
    let given = [
        ("players", OptionValue::Number(players as i64)),
        ("first", OptionValue::Number(first as i64)),
        ("common", OptionValue::Flag(common)),
    ];
    Options::new(Position::INFO.options, given.map(|(name, value)| (name.to_string(), value)))
        .and_then(|options| Position::start(&options))
}

fn starts() -> Vec<Position> {
    let mut starts = Vec::new();
    for players in 2..=4 {
        for first in 1..=players {
            for common in [false, true] {
                starts.push(start(players, first, common).expect("these values are taken"));
            }
        }
    }
    starts
}

/// Visits every position of `games` random games from each start. Some games draw often, so that
/// tiles run out before pawns, and some seldom.
fn random_play(games: usize, mut visit: impl FnMut(&Position)) {
    let mut random = Random::new(22);
    for start in starts() {
        for game in 0..games {
            let mut position = start;
            visit(&position);
            loop {
                let legal = actions(&position);
                let Some(&last) = legal.last() else { break };
                let draws = last == Ply::Draw && random.below(4) < game % 5;
                position = position.play(if draws { last } else { legal[random.below(legal.len())] });
                visit(&position);
            }
            assert_eq!(position.turn(), Turn::Over);
        }
    }
}

#[test]
fn a_position_is_small() {
    assert!(size_of::<Position>() <= 64);
}

#[test]
fn starts_are_written_as_agreed() {
    let defaults = Position::start(&Options::default()).expect("the defaults are valid");
    assert_eq!(defaults.to_string(), START);
    let empty = "....../....../....../....../....../......";
    let text = |players, first, common| start(players, first, common).map(|start| start.to_string());
    assert_eq!(text(2, 2, true), Ok(format!("{empty} 8,8 22 2 -")));
    assert_eq!(text(3, 3, false), Ok(format!("{empty} 6,6,6 7,7,7 3 -")));
    assert_eq!(text(3, 1, true), Ok(format!("{empty} 6,6,6 22 1 -")));
    assert_eq!(text(4, 4, false), Ok(format!("{empty} 5,5,5,5 5,5,5,5 4 -")));
    assert_eq!(text(4, 2, true), Ok(format!("{empty} 5,5,5,5 22 2 -")));
}

#[test]
fn bad_options_are_refused() {
    let error = |players, first| start(players, first, false).expect_err("out of range").to_string();
    assert_eq!(error(1, 1), "players \"1\": expected a number from 2 to 4");
    assert_eq!(error(5, 1), "players \"5\": expected a number from 2 to 4");
    assert_eq!(error(2, 3), "first \"3\": expected a number from 1 to 2");
    assert_eq!(error(4, 0), "first \"0\": expected a number from 1 to 4");
    let common = [("common".to_string(), OptionValue::Text("maybe".to_string()))];
    let options = Options::new(Position::INFO.options, common).expect("the option exists");
    let error = Position::start(&options).expect_err("neither yes nor no");
    assert_eq!(error.to_string(), "common \"maybe\": expected `true` or `false`");
}

#[test]
fn counts_from_the_start_are_known() {
    let perft = |start: &Position, depth| amduat::perft::perft(start, Plan::new(depth), &mut || false);
    for start in starts() {
        for (depth, count) in (1..).zip([37, 1_304, 44_676, 1_487_088]) {
            assert_eq!(perft(&start, depth), Ok(count), "{start}");
        }
    }
    assert_eq!(perft(&parse(START), 5), Ok(48_046_032));
    assert_eq!(perft(&parse(START), 6), Ok(1_505_460_600));
}

#[test]
fn pawns_are_worth_the_tiles_beside_them() {
    let position = parse("-1A-2.+1./....B+2/-1A-2.../.+4..../....../...... 6,7 8,7 1 -");
    assert_eq!(position.scores(), Some(vec![-3 + 1, 3]));
    assert_eq!(position.returns(), [0.0; 4]);
    assert_eq!(parse(START).scores(), Some(vec![0, 0]));
    // Diagonal neighbours do not count, nor does the far end of the next rank or file.
    let position = parse("-1...../.+1.+1../..A.../.-2.-2.+4/A...../.B..B. 6,6 8,8 1 -");
    assert_eq!(position.scores(), Some(vec![0, 0]));
}

#[test]
fn a_turn_places_a_pawn_or_draws_shows_and_places_a_tile() {
    let start = parse(START);
    assert_eq!(words(&start).len(), 37);
    assert_eq!(words(&start)[..3], ["@a1", "@a2", "@a3"]);
    assert_eq!(words(&start)[36], "draw");

    let pawn = play(&start, "@c4");
    assert_eq!(pawn.to_string(), "....../....../..A.../....../....../...... 7,8 11,11 2 -");
    assert_eq!(pawn.turn(), Turn::Player(Player::new(1)));

    let drawn = play(&pawn, "draw");
    assert_eq!(drawn.to_string(), "....../....../..A.../....../....../...... 7,8 11,10 2 ?");
    assert_eq!(drawn.turn(), Turn::Chance);
    assert_eq!(words(&drawn), ["=+1", "=+2", "=+3", "=+4", "=-1", "=-2", "=-3", "=-4"]);

    let shown = play(&drawn, "=-4");
    assert_eq!(shown.to_string(), "....../....../..A.../....../....../...... 7,8 11,10 2 -4");
    assert_eq!(shown.turn(), Turn::Player(Player::new(1)));
    // Once drawn, the tile must be placed, and nothing else can be done.
    assert_eq!(words(&shown).len(), 35);
    assert!(actions(&shown).iter().all(|action| matches!(action, Ply::PlaceTile(_))));
    assert!(!shown.is_legal(action("c4")));

    let placed = play(&shown, "d4");
    assert_eq!(placed.to_string(), "....../....../..A-4../....../....../...... 7,8 11,10 1 -");
    assert_eq!(placed.scores(), Some(vec![-4, 0]));
    assert!(placed.walks(action("draw")).is_empty() && placed.path(action("@a1")).is_empty());
}

#[test]
fn without_pawns_a_player_draws_and_without_tiles_places_pawns() {
    let no_pawns = parse("AAAAAA/AA..../BBBBBB/BB..../....../...... 0,0 11,11 1 -");
    assert_eq!(words(&no_pawns), ["draw"]);
    assert_eq!(no_pawns.describe(), "Player 1 draws a tile: there are no pawns left to place.");
    let no_tiles = parse("+1+1+2+2+2+2/+2+2+3+3+4-1/-1-2-2-2-2-2/-2-3-3-4../....../...... 8,8 0,0 2 -");
    assert_eq!(words(&no_tiles).len(), 14);
    assert!(actions(&no_tiles).iter().all(|action| matches!(action, Ply::PlacePawn(_))));
    assert_eq!(no_tiles.describe(), "Player 2 places a pawn: there are no tiles left to draw.");
}

#[test]
fn a_full_board_ends_the_game() {
    let last = parse("A+1A+2A+2/+2A+3A-1A/A-2A-2-2-3/-3-2-2B-2B/B-1B+3B+2/+2B+2B+1. 0,1 1,1 2 -");
    assert_eq!(words(&last), ["@f1", "draw"]);
    let over = play(&last, "@f1");
    assert_eq!(over.to_string(), EQUAL);
    assert_eq!(over.turn(), Turn::Over);
    assert_eq!(over.count_actions(), 0);
    assert!((0..Position::INFO.num_actions).filter_map(Ply::from_index).all(|action| !over.is_legal(action)));
}

#[test]
fn the_highest_total_wins_and_equal_totals_share_the_win() {
    let equal = parse(EQUAL);
    assert_eq!(equal.scores(), Some(vec![10, 10]));
    assert_eq!(equal.returns(), [0.0; 4]);
    assert_eq!(
        equal.describe(),
        "Player 1 and Player 2 share the win: the board is full and their pawns are worth most (10, 10)."
    );
    // The tiles on b6 and f4 change places: the three pawns beside b6 lose 4 points each,
    // the two beside f4, one of each player, gain 4.
    let won = parse("A-3A+2A+2/+2A+3A-1A/A-2A-2-2+1/-3-2-2B-2B/B-1B+3B+2/+2B+2B+1B 0,0 1,1 2 -");
    assert_eq!(won.scores(), Some(vec![10 - 12 + 4, 10 + 4]));
    assert_eq!(won.returns(), [-1.0, 1.0, 0.0, 0.0]);
    assert_eq!(won.describe(), "Player 2 has won: the board is full and its pawns are worth most (2, 14).");
}

#[test]
fn three_players_can_share_the_win_by_two() {
    let mut shared = 0;
    random_play(40, |position| {
        let scores = position.scores().expect("the game is played for points");
        let highest = scores.iter().max().expect("there are players");
        let winners = scores.iter().filter(|&score| score == highest).count();
        if position.turn() != Turn::Over {
            assert_eq!(position.returns(), [0.0; 4]);
        } else if position.players() == 3 && winners == 2 {
            shared += 1;
            for (score, result) in scores.iter().zip(position.returns()) {
                let expected = if score == highest { 0.25 } else { -0.5 };
                assert!((result - expected).abs() < 1e-12, "{position}");
            }
        }
    });
    assert!(shared > 0);
}

#[test]
fn r1_there_are_two_six_two_and_one_tiles_of_each_sign() {
    let drawing = parse("....../....../....../....../....../...... 8,8 10,11 1 ?");
    let copies: Vec<_> = actions(&drawing).into_iter().map(|outcome| drawing.probability(outcome)).collect();
    assert_eq!(copies, [2, 6, 2, 1, 2, 6, 2, 1].map(|copies| (copies, 22)));
}

#[test]
fn r2_any_unseen_tile_may_be_drawn() {
    // Of 21 dealt tiles 2 are placed; the one left out is as unseen as the others, so there are 20.
    let drawing = parse("+4+2..../....../....../....../....../....A. 5,6,6 6,6,6 1 ?");
    let chances: Vec<_> =
        actions(&drawing).into_iter().map(|outcome| (outcome.to_string(), drawing.probability(outcome))).collect();
    let expected = [("=+1", 2), ("=+2", 5), ("=+3", 2), ("=-1", 2), ("=-2", 6), ("=-3", 2), ("=-4", 1)];
    assert_eq!(chances, expected.map(|(outcome, unseen)| (outcome.to_string(), (unseen, 20))));
    assert_eq!(drawing.probability(action("=+4")), (0, 1));
    assert_eq!(drawing.probability(action("draw")), (0, 1));
}

#[test]
fn r2_probabilities_add_up_to_one() {
    random_play(5, |position| {
        if position.turn() == Turn::Chance {
            let chances: Vec<_> = actions(position).into_iter().map(|outcome| position.probability(outcome)).collect();
            let all = chances[0].1;
            assert!(chances.iter().all(|&(unseen, of)| unseen > 0 && of == all), "{position}");
            assert_eq!(chances.iter().map(|&(unseen, _)| unseen).sum::<u32>(), all, "{position}");
        }
    });
}

#[test]
fn r3_who_has_nothing_left_passes() {
    let position = parse(NOTHING_LEFT);
    assert_eq!(words(&position), ["pass"]);
    assert_eq!(position.describe(), "Player 1 passes: there are neither pawns nor tiles left.");
    let next = play(&position, "pass");
    assert_eq!(next.to_string(), NOTHING_LEFT.replace("0 1 -", "0 2 -"));
    assert!(!next.is_legal(Ply::Pass));
}

#[test]
fn r3_nobody_else_passes() {
    let mut passes = 0;
    random_play(20, |position| {
        if position.is_legal(Ply::Pass) {
            passes += 1;
            assert_eq!(position.pawns_left(position.side()), 0, "{position}");
            assert_eq!(position.to_string().split(' ').nth(2), Some("0"), "{position}");
        }
    });
    assert!(passes > 0);
}

#[test]
fn r4_who_begins_is_an_option() {
    for players in 2..=4 {
        for first in 1..=players {
            let start = start(players, first, false).expect("these values are taken");
            assert_eq!(start.turn(), Turn::Player(Player::new(first - 1)));
            // The turn goes round from there and comes back.
            let round = ["@a1", "@b1", "@c1", "@d1"].iter().take(players);
            assert_eq!(round.fold(start, |position, pawn| play(&position, pawn)).turn(), start.turn());
        }
    }
}

#[test]
fn r5_programs_see_the_tiles() {
    let position = parse("....../....../..A.../....../....../+2..... 7,8 11,10 1 -");
    let pair = |cell: &str, piece: &str| (cell.to_string(), piece.to_string());
    assert_eq!(position.pieces(), [pair("a1", "+2"), pair("c4", "A")]);
}

#[test]
fn people_are_told_what_to_do() {
    let start = parse(START);
    assert_eq!(start.describe(), "Player 1 places a pawn or draws a tile.");
    let drawn = play(&start, "draw");
    assert_eq!(drawn.describe(), "Player 1 has drawn a tile, which is now shown to all.");
    let shown = play(&drawn, "=+2");
    assert_eq!(shown.describe(), "Player 1 places the tile +2 face down on an empty cell.");
    assert_eq!(start.player_name(Player::new(1)), "Player 2");
}

#[test]
fn malformed_positions_are_refused() {
    let empty = "....../....../....../....../....../......";
    let cases = [
        ("", "position \"\": expected 5 fields separated by single spaces (board pawns tiles side drawn), found 1"),
        (
            "x 8,8 11,11 1",
            "position \"x 8,8 11,11 1\": expected 5 fields separated by single spaces \
             (board pawns tiles side drawn), found 4",
        ),
        ("# 8,8 11,11 1 ", "drawn \"\": is empty; `-` stands for nothing"),
        ("...... 8,8 11,11 1 -", "board \"......\": expected 6 ranks separated by `/`, found 1"),
        ("....../....../...../....../....../...... 8,8 11,11 1 -", "board \".....\": rank 4 has 5 cells instead of 6"),
        (
            "....../....../......./....../....../...... 8,8 11,11 1 -",
            "board \".......\": rank 4 has 7 cells instead of 6",
        ),
        (
            "....../....../....../....../....../..E... 8,8 11,11 1 -",
            "board \"..E...\": cannot read rank 1 from \"E...\" on: a cell is `.`, a pawn `A` to `D`, \
             or a tile `+1` to `+4` or `-1` to `-4`",
        ),
        (
            "+5...../....../....../....../....../...... 8,8 11,11 1 -",
            "board \"+5.....\": cannot read rank 6 from \"+5.....\" on: a cell is `.`, a pawn `A` to `D`, \
             or a tile `+1` to `+4` or `-1` to `-4`",
        ),
        ("# - 11,11 1 -", "pawns \"-\": expected the pawns left of 2 to 4 players, found 0"),
        ("# 8 11,11 1 -", "pawns \"8\": expected the pawns left of 2 to 4 players, found 1"),
        ("# 5,5,5,5,5 22 1 -", "pawns \"5,5,5,5,5\": expected the pawns left of 2 to 4 players, found 5"),
        ("# 8,9 11,11 1 -", "pawns \"9\": expected the pawns a player has left, a number from 0 to 8"),
        ("# 8,08 11,11 1 -", "pawns \"08\": expected the pawns a player has left, a number from 0 to 8"),
        ("# 6,6,6 7,7,8 1 -", "tiles \"8\": expected the tiles a player has left, a number from 0 to 7"),
        ("# 6,6,6 7,7, 1 -", "tiles \"\": expected the tiles a player has left, a number from 0 to 7"),
        ("# 6,6,6 23 1 -", "tiles \"23\": expected the tiles in the common pile, a number from 0 to 22"),
        (
            "# 6,6,6 11,11 1 -",
            "tiles \"11,11\": expected one number for the common pile or one for each of the 3 players, found 2",
        ),
        (
            "# 6,6,6 - 1 -",
            "tiles \"-\": expected one number for the common pile or one for each of the 3 players, found 0",
        ),
        ("# 6,6,6 7,7,7 4 -", "side \"4\": expected a player, a number from 1 to 3"),
        ("# 6,6,6 7,7,7 0 -", "side \"0\": expected a player, a number from 1 to 3"),
        ("# 8,8 10,11 1 2", "drawn \"2\": expected `-`, `?` or the tile in hand, `+1` to `+4` or `-1` to `-4`"),
    ];
    for (text, message) in cases {
        let text = text.replace('#', empty);
        let error = text.parse::<Position>().expect_err(&text);
        assert_eq!(error.to_string(), message, "{text}");
    }
}

#[test]
fn impossible_positions_are_refused() {
    let cases = [
        (
            "A...../....../....../....../....../...... 8,8 11,11 2 -",
            "pawns \"8,8\": Player 1 has 8 left and 1 on the board, but with 2 players it is 8 in all",
        ),
        (
            "....../....../....../....../....../...... 6,5,6 7,7,7 3 -",
            "pawns \"6,5,6\": Player 2 has 5 left and 0 on the board, but with 3 players it is 6 in all",
        ),
        (
            "C...../....../....../....../....../...... 8,8 11,11 1 -",
            "board \"C...../....../....../....../....../......\": has a pawn `C`, but only 2 players take part",
        ),
        (
            "+4+4..../....../....../....../....../...... 8,8 10,10 1 -",
            "board \"+4+4..../....../....../....../....../......\": has the tile +4 2 times, the game only 1",
        ),
        (
            "-3-3..../....../....../....../....../...... 8,8 9,10 1 -3",
            "drawn \"-3\": cannot be in hand: all tiles of this kind, 2, are on the board",
        ),
        (
            "A+1A+2A+2/+2A+3A-1A/A-2A-2-2-3/-3-2-2B-2B/B-1B+3B+2/+2B+2B+1B 0,0 0,1 1 ?",
            "drawn \"?\": the board is full, so nothing can be drawn any more",
        ),
        // The tile in hand is missing from the other reserve.
        (
            "A...../....../....../....../....../...... 7,8 11,10 1 ?",
            "drawn \"?\": Player 1 has drawn a tile, but all 11 of its tiles are still in reserve",
        ),
        (
            "+1...../....../....../....../....../...... 8,8 11,11 2 -",
            "tiles \"11,11\": 22 left, 1 on the board and 0 in hand should be 22 in all",
        ),
        (
            "+1...../....../....../....../....../...... 6,6,6 20 2 -",
            "tiles \"20\": 20 left, 1 on the board and 0 in hand should be 22 in all",
        ),
        (
            "....../....../....../....../....../...... 5,5,5,5 22 2 +2",
            "tiles \"22\": 22 left, 0 on the board and 1 in hand should be 22 in all",
        ),
        (
            "A...../....../....../....../....../...... 7,8 11,11 1 -",
            "side \"1\": cannot be next: the players have placed 1, 0 pieces",
        ),
        (
            "AA..../....../....../....../....../...... 6,8 11,11 2 -",
            "side \"2\": cannot be next: the players have placed 2, 0 pieces",
        ),
        // Player 3 has been left out.
        (
            "AB..../....../....../....../....../...... 4,4,5,5 5,5,5,5 4 -",
            "side \"4\": cannot be next: the players have placed 1, 1, 0, 0 pieces",
        ),
        // The tile in hand is not placed yet.
        (
            "B...../....../....../....../....../...... 8,7 11,10 2 +2",
            "side \"2\": cannot be next: the players have placed 0, 1 pieces",
        ),
    ];
    for (text, message) in cases {
        let error = text.parse::<Position>().expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
    }
}

#[test]
fn in_variant_two_nothing_tells_who_placed_the_tiles() {
    // Nobody knows who drew, so the turn order is not checked.
    for side in 1..=2 {
        parse(&format!("AAAA../....../....../....../....../...... 4,8 22 {side} -"));
        parse(&format!("AAAA../....../....../....../....../...... 4,8 21 {side} ?"));
    }
}

#[test]
fn malformed_actions_are_refused() {
    for text in
        ["", "a", "a0", "a7", "g1", "A1", "@", "@g1", "@@a1", "a1 ", "=", "=2", "=+0", "=+5", "=?", "Draw", "é1"]
    {
        let error = text.parse::<Ply>().expect_err(text);
        let expected = format!(
            "action {text:?}: expected a pawn placed such as `@c4`, `draw`, a tile shown such as `=+2`, \
             a tile placed such as `c4`, or `pass`"
        );
        assert_eq!(error.to_string(), expected);
    }
    assert!("a".repeat(1000).parse::<Ply>().is_err());
}

#[test]
fn actions_and_their_indices_go_together() {
    let all: Vec<_> = (0..Position::INFO.num_actions).filter_map(Ply::from_index).collect();
    assert_eq!(all.len(), Position::INFO.num_actions);
    for (index, action) in all.iter().enumerate() {
        assert_eq!(action.index(), index);
        assert_eq!(action.to_string().parse(), Ok(*action));
    }
    assert!(all.is_sorted());
    assert_eq!(Ply::from_index(Position::INFO.num_actions), None);
}

#[test]
fn legality_is_membership_in_the_generated_list() {
    random_play(6, |position| {
        let legal = actions(position);
        assert_eq!(legal.len() as u64, position.count_actions(), "{position}");
        assert_eq!(legal.is_empty(), position.turn() == Turn::Over, "{position}");
        assert!(legal.windows(2).all(|pair| pair[0].index() < pair[1].index()), "{position}");
        for action in (0..Position::INFO.num_actions).filter_map(Ply::from_index) {
            assert_eq!(position.is_legal(action), legal.contains(&action), "{action} in {position}");
        }
    });
}

#[test]
fn texts_round_trip() {
    random_play(20, |position| assert_eq!(position.to_string().parse(), Ok(*position)));
}

#[test]
fn illegal_actions_do_no_harm() {
    let mut random = Random::new(4);
    for start in starts() {
        let mut position = start;
        for _ in 0..500 {
            if let Some(action) = Ply::from_index(random.below(Position::INFO.num_actions)) {
                position = position.play(action);
            }
            let _ = (position.to_string(), position.describe(), position.returns(), position.scores());
            let _ = (actions(&position), position.count_actions(), position.pieces());
        }
    }
}

#[test]
fn whatever_is_read_is_written_back() {
    let pieces = [".", "A", "B", "C", "D", "+1", "+2", "-2", "-4", "/", " ", ",", "?", "-", "0", "1", "8", "22", "é"];
    let mut texts = Vec::new();
    random_play(1, |position| texts.push(position.to_string()));
    let mut random = Random::new(36);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..100_000 {
        let mut text: Vec<char> = texts[random.below(texts.len())].chars().collect();
        for _ in 0..=random.below(3) {
            let at = random.below(text.len());
            let piece = pieces[random.below(pieces.len())].chars();
            match random.below(4) {
                0 => drop(text.splice(at..=at, piece)),
                1 => drop(text.splice(at..at, piece)),
                2 => drop(text.remove(at)),
                _ => text.swap(at, 0),
            }
        }
        let text: String = text.into_iter().collect();
        match text.parse::<Position>() {
            Ok(position) => {
                read += 1;
                assert_eq!(position.to_string(), text);
            }
            Err(error) => {
                refused += 1;
                assert!(!error.reason.is_empty());
            }
        }
    }
    assert!(read > 100 && refused > 100, "read {read}, refused {refused}");
}
