//! Positions in words, and the walks of moves.

use super::action::Action;
use super::board::UNDERWORLD;
use super::fast;
use super::position::{EndRule, Personal, Position};
use super::rules::{Mobility, StoneKind};
use crate::describe::{Describe, State};
use crate::field::Field;

impl Position {
    /// What the player to move can do, and what the ban forbids.
    fn duties(&self) -> String {
        let duties = [
            (self.can_move(StoneKind::Neutral, self.neutral_sources()), "moves a neutral stone"),
            (self.can_move(StoneKind::Personal, self.personal_source()), "moves the own personal stone"),
            (!self.flippable().is_empty(), "flips a neutral stone in the heavenly fields"),
        ];
        let duties: Vec<_> = duties.into_iter().filter_map(|(possible, duty)| possible.then_some(duty)).collect();
        let duties = if duties.is_empty() { "has to pass".to_string() } else { duties.join(" or ") };
        let ban = match self.ban {
            None => String::new(),
            Some(UNDERWORLD) => "; no neutral stone may leave the underworld".to_string(),
            Some(field) => format!("; the neutral stone on {} is banned", field.index()),
        };
        format!("{} {duties}{ban}.", self.player_name(self.side()))
    }
}

impl Describe for Position {
    fn walks(&self, action: Action) -> Vec<Vec<Field>> {
        match action {
            Action::Neutral(moved) => Mobility::new(self, &fast::walks()).walks(StoneKind::Neutral, moved).collect(),
            Action::Personal(moved) => Mobility::new(self, &fast::walks()).walks(StoneKind::Personal, moved).collect(),
            Action::Flip(_) | Action::Pass => Vec::new(),
        }
    }

    fn path(&self, action: Action) -> Vec<Field> {
        match action {
            Action::Neutral(moved) => Mobility::new(self, &fast::walks()).walks(StoneKind::Neutral, moved).next(),
            Action::Personal(moved) => Mobility::new(self, &fast::walks()).walks(StoneKind::Personal, moved).next(),
            Action::Flip(_) | Action::Pass => None,
        }
        .unwrap_or_default()
    }

    fn field_name(field: Field) -> String {
        field.index().to_string()
    }

    fn pieces(&self) -> Vec<(String, String)> {
        let below = (0..self.neutrals_in_underworld()).map(|_| UNDERWORLD);
        let neutrals = below.chain(self.neutrals).map(|field| (field, "neutral".to_string()));
        let personals = self.personals().iter().zip(1..).filter_map(|(personal, player)| match personal {
            Personal::On(field) => Some((*field, format!("personal {player}"))),
            _ => None,
        });
        let mut pieces: Vec<_> = neutrals.chain(personals).collect();
        pieces.sort_by_key(|&(field, _)| field);
        pieces.into_iter().map(|(field, piece)| (Self::field_name(field), piece)).collect()
    }

    /// The phases are `move`, also where only a flip or the pass is left, and `over`. A place is that of a
    /// player who has finished; in a game for the first throne it is the winner's.
    fn state(&self) -> State {
        let enthroned = self.enthroned().map(|(winner, _)| winner);
        let finished = self.order().into_iter().take(self.finished().into());
        let mut places: Vec<_> = enthroned.into_iter().chain(finished).collect();
        if self.end == EndRule::All && self.is_over() {
            places = self.order();
        }
        let phase = if self.is_over() { "over" } else { "move" };
        State { phase, ban: self.ban, places, ..State::default() }
    }

    fn describe(&self) -> String {
        if let (EndRule::First, Some((winner, throne))) = (self.end, self.enthroned()) {
            let winner = self.player_name(winner);
            return format!("{winner} has won: the personal stone is on throne {}.", throne.index());
        }
        if !self.is_over() {
            return self.duties();
        }
        let mut names = self.order().into_iter().map(|player| self.player_name(player));
        let (winner, others) = (names.next().unwrap_or_default(), names.collect::<Vec<_>>());
        let come = if others.len() == 1 { "comes" } else { "come" };
        format!("{winner} has won: the first on a throne; then {come} {}.", others.join(", "))
    }
}
