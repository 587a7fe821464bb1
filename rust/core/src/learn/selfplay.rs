//! Games that an evaluator plays against itself, many at once: one call for the leaves of all of them.

use crate::error::{Error, ParseError};
use crate::evaluate::Evaluate;
use crate::game::{GameAction, MAX_PLAYERS, Turn};
use crate::games::{AnyPosition, Registered, Visitor};
use crate::observe::{self, Observe};
use crate::run::{Control, Rng, mix, with_helpers};
use crate::search::{Descent, Evaluator, Grove, Guidance, Policy, Questions, draw};
use std::collections::VecDeque;

/// How many bytes all trees take.
const TREE_MEMORY: usize = 1 << 30;

/// How games against oneself are played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SelfPlaySettings {
    /// How many games at once.
    pub games: usize,
    /// How many walks down the tree before each action.
    pub simulations: u32,
    /// The seed of everything random. Game number `i` depends on it and `i` only.
    pub seed: u64,
    /// How the evaluator is used; the temperature holds for the first plies.
    pub guidance: Guidance,
    /// After so many plies the best action is taken.
    pub cooling: u32,
    /// A game of so many plies is cut off.
    pub max_plies: u32,
}

impl SelfPlaySettings {
    /// The most games at once.
    pub const MOST: usize = Guidance::MOST;

    fn check(&self) -> Result<(), Error> {
        self.guidance.check()?;
        for (field, value, most) in [
            ("games", self.games, Self::MOST),
            ("simulations", self.simulations as usize, u32::MAX as usize),
            ("max_plies", self.max_plies as usize, u32::MAX as usize),
        ] {
            if value == 0 || value > most {
                return Err(Error::Argument(ParseError::new(field, value, format!("must be from 1 to {most}"))));
            }
        }
        Ok(())
    }
}

/// A finished game, one entry for each decision.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PlayedGame {
    /// The number of the game.
    pub number: u64,
    /// The observations of the players to move, one after the other.
    pub observations: Vec<f32>,
    /// How often each legal action was tried, as shares.
    pub policies: Vec<Policy>,
    /// The actions that were taken, by their index.
    pub actions: Vec<u16>,
    /// Who decided.
    pub players: Vec<i32>,
    /// The result for each player, whoever decided; zeros in a game that was cut off.
    pub returns: [f64; MAX_PLAYERS],
    /// Whether it was cut off.
    pub truncated: bool,
}

/// What is needed to go on with a game elsewhere or later.
#[derive(Clone, PartialEq, Debug)]
pub struct GameState {
    /// The number of the game.
    pub number: u64,
    /// All that was played, chance included, by its index.
    pub played: Vec<u16>,
    /// How often each action was tried, for each decision.
    pub policies: Vec<Policy>,
    /// The seed of the generator.
    pub seed: u64,
}

/// One running game.
struct Table<G: Evaluate> {
    number: u64,
    position: G,
    grove: Grove<G>,
    rng: Rng,
    /// Walks since the last action.
    walks: u32,
    played: Vec<u16>,
    policies: Vec<Policy>,
}

impl<G: Evaluate + Observe> Table<G> {
    fn new(start: &G, number: u64, settings: &SelfPlaySettings) -> Self {
        let grove = Grove::new(settings.guidance, TREE_MEMORY / settings.games);
        let rng = Rng::with_seed(mix(settings.seed, number));
        Self { number, position: *start, grove, rng, walks: 0, played: Vec::new(), policies: Vec::new() }
    }

    /// Plays something; chance follows, and then the tree begins at the next decision.
    fn play(&mut self, action: Option<G::Action>) {
        let mut next = action;
        while let Some(action) = next {
            self.position = self.position.play(action);
            self.played.push(action.index() as u16);
            next = self.outcome();
        }
        self.settle();
    }

    /// What chance brings about, if it acts.
    fn outcome(&mut self) -> Option<G::Action> {
        let acts = G::INFO.has_chance && self.position.turn() == Turn::Chance;
        if acts { self.position.sample_outcome(|parts| self.rng.u32(..parts)) } else { None }
    }

    /// A new decision begins.
    fn settle(&mut self) {
        self.walks = 0;
        self.grove.root_at(&self.position, &mut self.rng);
    }

    /// Takes an action as the walks advise.
    fn decide(&mut self, settings: &SelfPlaySettings) {
        let policy = self.grove.policy();
        let warm = self.played.len() < settings.cooling as usize;
        let temperature = if warm { settings.guidance.temperature } else { 0.0 };
        let index = draw(&policy, temperature, &mut self.rng);
        self.policies.push(policy);
        self.play(index.and_then(|index| G::Action::from_index(index.into())));
    }

    /// Whether the game has ended, or is cut off.
    fn has_ended(&self, settings: &SelfPlaySettings) -> bool {
        self.played.len() >= settings.max_plies as usize || self.position.turn() == Turn::Over
    }

    /// The game as it was played, from its start.
    fn record(&mut self, start: &G) -> PlayedGame {
        let mut game = PlayedGame { number: self.number, returns: self.position.returns(), ..PlayedGame::default() };
        game.truncated = self.position.turn() != Turn::Over;
        game.policies = std::mem::take(&mut self.policies);
        let mut position = *start;
        for &index in &self.played {
            let Some(action) = G::Action::from_index(index.into()) else { break };
            if !action.is_chance() {
                game.observations.extend(observe::numbers(&position, position.viewer()));
                game.players.push(position.viewer().index() as i32);
                game.actions.push(index);
            }
            position = position.play(action);
        }
        game
    }
}

/// Many games of an evaluator against itself.
pub struct SelfPlay<G: Evaluate> {
    start: G,
    settings: SelfPlaySettings,
    tables: Vec<Table<G>>,
    next: u64,
    finished: VecDeque<PlayedGame>,
    questions: Questions<G>,
}

impl<G: Evaluate + Observe> SelfPlay<G> {
    /// Games from this start.
    ///
    /// # Errors
    /// A number out of range, or a start at which the game is over.
    pub fn new(start: &G, settings: SelfPlaySettings) -> Result<Self, Error> {
        settings.check()?;
        if start.turn() == Turn::Over {
            return Err(Error::Argument(ParseError::new("start", start, "the game is over")));
        }
        let mut new = Self {
            start: *start,
            settings,
            tables: Vec::new(),
            next: 0,
            finished: VecDeque::new(),
            questions: Questions::new(),
        };
        for _ in 0..settings.games {
            let table = new.new_table();
            new.tables.push(table);
        }
        Ok(new)
    }

    fn new_table(&mut self) -> Table<G> {
        let mut table = Table::new(&self.start, self.next, &self.settings);
        // A state from outside may say any number.
        self.next = self.next.wrapping_add(1);
        let first = table.outcome();
        table.play(first);
        table
    }

    /// Keeps a game that has ended, and begins another one.
    fn renew(&mut self, number: usize) {
        let game = self.tables[number].record(&self.start);
        self.finished.push_back(game);
        self.tables[number] = self.new_table();
    }

    /// Plays on until a game has ended, and returns it.
    ///
    /// # Errors
    /// What the evaluator says, and [`Error::Stopped`]; the games can go on after either.
    pub fn play(&mut self, evaluator: &mut dyn Evaluator, poll: &mut dyn FnMut() -> bool) -> Result<PlayedGame, Error> {
        let control = Control::unlimited();
        let no_helpers: [fn(crate::run::Watch<'_>); 0] = [];
        let own = |mut watch: crate::run::Watch<'_>| loop {
            if let Some(game) = self.finished.pop_front() {
                return Ok(game);
            }
            watch.look().map_err(|_| Error::Stopped)?;
            self.round(evaluator)?;
        };
        with_helpers(&control, poll, own, no_helpers).0
    }

    /// One leaf for each game, and one call of the evaluator for all of them.
    fn round(&mut self, evaluator: &mut dyn Evaluator) -> Result<(), Error> {
        for number in 0..self.tables.len() {
            self.advance(number);
        }
        let tables = std::cell::RefCell::new(&mut self.tables);
        self.questions.answer(
            evaluator,
            |question, shares, values| tables.borrow_mut()[question.owner].grove.learn(question, shares, values),
            |question| {
                let table = &mut tables.borrow_mut()[question.owner];
                table.grove.release(&question.path);
                table.walks = table.walks.saturating_sub(1);
            },
        )
    }

    /// Goes on with a game until it has a question.
    fn advance(&mut self, number: usize) {
        loop {
            let table = &mut self.tables[number];
            if table.position.turn() == Turn::Over {
                // Chance has ended it before anybody could decide, and may end the next one like that: others come first.
                self.renew(number);
                return;
            }
            if table.walks >= self.settings.simulations || (table.walks > 0 && table.grove.is_proven()) {
                table.decide(&self.settings);
                if table.has_ended(&self.settings) {
                    self.renew(number);
                }
                continue;
            }
            table.walks += 1;
            if table.grove.descend(&mut table.rng, &mut self.questions, number) != Descent::Known {
                return;
            }
        }
    }

    /// What is needed to go on later: the next number, and the running games. What the trees know is lost, and the
    /// walks since the last actions are made again.
    pub fn state(&self) -> (u64, Vec<GameState>) {
        let state = |table: &Table<G>| GameState {
            number: table.number,
            played: table.played.clone(),
            policies: table.policies.clone(),
            seed: table.rng.get_seed(),
        };
        (self.next, self.tables.iter().map(state).collect())
    }

    /// Goes on from such a state. Games that are finished and not yet returned are dropped.
    ///
    /// # Errors
    /// A number of games that is not the one of the settings, an action that is not legal where it was played, or
    /// decisions without a policy.
    pub fn restore(&mut self, next: u64, states: &[GameState]) -> Result<(), Error> {
        if states.len() != self.settings.games {
            let reason = format!("expected {} games", self.settings.games);
            return Err(Error::Argument(ParseError::new("state", states.len(), reason)));
        }
        let tables: Result<Vec<_>, Error> = states.iter().map(|state| self.restored(state)).collect();
        (self.tables, self.next) = (tables?, next);
        self.finished.clear();
        Ok(())
    }

    fn restored(&self, state: &GameState) -> Result<Table<G>, Error> {
        let refuse = |input: usize, reason: &str| {
            let reason = format!("{reason} in game {}", state.number);
            Err(Error::Argument(ParseError::new("state", input, reason)))
        };
        let mut table = Table::new(&self.start, state.number, &self.settings);
        let mut decisions = 0;
        for &index in &state.played {
            let action = G::Action::from_index(index.into()).filter(|&action| table.position.is_legal(action));
            let Some(action) = action else { return refuse(index.into(), "is not legal where it was played") };
            decisions += usize::from(!action.is_chance());
            table.position = table.position.play(action);
        }
        let at_once = table.position.turn() == Turn::Over && decisions == 0;
        if !at_once && !matches!(table.position.turn(), Turn::Player(_)) {
            return refuse(state.played.len(), "nobody has to decide");
        }
        if decisions != state.policies.len() {
            return refuse(state.policies.len(), "decisions and policies are not as many");
        }
        let known =
            |&(index, share): &(u16, f32)| usize::from(index) < G::INFO.num_actions && (0.0..=1.0).contains(&share);
        if let Some(&(index, _)) = state.policies.iter().flatten().find(|entry| !known(entry)) {
            return refuse(index.into(), "a policy has an action that does not exist, or a share that is none,");
        }
        (table.played, table.policies) = (state.played.clone(), state.policies.clone());
        table.settle();
        table.rng = Rng::with_seed(state.seed);
        Ok(table)
    }
}

/// Games of one game, whichever that is.
pub type AnySelfPlay = Box<dyn SelfPlayer>;

/// What plays against itself, whichever game. See [`SelfPlay`], whose methods these are.
#[allow(clippy::missing_errors_doc, reason = "they are those of self-play")]
pub trait SelfPlayer: Send {
    /// Plays on until a game has ended, and returns it.
    fn play(&mut self, evaluator: &mut dyn Evaluator, poll: &mut dyn FnMut() -> bool) -> Result<PlayedGame, Error>;

    /// What is needed to go on later.
    fn state(&self) -> (u64, Vec<GameState>);

    /// Goes on from such a state.
    fn restore(&mut self, next: u64, states: &[GameState]) -> Result<(), Error>;
}

impl<G: Registered> SelfPlayer for SelfPlay<G> {
    fn play(&mut self, evaluator: &mut dyn Evaluator, poll: &mut dyn FnMut() -> bool) -> Result<PlayedGame, Error> {
        self.play(evaluator, poll)
    }

    fn state(&self) -> (u64, Vec<GameState>) {
        self.state()
    }

    fn restore(&mut self, next: u64, states: &[GameState]) -> Result<(), Error> {
        self.restore(next, states)
    }
}

struct NewSelfPlay(SelfPlaySettings);

impl Visitor for NewSelfPlay {
    type Output = Result<AnySelfPlay, Error>;

    fn visit<G: Registered>(self, start: &G) -> Self::Output {
        Ok(Box::new(SelfPlay::new(start, self.0)?))
    }
}

impl AnyPosition {
    /// Games of an evaluator against itself from here on; see [`SelfPlay::new`].
    ///
    /// # Errors
    /// As [`SelfPlay::new`].
    pub fn self_play(&self, settings: SelfPlaySettings) -> Result<AnySelfPlay, Error> {
        self.accept(NewSelfPlay(settings))
    }
}
