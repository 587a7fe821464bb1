//! The registry: every game by name, and positions of any game behind one type.
//!
//! To add a game, write its folder and add its line to the `registry!` call below.

use crate::error::{Error, ParseError};
use crate::field::Field;
use crate::game::{Action, Game, Info, MAX_PLAYERS, Player, Returns, Turn};
use crate::options::{OptionValue, Options};
use crate::perft;
use crate::playout::{self, Playouts};
use crate::search::{AnySearcher, Evaluate, Features, Registered, Settings, WeightInfo};
use std::fmt;

/// Builds the module list, [`GAMES`], [`AnyPosition`] and [`AnyAction`] from one line per game.
macro_rules! registry {
    ($($variant:ident => $module:ident,)*) => {
        $(pub mod $module;)*

        /// All games, in the order in which they are listed to people.
        pub const GAMES: &[Info] = &[$(<$module::Position as Game>::INFO),*];

        /// A position of any game.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        pub enum AnyPosition {
            $(#[doc = concat!("A position of the game in [`", stringify!($module), "`].")]
            $variant($module::Position),)*
        }

        /// An action of any game.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum AnyAction {
            $(#[doc = concat!("An action of the game in [`", stringify!($module), "`].")]
            $variant(<$module::Position as Game>::Action),)*
        }

        impl AnyPosition {
            /// The start position of a game.
            ///
            /// # Errors
            /// An unknown game, an unknown option, or a value that the option does not take.
            pub fn start(
                game: &str,
                options: impl IntoIterator<Item = (String, OptionValue)>,
            ) -> Result<Self, Error> {
                $(if game == $module::Position::INFO.name {
                    return Options::new($module::Position::INFO.options, options)
                        .and_then(|options| $module::Position::start(&options))
                        .map(Self::$variant)
                        .map_err(|error| Error::Option($module::Position::INFO.name, error));
                })*
                Err(unknown_game(game))
            }

            /// Reads the canonical text of a position.
            ///
            /// # Errors
            /// An unknown game, a text that is not in canonical form, or an impossible position.
            pub fn parse(game: &str, text: &str) -> Result<Self, Error> {
                $(if game == $module::Position::INFO.name {
                    return text.parse().map(Self::$variant)
                        .map_err(|error| Error::Position($module::Position::INFO.name, error));
                })*
                Err(unknown_game(game))
            }

            /// What is the same for all positions of this game.
            pub fn info(&self) -> &'static Info {
                match self { $(Self::$variant(_) => const { &<$module::Position as Game>::INFO },)* }
            }

            /// How many players take part.
            pub fn players(&self) -> usize {
                match self { $(Self::$variant(position) => position.players(),)* }
            }

            /// Who acts next.
            pub fn turn(&self) -> Turn {
                match self { $(Self::$variant(position) => position.turn(),)* }
            }

            /// Calls `visit` with every legal action, or every outcome where chance acts, in
            /// ascending order of their index.
            pub fn each_action(&self, mut visit: impl FnMut(AnyAction)) {
                match self {
                    $(Self::$variant(position) => position.each_action(|action| visit(AnyAction::$variant(action))),)*
                }
            }

            /// How many legal actions there are.
            pub fn count_actions(&self) -> u64 {
                match self { $(Self::$variant(position) => position.count_actions(),)* }
            }

            /// Whether the action belongs to this game and is legal here.
            pub fn is_legal(&self, action: AnyAction) -> bool {
                match (self, action) {
                    $((Self::$variant(position), AnyAction::$variant(action)) => position.is_legal(action),)*
                    #[allow(unreachable_patterns, reason = "there may be only one game")]
                    _ => false,
                }
            }

            /// The position after a legal action.
            ///
            /// # Errors
            /// An action that is not legal here.
            pub fn play(&self, action: AnyAction) -> Result<Self, Error> {
                match (self, action) {
                    $((Self::$variant(position), AnyAction::$variant(action)) if position.is_legal(action) => {
                        Ok(Self::$variant(position.play(action)))
                    })*
                    _ => Err(self.illegal(action)),
                }
            }

            /// The probability of a chance outcome as a fraction; `(0, 1)` for anything else.
            pub fn probability(&self, outcome: AnyAction) -> (u32, u32) {
                match (self, outcome) {
                    $((Self::$variant(position), AnyAction::$variant(outcome)) if position.is_legal(outcome) => {
                        position.probability(outcome)
                    })*
                    _ => (0, 1),
                }
            }

            /// The result for each player; all zero while the game runs.
            pub fn returns(&self) -> Returns {
                match self { $(Self::$variant(position) => position.returns(),)* }
            }

            /// The totals of a game that is played for points.
            pub fn scores(&self) -> Option<Vec<i32>> {
                match self { $(Self::$variant(position) => position.scores(),)* }
            }

            /// The fields of one walk that makes a legal move, start first.
            ///
            /// # Errors
            /// An action that is not legal here.
            pub fn path(&self, action: AnyAction) -> Result<Vec<String>, Error> {
                match (self, action) {
                    $((Self::$variant(position), AnyAction::$variant(action)) if position.is_legal(action) => {
                        Ok(names::<$module::Position>(position.path(action)))
                    })*
                    _ => Err(self.illegal(action)),
                }
            }

            /// All walks that make a legal move.
            ///
            /// # Errors
            /// An action that is not legal here.
            pub fn walks(&self, action: AnyAction) -> Result<Vec<Vec<String>>, Error> {
                match (self, action) {
                    $((Self::$variant(position), AnyAction::$variant(action)) if position.is_legal(action) => {
                        Ok(position.walks(action).into_iter().map(names::<$module::Position>).collect())
                    })*
                    _ => Err(self.illegal(action)),
                }
            }

            /// What stands on the board, as pairs of field and piece in the words of the notation.
            pub fn pieces(&self) -> Vec<(String, String)> {
                match self { $(Self::$variant(position) => position.pieces(),)* }
            }

            /// What a player is called.
            pub fn player_name(&self, player: Player) -> String {
                match self { $(Self::$variant(position) => position.player_name(player),)* }
            }

            /// One sentence for people: who has to do what, or who has won and why.
            pub fn describe(&self) -> String {
                match self { $(Self::$variant(position) => position.describe(),)* }
            }

            /// The number of lines of exactly `depth` plies; see [`perft::perft`].
            ///
            /// # Errors
            /// As [`perft::perft`].
            pub fn perft(&self, plan: perft::Plan, poll: &mut dyn FnMut() -> bool) -> Result<u128, Error> {
                match self { $(Self::$variant(position) => perft::perft(position, plan, poll),)* }
            }

            /// Random games from here on; see [`playout::playouts`].
            ///
            /// # Errors
            /// As [`playout::playouts`].
            pub fn playouts(
                &self,
                games: u64,
                seed: u64,
                max_plies: u32,
                threads: usize,
                poll: &mut dyn FnMut() -> bool,
            ) -> Result<Playouts, Error> {
                match self {
                    $(Self::$variant(position) => playout::playouts(position, games, seed, max_plies, threads, poll),)*
                }
            }

            /// The number of lines that begin with each action; see [`perft::divide`].
            ///
            /// # Errors
            /// As [`perft::divide`].
            pub fn divide(
                &self,
                plan: perft::Plan,
                poll: &mut dyn FnMut() -> bool,
            ) -> Result<Vec<(AnyAction, u128)>, Error> {
                match self {
                    $(Self::$variant(position) => {
                        let counts = perft::divide(position, plan, poll)?;
                        Ok(counts.into_iter().map(|(action, count)| (AnyAction::$variant(action), count)).collect())
                    })*
                }
            }
        }

        impl AnyPosition {
            /// A searcher for positions of this game.
            ///
            /// # Errors
            /// A setting out of range; see [`crate::search::Searcher::new`].
            pub fn searcher(&self, settings: Settings) -> Result<AnySearcher, Error> {
                match self { $(Self::$variant(_) => AnySearcher::of::<$module::Position>(settings),)* }
            }

            /// The features by which positions of this game are judged, and their weights.
            pub fn weights(&self) -> &'static [WeightInfo] {
                match self { $(Self::$variant(_) => <$module::Position as Evaluate>::WEIGHTS,)* }
            }

            /// The features of this position for each player, in the order of the weights.
            pub fn features(&self) -> [Features; MAX_PLAYERS] {
                match self { $(Self::$variant(position) => position.features(),)* }
            }

            /// What each player can expect at a glance; the result when the game is over.
            pub fn estimate(&self) -> Returns {
                match self { $(Self::$variant(position) => glance(position),)* }
            }
        }

        $(impl Registered for $module::Position {
            fn wrap(self) -> AnyPosition {
                AnyPosition::$variant(self)
            }

            fn unwrap(position: &AnyPosition) -> Option<&Self> {
                match position {
                    AnyPosition::$variant(position) => Some(position),
                    #[allow(unreachable_patterns, reason = "there may be only one game")]
                    _ => None,
                }
            }

            fn wrap_action(action: Self::Action) -> AnyAction {
                AnyAction::$variant(action)
            }
        })*

        impl fmt::Display for AnyPosition {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(Self::$variant(position) => position.fmt(f),)* }
            }
        }

        impl AnyAction {
            /// Reads an action of a game.
            ///
            /// # Errors
            /// An unknown game, or a text that is no action of it.
            pub fn parse(game: &str, text: &str) -> Result<Self, Error> {
                $(if game == $module::Position::INFO.name {
                    return text.parse().map(Self::$variant)
                        .map_err(|error| Error::Action($module::Position::INFO.name, error));
                })*
                Err(unknown_game(game))
            }

            /// The action of a game that has this index.
            ///
            /// # Errors
            /// An unknown game, or an index that no action has.
            pub fn from_index(game: &str, index: usize) -> Result<Self, Error> {
                $(if game == $module::Position::INFO.name {
                    return <$module::Position as Game>::Action::from_index(index)
                        .map(Self::$variant)
                        .ok_or_else(|| no_such_index(&$module::Position::INFO, index));
                })*
                Err(unknown_game(game))
            }

            /// A number below [`Info::num_actions`], different for each action of the game.
            pub fn index(&self) -> usize {
                match self { $(Self::$variant(action) => action.index(),)* }
            }

            /// What is the same for the whole game.
            pub fn info(&self) -> &'static Info {
                match self { $(Self::$variant(_) => const { &<$module::Position as Game>::INFO },)* }
            }
        }

        impl fmt::Display for AnyAction {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(Self::$variant(action) => action.fmt(f),)* }
            }
        }
    };
}

registry! {
    Ramses => ramses,
    Isis => isis,
    Pharao => pharao,
    Uraeus => uraeus,
    IsisOsiris => isis_osiris,
}

impl AnyPosition {
    fn illegal(&self, action: AnyAction) -> Error {
        let reason = if action.info().name == self.info().name {
            format!("is not legal in {self}")
        } else {
            format!("is an action of {}, not of {}", action.info().name, self.info().name)
        };
        Error::Illegal(self.info().name, ParseError::new("action", action, reason))
    }
}

/// What is known of a game by its name.
///
/// # Errors
/// A name that no registered game has.
pub fn info(game: &str) -> Result<&'static Info, Error> {
    GAMES.iter().find(|info| info.name == game).ok_or_else(|| unknown_game(game))
}

fn unknown_game(game: &str) -> Error {
    let names: Vec<_> = GAMES.iter().map(|info| format!("`{}`", info.name)).collect();
    Error::Game(ParseError::new("game", game, format!("no such game; there are {}", names.join(", "))))
}

fn no_such_index(info: &Info, index: usize) -> Error {
    let reason = format!("no action has this index; they are below {}", info.num_actions);
    Error::Action(info.name, ParseError::new("index", index, reason))
}

fn glance<G: Registered>(position: &G) -> Returns {
    match position.turn() {
        Turn::Over => position.returns(),
        _ => crate::search::estimate(position, &crate::search::default_weights::<G>()),
    }
}

fn names<G: Game>(walk: Vec<Field>) -> Vec<String> {
    walk.into_iter().map(G::field_name).collect()
}
