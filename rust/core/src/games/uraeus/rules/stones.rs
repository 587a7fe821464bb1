//! The stones of all players, and what happens to them when one is moved: doubles are formed, hit
//! stones go back and may hit in their turn.

use super::super::action::{Face, Move};
use super::super::board::{self, Facing, HEAD, TAIL};
use super::super::position::back::Back;
use super::super::position::stone::Stone;
use crate::field::Field;
use crate::game::{MAX_PLAYERS, Player};

/// Stones of each player.
pub(in super::super) const EACH: usize = 3;

/// The stones of all players, each player's in ascending order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in super::super) struct Stones {
    slots: [Stone; EACH * MAX_PLAYERS],
    /// The same stones as sets of fields, which is how moves see them.
    back: Back,
}

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
    pub(in super::super) fn start(players: usize) -> Self {
        Self::from_players(&[[Stone::RESERVE; EACH]; MAX_PLAYERS][..players.min(MAX_PLAYERS)])
    }

    /// The stones of each player in turn, which must be in ascending order.
    pub(in super::super) fn from_players(players: &[[Stone; EACH]]) -> Self {
        let mut slots = [Stone::FINISHED; EACH * MAX_PLAYERS];
        for (slots, player) in slots.chunks_exact_mut(EACH).zip(players) {
            slots.copy_from_slice(player);
        }
        Self { slots, back: Back::new(&slots) }
    }

    pub(in super::super) const fn all(&self) -> &[Stone; EACH * MAX_PLAYERS] {
        &self.slots
    }

    /// What stands on the back.
    #[inline(always)]
    pub(in super::super) const fn back(&self) -> &Back {
        &self.back
    }

    #[inline(always)]
    pub(in super::super) fn of(&self, player: Player) -> [Stone; EACH] {
        let first = first_slot(player);
        [self.slots[first], self.slots[first + 1], self.slots[first + 2]]
    }

    #[inline(always)]
    pub(in super::super) fn have_finished(&self, player: Player) -> bool {
        // Finished stones come first.
        self.slots[first_slot(player) + EACH - 1] == Stone::FINISHED
    }

    /// The stones after a player's move; `None` if there is no such stone or no place for it. That
    /// the way is free is not checked.
    #[inline(always)]
    pub(in super::super) fn moved(&self, player: Player, step: Move, die: Face) -> Option<Self> {
        let stone = self.movable(player, step.from())?;
        self.with_moved(player, stone, step.to(), step.facing(), turns_last(stone, step, die))
    }

    /// As [`moved`](Self::moved), for a stone that is not covered. If it `stays`, the last step is
    /// the turn; otherwise it arrives with its front ahead.
    #[inline(always)]
    pub(in super::super) fn with_moved(
        &self,
        player: Player,
        stone: Stone,
        to: Field,
        facing: Facing,
        stays: bool,
    ) -> Option<Self> {
        let mut next = *self;
        let slot = self.slot(player, stone)?;
        next.back.lift(stone);
        match to {
            HEAD => next.slots[slot] = Stone::RESERVE,
            TAIL => next.slots[slot] = Stone::FINISHED,
            _ if stays => next.stay(slot, to, facing)?,
            _ => match next.arrive(slot, to, facing) {
                Arrival::Stands => {}
                Arrival::Hits(hit) => next.send_back(hit, to),
                Arrival::Refused => return None,
            },
        }
        next.sort(player);
        Some(next)
    }

    /// The player's stone on a field (the head: in the reserve), if it is not covered.
    #[inline(always)]
    pub(in super::super) fn movable(&self, player: Player, from: Field) -> Option<Stone> {
        let stone = match from {
            HEAD => Stone::RESERVE,
            _ => self.back.uppermost(from)?,
        };
        self.of(player).contains(&stone).then_some(stone)
    }

    /// The slot of a player's stone; of several in the reserve, of one of them.
    #[inline(always)]
    fn slot(&self, player: Player, stone: Stone) -> Option<usize> {
        let first = first_slot(player);
        (first..first + EACH).find(|&slot| self.slots[slot] == stone)
    }

    #[inline(always)]
    fn put(&mut self, slot: usize, stone: Stone) {
        self.slots[slot] = stone;
        self.back.lay(stone);
    }

    /// The last step was a turn: on top of a single stone this forms a double, whichever way that
    /// faces. `None` if there is a double already.
    #[inline(always)]
    fn stay(&mut self, slot: usize, field: Field, facing: Facing) -> Option<()> {
        let below = self.back.uppermost(field);
        if below.is_some_and(Stone::is_top) {
            return None;
        }
        self.put(slot, Stone::on(field, facing).with_top(below.is_some()));
        Some(())
    }

    /// Puts a stone that is off the back on a field, coming with its front ahead.
    #[inline(always)]
    fn arrive(&mut self, slot: usize, field: Field, facing: Facing) -> Arrival {
        let stone = Stone::on(field, facing);
        let Some(met) = self.back.uppermost(field) else {
            self.put(slot, stone);
            return Arrival::Stands;
        };
        // URAEUS-R2: the owner of the stone met does not matter.
        if met.facing() != facing {
            let hit = self.take_off(met);
            self.put(slot, stone.with_top(met.is_top()));
            Arrival::Hits(hit)
        } else if met.is_top() {
            Arrival::Refused
        } else {
            self.put(slot, stone.with_top(true));
            Arrival::Stands
        }
    }

    /// Puts a stone that stands on the back into the reserve, and tells its slot.
    #[inline(always)]
    fn take_off(&mut self, stone: Stone) -> usize {
        self.back.lift(stone);
        let slot = self.slots.iter().position(|&other| other == stone).unwrap_or(0);
        self.slots[slot] = Stone::RESERVE;
        slot
    }

    /// A stone hit on `field` goes back, and so do those it hits. It is in the reserve already.
    ///
    /// This ends: every stone hit on the way back faced the tail and then faces the head. And six
    /// doubles at most are no more than the fields between the last scale field and the tail.
    #[inline(never)]
    fn send_back(&mut self, mut hit: usize, mut field: Field) {
        // The owners of the hit stones, whose order may change.
        let mut owners = 0u32;
        // URAEUS-R1: in front of the first scale field it is the reserve.
        'hits: loop {
            owners |= 1 << (hit / EACH);
            let Some(mut place) = board::scale_behind(field) else { break };
            // URAEUS-R4: the stone is placed before the one it hits is looked at, and the search for
            // a place treats the mover's field like any other.
            loop {
                match self.arrive(hit, place, Facing::Headward) {
                    Arrival::Stands => break 'hits,
                    Arrival::Hits(next) => {
                        (hit, field) = (next, place);
                        break;
                    }
                    Arrival::Refused => place = Field::wrapping(place.index() + 1),
                }
            }
        }
        for player in (0..MAX_PLAYERS).filter(|player| owners >> player & 1 == 1) {
            self.sort(Player::new(player));
        }
    }

    /// Puts the stones of a player in order again.
    #[inline(always)]
    fn sort(&mut self, player: Player) {
        let [a, b, c] = self.of(player);
        let (a, b) = (a.min(b), a.max(b));
        let (b, c) = (b.min(c), b.max(c));
        let first = first_slot(player);
        self.slots[first] = a.min(b);
        self.slots[first + 1] = a.max(b);
        self.slots[first + 2] = c;
    }
}

/// Whether the last step of a move is the turn. The die tells: `12:12-` with a 1 turns on the spot,
/// with a 3 it steps off, turns and comes back.
#[inline(always)]
fn turns_last(stone: Stone, step: Move, die: Face) -> bool {
    step.facing() != stone.facing() && stone.facing().ahead(step.from(), die.steps() - 1) == Some(step.to())
}

/// The slot of a player's first stone.
#[inline(always)]
const fn first_slot(player: Player) -> usize {
    player.index() % MAX_PLAYERS * EACH
}
