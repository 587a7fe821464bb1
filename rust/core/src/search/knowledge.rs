//! What is known of positions without searching them, such as the tables of a solved game.

use super::deepening::{chances, mover};
use super::report::{Choice, Report};
use super::searcher::Searcher;
use super::settings::Request;
use crate::error::Error;
use crate::evaluate::{self, Evaluate, Weights};
use crate::game::{Game, Returns};
use crate::run::Control;

/// Actions, or outcomes, with what each player can expect after them.
pub type AfterEach<G> = Vec<(<G as Game>::Action, Returns)>;

/// Values that somebody has found out before.
///
/// Searches that meet chance ask for them at their leaves, and every search at its root. Alpha-beta asks at its root only:
/// it counts the plies to the end, of which values tell nothing.
pub trait Knowledge<G: Game>: Send + Sync {
    /// What each player can expect in a running game that is [settled](Evaluate::is_settled); `None` if it is not known.
    fn values(&self, position: &G) -> Option<Returns>;

    /// What each player can expect after each action, or after each outcome where chance acts, in their order; `None` if
    /// that is not known of all of them.
    ///
    /// # Errors
    /// What is known cannot be read.
    fn after_each(&self, position: &G) -> Result<Option<AfterEach<G>>, Error>;
}

/// By what a search judges the positions it does not look beyond.
#[derive(Clone, Copy)]
pub(super) struct Judgement<'a, G: Evaluate> {
    pub(super) weights: &'a Weights,
    pub(super) knowledge: Option<&'a dyn Knowledge<G>>,
}

impl<G: Evaluate> Judgement<'_, G> {
    /// What is known of a running game.
    #[inline]
    pub(super) fn known(&self, position: &G) -> Option<Returns> {
        self.knowledge.filter(|_| position.is_settled())?.values(position)
    }

    /// What a running game looks like to each player.
    pub(super) fn estimate(&self, position: &G) -> Returns {
        evaluate::estimate(position, self.weights)
    }
}

impl<G: Evaluate> Searcher<G> {
    /// What is known of the position without a search, if all of it is.
    pub(super) fn look_up(&self, position: &G, request: &Request<'_, G>) -> Result<Option<Report<G::Action>>, Error> {
        let control = Control::unlimited();
        let Some(knowledge) = self.knowledge.as_deref() else { return Ok(None) };
        let Some(found) = knowledge.after_each(position)? else { return Ok(None) };
        let hits = found.len() as u64;
        let choice = |(action, values)| Choice { values, exact: true, ..Choice::new(action) };
        let mut choices: Vec<_> = found.into_iter().map(choice).collect();
        let mover = mover(position);
        if let Some(mover) = mover {
            choices.sort_by(|a, b| b.values[mover.index()].total_cmp(&a.values[mover.index()]));
        }
        if let Some(best) = choices.first_mut().filter(|_| mover.is_some()) {
            best.pv = rest_of_turn(knowledge, position.play(best.action), best.pv.clone())?;
        }
        let mut report = Report::new(&choices, mover, &chances(position, &choices), request.lines, true);
        (report.table_hits, report.elapsed) = (hits, control.elapsed());
        Ok(Some(report))
    }
}

/// A line with the best actions that follow, up to the next chance.
fn rest_of_turn<G: Evaluate>(
    knowledge: &dyn Knowledge<G>,
    mut position: G,
    mut line: Vec<G::Action>,
) -> Result<Vec<G::Action>, Error> {
    while let Some(mover) = mover(&position)
        && !position.is_settled()
        && let Some(found) = knowledge.after_each(&position)?
    {
        let value = |(_, values): &(G::Action, Returns)| values[mover.index()];
        let best = found.into_iter().reduce(|best, other| if value(&other) > value(&best) { other } else { best });
        let Some((action, _)) = best else { break };
        line.push(action);
        position = position.play(action);
    }
    Ok(line)
}
