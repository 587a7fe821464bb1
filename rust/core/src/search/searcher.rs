//! The door to all searches: which one is used, and what is kept.

use super::knowledge::Knowledge;
use super::mcts::Leaf;
use super::report::Report;
use super::settings::{Method, Request, Settings};
use super::table::TranspositionTable;
use super::tree::Tree;
use crate::error::{Error, ParseError};
use crate::evaluate::{Evaluate, Weights};
use crate::game::Turn;
use crate::run::Limits;
use std::sync::Arc;

/// A simulation takes about as long as so many nodes.
const NODES_PER_SIMULATION: u64 = 8;

/// Searches positions of one game, and keeps what it learns for the next move.
pub struct Searcher<G: Evaluate> {
    pub(super) settings: Settings,
    pub(super) weights: Weights,
    pub(super) table: Option<TranspositionTable>,
    pub(super) trees: Vec<Tree<G>>,
    pub(super) knowledge: Option<Arc<dyn Knowledge<G>>>,
}

impl<G: Evaluate> Searcher<G> {
    /// A searcher that knows nothing yet.
    ///
    /// # Errors
    /// A number of threads out of range, a weight that the game does not have or that is no number.
    pub fn new(settings: Settings) -> Result<Self, Error> {
        settings.check()?;
        let weights = settings.weights_of::<G>()?;
        Ok(Self { settings, weights, table: None, trees: Vec::new(), knowledge: None })
    }

    /// The same, with what is known of positions before they are searched.
    #[must_use]
    pub fn knowing(mut self, knowledge: Arc<dyn Knowledge<G>>) -> Self {
        self.knowledge = Some(knowledge);
        self
    }

    /// Forgets what earlier searches have found.
    pub fn forget(&mut self) {
        (self.table, self.trees) = (None, Vec::new());
    }

    /// Searches a position.
    ///
    /// `poll` is called every now and then on the calling thread; once it returns true the search is
    /// given up. `inform` is called with what is known so far, after every depth or ten times a
    /// second.
    ///
    /// # Errors
    /// A position in which the game is over; a method that does not fit it; what is known cannot be read;
    /// [`Error::Stopped`].
    pub fn search(
        &mut self,
        position: &G,
        request: &Request<'_, G>,
        poll: &mut dyn FnMut() -> bool,
        inform: &mut dyn FnMut(&Report<G::Action>),
    ) -> Result<Report<G::Action>, Error> {
        if position.turn() == Turn::Over {
            let reason = "the game is over, there is nothing to search";
            return Err(Error::Argument(ParseError::new("position", position, reason)));
        }
        if let Some(report) = self.look_up(position, request)? {
            return Ok(report);
        }
        match self.settings.method {
            Method::Deepening if position.players() != 2 => {
                let reason = "looks ahead for two players only; use `mcts` for more";
                Err(Error::Argument(ParseError::new("method", "deepening", reason)))
            }
            Method::Auto if position.players() == 2 && !position.suits_simulation() => {
                self.look_ahead(position, request, poll, inform)
            }
            Method::Deepening => self.look_ahead(position, request, poll, inform),
            Method::Playout => self.simulate(Leaf::Playout, position, request, poll, inform),
            Method::Mcts => self.simulate(Leaf::Glance, position, request, poll, inform),
            Method::Auto => {
                // A limit of nodes without a choice of method means an amount of work.
                let nodes = request.limits.nodes.map(|nodes| (nodes / NODES_PER_SIMULATION).max(1));
                let request = Request { limits: Limits { nodes, ..request.limits }, ..*request };
                self.simulate(Leaf::Glance, position, &request, poll, inform)
            }
        }
    }
}
