//! The searches against their slow twins: plain minimax and plain expectimax.

#![allow(clippy::panic, clippy::expect_used, reason = "a test says what failed and stops")]

use crate::common::{Random, actions, data_lines};
use amduat::evaluate::{default_weights, estimate};
use amduat::games::{isis, isis_osiris, pharao, ramses, uraeus};
use amduat::search::{Limits, Method, Report, Request, Searcher, Settings};
use amduat::{Error, Evaluate, Game, Options, Turn};
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The start position with some options.
fn start<G: Game>(options: &[(&str, &str)]) -> G {
    let given = options.iter().map(|&(name, value)| (name.to_string(), amduat::OptionValue::Text(value.to_string())));
    G::start(&Options::new(G::INFO.options, given).expect("known options")).expect("valid options")
}

/// Positions of games at random in which somebody has to decide.
fn positions<G: Game>(first: G, count: usize, seed: u64) -> Vec<G> {
    let mut random = Random::new(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let (mut position, plies) = (first, random.below(60));
        for _ in 0..plies {
            let actions = actions(&position);
            if actions.is_empty() {
                break;
            }
            position = position.play(random.pick(&actions));
        }
        if matches!(position.turn(), Turn::Player(_)) {
            found.push(position);
        }
    }
    found
}

fn search<G: Evaluate>(
    searcher: &mut Searcher<G>,
    position: &G,
    limits: Limits,
    lines: usize,
) -> Result<Report<G::Action>, Error> {
    let request = Request { limits, lines, played: &[], stop: &AtomicBool::new(false) };
    searcher.search(position, &request, &mut || false, &mut |_| ())
}

fn searcher<G: Evaluate>(method: Method, threads: usize) -> Searcher<G> {
    Searcher::new(Settings { method, threads, seed: 1, memory: Some(1 << 20), ..Settings::default() })
        .expect("valid settings")
}

fn deep(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Plain minimax for player 0: `(1 - plies / 1000)` for a win, the estimate at the horizon, and a
/// draw for a position that occurs again.
fn minimax<G: Evaluate>(position: &G, depth: u32, path: &mut Vec<G>) -> f64 {
    let plies = path.len() as f64;
    let mover = match position.turn() {
        Turn::Over => return position.returns()[0] * (10.0 - plies / 1000.0),
        Turn::Player(player) => player.index(),
        Turn::Chance => panic!("no chance here"),
    };
    if path.contains(position) {
        return 0.0;
    }
    if depth == 0 {
        return estimate(position, &default_weights::<G>())[0];
    }
    path.push(*position);
    let values = actions(position).into_iter().map(|action| minimax(&position.play(action), depth - 1, path));
    let best = if mover == 0 { values.reduce(f64::max) } else { values.reduce(f64::min) };
    path.pop();
    best.expect("somebody can act")
}

/// Plain expectimax for player 0, `depth` turns deep.
fn expectimax<G: Evaluate>(position: &G, depth: u32) -> f64 {
    if position.turn() == Turn::Over {
        return position.returns()[0];
    }
    let settled = position.is_settled();
    let depth = if settled { depth.saturating_sub(1) } else { depth };
    if depth == 0 && settled {
        return estimate(position, &default_weights::<G>())[0];
    }
    best_reply(position, depth)
}

fn best_reply<G: Evaluate>(position: &G, depth: u32) -> f64 {
    let values = actions(position).into_iter().map(|action| (action, expectimax(&position.play(action), depth)));
    match position.turn() {
        Turn::Player(player) if player.index() == 0 => values.map(|(_, value)| value).reduce(f64::max),
        Turn::Player(_) => values.map(|(_, value)| value).reduce(f64::min),
        _ => {
            let mean = |(action, value): (G::Action, f64)| {
                let (weight, total) = position.probability(action);
                f64::from(weight) / f64::from(total) * value
            };
            Some(values.map(mean).sum())
        }
    }
    .expect("something can happen")
}

/// Gives the number of positions in which the game was decided within the depth.
fn compare_with_minimax<G: Evaluate>(first: G, count: usize, depth: u32) -> u32 {
    let mut decided = 0;
    for (number, position) in positions(first, count, 5).into_iter().enumerate() {
        let plain = minimax(&position, depth, &mut Vec::new());
        let report =
            search(&mut searcher(Method::Deepening, 1 + number % 2), &position, deep(depth), 1).expect("is legal");
        if plain.abs() > 5.0 {
            let plies = ((10.0 - plain.abs()) * 1000.0).round() as u32;
            assert_eq!(report.plies_to_end, Some(plies), "{position} at depth {depth}");
            assert!(report.exact);
            assert!((report.values[0] - plain.signum()).abs() < 1e-9);
            decided += 1;
        } else {
            assert_eq!(report.plies_to_end, None, "{position} at depth {depth}: {plain}");
            assert!((report.values[0] - plain).abs() < 1e-4, "{position}: {} and {plain}", report.values[0]);
        }
    }
    decided
}

#[test]
fn alpha_beta_finds_what_minimax_finds() {
    let mut decided = compare_with_minimax(start::<ramses::Position>(&[]), 12, 3);
    decided += compare_with_minimax(start::<ramses::Position>(&[]), 40, 2);
    assert!(decided > 3 && decided < 40, "{decided} of 52 positions of RAMSES are decided");
    compare_with_minimax(start::<isis::Position>(&[]), 20, 3);
    compare_with_minimax(start::<isis::Position>(&[]), 4, 4);
}

/// Without a table to share, whole turns back and forth: repetitions are draws on every path.
#[test]
fn repetitions_are_draws() {
    let position: ramses::Position = "2,3,4,5@10 19,20,21,22@10 L own -".parse().expect("is canonical");
    let action = actions(&position)[0];
    let played = [position.play(action)];
    let request = Request { limits: deep(1), lines: 100, played: &played, stop: &AtomicBool::new(false) };
    let mut searcher = searcher(Method::Auto, 1);
    let report = searcher.search(&position, &request, &mut || false, &mut |_| ()).expect("is legal");
    let choice = report.choices.iter().find(|choice| choice.action == action).expect("all are listed");
    assert!(choice.values[0].abs() < 1e-12 && report.choices.iter().any(|choice| choice.values[0].abs() > 1e-6));
}

fn compare_with_expectimax<G: Evaluate>(first: G, count: usize, depth: u32) {
    for (number, position) in positions(first, count, 9).into_iter().enumerate() {
        let plain = best_reply(&position, depth);
        let mut searcher = searcher(Method::Deepening, 1 + number % 2);
        let report = search(&mut searcher, &position, deep(depth), 1).expect("is legal");
        let value = report.values[0];
        assert!((value - plain).abs() < 1e-5, "{position} at depth {depth}: {value} and plainly {plain}");
    }
}

#[test]
fn pruning_does_not_change_the_mean() {
    compare_with_expectimax(start::<uraeus::Position>(&[]), 30, 2);
    compare_with_expectimax(start::<uraeus::Position>(&[]), 3, 3);
    compare_with_expectimax(start::<pharao::Position>(&[]), 30, 1);
    compare_with_expectimax(start::<pharao::Position>(&[]), 3, 2);
    compare_with_expectimax(start::<isis_osiris::Position>(&[]), 8, 1);
}

/// Few cells left: the search goes to the end and says so.
#[test]
fn endgames_of_isis_osiris_are_exact() {
    let mut random = Random::new(3);
    let mut proved = 0;
    for _ in 0..12 {
        let mut position = start::<isis_osiris::Position>(&[]);
        while position.board().empty().len() > 3 || position.hand() != isis_osiris::Hand::Empty {
            let actions = actions(&position);
            position = position.play(actions[random.below(actions.len())]);
        }
        let report = search(&mut searcher(Method::Auto, 1), &position, deep(10), 1).expect("is legal");
        assert!(report.exact, "{position}");
        let plain = best_reply(&position, 100);
        assert!((report.values[0] - plain).abs() < 1e-5, "{position}: {} and plainly {plain}", report.values[0]);
        let simulated = search(&mut searcher(Method::Mcts, 1), &position, nodes(2_000_000), 1).expect("is legal");
        if simulated.exact {
            proved += 1;
            assert!((simulated.values[0] - plain).abs() < 1e-4, "{position}");
            let chosen = simulated.action.map(|action| expectimax(&position.play(action), 100));
            assert!(chosen.is_none_or(|value| (value - plain).abs() < 1e-4), "{position}: {chosen:?} for {plain}");
        }
    }
    assert!(proved >= 6, "simulations proved {proved} of 12");
}

/// Exhaustive search for a forced win: every action is tried, nothing is estimated.
struct Solver<G: Game> {
    known: HashMap<(G, u32), bool>,
    /// What refuted the last try at each height, tried first.
    refutations: [Option<G::Action>; 16],
    budget: u32,
}

impl<G: Game> Solver<G> {
    fn new(budget: u32) -> Self {
        Self { known: HashMap::new(), refutations: [None; 16], budget }
    }

    /// Whether `winner` can force a win within so many half-moves; `None` if the budget is used up.
    fn wins(&mut self, position: &G, winner: usize, plies: u32) -> Option<bool> {
        let player = match position.turn() {
            Turn::Over => return Some(position.returns()[winner] >= 1.0),
            Turn::Player(player) => player.index(),
            Turn::Chance => panic!("no chance here"),
        };
        // Games end by an own part, or by the second part that leaves no turn.
        if plies == 0 {
            return Some(false);
        }
        if let Some(&known) = self.known.get(&(*position, plies)) {
            return Some(known);
        }
        self.budget = self.budget.checked_sub(1)?;
        let mut actions = actions(position);
        if let Some(place) = actions.iter().position(|&action| Some(action) == self.refutations[plies as usize]) {
            actions.swap(0, place);
        }
        let mut result = player != winner;
        for action in actions {
            if self.wins(&position.play(action), winner, plies - 1)? == (player == winner) {
                self.refutations[plies as usize] = Some(action);
                result = player == winner;
                break;
            }
        }
        self.known.insert((*position, plies), result);
        Some(result)
    }
}

/// The fewest half-moves, up to nine, in which the player to move can force a win.
fn shortest_win(position: &ramses::Position, budget: u32) -> Option<u32> {
    let (mut solver, winner) = (Solver::new(budget), position.side() as usize);
    let tries = (1..=9).map_while(|plies| Some((plies, solver.wins(position, winner, plies)?)));
    tries.filter(|&(_, wins)| wins).map(|(plies, _)| plies).next()
}

/// RAMSES: a turn has two half-moves, and the winning one may end after the first; so a win in one,
/// two or three turns takes up to two, six or ten half-moves.
#[test]
fn wins_of_ramses_in_one_to_three_turns_are_found() {
    let wins = data_lines("ramses", "wins.txt");
    assert_eq!(wins.len(), 50);
    for (text, plies) in wins {
        let (position, plies): (ramses::Position, u32) =
            (text.parse().expect("a position"), plies.parse().expect("a number"));
        assert_eq!(shortest_win(&position, u32::MAX), Some(plies), "{position} by exhaustive search");
        let report = search(&mut searcher(Method::Auto, 1), &position, deep(9), 1).expect("is legal");
        assert_eq!((report.plies_to_end, report.exact), (Some(plies), true), "{position}");
        assert!((report.values[position.side() as usize] - 1.0).abs() < 1e-12);
        assert_eq!(report.pv.len() as u32, plies, "{position}: the line leads to the end");
        let end = report.pv.iter().fold(position, |position, &action| {
            assert!(position.is_legal(action));
            position.play(action)
        });
        assert_eq!(end.turn(), Turn::Over);
    }
}

/// The set was found among positions of random games by a search through all of their lines; here it is made
/// once more.
#[test]
fn the_wins_of_ramses_are_the_shortest() {
    let wins = data_lines("ramses", "wins.txt");
    assert_eq!(wins.len(), 50);
    for (text, plies) in wins {
        let position: ramses::Position = text.parse().expect("is canonical");
        assert_eq!(shortest_win(&position, 300_000).map(|plies| plies.to_string()), Some(plies), "{text}");
    }
}

/// Every game with two, and where possible with three and four players.
fn each_game(mut visit: impl FnMut(&str, &mut dyn FnMut(Settings, Limits))) {
    fn run<G: Evaluate>(options: &[(&str, &str)]) -> impl FnMut(Settings, Limits) {
        let positions = positions(start::<G>(options), 3, 21);
        move |settings, limits| {
            for position in &positions {
                let mut searcher = Searcher::new(settings.clone()).expect("valid settings");
                let report = search(&mut searcher, position, limits, 3).expect("is legal");
                let all = actions(position).len() as u64;
                if limits.time == Some(Duration::ZERO) {
                    // Each thread looks at the clock every 64 nodes, after it has tried every action.
                    let most = settings.threads as u64 * (64 + all);
                    assert!(report.nodes <= most, "{position}: {} nodes instead of {most}", report.nodes);
                }
                if let Some(limit) = limits.nodes {
                    assert!(report.nodes <= limit.max(all) * settings.threads as u64, "{position}: {}", report.nodes);
                }
                assert!(limits.time.is_none_or(|time| report.elapsed >= time || report.exact || all == 1));
                let action = report.action.expect("somebody decides");
                assert!(position.is_legal(action), "{position}: {action}");
                assert_eq!(report.pv.first(), Some(&action));
                assert!(report.values.iter().all(|value| value.abs() <= 1.0), "{position}: {:?}", report.values);
                for choice in &report.choices {
                    let mut at = *position;
                    for &action in &choice.pv {
                        assert!(at.is_legal(action), "{at}: {action} of {:?}", choice.pv);
                        at = at.play(action);
                    }
                }
                let mut again = Searcher::new(settings.clone()).expect("valid settings");
                if limits.nodes.is_some() && settings.threads == 1 {
                    let mut second = search(&mut again, position, limits, 3).expect("is legal");
                    second.elapsed = report.elapsed;
                    assert_eq!(second, report, "{position}: the same seed finds the same");
                }
            }
        }
    }
    for players in ["2", "3", "4"] {
        let options = [("players", players)];
        visit("isis", &mut run::<isis::Position>(&options));
        visit("uraeus", &mut run::<uraeus::Position>(&options));
        visit("isis-osiris", &mut run::<isis_osiris::Position>(&options));
    }
    visit("ramses", &mut run::<ramses::Position>(&[]));
    visit("pharao", &mut run::<pharao::Position>(&[]));
}

#[test]
fn every_search_keeps_its_limits_and_returns_legal_actions() {
    for method in [Method::Auto, Method::Mcts, Method::Playout] {
        for threads in [1, 2] {
            let settings = Settings { method, threads, seed: 7, memory: Some(1 << 20), ..Settings::default() };
            each_game(|_, search| {
                // The trees are so large that a search which forgets the clock would not come back.
                for time in [Duration::ZERO, Duration::from_millis(1)] {
                    search(settings.clone(), Limits { time: Some(time), ..Limits::default() });
                }
                search(settings.clone(), nodes(1));
                search(settings.clone(), nodes(if method == Method::Playout { 30 } else { 700 }));
            });
        }
    }
}

#[test]
fn trees_are_kept_for_the_next_move() {
    let mut position = start::<isis::Position>(&[("players", "3")]);
    let mut searcher = searcher(Method::Mcts, 1);
    for _ in 0..3 {
        let report = search(&mut searcher, &position, nodes(2000), 1).expect("is legal");
        position = position.play(report.action.expect("somebody decides"));
    }
    let report = search(&mut searcher, &position, nodes(1), 1).expect("is legal");
    assert!(report.choices[0].visits > 1, "{report:?}");
}

#[test]
fn searches_are_refused_stopped_and_given_up() {
    let over: isis::Position = "13,20 44,0 2 - first".parse().expect("is canonical");
    let refused = |result: Result<Report<_>, Error>| match result {
        Err(Error::Argument(error)) => error.to_string(),
        other => panic!("{other:?}"),
    };
    assert!(refused(search(&mut searcher(Method::Auto, 1), &over, nodes(9), 1)).contains("is over"));
    let three = start::<isis::Position>(&[("players", "3")]);
    let report = search(&mut searcher(Method::Deepening, 1), &three, nodes(9), 1);
    assert!(refused(report).contains("two players only"));
    let wrong = |settings| match Searcher::<isis::Position>::new(settings) {
        Err(Error::Argument(error)) => error.field,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("is not refused"),
    };
    assert_eq!(wrong(Settings { threads: 0, ..Settings::default() }), "threads");
    for (name, weight) in [("gravity", 1.0), (isis::Position::WEIGHTS[0].name, f32::NAN)] {
        assert_eq!(wrong(Settings { weights: vec![(name.to_string(), weight)], ..Settings::default() }), "weights");
    }
    let first = start::<ramses::Position>(&[]);
    for method in [Method::Auto, Method::Mcts, Method::Playout] {
        for threads in [1, 2] {
            let stop = AtomicBool::new(true);
            let request = Request { limits: Limits::default(), lines: 1, played: &[], stop: &stop };
            let report = searcher(method, threads).search(&first, &request, &mut || false, &mut |_| ());
            assert!(first.is_legal(report.expect("stops at once").action.expect("somebody decides")));
            let stop = AtomicBool::new(false);
            let request = Request { stop: &stop, ..request };
            let given_up = searcher(method, threads).search(&first, &request, &mut || true, &mut |_| ());
            assert_eq!(given_up, Err(Error::Stopped));
        }
    }
}

/// A game with chance can be searched where chance acts: the mean over the outcomes.
#[test]
fn chance_positions_have_values_but_no_action() {
    let first = start::<uraeus::Position>(&[]);
    for method in [Method::Auto, Method::Mcts] {
        let report = search(&mut searcher(method, 1), &first, nodes(2000), 1).expect("is running");
        assert_eq!((report.action, report.choices.len()), (None, 6));
        assert!((report.values[0] + report.values[1]).abs() < 1e-5);
    }
}

/// A win at hand is proved by simulations too.
#[test]
fn simulations_prove_wins() {
    let position: ramses::Position = "1,4,9,16 5@11,8,18,21 L own -".parse().expect("is canonical");
    let report = search(&mut searcher(Method::Mcts, 1), &position, nodes(10_000), 1).expect("is legal");
    assert!(report.exact && report.values[0] >= 1.0 && report.nodes < 10_000);
}

/// Pushed into the water, the stone on f1 leaves three that cannot walk: Lower Egypt is locked in by two rolls of three,
/// and Upper Egypt by two of nine, should it come to that. The odds are good, and search goes by the odds.
#[test]
fn search_plays_by_the_odds() {
    let position: pharao::Position = "a1,a2,b1,f1 a3,b2,c1,g3 U other 0,1".parse().expect("is canonical");
    let report = search(&mut searcher(Method::Mcts, 1), &position, nodes(5_000), 1).expect("is legal");
    assert!((report.values[0] + report.values[1]).abs() < 1e-5, "what one can expect the other cannot");
    assert_eq!(report.action.map(|action| action.to_string()).as_deref(), Some("f1-g1"));
    assert!(report.values[1] > 0.5, "{report:?}");
}
