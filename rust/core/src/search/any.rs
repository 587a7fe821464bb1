//! Searching positions of any game.

use super::report::Report;
use super::searcher::Searcher;
use super::settings::{Request, Settings};
use crate::error::{Error, ParseError};
use crate::games::{AnyAction, AnyPosition, Registered, Visitor};

/// A searcher of one game that takes positions of any.
pub type AnySearcher = Box<dyn Search>;

/// What finds the best action in positions of one game, whichever that is.
pub trait Search: Send {
    /// Searches a position. Played positions of other games are passed over.
    ///
    /// # Errors
    /// A position of another game, and as [`Searcher::search`].
    fn search(
        &mut self,
        position: &AnyPosition,
        request: &Request<'_, AnyPosition>,
        poll: &mut dyn FnMut() -> bool,
        inform: &mut dyn FnMut(Report<AnyAction>),
    ) -> Result<Report<AnyAction>, Error>;

    /// The game whose positions it searches.
    fn game(&self) -> &'static str;
}

impl<G: Registered> Search for Searcher<G> {
    fn search(
        &mut self,
        position: &AnyPosition,
        request: &Request<'_, AnyPosition>,
        poll: &mut dyn FnMut() -> bool,
        inform: &mut dyn FnMut(Report<AnyAction>),
    ) -> Result<Report<AnyAction>, Error> {
        let Some(own) = G::unwrap(position) else {
            let reason = format!("is not a position of {}", G::INFO.name);
            return Err(Error::Argument(ParseError::new("position", position, reason)));
        };
        let played: Vec<_> = request.played.iter().filter_map(G::unwrap).copied().collect();
        let request = Request { limits: request.limits, lines: request.lines, played: &played, stop: request.stop };
        let mut inform = |report: &Report<G::Action>| inform(report.clone().map(G::wrap_action));
        Ok(self.search(own, &request, poll, &mut inform)?.map(G::wrap_action))
    }

    fn game(&self) -> &'static str {
        G::INFO.name
    }
}

struct NewSearcher<'a>(&'a Settings);

impl Visitor for NewSearcher<'_> {
    type Output = Result<AnySearcher, Error>;

    fn visit<G: Registered>(self, _: &G) -> Self::Output {
        Ok(Box::new(Searcher::<G>::new(self.0.clone())?))
    }
}

impl AnyPosition {
    /// A searcher for positions of this game.
    ///
    /// # Errors
    /// A setting out of range; see [`Searcher::new`].
    pub fn searcher(&self, settings: &Settings) -> Result<AnySearcher, Error> {
        self.accept(NewSearcher(settings))
    }
}
