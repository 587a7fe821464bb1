//! What a search has found.

use crate::game::{Player, Returns};
use std::time::Duration;

/// The result of a search, or what it knows so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<A> {
    /// The best action; `None` where chance acts.
    pub action: Option<A>,
    /// The expected result for each player, from −1 to 1.
    pub values: Returns,
    /// The principal variation: the best line of play, as far as it is known. It ends where chance acts.
    pub pv: Vec<A>,
    /// How deep the search has looked: half-moves, turns, or the longest line of the tree, as the
    /// method counts.
    pub depth: u32,
    /// How many nodes were visited, or how many simulations made.
    pub nodes: u64,
    /// How many actions were played: as many as nodes, but for simulations.
    pub plies: u64,
    /// How many positions were known without a search, as those in tables are.
    pub table_hits: u64,
    /// How long it took.
    pub elapsed: Duration,
    /// Whether the values follow from the rules, or from what is known of solved positions, without any estimate.
    pub exact: bool,
    /// If the game is decided: after how many plies it ends, when the winner hurries and the loser
    /// resists.
    pub plies_to_end: Option<u32>,
    /// What is known of the actions, or of the outcomes where chance acts: the best first, as many
    /// as were asked for.
    pub choices: Vec<Choice<A>>,
}

/// What a search has found out about one action.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice<A> {
    /// The action.
    pub action: A,
    /// The expected result for each player after it.
    pub values: Returns,
    /// The best line that begins with it.
    pub pv: Vec<A>,
    /// How often it was tried; 0 where the method does not count that.
    pub visits: u64,
    /// As in [`Report::exact`].
    pub exact: bool,
    /// As in [`Report::plies_to_end`], counted from before the action.
    pub plies_to_end: Option<u32>,
}

impl<A: Copy> Choice<A> {
    /// An action of which nothing is known yet.
    pub fn new(action: A) -> Self {
        let values = Returns::default();
        Self { action, values, pv: vec![action], visits: 0, exact: false, plies_to_end: None }
    }
}

impl<A: Copy> Report<A> {
    /// What is known where `mover` decides, whose best choice comes first, or where chance acts, with
    /// these probabilities. So many choices are reported, but all outcomes.
    ///
    /// If the choices are not all known alike, as in a depth that was cut short, `complete` is false;
    /// then nothing but a win is exact.
    pub fn new(choices: &[Choice<A>], mover: Option<Player>, chances: &[f64], lines: usize, complete: bool) -> Self {
        let best = choices.first().filter(|_| mover.is_some());
        let all = complete && !choices.is_empty() && choices.iter().all(|choice| choice.exact);
        let wins = |player: Player| best.is_some_and(|best| best.exact && best.values[player.index()] >= 1.0);
        let mut values = best.map_or(Returns::default(), |best| best.values);
        if mover.is_none() {
            for (choice, chance) in choices.iter().zip(chances) {
                values.iter_mut().zip(choice.values).for_each(|(sum, value)| *sum += chance * value);
            }
            // Eighteen eighteenths are a little more than 1.
            values = values.map(|value| value.clamp(-1.0, 1.0));
        }
        let (action, pv) = best.map_or((None, Vec::new()), |best| (Some(best.action), best.pv.clone()));
        let (exact, plies_to_end) = (all || mover.is_some_and(wins), best.and_then(|best| best.plies_to_end));
        let shown = if mover.is_some() { lines.clamp(1, choices.len().max(1)) } else { choices.len() };
        let choices = choices.iter().take(shown).cloned().collect();
        let (depth, nodes, plies, table_hits, elapsed) = (0, 0, 0, 0, Duration::ZERO);
        Self { action, values, pv, depth, nodes, plies, table_hits, elapsed, exact, plies_to_end, choices }
    }
}

impl<A> Report<A> {
    /// The same with the actions changed.
    pub fn map<B>(self, change: impl Fn(A) -> B) -> Report<B> {
        let all = |pv: Vec<A>| pv.into_iter().map(&change).collect();
        let choice = |choice: Choice<A>| Choice {
            action: change(choice.action),
            values: choice.values,
            pv: all(choice.pv),
            visits: choice.visits,
            exact: choice.exact,
            plies_to_end: choice.plies_to_end,
        };
        Report {
            action: self.action.map(&change),
            values: self.values,
            pv: all(self.pv),
            depth: self.depth,
            nodes: self.nodes,
            plies: self.plies,
            table_hits: self.table_hits,
            elapsed: self.elapsed,
            exact: self.exact,
            plies_to_end: self.plies_to_end,
            choices: self.choices.into_iter().map(choice).collect(),
        }
    }

    /// Nodes per second.
    pub fn speed(&self) -> f64 {
        self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(action: u8, value: f64, exact: bool) -> Choice<u8> {
        Choice { values: [value, -value, 0.0, 0.0], exact, ..Choice::new(action) }
    }

    #[test]
    fn a_win_is_exact_whatever_the_others_are() {
        let first = Some(Player::new(0));
        let report = |choices: &[_], complete| Report::new(choices, first, &[], 1, complete);
        let (win, even, loss) = (choice(1, 1.0, true), choice(2, 0.1, false), choice(3, -1.0, true));
        let found = report(&[win.clone(), even.clone()], false);
        assert!(found.exact && found.action == Some(1) && found.choices.len() == 1);
        assert!(!report(&[even, loss.clone()], true).exact);
        // A loss is one only if all actions are known to lose.
        assert!(report(&[loss.clone(), loss.clone()], true).exact);
        assert!(!report(&[loss.clone(), loss], false).exact);
        assert!(!report(&[], true).exact);
    }

    #[test]
    fn where_chance_acts_the_mean_counts_and_all_outcomes_are_told() {
        let outcomes = [choice(1, 1.0, true), choice(2, -0.5, true)];
        let report = Report::new(&outcomes, None, &[0.25, 0.75], 1, true);
        assert_eq!((report.action, report.choices.len(), report.exact), (None, 2, true));
        assert!((report.values[0] + 0.125).abs() < 1e-12 && (report.values[1] - 0.125).abs() < 1e-12);
        assert!(report.pv.is_empty());
    }

    #[test]
    fn a_mean_is_no_more_than_the_highest_value() {
        let report = Report::new(&vec![choice(1, 1.0, true); 18], None, &[1.0 / 18.0; 18], 1, true);
        assert!(report.values[0] > 0.99 && report.values.iter().all(|value| value.abs() <= 1.0), "{:?}", report.values);
    }
}
