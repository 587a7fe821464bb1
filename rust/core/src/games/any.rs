//! Positions and actions of any game: each call is passed on to the game it belongs to.

use super::{AnyAction, AnyPosition, Registered, Visitor, on_action, on_name, on_position};
use crate::count::Count;
use crate::describe::{Describe, ScoredPiece, State};
use crate::error::{Error, ParseError};
use crate::evaluate::{self, Evaluate, Features, WeightInfo};
use crate::field::Field;
use crate::game::{Game, GameAction, Info, MAX_PLAYERS, Player, Returns, Turn};
use crate::options::{OptionValue, Options};
use std::fmt;

impl AnyPosition {
    /// The start position of a game.
    ///
    /// # Errors
    /// An unknown game, an unknown option, or a value that the option does not take.
    pub fn start(game: &str, options: impl IntoIterator<Item = (String, OptionValue)>) -> Result<Self, Error> {
        on_name!(game, G => Options::new(G::INFO.options, options)
            .and_then(|options| G::start(&options))
            .map(G::wrap)
            .map_err(|error| Error::Option(G::INFO.name, error)))
    }

    /// Reads the canonical text of a position.
    ///
    /// # Errors
    /// An unknown game, a text that is not in canonical form, or an impossible position.
    pub fn parse(game: &str, text: &str) -> Result<Self, Error> {
        on_name!(game, G => text.parse().map(G::wrap).map_err(|error| Error::Position(G::INFO.name, error)))
    }

    /// Shows the position, in its own type, to a visitor: how what is written for any game is used on
    /// positions of all games.
    pub fn accept<V: Visitor>(&self, visitor: V) -> V::Output {
        on_position!(self, position => visitor.visit(position))
    }

    /// What is the same for all positions of this game.
    pub fn info(&self) -> &'static Info {
        on_position!(self, position => info_of(position))
    }

    /// How many players take part.
    pub fn players(&self) -> usize {
        on_position!(self, position => position.players())
    }

    /// Who acts next.
    pub fn turn(&self) -> Turn {
        on_position!(self, position => position.turn())
    }

    /// The player whose turn it is, also while chance acts; `None` when the game is over.
    pub fn turn_owner(&self) -> Option<Player> {
        on_position!(self, position => position.turn_owner())
    }

    /// Calls `visit` with every legal action, or every outcome where chance acts, in ascending order
    /// of their index.
    pub fn each_action(&self, mut visit: impl FnMut(AnyAction)) {
        on_position!(self, position => position.each_action(|action| visit(wrapped(position, action))));
    }

    /// How many legal actions there are.
    pub fn count_actions(&self) -> u64 {
        on_position!(self, position => position.count_actions())
    }

    /// Whether the action belongs to this game and is legal here.
    pub fn is_legal(&self, action: AnyAction) -> bool {
        on_position!(self, position => if_legal(position, action).is_some())
    }

    /// Why an action is refused here; `None` for a legal one.
    pub fn refusal(&self, action: AnyAction) -> Option<String> {
        on_position!(self, position => legal(position, action).err().map(|error| match error {
            Error::Illegal(_, parts) => parts.reason,
            other => other.to_string(),
        }))
    }

    /// The position after a legal action.
    ///
    /// # Errors
    /// An action that is not legal here.
    pub fn play(&self, action: AnyAction) -> Result<Self, Error> {
        on_position!(self, position => legal(position, action).map(|action| position.play(action).wrap()))
    }

    /// The probability of a chance outcome as a fraction; `(0, 1)` for anything else.
    pub fn probability(&self, outcome: AnyAction) -> (u32, u32) {
        on_position!(self, position => {
            if_legal(position, outcome).map_or((0, 1), |outcome| position.probability(outcome))
        })
    }

    /// The result for each player; all zero while the game runs.
    pub fn returns(&self) -> Returns {
        on_position!(self, position => position.returns())
    }

    /// The totals of a game that is played for points.
    pub fn scores(&self) -> Option<Vec<i32>> {
        on_position!(self, position => position.scores())
    }

    /// The fields of one walk that makes a legal move, start first.
    ///
    /// # Errors
    /// An action that is not legal here.
    pub fn path(&self, action: AnyAction) -> Result<Vec<String>, Error> {
        on_position!(self, position => {
            legal(position, action).map(|action| names(position, position.path(action)))
        })
    }

    /// All walks that make a legal move.
    ///
    /// # Errors
    /// An action that is not legal here.
    pub fn walks(&self, action: AnyAction) -> Result<Vec<Vec<String>>, Error> {
        on_position!(self, position => legal(position, action).map(|action| {
            position.walks(action).into_iter().map(|walk| names(position, walk)).collect()
        }))
    }

    /// What a legal action brings about besides itself, one sentence each.
    ///
    /// # Errors
    /// An action that is not legal here.
    pub fn events(&self, action: AnyAction) -> Result<Vec<String>, Error> {
        on_position!(self, position => legal(position, action).map(|action| position.events(action)))
    }

    /// What stands on the board, as pairs of field and piece in the words of the notation.
    pub fn pieces(&self) -> Vec<(String, String)> {
        on_position!(self, position => position.pieces())
    }

    /// How the scores come about, piece by piece; empty where nothing is played for points.
    pub fn scored_pieces(&self) -> Vec<ScoredPiece> {
        on_position!(self, position => position.scored_pieces())
    }

    /// What is off the board or in the middle of a turn.
    pub fn state(&self) -> State {
        on_position!(self, position => position.state())
    }

    /// How a field is written in the notation of this game.
    pub fn field_name(&self, field: Field) -> String {
        on_position!(self, position => name(position, field))
    }

    /// What a player is called.
    pub fn player_name(&self, player: Player) -> String {
        on_position!(self, position => position.player_name(player))
    }

    /// One sentence for people: who has to do what, or who has won and why.
    pub fn describe(&self) -> String {
        on_position!(self, position => position.describe())
    }

    /// The features by which positions of this game are judged, and their weights.
    pub fn weights(&self) -> &'static [WeightInfo] {
        on_position!(self, position => weights_of(position))
    }

    /// The features of this position for each player, in the order of the weights.
    pub fn features(&self) -> [Features; MAX_PLAYERS] {
        on_position!(self, position => position.features())
    }

    /// What each player can expect at a glance; the result when the game is over.
    pub fn estimate(&self) -> Returns {
        on_position!(self, position => evaluate::glance(position))
    }
}

impl fmt::Display for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        on_position!(self, position => position.fmt(f))
    }
}

impl AnyAction {
    /// Reads an action of a game.
    ///
    /// # Errors
    /// An unknown game, or a text that is no action of it.
    pub fn parse(game: &str, text: &str) -> Result<Self, Error> {
        on_name!(game, G => text.parse().map(G::wrap_action).map_err(|error| Error::Action(G::INFO.name, error)))
    }

    /// The action of a game that has this index.
    ///
    /// # Errors
    /// An unknown game, or an index that no action has.
    pub fn from_index(game: &str, index: usize) -> Result<Self, Error> {
        on_name!(game, G => <G as Game>::Action::from_index(index)
            .map(G::wrap_action)
            .ok_or_else(|| no_such_index(&G::INFO, index)))
    }

    /// A number below [`Info::num_actions`], different for each action of the game.
    pub fn index(&self) -> usize {
        on_action!(self, G, action => index_of::<G>(*action))
    }

    /// What is done, in one word.
    pub fn kind(&self) -> &'static str {
        on_action!(self, G, action => kind_of::<G>(*action))
    }

    /// Whether chance brings it about, not a player.
    pub fn is_chance(&self) -> bool {
        on_action!(self, _G, action => action.is_chance())
    }

    /// The field that a piece leaves, as the notation writes it.
    pub fn source(&self) -> Option<String> {
        on_action!(self, G, action => action.source().map(G::field_name))
    }

    /// The field that a piece comes to or that is acted on, as the notation writes it.
    pub fn target(&self) -> Option<String> {
        on_action!(self, G, action => action.target().map(G::field_name))
    }

    /// What is the same for the whole game.
    pub fn info(&self) -> &'static Info {
        on_action!(self, G, _action => const { &<G as Game>::INFO })
    }
}

impl fmt::Display for AnyAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        on_action!(self, _G, action => action.fmt(f))
    }
}

// What the macros cannot say by themselves: the type of a position from its value.

const fn info_of<G: Game>(_: &G) -> &'static Info {
    const { &G::INFO }
}

const fn weights_of<G: Evaluate>(_: &G) -> &'static [WeightInfo] {
    G::WEIGHTS
}

fn wrapped<G: Registered>(_: &G, action: G::Action) -> AnyAction {
    G::wrap_action(action)
}

fn index_of<G: Game>(action: G::Action) -> usize {
    action.index()
}

fn kind_of<G: Game>(action: G::Action) -> &'static str {
    action.kind()
}

fn name<G: Describe>(_: &G, field: Field) -> String {
    G::field_name(field)
}

fn names<G: Describe>(position: &G, walk: Vec<Field>) -> Vec<String> {
    walk.into_iter().map(|field| name(position, field)).collect()
}

/// The action in its own type, if it is legal.
#[inline]
fn if_legal<G: Registered>(position: &G, action: AnyAction) -> Option<G::Action> {
    G::unwrap_action(action).filter(|&own| position.is_legal(own))
}

/// The same with a reason if it is not, which takes time to write.
#[inline]
fn legal<G: Registered>(position: &G, action: AnyAction) -> Result<G::Action, Error> {
    if_legal(position, action).ok_or_else(|| illegal(position, action))
}

#[cold]
fn illegal<G: Registered>(position: &G, action: AnyAction) -> Error {
    let (own, other) = (G::INFO.name, action.info().name);
    let refusal = G::unwrap_action(action).and_then(|action| position.refusal(action));
    let reason = refusal.unwrap_or_else(|| format!("is an action of {other}, not of {own}"));
    Error::Illegal(own, ParseError::new("action", action, reason))
}

fn no_such_index(info: &Info, index: usize) -> Error {
    let reason = format!("no action has this index; they are below {}", info.num_actions);
    Error::Action(info.name, ParseError::new("index", index, reason))
}
