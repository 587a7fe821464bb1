//! Counting actions and lines of two plies without visiting all of them.
//!
//! Equals: `each_action`, counted one by one, and after each action once more; `each_after_roll` equals all
//! rolls and moves, those with the same result as one.
//! Proved by: `counts_are_those_of_visiting`.

use super::super::action::Face;
use super::super::position::Position;
use super::super::position::stone::Stone;
use super::super::rules::walker::Walker;
use super::moves_by_roll::{MoveMemory, MovesByRoll, memory};
use super::rolls::Rolls;
use crate::count::Count;
use crate::game::Game;

/// How many moves the mover has with each roll.
struct MoveCounts {
    /// Of obliged stones.
    obliged: MovesByRoll,
    /// Of the others, which may be made with the rolls that let no obliged stone move.
    others: MovesByRoll,
}

impl MoveCounts {
    #[inline(always)]
    fn new(position: &Position, memory: &MoveMemory) -> Self {
        let back = position.stones.back();
        let [mut obliged, mut others] = [MovesByRoll::default(); 2];
        for stone in position.movable().into_iter().flatten() {
            let moves = memory.moves(back, stone);
            let group = if Position::is_obliged(back, stone) { &mut obliged } else { &mut others };
            *group = group.plus(moves);
        }
        Self { obliged, others }
    }

    /// How many actions there are with each roll. URAEUS-R7: who cannot move passes.
    #[inline(always)]
    fn actions(&self) -> MovesByRoll {
        self.obliged.or_else(self.others).or_else(MovesByRoll::ONE)
    }
}

impl Position {
    /// How many actions there are with this roll.
    #[inline(always)]
    pub(super) fn count_with(&self, die: Face) -> u64 {
        MoveCounts::new(self, &memory()).actions().with(die)
    }

    /// How many lines of two plies there are while the game runs.
    #[inline(always)]
    pub(super) fn count_two_plies(&self) -> u64 {
        let Some(die) = self.die() else {
            return MoveCounts::new(self, &memory()).actions().total();
        };
        // A roll follows every move, unless it is the last stone's into the tail.
        if self.stones(self.side())[1] != Stone::FINISHED {
            return Face::FACES as u64 * self.count_with(die);
        }
        let mut count = 0;
        self.each_action(|action| count += self.play(action).count_actions());
        count
    }

    /// Calls `visit` with the positions after a roll and a move, and with how many rolls lead there.
    /// It must be time to roll.
    #[inline(always)]
    pub(super) fn each_after_roll(&self, mut visit: impl FnMut(Self, u64)) {
        let moves = MoveCounts::new(self, &memory());
        let must = moves.obliged.rolls();
        let back = self.stones.back();
        for stone in self.movable().into_iter().flatten() {
            let rolls = if Self::is_obliged(back, stone) { Rolls::ALL } else { Rolls(Rolls::ALL.0 & !must.0) };
            for results in Walker::new(&back.without(stone), stone).results(rolls) {
                for to in results.to {
                    if let Some(stones) = self.stones.with_moved(self.side(), stone, to, results.facing, results.stays)
                    {
                        visit(self.after_turn(stones), results.rolls.into());
                    }
                }
            }
        }
        let passes = Rolls::ALL.len() - Rolls(must.0 | moves.others.rolls().0).len();
        if passes > 0 {
            visit(self.after_turn(self.stones), passes.into());
        }
    }
}
