//! Positions in words, and the walks of moves.

use super::action::Action;
use super::board::{IN_PLAY, THRONES, UNDERWORLD};
use super::fast;
use super::position::{EndRule, Personal, Position};
use super::rules::{Mobility, StoneKind};
use crate::describe::{Describe, State};
use crate::field::Field;
use crate::game::{Game, Player};

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

impl Position {
    /// The stones that an action traps, in words.
    fn trapped_by(&self, action: Action, next: &Self) -> Vec<String> {
        let fall =
            |who: String, field: Field| format!("{who} on {} is trapped and falls into the underworld.", field.index());
        let (mut neutrals, mut personals) = (self.neutrals, self.personals);
        match action {
            Action::Neutral(moved) => neutrals = neutrals.moved(moved.from, moved.to) & IN_PLAY,
            Action::Personal(moved) => personals[self.side().index()] = Personal::On(moved.to),
            Action::Flip(_) | Action::Pass => return Vec::new(),
        }
        let mut events: Vec<_> =
            (neutrals - next.neutrals).iter().map(|field| fall("The neutral stone".to_string(), field)).collect();
        for player in (0..self.personals().len()).map(Player::new) {
            if let (Personal::On(field), Personal::On(UNDERWORLD)) =
                (personals[player.index()], next.personals[player.index()])
                && field != UNDERWORLD
            {
                events.push(fall(format!("The stone of {}", self.player_name(player)), field));
            }
        }
        events
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

    fn events(&self, action: Action) -> Vec<String> {
        let next = self.play(action);
        let name = self.player_name(self.side());
        let mut events = match action {
            Action::Personal(moved) if THRONES.contains(moved.to) => {
                vec![format!("{name} reaches throne {}.", moved.to.index())]
            }
            Action::Neutral(moved) | Action::Personal(moved) if moved.to == UNDERWORLD => {
                vec![format!("The stone from {} goes back into the underworld.", moved.from.index())]
            }
            Action::Flip(field) => vec![format!("The stone on {} now belongs to {name}.", field.index())],
            Action::Pass => vec![format!("{name} can do nothing and passes.")],
            Action::Neutral(_) | Action::Personal(_) => Vec::new(),
        };
        events.extend(self.trapped_by(action, &next));
        events
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
