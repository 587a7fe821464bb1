//! What a search has found.

use crate::game::Returns;
use std::time::Duration;

/// The result of a search, or what it knows so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<A> {
    /// The best action; `None` where chance acts.
    pub action: Option<A>,
    /// The expected result for each player, from −1 to 1.
    pub values: Returns,
    /// The best line of play, as far as it is known; it ends where chance acts.
    pub line: Vec<A>,
    /// How deep the search has looked: half-moves, turns, or the longest line of the tree, as the
    /// method counts.
    pub depth: u32,
    /// How many nodes were visited, or how many simulations made.
    pub nodes: u64,
    /// How many actions were played: as many as nodes, but for simulations.
    pub actions: u64,
    /// How long it took.
    pub elapsed: Duration,
    /// Whether the values follow from the rules alone, without any estimate.
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
    pub line: Vec<A>,
    /// How often it was tried; 0 where the method does not count that.
    pub visits: u64,
    /// Whether the values follow from the rules alone.
    pub exact: bool,
    /// As in [`Report::plies_to_end`], counted from before the action.
    pub plies_to_end: Option<u32>,
}

impl<A> Report<A> {
    /// The same with the actions changed.
    pub fn map<B>(self, change: impl Fn(A) -> B) -> Report<B> {
        let line = |line: Vec<A>| line.into_iter().map(&change).collect();
        let choice = |choice: Choice<A>| Choice {
            action: change(choice.action),
            values: choice.values,
            line: line(choice.line),
            visits: choice.visits,
            exact: choice.exact,
            plies_to_end: choice.plies_to_end,
        };
        Report {
            action: self.action.map(&change),
            values: self.values,
            line: line(self.line),
            depth: self.depth,
            nodes: self.nodes,
            actions: self.actions,
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
