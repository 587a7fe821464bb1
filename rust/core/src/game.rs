//! The one shape of all games: positions joined by actions, each position waiting for a player,
//! for chance, or for nobody.

use crate::error::ParseError;
use crate::field::Field;
use crate::options::{OptionInfo, Options};
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

/// The most players any game takes.
pub const MAX_PLAYERS: usize = 4;

/// A player, numbered from 0 in turn order (or in the order of the notation's colours).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Player(u8);

impl Player {
    /// The player with this number, counted from 0.
    pub const fn new(number: usize) -> Self {
        Self(number as u8)
    }

    /// The number of the player, counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Who acts next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// This player decides.
    Player(Player),
    /// A die is rolled or a tile drawn.
    Chance,
    /// Nobody: the game has ended.
    Over,
}

/// The result for each player, from −1 to 1; the entries beyond the number of players are zero.
pub type Returns = [f64; MAX_PLAYERS];

/// What is the same for all positions of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Info {
    /// The name in programs and on the command line: `isis-osiris`.
    pub name: &'static str,
    /// The name for people: `ISIS & OSIRIS`.
    pub title: &'static str,
    /// The options of the start position.
    pub options: &'static [OptionInfo],
    /// The lowest and the highest number of players.
    pub players: (usize, usize),
    /// One more than the highest [`GameAction::index`].
    pub num_actions: usize,
    /// Whether any position waits for chance.
    pub has_chance: bool,
}

/// An action of a game: small, ordered by its dense index, written as one word.
pub trait GameAction:
    Copy + Eq + Ord + Hash + Debug + Display + FromStr<Err = ParseError> + Send + Sync + 'static
{
    /// A number below [`Info::num_actions`], different for each action.
    fn index(self) -> usize;

    /// The action with this index, if there is one.
    fn from_index(index: usize) -> Option<Self>;

    /// What is done, in one word: `move`, `roll`, `pass`, … Each game documents its words.
    fn kind(self) -> &'static str;

    /// Whether chance brings it about, not a player.
    fn is_chance(self) -> bool {
        false
    }

    /// The field that a piece leaves; `None` where none does.
    fn source(self) -> Option<Field> {
        None
    }

    /// The field that a piece comes to or that is acted on; `None` where there is none.
    fn target(self) -> Option<Field> {
        None
    }
}

/// A position of a game, and with it the rules.
///
/// Positions are small values: playing an action makes a new one. Their text is canonical:
/// [`Display`] writes exactly what [`FromStr`] reads, and nothing else is read.
///
/// What may be added to the rules, all of it with defaults, has traits of its own: shortcuts for
/// counting ([`Count`](crate::Count)), words for people ([`Describe`](crate::Describe)) and a static
/// evaluation ([`Evaluate`](crate::Evaluate)).
pub trait Game: Copy + Eq + Hash + Debug + Display + FromStr<Err = ParseError> + Send + Sync + 'static {
    /// The actions of this game.
    type Action: GameAction;

    /// Name, options and the like.
    const INFO: Info;

    /// The start position.
    ///
    /// # Errors
    /// A value that an option does not take.
    fn start(options: &Options) -> Result<Self, ParseError>;

    /// How many players take part, finished ones included.
    fn players(&self) -> usize;

    /// Who acts next.
    fn turn(&self) -> Turn;

    /// The player whose turn it is, also while chance acts; `None` when the game is over.
    fn turn_owner(&self) -> Option<Player>;

    /// Calls `visit` with every legal action, or every outcome where chance acts, in ascending
    /// order of their index, each once. Calls nothing when the game is over.
    fn each_action(&self, visit: impl FnMut(Self::Action));

    /// Whether the action is among those of [`each_action`](Self::each_action).
    fn is_legal(&self, action: Self::Action) -> bool {
        let mut legal = false;
        self.each_action(|other| legal |= other == action);
        legal
    }

    /// Why an action is refused; `None` for a legal one.
    fn refusal(&self, action: Self::Action) -> Option<String> {
        if self.is_legal(action) {
            return None;
        }
        Some(if self.turn() == Turn::Over { "the game is over".to_string() } else { self.why_not(action) })
    }

    /// Why an action that is not legal is refused while the game runs: the first rule that it breaks, with
    /// what it takes and what there is.
    fn why_not(&self, action: Self::Action) -> String {
        match (self.turn(), action.is_chance()) {
            (Turn::Chance, false) => "chance acts first".to_string(),
            (Turn::Player(_), true) => "nothing is left to chance now".to_string(),
            _ => format!("is not legal in {self}"),
        }
    }

    /// The position after an action, which must be legal or a
    /// [candidate](crate::Count::each_candidate). An illegal action gives some position, never a
    /// panic.
    #[must_use]
    fn play(&self, action: Self::Action) -> Self;

    /// The probability of a chance outcome as a fraction; `(0, 1)` for anything else.
    fn probability(&self, outcome: Self::Action) -> (u32, u32) {
        let _ = outcome;
        (0, 1)
    }

    /// The result for each player; all zero while the game runs.
    fn returns(&self) -> Returns;

    /// The totals of a game that is played for points, as they stand; `None` for other games.
    fn scores(&self) -> Option<Vec<i32>> {
        None
    }
}

/// The returns when `winners` share the win.
///
/// One winner of `n` players gets 1; `w` winners share it, and the sum is zero for two players.
pub fn shared_win(players: usize, winners: impl IntoIterator<Item = Player>) -> Returns {
    let mut won = [false; MAX_PLAYERS];
    for winner in winners {
        if let Some(slot) = won.get_mut(winner.index()) {
            *slot = true;
        }
    }
    let (n, w) = (players as f64, won.iter().filter(|&&won| won).count() as f64);
    let mut returns = [0.0; MAX_PLAYERS];
    for (value, won) in returns.iter_mut().zip(won).take(players) {
        let share = if won { 1.0 / w } else { 0.0 };
        *value = (n * share - 1.0) / (n - 1.0);
    }
    returns
}

/// The returns when places are played for: evenly spaced from 1 for the first to −1 for the last.
pub fn placed(order: &[Player]) -> Returns {
    let mut returns = [0.0; MAX_PLAYERS];
    let last = order.len().saturating_sub(1).max(1) as f64;
    for (place, player) in order.iter().enumerate() {
        if let Some(value) = returns.get_mut(player.index()) {
            *value = 1.0 - 2.0 * place as f64 / last;
        }
    }
    returns
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: Returns, b: Returns) -> bool {
        a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12)
    }

    #[test]
    fn wins_are_shared() {
        let player = Player::new;
        assert!(close(shared_win(2, [player(1)]), [-1.0, 1.0, 0.0, 0.0]));
        assert!(close(shared_win(2, [player(0), player(1)]), [0.0; 4]));
        assert!(close(shared_win(3, [player(0)]), [1.0, -0.5, -0.5, 0.0]));
        assert!(close(shared_win(4, [player(0), player(3)]), [1.0 / 3.0, -1.0 / 3.0, -1.0 / 3.0, 1.0 / 3.0]));
    }

    #[test]
    fn places_are_evenly_spaced() {
        let order = [2, 0, 1].map(Player::new);
        assert!(close(placed(&order), [0.0, -1.0, 1.0, 0.0]));
        assert!(close(placed(&[1, 0].map(Player::new)), [-1.0, 1.0, 0.0, 0.0]));
    }
}
