//! A sixth game with the required methods only: whoever takes the last stick wins. All the rest, from
//! counting to search, comes with it.

#![allow(clippy::expect_used, reason = "a test says what failed and stops")]

use amduat::learn::{Arrays, Autoreset, Batch, BatchSettings, SelfPlay, SelfPlaySettings};
use amduat::observe::{self, Canvas, Observation, Segment};
use amduat::perft::{Plan, divide, perft};
use amduat::playout::playouts;
use amduat::search::{Answer, Evaluator, Guidance, Guided, Limits, Method, Request, Searcher, Settings};
use amduat::{Count, Describe, Error, Evaluate, Game, GameAction, Info, Observe, OptionInfo, Options};
use amduat::{ParseError, Player, Returns, Turn, conformance, notation, shared_win};
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

/// Takes one to three sticks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Take(usize);

impl GameAction for Take {
    fn index(self) -> usize {
        self.0 - 1
    }

    fn from_index(index: usize) -> Option<Self> {
        (index < 3).then_some(Self(index + 1))
    }

    fn kind(self) -> &'static str {
        "take"
    }
}

impl FromStr for Take {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        notation::number("action", text, "how many sticks are taken", 1..=3).map(Self)
    }
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// So many sticks are left, and this player takes next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Sticks(usize, Player);

impl FromStr for Sticks {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let [left, side] = notation::fields(text, &["left", "side"])?;
        let side = notation::number("side", side, "a player", 1..=2)?;
        Ok(Self(notation::number("left", left, "the sticks left", 0..=50)?, Player::new(side - 1)))
    }
}

impl fmt::Display for Sticks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, self.1.index() + 1)
    }
}

impl Game for Sticks {
    type Action = Take;

    const INFO: Info = Info {
        name: "sticks",
        title: "STICKS",
        options: &[OptionInfo { name: "sticks", default: "15", help: "how many there are: 1 to 50" }],
        players: (2, 2),
        num_actions: 3,
        has_chance: false,
    };

    fn start(options: &Options) -> Result<Self, ParseError> {
        Ok(Self(options.number("sticks", 15, 1..=50)?, Player::new(0)))
    }

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        self.turn_owner().map_or(Turn::Over, Turn::Player)
    }

    fn turn_owner(&self) -> Option<Player> {
        (self.0 > 0).then_some(self.1)
    }

    fn each_action(&self, visit: impl FnMut(Take)) {
        (1..=self.0.min(3)).map(Take).for_each(visit);
    }

    fn play(&self, action: Take) -> Self {
        Self(self.0.saturating_sub(action.0), Player::new(1 - self.1.index()))
    }

    fn returns(&self) -> Returns {
        let winner = Player::new(1 - self.1.index());
        if self.0 == 0 { shared_win(2, [winner]) } else { Returns::default() }
    }
}

impl Count for Sticks {}
impl Describe for Sticks {}
impl Evaluate for Sticks {}

impl Observe for Sticks {
    const OBSERVATION: Observation = Observation {
        version: 1,
        fields: 0,
        segments: &[
            Segment::numbers("left", 51, "how many sticks are left"),
            Segment::numbers("turn", 2, "whose turn it is, by seat"),
        ],
        symmetries: &[],
    };

    fn viewer(&self) -> Player {
        self.1
    }

    fn observe(&self, seat: Player, mut canvas: impl Canvas) {
        canvas.write(self.0, 1.0);
        canvas.write(51 + usize::from(seat != self.1), 1.0);
    }
}

// Here the game ends; what follows is what it can do.

fn start() -> Sticks {
    Sticks::start(&Options::default()).expect("the defaults are valid")
}

#[test]
fn it_keeps_the_promises_of_a_game() {
    let (checked, _) = conformance::along_random_games(&start(), 50, 1).expect("all promises are kept");
    assert!(checked > 500);
}

#[test]
fn it_is_counted() {
    let count = |depth, threads| perft(&start(), Plan { threads, ..Plan::new(depth) }, &mut || false);
    assert_eq!([1, 2, 5].map(|depth| count(depth, 1)), [Ok(3), Ok(9), Ok(243)]);
    // The last stick ends a line: no more than fifteen plies.
    assert_eq!([15, 16].map(|depth| count(depth, 2)), [Ok(1), Ok(0)]);
    let divided = divide(&start(), Plan::new(5), &mut || false).expect("is not stopped");
    assert_eq!(divided.iter().map(|(_, lines)| lines).sum::<u128>(), 243);
}

#[test]
fn it_is_played_at_random() {
    let games = playouts(&start(), 0..1000, 3, 100, 2, &mut || false).expect("is not stopped");
    assert_eq!((games.games, games.unfinished, games.wins[0] + games.wins[1]), (1000, 0, 1000));
    assert!(games.wins.iter().take(2).all(|&wins| wins > 300));
}

#[test]
fn it_is_observed() {
    let seen = observe::numbers(&start(), Player::new(0));
    assert_eq!(seen.len(), 53);
    let next = start().play(Take(1)).play(Take(1));
    assert_eq!(observe::numbers(&Sticks(13, Player::new(1)), Player::new(1)), observe::numbers(&next, Player::new(0)));
    assert_eq!(observe::mask(&Sticks(2, Player::new(1))), [true, true, false]);
}

#[test]
fn it_is_searched() {
    for method in [Method::Deepening, Method::Mcts, Method::Playout] {
        let mut searcher = Searcher::new(Settings { method, ..Settings::default() }).expect("the settings are valid");
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let request = Request { limits, lines: 1, played: &[], stop: &AtomicBool::new(false) };
        let report = searcher.search(&start(), &request, &mut || false, &mut |_| ()).expect("is not stopped");
        // Whoever leaves a multiple of four wins.
        assert_eq!(report.action, Some(Take(3)), "{method:?}");
        assert!(report.exact && report.values[0] >= 1.0, "{method:?}: {report:?}");
    }
}

/// Knows nothing.
struct Even;

impl Evaluator for Even {
    fn evaluate(&mut self, rows: usize, _: &[f32], masks: &[bool], answer: Answer<'_>) -> Result<(), Error> {
        answer(&vec![0.0; masks.len()], &vec![0.0; rows * 2])
    }
}

#[test]
fn it_is_searched_with_an_evaluator() {
    let mut searcher =
        Guided::new(Guidance { batch: 8, ..Guidance::default() }, 1, None).expect("the guidance is valid");
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let request = Request { limits, lines: 1, played: &[], stop: &AtomicBool::new(false) };
    let report = searcher.search(&start(), &request, &mut Even, &mut || false).expect("is not stopped");
    assert_eq!(report.action, Some(Take(3)));
    assert!(report.exact && report.values[0] >= 1.0, "{report:?}");
    assert_eq!(searcher.policy(), [(0, 0.0), (1, 0.0), (2, 1.0)]);
}

#[test]
fn it_is_played_in_bulk_and_against_itself() {
    let settings = BatchSettings { size: 4, seed: 1, threads: 2, autoreset: Autoreset::SameStep, max_plies: u32::MAX };
    let mut batch = Batch::new(&start(), settings).expect("the settings are valid");
    let (mut observations, mut finals, mut masks) = (vec![0.0; 4 * 53], vec![0.0; 4 * 53], vec![false; 4 * 3]);
    let (mut players, mut rewards) = (vec![0; 4], vec![0.0; 8]);
    let (mut over, mut truncated) = (vec![false; 4], vec![false; 4]);
    let mut ended = 0;
    for step in 0..50 {
        let arrays = Arrays {
            observations: &mut observations,
            masks: &mut masks,
            players: &mut players,
            rewards: &mut rewards,
            over: &mut over,
            truncated: &mut truncated,
            finals: &mut finals,
        };
        if step == 0 {
            batch.begin(arrays).expect("the arrays fit");
            continue;
        }
        let mut actions = vec![0; 4];
        batch.random_actions(&mut actions);
        batch.step(&actions, arrays).expect("the actions are legal");
        ended += over.iter().filter(|&&over| over).count();
    }
    assert!(ended > 10, "{ended}");
    let settings = SelfPlaySettings {
        games: 3,
        simulations: 3000,
        seed: 1,
        guidance: Guidance::default(),
        cooling: 0,
        max_plies: 100,
    };
    let mut games = SelfPlay::new(&Sticks(7, Player::new(0)), settings).expect("the settings are valid");
    let game = games.play(&mut Even, &mut || false).expect("is not stopped");
    // Whoever sees far enough wins from here.
    assert_eq!((game.returns[0] > 0.0, game.truncated, game.actions[0]), (true, false, 2));
}
