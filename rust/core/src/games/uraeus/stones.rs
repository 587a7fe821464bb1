//! The stones of all players, and what happens to them when one is moved: doubles are formed, hit
//! stones go back and may hit in their turn.

use super::board::{self, Facing, HEAD, TAIL};
use super::ply::{Die, Move};
use super::stone::Stone;
use crate::field::Field;
use crate::game::{MAX_PLAYERS, Player};

/// Stones of each player.
pub(super) const EACH: usize = 3;

/// The stones of all players, each player's in ascending order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Stones([Stone; EACH * MAX_PLAYERS]);

/// What a stone met where it arrived.
enum Arrival {
    /// It stands there, alone or as the top of a double.
    Stands,
    /// It stands there in place of this stone, which has to go back.
    Hits(usize),
    /// A double met from the rear: there is no place for it.
    Refused,
}

impl Stones {
    /// The first `players` players have all their stones in the reserve. The others do not exist;
    /// theirs count as finished.
    pub(super) fn start(players: usize) -> Self {
        let mut stones = [Stone::FINISHED; EACH * MAX_PLAYERS];
        stones[..EACH * players.min(MAX_PLAYERS)].fill(Stone::RESERVE);
        Self(stones)
    }

    /// The stones of each player in turn, which must be in ascending order.
    pub(super) fn from_players(players: &[[Stone; EACH]]) -> Self {
        let mut stones = Self::start(0);
        for (slots, player) in stones.0.chunks_exact_mut(EACH).zip(players) {
            slots.copy_from_slice(player);
        }
        stones
    }

    pub(super) const fn all(&self) -> &[Stone; EACH * MAX_PLAYERS] {
        &self.0
    }

    #[inline]
    pub(super) fn of(&self, player: Player) -> [Stone; EACH] {
        let first = first_slot(player);
        [self.0[first], self.0[first + 1], self.0[first + 2]]
    }

    #[inline]
    pub(super) fn have_finished(&self, player: Player) -> bool {
        self.of(player) == [Stone::FINISHED; EACH]
    }

    /// The stones after a player's move; `None` if there is no such stone or no place for it. That
    /// the way is free is not checked.
    #[inline]
    pub(super) fn moved(&self, player: Player, step: Move, die: Die) -> Option<Self> {
        let mut next = *self;
        let (slot, stone) = self.movable(player, step.from())?;
        next.0[slot] = Stone::RESERVE;
        match step.to() {
            HEAD => {}
            TAIL => next.0[slot] = Stone::FINISHED,
            to if turns_last(stone, step, die) => next.stay(slot, to, step.facing())?,
            to => match next.arrive(slot, to, step.facing()) {
                Arrival::Stands => {}
                Arrival::Hits(hit) => next.send_back(hit, to),
                Arrival::Refused => return None,
            },
        }
        next.sort();
        Some(next)
    }

    /// The player's stone on a field (the head: in the reserve) and its slot, if it is not covered.
    #[inline]
    pub(super) fn movable(&self, player: Player, from: Field) -> Option<(usize, Stone)> {
        let first = first_slot(player);
        let mut own = first..first + EACH;
        let slot = match from {
            HEAD => own.find(|&slot| self.0[slot] == Stone::RESERVE)?,
            _ => self.uppermost(from).filter(|slot| own.contains(slot))?,
        };
        Some((slot, self.0[slot]))
    }

    /// The slot of the top stone of a double or of a single stone.
    #[inline]
    fn uppermost(&self, field: Field) -> Option<usize> {
        let mut single = None;
        for (slot, stone) in self.0.iter().enumerate() {
            if stone.field() == field {
                if stone.is_top() {
                    return Some(slot);
                }
                single = Some(slot);
            }
        }
        single
    }

    /// The last step was a turn: on top of a single stone this forms a double, whichever way that
    /// faces. `None` if there is a double already.
    fn stay(&mut self, slot: usize, field: Field, facing: Facing) -> Option<()> {
        let below = self.uppermost(field);
        if below.is_some_and(|below| self.0[below].is_top()) {
            return None;
        }
        self.0[slot] = Stone::on(field, facing).with_top(below.is_some());
        Some(())
    }

    /// Puts a stone that is off the back on a field, coming with its front ahead.
    #[inline]
    fn arrive(&mut self, slot: usize, field: Field, facing: Facing) -> Arrival {
        let stone = Stone::on(field, facing);
        let Some(met) = self.uppermost(field) else {
            self.0[slot] = stone;
            return Arrival::Stands;
        };
        // URAEUS-R2: the owner of the stone met does not matter.
        let below = self.0[met];
        if below.facing() != facing {
            self.0[slot] = stone.with_top(below.is_top());
            self.0[met] = Stone::RESERVE;
            Arrival::Hits(met)
        } else if below.is_top() {
            Arrival::Refused
        } else {
            self.0[slot] = stone.with_top(true);
            Arrival::Stands
        }
    }

    /// A stone hit on `field` goes back, and so do those it hits.
    ///
    /// This ends: every stone hit on the way back faced the tail and then faces the head. And six
    /// doubles at most are no more than the fields between the last scale field and the tail.
    fn send_back(&mut self, mut hit: usize, mut field: Field) {
        // URAEUS-R1: in front of the first scale field it is the reserve, where the stone is already.
        while let Some(mut place) = board::scale_behind(field) {
            // URAEUS-R4: the stone is placed before the one it hits is looked at, and the search for
            // a place treats the mover's field like any other.
            loop {
                match self.arrive(hit, place, Facing::Headward) {
                    Arrival::Stands => return,
                    Arrival::Hits(next) => {
                        (hit, field) = (next, place);
                        break;
                    }
                    Arrival::Refused => place = Field::wrapping(place.index() + 1),
                }
            }
        }
    }

    #[inline]
    fn sort(&mut self) {
        for own in self.0.chunks_exact_mut(EACH) {
            own.sort_unstable();
        }
    }
}

/// Whether the last step of a move is the turn. The die tells: `12:12-` with a 1 turns on the spot,
/// with a 3 it steps off, turns and comes back.
#[inline]
fn turns_last(stone: Stone, step: Move, die: Die) -> bool {
    step.facing() != stone.facing() && stone.facing().ahead(step.from(), die.steps() - 1) == Some(step.to())
}

/// The slot of a player's first stone.
#[inline]
const fn first_slot(player: Player) -> usize {
    player.index() % MAX_PLAYERS * EACH
}
