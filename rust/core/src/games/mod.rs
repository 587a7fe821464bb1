//! The registry: every game by name, and positions of any game behind one type.
//!
//! To add a game, write its folder, add its `mod` line and its line to the `registry!` call below.

mod any;
pub mod isis;
pub mod isis_osiris;
pub mod pharao;
pub mod ramses;
pub mod uraeus;

pub use any::{Permutation, permutations};

use crate::count::Count;
use crate::describe::Describe;
use crate::error::{Error, ParseError};
use crate::evaluate::Evaluate;
use crate::game::{Game, Info};
use crate::observe::{Observation, Observe};
use crate::pack::Pack;

/// A game of the registry.
pub trait Registered: Count + Pack + Describe + Evaluate + Observe {
    /// The position as one of any game.
    fn wrap(self) -> AnyPosition;

    /// The position, if it is one of this game.
    fn unwrap(position: &AnyPosition) -> Option<&Self>;

    /// The action as one of any game.
    fn wrap_action(action: Self::Action) -> AnyAction;

    /// The action, if it is one of this game.
    fn unwrap_action(action: AnyAction) -> Option<Self::Action>;
}

/// What is done with a position of any game in its own type: see [`AnyPosition::accept`].
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Looks at a position.
    fn visit<G: Registered>(self, position: &G) -> Self::Output;
}

/// Builds [`GAMES`], [`AnyPosition`] and [`AnyAction`] from one line per game, and three macros that
/// open them again: an expression is compiled once for each game. The first argument is a dollar
/// sign, which the inner macros need and a macro cannot write by itself.
macro_rules! registry {
    ($d:tt $($variant:ident => $module:ident,)*) => {
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

        $(impl Registered for $module::Position {
            #[inline]
            fn wrap(self) -> AnyPosition {
                AnyPosition::$variant(self)
            }

            #[inline]
            fn unwrap(position: &AnyPosition) -> Option<&Self> {
                match position {
                    AnyPosition::$variant(position) => Some(position),
                    #[allow(unreachable_patterns, reason = "there may be only one game")]
                    _ => None,
                }
            }

            #[inline]
            fn wrap_action(action: Self::Action) -> AnyAction {
                AnyAction::$variant(action)
            }

            #[inline]
            fn unwrap_action(action: AnyAction) -> Option<Self::Action> {
                match action {
                    AnyAction::$variant(action) => Some(action),
                    #[allow(unreachable_patterns, reason = "there may be only one game")]
                    _ => None,
                }
            }
        })*

        /// Evaluates an expression with a position in its own type.
        macro_rules! on_position {
            ($d any:expr, $d position:ident => $d body:expr) => {
                match $d any { $($d crate::games::AnyPosition::$variant($d position) => $d body,)* }
            };
        }

        /// Evaluates an expression with an action in its own type and the type `G` of its positions.
        macro_rules! on_action {
            ($d any:expr, $d G:ident, $d action:ident => $d body:expr) => {
                match $d any {
                    $($d crate::games::AnyAction::$variant($d action) => {
                        type $d G = $d crate::games::$module::Position;
                        $d body
                    })*
                }
            };
        }

        /// Evaluates an expression with the type `G` of the positions of the game with this name; an
        /// error for a name that no game has.
        macro_rules! on_name {
            ($d name:expr, $d G:ident => $d body:expr) => {
                match $d name {
                    $(name if name == <$d crate::games::$module::Position as $d crate::game::Game>::INFO.name => {
                        type $d G = $d crate::games::$module::Position;
                        $d body
                    })*
                    name => Err($d crate::games::unknown_game(name)),
                }
            };
        }

        use {on_action, on_name, on_position};
    };
}

registry! { $
    Ramses => ramses,
    Isis => isis,
    Pharao => pharao,
    Uraeus => uraeus,
    IsisOsiris => isis_osiris,
}

/// What is known of a game by its name.
///
/// # Errors
/// A name that no registered game has.
pub fn info(game: &str) -> Result<&'static Info, Error> {
    GAMES.iter().find(|info| info.name == game).ok_or_else(|| unknown_game(game))
}

/// How the positions of a game are written as numbers.
///
/// # Errors
/// A name that no registered game has.
pub fn observation(game: &str) -> Result<Observation, Error> {
    on_name!(game, G => Ok(G::OBSERVATION))
}

fn unknown_game(game: &str) -> Error {
    let names: Vec<_> = GAMES.iter().map(|info| format!("`{}`", info.name)).collect();
    Error::Game(ParseError::new("game", game, format!("no such game; there are {}", names.join(", "))))
}
