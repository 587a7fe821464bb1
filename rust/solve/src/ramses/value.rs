//! What a position is worth under perfect play.

use std::fmt;

/// What a position is worth for the player whose turn it is, with the turns until the end under best
/// play, those of both sides counted.
///
/// The winner plays for the quickest end, the loser for the slowest. The present turn counts as one
/// until it is completed; a game that is over ends in 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// He wins after so many turns.
    Win(u8),
    /// He loses after so many turns.
    Loss(u8),
    /// Neither side can force a win: play goes on for ever.
    Draw,
}

impl Value {
    /// `win`, `loss` or `draw`.
    pub const fn outcome(self) -> &'static str {
        match self {
            Self::Win(_) => "win",
            Self::Loss(_) => "loss",
            Self::Draw => "draw",
        }
    }

    /// The number of turns until the end; `None` for a draw.
    pub const fn turns(self) -> Option<u8> {
        match self {
            Self::Win(turns) | Self::Loss(turns) => Some(turns),
            Self::Draw => None,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.turns() {
            None => f.write_str(self.outcome()),
            Some(turns) => write!(f, "{} in {turns}", self.outcome()),
        }
    }
}

/// A value as one byte, the greater the better for the player it belongs to.
///
/// 0 is no value at all, `1 + n` a loss in `n`, 128 a draw, `255 − n` a win in `n`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Score(pub(super) u8);

impl Score {
    /// No value: there is no move to take one from.
    pub(super) const NONE: Self = Self(0);
    /// A draw.
    pub(super) const DRAW: Self = Self(128);

    /// A win in so many turns.
    pub(super) const fn win(turns: u8) -> Self {
        Self(255 - turns)
    }

    /// A loss in so many turns.
    pub(super) const fn loss(turns: u8) -> Self {
        Self(1 + turns)
    }

    /// What a turn is worth that leaves the opponent with this score.
    pub(super) const fn for_opponent(self) -> Self {
        match self.0 {
            // From a win in n (255 − n) to a loss in n + 1, and back.
            129.. => Self(255 - self.0 + 2),
            128 | 0 => self,
            _ => Self(255 - self.0),
        }
    }

    /// The value.
    pub(super) const fn value(self) -> Value {
        match self.0 {
            129.. => Value::Win(255 - self.0),
            128 => Value::Draw,
            // Where there is no move to take a score from, the game is lost.
            _ => Value::Loss(self.0.saturating_sub(1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_ordered_by_what_players_want() {
        let ascending = [Score::NONE, Score::loss(0), Score::loss(7), Score::DRAW, Score::win(5), Score::win(0)];
        assert!(ascending.is_sorted());
        assert_eq!(Score::loss(4).for_opponent(), Score::win(5));
        assert_eq!(Score::win(4).for_opponent(), Score::loss(5));
        assert_eq!(Score::DRAW.for_opponent(), Score::DRAW);
        assert_eq!(Score::win(3).value().to_string(), "win in 3");
        assert_eq!(Score::loss(0).value(), Value::Loss(0));
        assert_eq!(Score::DRAW.value().to_string(), "draw");
    }
}
