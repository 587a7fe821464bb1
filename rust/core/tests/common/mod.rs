//! What the tests of several games need.

#![allow(dead_code, reason = "not every test needs everything")]

use amduat::{AnyAction, AnyPosition, Count, Describe, Game, Observe, OptionValue, conformance};
use std::path::PathBuf;

/// A file of `tests/data/<game>`, which the Python package reads as well.
pub(crate) fn data(game: &str, name: &str) -> String {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    // A published crate has a copy, a clone a link to it; where links cannot be made, there is neither.
    let places = ["tests/data", "../../tests/data"].map(|place| root.join(place));
    let place = places.iter().find(|place| place.is_dir()).unwrap_or(&places[0]);
    let file = place.join(game).join(name);
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The lines `left | right` of such a file, without comments.
pub(crate) fn data_lines(game: &str, name: &str) -> Vec<(String, String)> {
    let text = data(game, name);
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let pair = |line: &str| match line.rsplit_once(" | ") {
        Some((left, right)) => (left.to_string(), right.to_string()),
        None => panic!("tests/data/{game}/{name}: {line}: expected two parts"),
    };
    lines.map(pair).collect()
}

/// Random numbers that are the same in every run.
pub(crate) struct Random(fastrand::Rng);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0.usize(..bound)
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

pub(crate) fn parse(game: &str, text: &str) -> AnyPosition {
    AnyPosition::parse(game, text).unwrap_or_else(|error| panic!("{error}"))
}

pub(crate) fn action(game: &str, text: &str) -> AnyAction {
    AnyAction::parse(game, text).unwrap_or_else(|error| panic!("{error}"))
}

/// The position after a legal action.
pub(crate) fn play(position: &AnyPosition, action: AnyAction) -> AnyPosition {
    position.play(action).unwrap_or_else(|error| panic!("{error}"))
}

/// The legal actions.
pub(crate) fn actions<G: Game>(position: &G) -> Vec<G::Action> {
    let mut actions = Vec::new();
    position.each_action(|action| actions.push(action));
    actions
}

/// The legal actions of a position of any game.
pub(crate) fn any_actions(position: &AnyPosition) -> Vec<AnyAction> {
    let mut actions = Vec::new();
    position.each_action(|action| actions.push(action));
    actions
}

/// All actions of a game, legal anywhere or not, in the order of their index.
pub(crate) fn all_actions(game: &str) -> Vec<AnyAction> {
    let indices = 0..num_actions(game);
    indices.filter_map(|index| AnyAction::from_index(game, index).ok()).collect()
}

fn num_actions(game: &str) -> usize {
    amduat::games::info(game).map_or_else(|error| panic!("{error}"), |info| info.num_actions)
}

/// PHARAO with unusual dice, and with stones around the water and in corners.
const RARE_STARTS: &[(&str, &str)] = &[
    ("pharao", "e1,e2,g1,h2 d1,f2,g2,h1 L roll -"),
    ("pharao", "f1,g1,j1 g2,h1,h3,i1 L roll - dice=0,0,1,2,3,4/0,0,1,2,3,4"),
    ("pharao", "g1,i2,j1 f1,h1,i1,j2 L roll - dice=1,1,1,2,2,3/0,1,1,2,2,6"),
    ("pharao", "a1,h1 a2,b1,h2,i1 L roll - dice=0,1,1,1,1,1/0,0,0,1,1,2"),
];

/// The start positions of a game with all its options, and some other positions to begin with.
pub(crate) fn starts(game: &str) -> Vec<AnyPosition> {
    let mut sets: Vec<Vec<(String, OptionValue)>> = vec![Vec::new()];
    let info = amduat::games::info(game).unwrap_or_else(|error| panic!("{error}"));
    for option in info.options {
        let values: &[&str] = match option.name {
            "players" => &["2", "3", "4"],
            "first" if option.default == "1" => &["1", "2", "3", "4"],
            "first" | "top" => &["light", "dark"],
            "end" => &["first", "all"],
            "common" => &["false", "true"],
            _ => &[option.default],
        };
        let with = |set: &Vec<_>, value: &str| {
            let option = (option.name.to_string(), OptionValue::Text(value.to_string()));
            set.iter().cloned().chain([option]).collect()
        };
        sets = sets.iter().flat_map(|set| values.iter().map(move |value| with(set, value))).collect();
    }
    // With fewer players not everyone can begin.
    let starts = sets.into_iter().filter_map(|set| AnyPosition::start(game, set).ok());
    let rare = RARE_STARTS.iter().filter(|(of, _)| *of == game).map(|(_, text)| parse(game, text));
    starts.chain(rare).collect()
}

/// Plays games at random from all starts in turn, and visits their positions, the last one too.
///
/// What leads to an end and comes seldom is preferred in most games: thrones and flips, hurrying on, drawing
/// tiles until there are none.
pub(crate) fn random_games(
    game: &str,
    seed: u64,
    games: usize,
    plies: usize,
    mut visit: impl FnMut(&AnyPosition, &mut Random),
) {
    let (mut random, starts) = (Random::new(seed), starts(game));
    for number in 0..games {
        let mut position = starts[number % starts.len()];
        let haste = random.below(4);
        for _ in 0..plies {
            visit(&position, &mut random);
            let actions = any_actions(&position);
            let Some(&last) = actions.last() else { break };
            let sought = match game {
                "isis" => actions.iter().copied().filter(|action| is_rare_in_isis(&action.to_string())).collect(),
                "uraeus" | "isis-osiris" => vec![last],
                _ => Vec::new(),
            };
            let hurries = random.below(4) < haste && !sought.is_empty();
            position = play(&position, random.pick(if hurries { &sought } else { &actions }));
        }
    }
}

fn is_rare_in_isis(action: &str) -> bool {
    action.starts_with('*') || (action.starts_with('P') && (action.ends_with("-44") || action.ends_with("-45")))
}

/// Checks counts of one and two plies against playing and visiting all lines.
pub(crate) fn check_counts<G: Count>(position: &G) {
    let legal = actions(position);
    assert_eq!(position.count_actions(), legal.len() as u64, "{position}");
    let pairs: usize = legal.iter().map(|&action| actions(&position.play(action)).len()).sum();
    assert_eq!(position.count_pairs(), pairs as u64, "{position}");
}

/// Checks all that a game promises, above all its counts against playing and visiting all lines.
pub(crate) fn check<G: Count + Describe + Observe>(position: &G) {
    if let Err(broken) = conformance::position(position) {
        panic!("{broken}");
    }
}
