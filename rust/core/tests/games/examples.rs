//! The worked examples in `tests/data/<game>/examples.txt`; the Python package reads them as well.

#![allow(clippy::panic, clippy::expect_used, reason = "a test says what failed and stops")]

use crate::common::{any_actions, data};
use amduat::{AnyAction, AnyPosition, Error, GAMES, OptionValue, Player, Turn};

/// What is wrong with a line.
type Checked = Result<(), String>;

/// The lines of a file by blocks: those of one block are about the same position.
struct Block<'a> {
    lines: Vec<(usize, &'a str)>,
}

fn blocks(text: &str) -> Result<Vec<Block<'_>>, String> {
    let mut blocks = Vec::new();
    let (mut lines, mut named) = (Vec::new(), false);
    for (number, line) in (1..).zip(text.split('\n').chain([""])) {
        if line.is_empty() {
            if !lines.is_empty() {
                blocks.push(Block { lines: std::mem::take(&mut lines) });
            }
            named = false;
        } else if line.starts_with('#') {
            named = true;
        } else if named {
            lines.push((number, line));
        } else {
            return Err(format!("{number}: the block has no name"));
        }
    }
    Ok(blocks)
}

/// What is asked and what is expected; either side of the stroke may be empty.
fn split(rest: &str) -> (&str, Vec<&str>) {
    if let Some(given) = rest.strip_suffix(" |") {
        return (given, Vec::new());
    }
    if let Some(expected) = rest.strip_prefix("| ") {
        return ("", expected.split(" | ").collect());
    }
    let mut parts = rest.split(" | ");
    (parts.next().unwrap_or_default(), parts.collect())
}

/// The ways in which the value of an option can be given.
fn values(text: &str) -> Vec<OptionValue> {
    let plain = |text: &str| OptionValue::Text(text.to_string());
    let number = |text: &str| text.parse().map_or_else(|_| plain(text), OptionValue::Number);
    let mut ways = vec![plain(text)];
    if text.parse::<i64>().is_ok() {
        ways.push(number(text));
    }
    if let Ok(flag) = text.parse() {
        ways.push(OptionValue::Flag(flag));
    }
    if text.contains(',') || text.is_empty() {
        let items: Vec<_> = if text.is_empty() { Vec::new() } else { text.split(',').collect() };
        ways.push(OptionValue::List(items.iter().map(|item| plain(item)).collect()));
        ways.push(OptionValue::List(items.iter().map(|item| number(item)).collect()));
    }
    ways
}

/// The options, all as text and then each in all other ways.
fn option_sets(given: &str) -> Result<Vec<Vec<(String, OptionValue)>>, String> {
    let words = given.split_whitespace().map(|word| word.split_once('=').ok_or("expected NAME=VALUE"));
    let options: Vec<_> = words.collect::<Result<_, _>>()?;
    let plain: Vec<_> =
        options.iter().map(|(name, text)| ((*name).to_string(), OptionValue::Text((*text).to_string()))).collect();
    let mut sets = vec![plain.clone()];
    for (place, (_, text)) in options.iter().enumerate() {
        for value in values(text).into_iter().skip(1) {
            let mut set = plain.clone();
            set[place].1 = value;
            sets.push(set);
        }
    }
    Ok(sets)
}

fn same<T: PartialEq + std::fmt::Debug>(found: &T, expected: &T) -> Checked {
    if found == expected { Ok(()) } else { Err(format!("found {found:?}, expected {expected:?}")) }
}

fn said<T: std::fmt::Debug>(result: Result<T, Error>) -> Result<String, String> {
    result.map_or_else(|error| Ok(error.to_string()), |value| Err(format!("{value:?} is not refused")))
}

fn fraction(text: &str) -> Result<(u32, u32), String> {
    let (over, under) = text.split_once('/').ok_or("expected a fraction")?;
    Ok((integer(over)?, integer(under)?))
}

fn integer<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{text:?} is no number"))
}

fn pairs(text: &str) -> Result<Vec<(&str, &str)>, String> {
    let words: Vec<_> = text.split_whitespace().collect();
    if words.is_empty() || words.len() % 2 != 0 {
        return Err("words come in pairs".into());
    }
    Ok(words.chunks(2).map(|pair| (pair[0], pair[1])).collect())
}

fn words(text: &str) -> Result<Vec<&str>, String> {
    let words: Vec<_> = text.split_whitespace().collect();
    if words.is_empty() { Err("names nothing".into()) } else { Ok(words) }
}

fn only<'a>(expected: &[&'a str]) -> Result<&'a str, String> {
    match expected {
        [one] => Ok(one),
        _ => Err(format!("expects {} things instead of one", expected.len())),
    }
}

fn lines_of(position: &AnyPosition, prefix: &str) -> Vec<String> {
    any_actions(position).iter().map(ToString::to_string).filter(|text| text.starts_with(prefix)).collect()
}

/// Checks the lines of one block, one after the other.
struct Runner {
    game: &'static str,
    position: Option<AnyPosition>,
}

impl Runner {
    fn at(&self) -> Result<AnyPosition, String> {
        self.position.ok_or_else(|| "no position is given yet".into())
    }

    fn action(&self, text: &str) -> Result<AnyAction, String> {
        AnyAction::parse(self.game, text).map_err(|error| error.to_string())
    }

    /// The position is the one with this text, which reads back.
    fn settle(&self, position: &AnyPosition, text: &str) -> Checked {
        same(&position.to_string().as_str(), &text)?;
        same(&AnyPosition::parse(self.game, text).as_ref(), &Ok(position))?;
        same(&position.count_actions(), &(any_actions(position).len() as u64))
    }

    fn check(&mut self, line: &str) -> Checked {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (given, expected) = split(rest);
        match kind {
            "start" | "no-start" | "index" | "num-actions" | "no-action" => self.check_game(kind, given, &expected),
            "position" => {
                same(&expected.len(), &0)?;
                let position = AnyPosition::parse(self.game, given).map_err(|error| error.to_string())?;
                self.position = Some(position);
                self.settle(&position, given)
            }
            "play" => self.play(given, &expected).map(|_| ()),
            "after" => {
                self.position = Some(self.play(given, &expected)?);
                Ok(())
            }
            "legal" | "can" | "cannot" | "refused" | "path" | "walks" | "steps" => {
                self.check_actions(kind, given, &expected)
            }
            _ => self.check_position(kind, given, &expected),
        }
    }

    /// Lines that need no position.
    fn check_game(&mut self, kind: &str, given: &str, expected: &[&str]) -> Checked {
        match kind {
            "start" => {
                for options in option_sets(given)? {
                    let position = AnyPosition::start(self.game, options).map_err(|error| error.to_string())?;
                    self.settle(&position, only(expected)?)?;
                    self.position = Some(position);
                }
            }
            "no-start" => {
                for options in option_sets(given)? {
                    let message = format!("{} option: {}", self.game, only(expected)?);
                    same(&said(AnyPosition::start(self.game, options))?, &message)?;
                }
            }
            "index" => {
                for (text, index) in pairs(given)? {
                    let action = self.action(text)?;
                    same(&action.index(), &integer(index)?)?;
                    same(&AnyAction::from_index(self.game, action.index()), &Ok(action))?;
                    same(&action.to_string().as_str(), &text)?;
                }
            }
            "num-actions" => {
                let info = amduat::games::info(self.game).map_err(|error| error.to_string())?;
                same(&info.num_actions, &integer(given)?)?;
            }
            _ => {
                let message = format!("{} action: {}", self.game, only(expected)?);
                same(&said(AnyAction::parse(self.game, given))?, &message)?;
            }
        }
        Ok(())
    }

    fn play(&self, given: &str, expected: &[&str]) -> Result<AnyPosition, String> {
        let mut position = self.at()?;
        for word in words(given)? {
            position = position.play(self.action(word)?).map_err(|error| error.to_string())?;
        }
        self.settle(&position, only(expected)?)?;
        Ok(position)
    }

    /// Lines about actions in the position.
    fn check_actions(&self, kind: &str, given: &str, expected: &[&str]) -> Checked {
        let position = self.at()?;
        match (kind, given.strip_suffix('*')) {
            ("legal", Some(prefix)) => {
                let ends = expected.first().copied().unwrap_or_default().split_whitespace();
                same(&lines_of(&position, prefix), &ends.map(|end| format!("{prefix}{end}")).collect())
            }
            ("legal", None) => {
                let found = lines_of(&position, "");
                same(&(position.turn() == Turn::Over), &found.is_empty())?;
                same(&found, &given.split_whitespace().map(String::from).collect())
            }
            ("steps", Some(prefix)) => {
                let mut lengths = Vec::new();
                for word in lines_of(&position, prefix) {
                    let walks = position.walks(self.action(&word)?).map_err(|error| error.to_string())?;
                    lengths.extend(walks.iter().map(|walk| walk.len() - 1));
                }
                lengths.sort_unstable();
                lengths.dedup();
                same(&lengths, &vec![integer(only(expected)?)?])
            }
            ("path", _) => {
                let found = position.path(self.action(given)?).map_err(|error| error.to_string())?;
                let fields = expected.first().copied().unwrap_or_default().split_whitespace();
                same(&found, &fields.map(String::from).collect())
            }
            ("walks", _) => {
                let found = position.walks(self.action(given)?).map_err(|error| error.to_string())?;
                let walk = |walk: &&str| walk.split_whitespace().map(String::from).collect();
                same(&found, &expected.iter().map(walk).collect::<Vec<Vec<_>>>())
            }
            ("can", _) => words(given)?.into_iter().try_for_each(|word| {
                same(&(word, position.is_legal(self.action(word)?)), &(word, true))?;
                same(&(word, lines_of(&position, "").contains(&word.to_string())), &(word, true))
            }),
            ("refused", _) => {
                self.refuse(&position, given)?;
                same(&position.refusal(self.action(given)?).as_deref(), &Some(only(expected)?))
            }
            ("cannot", _) => words(given)?.into_iter().try_for_each(|word| self.refuse(&position, word)),
            _ => Err("expected a beginning such as 41-*".into()),
        }
    }

    fn refuse(&self, position: &AnyPosition, word: &str) -> Checked {
        let action = self.action(word)?;
        same(&(word, position.is_legal(action)), &(word, false))?;
        same(&(word, lines_of(position, "").contains(&word.to_string())), &(word, false))?;
        same(&position.probability(action), &(0, 1))?;
        let reason = position.refusal(action).ok_or("is not refused")?;
        let message = format!("{}: action {word:?}: {reason}", self.game);
        same(&said(position.play(action))?, &message)?;
        same(&said(position.path(action))?, &message)?;
        same(&said(position.walks(action))?, &message)
    }

    /// Lines about the position as a whole.
    fn check_position(&self, kind: &str, given: &str, expected: &[&str]) -> Checked {
        let position = self.at()?;
        let listed = || -> Vec<String> { [given].iter().chain(expected).map(ToString::to_string).collect() };
        if !matches!(kind, "pieces" | "names") {
            same(&expected.len(), &0)?;
        }
        match kind {
            "turn" => {
                let turn = match given {
                    "chance" => Turn::Chance,
                    "over" => Turn::Over,
                    _ => Turn::Player(Player::new(integer::<usize>(given)?.checked_sub(1).ok_or("from 1 on")?)),
                };
                same(&position.turn(), &turn)
            }
            "chance" => {
                let outcomes = pairs(given)?;
                same(&lines_of(&position, ""), &outcomes.iter().map(|(outcome, _)| (*outcome).into()).collect())?;
                outcomes.into_iter().try_for_each(|(outcome, chance)| {
                    same(&(outcome, position.probability(self.action(outcome)?)), &(outcome, fraction(chance)?))
                })
            }
            "returns" => {
                let mut values = [0.0; amduat::MAX_PLAYERS];
                same(&given.split_whitespace().count(), &position.players())?;
                for (value, word) in values.iter_mut().zip(given.split_whitespace()) {
                    let (over, under) = word.split_once('/').unwrap_or((word, "1"));
                    *value = integer::<f64>(over)? / integer::<f64>(under)?;
                }
                let close = position.returns().iter().zip(values).all(|(a, b)| (a - b).abs() < 1e-12);
                if close { Ok(()) } else { Err(format!("found {:?}, expected {values:?}", position.returns())) }
            }
            "scores" if given == "none" => same(&position.scores(), &None),
            "scores" => {
                let totals = given.split_whitespace().map(integer).collect::<Result<_, _>>()?;
                same(&position.scores(), &Some(totals))
            }
            "says" => same(&position.describe().as_str(), &given),
            "pieces" => {
                let found = position.pieces().iter().map(|(field, piece)| format!("{field} {piece}")).collect();
                same(&found, &listed())
            }
            "names" => {
                let players = (0..position.players()).map(Player::new);
                same(&players.map(|player| position.player_name(player)).collect(), &listed())
            }
            _ => Err("no such kind of line".into()),
        }
    }
}

#[test]
fn every_example_holds() {
    let mut failures = Vec::new();
    for info in GAMES {
        let (text, mut checked) = (data(info.name, "examples.txt"), 0);
        let blocks = blocks(&text).unwrap_or_else(|error| panic!("tests/data/{}/examples.txt:{error}", info.name));
        for block in blocks {
            let mut runner = Runner { game: info.name, position: None };
            for (number, line) in block.lines {
                if let Err(error) = runner.check(line) {
                    failures.push(format!("tests/data/{}/examples.txt:{number}: {line}\n    {error}", info.name));
                }
                checked += 1;
            }
        }
        assert!(checked >= 50, "{} has only {checked} lines", info.name);
    }
    assert!(failures.is_empty(), "{} lines fail\n{}", failures.len(), failures.join("\n"));
}

/// The runner itself: lines that say something wrong fail.
#[test]
fn wrong_lines_fail() {
    let start = "position - -,- 1 - first";
    for line in [
        "legal 0-13",
        "legal 0-14 0-13",
        "legal 0-* | 13",
        "can 0-12",
        "can",
        "cannot 0-13",
        "refused 0-13 | 13 is taken",
        "refused 0-12 | 12 is taken",
        "play 0-13 | 13 -,- 2 - first",
        "play 0-12 | 12 -,- 2 12 first",
        "turn 2",
        "chance =1 1/1",
        "returns 1 -1",
        "returns 0",
        "scores 0 0",
        "says Player 2 moves a neutral stone.",
        "pieces 0 neutral",
        "names Player 1",
        "steps 0-* | 6",
        "steps 1-* | 7",
        "path 0-13 | 0 13",
        "walks 0-13",
        "dance 0-13",
        "position 0 -,- 1 - first",
        "start players=3 | - -,- 1 - first",
        "no-start players=3 | players",
        "no-action 0-13 | action",
        "index 0-13 14",
        "num-actions 1",
    ] {
        let mut runner = Runner { game: "isis", position: None };
        assert_eq!(runner.check(start), Ok(()));
        assert!(runner.check(line).is_err(), "{line} holds");
    }
    assert!(Runner { game: "isis", position: None }.check("legal 0-13 0-14").is_err(), "there is no position");
    assert!(blocks("\nlegal 0-13\n").is_err(), "the block has no name");
}
