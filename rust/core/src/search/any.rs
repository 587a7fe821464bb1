//! Searching positions of any game.

use super::limits::Limits;
use super::report::Report;
use super::searcher::{Request, Searcher, Settings};
use crate::error::{Error, ParseError};
use crate::games::{AnyAction, AnyPosition, Registered, Visitor};
use std::sync::atomic::AtomicBool;

/// As [`Request`], for a position of any game.
#[derive(Clone, Debug)]
pub struct AnyRequest<'a> {
    /// When it ends.
    pub limits: Limits,
    /// How many actions are to be reported.
    pub lines: usize,
    /// Positions of the game so far; those of other games are passed over.
    pub played: &'a [AnyPosition],
    /// Ends the search when set, from another thread.
    pub stop: &'a AtomicBool,
}

/// What is the same for the searchers of all games.
trait Search: Send {
    fn search(
        &mut self,
        position: &AnyPosition,
        request: &AnyRequest<'_>,
        poll: &mut dyn FnMut() -> bool,
        inform: &mut dyn FnMut(Report<AnyAction>),
    ) -> Result<Report<AnyAction>, Error>;
    fn forget(&mut self);
    fn game(&self) -> &'static str;
}

impl<G: Registered> Search for Searcher<G> {
    fn search(
        &mut self,
        position: &AnyPosition,
        request: &AnyRequest<'_>,
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
        let report = self.search(own, &request, poll, &mut inform)?;
        Ok(report.map(G::wrap_action))
    }

    fn forget(&mut self) {
        self.forget();
    }

    fn game(&self) -> &'static str {
        G::INFO.name
    }
}

/// A searcher of one game that takes positions of any.
pub struct AnySearcher(Box<dyn Search>);

impl AnySearcher {
    fn of<G: Registered>(settings: Settings) -> Result<Self, Error> {
        Ok(Self(Box::new(Searcher::<G>::new(settings)?)))
    }

    /// Searches a position; see [`Searcher::search`].
    ///
    /// # Errors
    /// A position of another game, and as [`Searcher::search`].
    pub fn search(
        &mut self,
        position: &AnyPosition,
        request: &AnyRequest<'_>,
        poll: &mut dyn FnMut() -> bool,
        inform: &mut dyn FnMut(Report<AnyAction>),
    ) -> Result<Report<AnyAction>, Error> {
        self.0.search(position, request, poll, inform)
    }

    /// Forgets what earlier searches have found.
    pub fn forget(&mut self) {
        self.0.forget();
    }

    /// The game whose positions it searches.
    pub fn game(&self) -> &'static str {
        self.0.game()
    }
}

struct NewSearcher(Settings);

impl Visitor for NewSearcher {
    type Output = Result<AnySearcher, Error>;

    fn visit<G: Registered>(self, _: &G) -> Self::Output {
        AnySearcher::of::<G>(self.0)
    }
}

impl AnyPosition {
    /// A searcher for positions of this game.
    ///
    /// # Errors
    /// A setting out of range; see [`Searcher::new`].
    pub fn searcher(&self, settings: Settings) -> Result<AnySearcher, Error> {
        self.accept(NewSearcher(settings))
    }
}
