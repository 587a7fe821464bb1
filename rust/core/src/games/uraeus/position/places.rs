//! Who has finished, in order.

use crate::game::{MAX_PLAYERS, Player};

/// The places taken so far, the first first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in super::super) struct Places {
    /// Player 0 where no place is taken, so that equal places are equal values.
    order: [Player; MAX_PLAYERS],
    taken: u8,
}

impl Places {
    /// No place is taken.
    pub(in super::super) const NONE: Self = Self { order: [Player::new(0); MAX_PLAYERS], taken: 0 };

    /// Gives the next place to a player; nothing when all places are taken.
    pub(in super::super) fn take(&mut self, player: Player) {
        if let Some(place) = self.order.get_mut(usize::from(self.taken)) {
            *place = player;
            self.taken += 1;
        }
    }

    pub(in super::super) fn as_slice(&self) -> &[Player] {
        &self.order[..usize::from(self.taken)]
    }

    pub(in super::super) const fn is_empty(self) -> bool {
        self.taken == 0
    }

    pub(in super::super) const fn len(self) -> usize {
        self.taken as usize
    }
}
