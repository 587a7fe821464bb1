//! The door to search with an evaluator.

use super::knowledge::Judgement;
use super::puct::{self, Descent, Grove, Guidance, Policy};
use super::questions::{Evaluator, Questions};
use super::report::Report;
use super::settings::Request;
use super::simulation::merged;
use crate::error::{Error, ParseError};
use crate::evaluate::{Evaluate, Weights, default_weights};
use crate::game::{GameAction, Turn};
use crate::games::{AnyAction, AnyPosition, Registered, Visitor};
use crate::observe::Observe;
use crate::run::{Control, Rng, Watch, mix, with_helpers};

/// How many bytes a tree takes if nothing else is said.
const TREE_MEMORY: usize = 256 << 20;

/// Searches positions of one game with an evaluator, and keeps what it learns for the next move.
pub struct Guided<G: Evaluate> {
    guidance: Guidance,
    weights: Weights,
    grove: Grove<G>,
    questions: Questions<G>,
    rng: Rng,
}

impl<G: Evaluate + Observe> Guided<G> {
    /// A searcher that knows nothing yet, and may take so many bytes.
    ///
    /// # Errors
    /// A number out of range.
    pub fn new(guidance: Guidance, seed: u64, memory: Option<usize>) -> Result<Self, Error> {
        guidance.check()?;
        let grove = Grove::new(guidance, memory.unwrap_or(TREE_MEMORY));
        let (weights, rng) = (default_weights::<G>(), Rng::with_seed(mix(seed, 0)));
        Ok(Self { guidance, weights, grove, questions: Questions::new(), rng })
    }

    /// Searches a position. At least one batch is asked about, unless the rules know the result.
    ///
    /// # Errors
    /// A position in which the game is over; what the evaluator says; [`Error::Stopped`].
    pub fn search(
        &mut self,
        position: &G,
        request: &Request<'_, G>,
        evaluator: &mut dyn Evaluator,
        poll: &mut dyn FnMut() -> bool,
    ) -> Result<Report<G::Action>, Error> {
        if position.turn() == Turn::Over {
            let reason = "the game is over, there is nothing to search";
            return Err(Error::Argument(ParseError::new("position", position, reason)));
        }
        let control = Control::new(request.limits.time, Some(request.stop));
        self.grove.root_at(position, &mut self.rng);
        let own = |mut watch: Watch<'_>| {
            let nodes = request.limits.nodes.unwrap_or(u64::MAX);
            let depth = request.limits.depth.map_or(usize::MAX, |depth| depth as usize);
            let mut walks = 0;
            while walks < nodes && !self.grove.is_proven() && !self.grove.tree.is_deep(depth, usize::MAX) {
                walks += self.gather(nodes - walks);
                self.answer(evaluator)?;
                if watch.look().is_err() {
                    break;
                }
            }
            Ok(walks)
        };
        let no_helpers: [fn(Watch<'_>); 0] = [];
        let (result, _) = with_helpers(&control, poll, own, no_helpers);
        let nodes = result?;
        if control.is_interrupted() {
            return Err(Error::Stopped);
        }
        let judgement = Judgement { weights: &self.weights, knowledge: None };
        let mut report = merged(std::slice::from_mut(&mut self.grove.tree), position, request.lines, judgement);
        (report.nodes, report.elapsed) = (nodes, control.elapsed());
        self.choose(position, &mut report);
        Ok(report)
    }

    /// Walks until there are enough questions, or as often as is allowed. Says how often.
    fn gather(&mut self, allowed: u64) -> u64 {
        let batch = self.guidance.batch;
        // Where the rules know the results, walks ask nothing; now and then the caller has a say.
        let allowed = allowed.min(4 * batch as u64);
        let (mut walks, mut blocked) = (0, Vec::new());
        while walks < allowed && self.questions.len() < batch && blocked.len() <= batch / 4 {
            match self.grove.descend(&mut self.rng, &mut self.questions, 0) {
                Descent::Blocked => blocked.push(self.grove.path().to_vec()),
                Descent::Known | Descent::Asked => walks += 1,
            }
            if self.grove.is_proven() {
                break;
            }
        }
        for path in &blocked {
            self.grove.release(path);
        }
        walks
    }

    fn answer(&mut self, evaluator: &mut dyn Evaluator) -> Result<(), Error> {
        let grove = std::cell::RefCell::new(&mut self.grove);
        self.questions.answer(
            evaluator,
            |question, shares, values| grove.borrow_mut().learn(question, shares, values),
            |question| grove.borrow_mut().release(&question.path),
        )
    }

    /// With a temperature, takes an action at random in place of the best one.
    fn choose(&mut self, position: &G, report: &mut Report<G::Action>) {
        if self.guidance.temperature > 0.0 && matches!(position.turn(), Turn::Player(_)) {
            let drawn = puct::draw(&self.grove.policy(), self.guidance.temperature, &mut self.rng);
            report.action = drawn.and_then(|index| G::Action::from_index(index.into())).or(report.action);
        }
    }

    /// How often each action of the last root was tried, as shares that add up to 1, by their indices. A proven win
    /// takes all, a proven loss nothing.
    pub fn policy(&self) -> Policy {
        self.grove.policy()
    }
}

/// A searcher of one game that takes positions of any.
pub type AnyGuided = Box<dyn GuidedSearch>;

/// What searches positions of one game with an evaluator, whichever game that is.
pub trait GuidedSearch: Send {
    /// Searches a position, and says how often each action was tried.
    ///
    /// # Errors
    /// A position of another game, and as [`Guided::search`].
    fn search(
        &mut self,
        position: &AnyPosition,
        request: &Request<'_, AnyPosition>,
        evaluator: &mut dyn Evaluator,
        poll: &mut dyn FnMut() -> bool,
    ) -> Result<(Report<AnyAction>, Policy), Error>;

    /// The game whose positions it searches.
    fn game(&self) -> &'static str;
}

impl<G: Registered> GuidedSearch for Guided<G> {
    fn search(
        &mut self,
        position: &AnyPosition,
        request: &Request<'_, AnyPosition>,
        evaluator: &mut dyn Evaluator,
        poll: &mut dyn FnMut() -> bool,
    ) -> Result<(Report<AnyAction>, Policy), Error> {
        let Some(own) = G::unwrap(position) else {
            let reason = format!("is not a position of {}", G::INFO.name);
            return Err(Error::Argument(ParseError::new("position", position, reason)));
        };
        let request = Request { limits: request.limits, lines: request.lines, played: &[], stop: request.stop };
        let report = self.search(own, &request, evaluator, poll)?.map(G::wrap_action);
        Ok((report, self.policy()))
    }

    fn game(&self) -> &'static str {
        G::INFO.name
    }
}

struct NewGuided(Guidance, u64, Option<usize>);

impl Visitor for NewGuided {
    type Output = Result<AnyGuided, Error>;

    fn visit<G: Registered>(self, _: &G) -> Self::Output {
        Ok(Box::new(Guided::<G>::new(self.0, self.1, self.2)?))
    }
}

impl AnyPosition {
    /// A searcher with an evaluator for positions of this game.
    ///
    /// # Errors
    /// A number out of range; see [`Guided::new`].
    pub fn guided(&self, guidance: Guidance, seed: u64, memory: Option<usize>) -> Result<AnyGuided, Error> {
        self.accept(NewGuided(guidance, seed, memory))
    }
}
