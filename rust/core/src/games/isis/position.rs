//! A position: which stones stand where, whose turn it is, and what is forbidden.

use super::board::{IN_PLAY, THRONES, UNDERWORLD};
use crate::field::{Field, FieldSet};
use crate::game::{MAX_PLAYERS, Player};

/// How many stones there are, neutral and personal ones together.
pub(super) const STONES: u32 = 7;

/// What became of a player's one personal stone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Personal {
    /// The player has never flipped a stone.
    Unclaimed,
    /// The stone is here; field 0 is the underworld.
    On(Field),
    /// It reached a throne and is neutral again; the player has this place, counted from 1.
    Finished(u8),
}

/// When the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndRule {
    /// With the first stone on a throne.
    First,
    /// When all players but one have reached a throne.
    All,
}

impl EndRule {
    /// The words of options and notation.
    pub(super) const WORDS: [(&'static str, Self); 2] = [("first", Self::First), ("all", Self::All)];
}

/// A position of ISIS.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The neutral stones in play; those in the underworld are the rest of the seven.
    pub(super) neutrals: FieldSet,
    /// One entry for each player; those behind the last player stay unclaimed.
    pub(super) personals: [Personal; MAX_PLAYERS],
    pub(super) players: u8,
    pub(super) side: u8,
    pub(super) ban: Option<Field>,
    pub(super) end: EndRule,
}

const _: () = assert!(size_of::<Position>() <= 64, "positions are copied at every ply");

impl Position {
    /// The neutral stones in play.
    pub const fn neutrals(&self) -> FieldSet {
        self.neutrals
    }

    /// What became of the personal stone of each player in turn.
    pub fn personals(&self) -> &[Personal] {
        &self.personals[..usize::from(self.players)]
    }

    /// Whose turn it is.
    pub const fn side(&self) -> Player {
        Player::new(self.side as usize)
    }

    /// The field of the neutral stone that may be neither moved nor flipped. Field 0 bans all
    /// neutral stones in the underworld.
    pub const fn ban(&self) -> Option<Field> {
        self.ban
    }

    /// When the game is over.
    pub const fn end(&self) -> EndRule {
        self.end
    }

    /// How many stones are in the underworld, all kinds together.
    pub fn in_underworld(&self) -> u32 {
        // Only an illegal action can bring more than seven into play.
        STONES.saturating_sub(self.in_play().len())
    }

    /// How many neutral stones are in the underworld.
    pub fn neutrals_in_underworld(&self) -> u32 {
        let personal = self.personals.iter().filter(|&&stone| stone == Personal::On(UNDERWORLD)).count();
        self.in_underworld().saturating_sub(personal as u32)
    }

    /// The stones in play, all kinds together.
    pub(super) fn in_play(&self) -> FieldSet {
        self.neutrals | self.personals_in_play()
    }

    /// The personal stones in play, anyone's.
    pub(super) fn personals_in_play(&self) -> FieldSet {
        self.personals.iter().fold(FieldSet::EMPTY, |stones, personal| match personal {
            Personal::On(field) => stones | field.set(),
            _ => stones,
        }) & IN_PLAY
    }

    /// What became of the personal stone of the player to move.
    pub(super) fn own(&self) -> Personal {
        self.personals[usize::from(self.side) % MAX_PLAYERS]
    }

    pub(super) fn set_own(&mut self, personal: Personal) {
        self.personals[usize::from(self.side) % MAX_PLAYERS] = personal;
    }

    /// How many players have reached a throne and left the game.
    pub(super) fn finished(&self) -> u8 {
        self.personals.iter().filter(|personal| matches!(personal, Personal::Finished(_))).count() as u8
    }

    /// The player whose stone stands on a throne, which ends a game for the first throne, and that
    /// throne.
    pub(super) fn enthroned(&self) -> Option<(Player, Field)> {
        self.personals.iter().enumerate().find_map(|(player, personal)| match *personal {
            Personal::On(field) if THRONES.contains(field) => Some((Player::new(player), field)),
            _ => None,
        })
    }

    /// Whether the game has ended.
    pub(super) fn is_over(&self) -> bool {
        match self.end {
            EndRule::First => self.enthroned().is_some(),
            EndRule::All => self.finished() + 1 >= self.players,
        }
    }

    /// The next player in order after the one to move who has not finished.
    pub(super) fn next_side(&self) -> u8 {
        let unfinished = |&side: &u8| !matches!(self.personals[usize::from(side)], Personal::Finished(_));
        (1..=self.players).map(|ahead| (self.side + ahead) % self.players).find(unfinished).unwrap_or(self.side)
    }

    /// The players in the order of their places: those who have finished, then the others.
    pub(super) fn order(&self) -> Vec<Player> {
        let place = |player: &Player| match self.personals[player.index()] {
            Personal::Finished(place) => place,
            _ => u8::MAX,
        };
        let mut order: Vec<_> = (0..usize::from(self.players)).map(Player::new).collect();
        order.sort_by_key(place);
        order
    }
}
