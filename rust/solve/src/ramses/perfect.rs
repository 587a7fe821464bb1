//! Perfect play as a search: the answer is looked up.

use super::solution::Solution;
use super::value::Value;
use amduat::games::ramses::{Action, Part, Position};
use amduat::run::Control;
use amduat::search::{Choice, Report, Request, Search};
use amduat::{AnyAction, AnyPosition, Error, Game, ParseError, Registered, Returns, Turn};
use std::sync::Arc;

/// How many plies are told of the best line, and of the others: looking up the best replies of a lost player
/// takes a while.
const BEST_PV: usize = 6;
const OTHER_PV: usize = 2;

/// Plays RAMSES from its solution, through the door of all searches.
///
/// All values are exact: −1, 0 or 1. The best action wins in the fewest turns, loses in the most, or keeps
/// the draw so that it is hardest to hold for the opponent. The limits do not matter, and nothing is random.
///
/// After how many plies the game ends is told in its last turn only: the solution counts turns, and not
/// whether the last of them needs both its parts. [`Solution::value`] tells the turns.
pub struct PerfectPlay(Arc<Solution>);

impl PerfectPlay {
    /// Plays from this solution.
    pub fn new(solution: Arc<Solution>) -> Self {
        Self(solution)
    }

    /// The position, if it is one of the game that is solved.
    ///
    /// # Errors
    /// A position of another game.
    pub fn solved(position: &AnyPosition) -> Result<&Position, Error> {
        Position::unwrap(position).ok_or_else(|| {
            let solved = [Position::INFO.name, amduat::games::pharao::Position::INFO.name];
            let reason = format!("only {} are solved, not {}", solved.join(" and "), position.info().name);
            Error::Argument(ParseError::new("method", "perfect", reason))
        })
    }

    /// What is known of an action that is worth this, with a line of so many plies.
    fn choice(&self, position: &Position, action: Action, value: Value, plies: usize) -> Choice<Action> {
        let mut values = Returns::default();
        let own = position.side() as usize;
        (values[own], values[1 - own]) = match value {
            Value::Win(_) => (1.0, -1.0),
            Value::Loss(_) => (-1.0, 1.0),
            Value::Draw => (0.0, 0.0),
        };
        let mut pv = vec![action];
        let mut next = position.play(action);
        let plies_to_end = match (next.turn(), position.part()) {
            (Turn::Over, _) => Some(1),
            (_, Part::Own) if value.turns() == Some(1) => Some(2),
            _ => None,
        };
        while pv.len() < plies
            && let Some(reply) = self.0.choose(&next)
        {
            pv.push(reply);
            next = next.play(reply);
        }
        Choice { values, pv, exact: true, plies_to_end, ..Choice::new(action) }
    }
}

impl Search for PerfectPlay {
    fn search(
        &mut self,
        position: &AnyPosition,
        request: &Request<'_, AnyPosition>,
        poll: &mut dyn FnMut() -> bool,
        _inform: &mut dyn FnMut(Report<AnyAction>),
    ) -> Result<Report<AnyAction>, Error> {
        let control = Control::unlimited();
        let position = Self::solved(position)?;
        let Turn::Player(mover) = position.turn() else {
            let reason = "the game is over, there is nothing to search";
            return Err(Error::Argument(ParseError::new("position", position, reason)));
        };
        let rated = self.0.rated(position);
        let mut choices = Vec::new();
        for &(action, value) in rated.iter().take(request.lines.max(1)) {
            if poll() {
                return Err(Error::Stopped);
            }
            let plies = if choices.is_empty() { BEST_PV } else { OTHER_PV };
            choices.push(self.choice(position, action, value, plies));
        }
        let mut report = Report::new(&choices, Some(mover), &[], request.lines, true);
        (report.nodes, report.plies) = (rated.len() as u64, rated.len() as u64);
        report.elapsed = control.elapsed();
        Ok(report.map(AnyAction::Ramses))
    }

    fn game(&self) -> &'static str {
        Position::INFO.name
    }
}

#[cfg(test)]
mod tests {
    use super::super::plain_search::confirms;
    use super::*;
    use amduat::Count;
    use amduat::search::Limits;
    use std::sync::atomic::AtomicBool;

    fn perfect() -> PerfectPlay {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../python/amduat/data/ramses.solution");
        PerfectPlay::new(Arc::new(Solution::read(std::fs::read(path).unwrap()).unwrap()))
    }

    fn search(text: &str, lines: usize) -> Report<AnyAction> {
        let position = AnyPosition::parse("ramses", text).unwrap();
        let request = Request { limits: Limits::default(), lines, played: &[], stop: &AtomicBool::new(false) };
        perfect().search(&position, &request, &mut || false, &mut |_| ()).unwrap()
    }

    #[test]
    fn answers_are_those_of_the_solution() {
        let perfect = perfect();
        for text in [
            "2,3,4,5@10 19,20,21,22@10 L own !",
            "5@14,9,13,21 1,10,14,20 L own -",
            "4,5@10,6,19 1,3,21,22@12 D own -",
            "9,10,13,16 1,2,5@14,22@10 D own -",
            "3,4,19,20 7,9,11,13 L own -",
        ] {
            let position: Position = text.parse().unwrap();
            let report = search(text, 1000);
            assert!(report.exact && report.choices.iter().all(|choice| choice.exact));
            let (best, rated) = (perfect.0.best(&position), perfect.0.rated(&position));
            let value = perfect.0.value(&position);
            assert_eq!(report.choices.len() as u64, position.count_actions());
            assert_eq!(report.action, report.choices.first().map(|choice| choice.action));
            for (choice, (action, rating)) in report.choices.iter().zip(rated) {
                assert_eq!(choice.action, AnyAction::Ramses(action));
                assert_eq!(best.contains(&action), rating == value, "{text}: {action}");
                assert_eq!(choice.pv[0], choice.action);
                let next = position.play(action);
                // In the middle of a turn it is still the same player's.
                let sign = if next.part() == Part::Other { 1 } else { -1 } * sign(perfect.0.value(&next));
                assert!((choice.values[position.side() as usize] - f64::from(sign)).abs() < 1e-9);
            }
            if let Some(plies) = report.plies_to_end {
                assert_eq!(plies as usize, report.pv.len(), "{text}");
                assert_eq!(value.turns(), Some(1));
                assert!(confirms(&position, value));
            }
        }
    }

    fn sign(value: Value) -> i8 {
        match value {
            Value::Win(_) => 1,
            Value::Loss(_) => -1,
            Value::Draw => 0,
        }
    }

    #[test]
    fn the_last_turn_is_counted_in_plies() {
        let report = search("5@14,9,13,21 1,10,14,20 L own -", 1);
        assert_eq!(report.choices.len(), 1);
        assert_eq!(report.plies_to_end, Some(report.pv.len() as u32));
        assert_eq!(search("3,4,19,20 7,9,11,13 L own -", 1).plies_to_end, Some(2));
        assert_eq!(search("4,5@10,6,19 1,3,21,22@12 D own -", 1).plies_to_end, None);
    }

    #[test]
    fn other_games_are_refused() {
        let position = AnyPosition::start("isis", []).unwrap();
        let request = Request { limits: Limits::default(), lines: 1, played: &[], stop: &AtomicBool::new(false) };
        let error = perfect().search(&position, &request, &mut || false, &mut |_| ()).unwrap_err();
        assert_eq!(error.to_string(), "method \"perfect\": only ramses and pharao are solved, not isis");
    }
}
