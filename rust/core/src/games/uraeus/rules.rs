//! Turns: roll, move or pass, and when it ends.

mod refusal;
pub(super) mod stones;
pub(super) mod walker;

use super::action::{Action, Face, Move, NUM_ACTIONS};
use super::board::{GEESE, HEAD};
use super::position::back::Back;
use super::position::places::Places;
use super::position::stone::Stone;
use super::position::{EndRule, Position};
use crate::error::ParseError;
use crate::field::Field;
use crate::game::{self, Game, Info, MAX_PLAYERS, Player, Returns, Turn};
use crate::options::{OptionInfo, Options};
use stones::{EACH, Stones};
use walker::{Landings, Walker};

/// The moves of the stones that may be moved with a roll, one entry for each of the mover's stones;
/// of several stones in the reserve only the last has moves.
type Choices = [(Field, Landings); EACH];

impl Position {
    /// The roll to be moved, while the game runs.
    #[inline(always)]
    pub(super) fn roll(&self) -> Option<Face> {
        self.die.filter(|_| !self.is_over())
    }

    /// The next player who has not finished. URAEUS-R7: the others are skipped.
    #[inline(always)]
    pub(super) fn next_side(&self, after: Player) -> Player {
        let mut next = after.index();
        for _ in 0..self.players() {
            next = if next + 1 < self.players() { next + 1 } else { 0 };
            if !self.stones.have_finished(Player::new(next)) {
                return Player::new(next);
            }
        }
        after
    }

    /// Whether a stone must be moved before others. URAEUS-R6: a goose field does not oblige a
    /// covered stone, and neither does anything else, since it cannot move.
    #[inline(always)]
    pub(super) fn is_obliged(back: &Back, stone: Stone) -> bool {
        stone.is_top() || (GEESE.contains(stone.field()) && !back.is_covered(stone))
    }

    /// The mover's stones that are neither finished nor covered, of several in the reserve only the
    /// last; `None` for the others.
    #[inline(always)]
    pub(super) fn movable(&self) -> [Option<Stone>; EACH] {
        let own = self.stones(self.side);
        let back = self.stones.back();
        let mut movable = own.map(|stone| (stone != Stone::FINISHED && !back.is_covered(stone)).then_some(stone));
        for slot in 1..EACH {
            if own[slot] == Stone::RESERVE {
                movable[slot - 1] = None;
            }
        }
        movable
    }

    /// Where a stone that is not covered can go, obligations aside.
    #[inline(always)]
    fn landings(back: &Back, stone: Stone, die: Face) -> Landings {
        Walker::new(&back.without(stone), stone).landings(die)
    }

    /// The stones that may be moved and where to, in ascending order of their fields.
    #[inline(always)]
    fn choices(&self, die: Face) -> Choices {
        let back = self.stones.back();
        let mut choices = [(HEAD, Landings::default()); EACH];
        let mut obliged = [false; EACH];
        // URAEUS-R5: any legal move of an obliged stone makes the obligation count.
        let mut must = false;
        for (slot, stone) in self.movable().into_iter().enumerate() {
            if let Some(stone) = stone {
                choices[slot] = (stone.field(), Self::landings(back, stone, die));
                obliged[slot] = Self::is_obliged(back, stone);
                must |= obliged[slot] && !choices[slot].1.is_empty();
            }
        }
        for (choice, obliged) in choices.iter_mut().zip(obliged) {
            if must && !obliged {
                choice.1 = Landings::default();
            }
        }
        choices
    }

    /// Whether a move is legal, without looking at the other stones unless they might be obliged.
    fn can_move(&self, step: Move, die: Face) -> bool {
        let Some(stone) = self.stones.movable(self.side, step.from()) else { return false };
        let back = self.stones.back();
        Self::landings(back, stone, die).contains(step.to(), step.facing())
            && (Self::is_obliged(back, stone) || self.obliged(die).next().is_none())
    }

    /// The mover's obliged stones that can move.
    pub(super) fn obliged(&self, die: Face) -> impl Iterator<Item = Stone> {
        let back = self.stones.back();
        let stones = self.stones(self.side).into_iter();
        stones.filter(move |&stone| Self::is_obliged(back, stone) && !Self::landings(back, stone, die).is_empty())
    }

    /// The position after the mover's turn with these stones.
    #[inline(always)]
    pub(super) fn after_turn(&self, stones: Stones) -> Self {
        let mut next = Self { stones, die: None, ..*self };
        let finished = stones.have_finished(self.side);
        if finished {
            next.places.take(self.side);
        }
        next.side = next.next_side(self.side);
        // The last one left takes the last place without having to finish.
        if finished && self.end == EndRule::All && next.places.len() + 1 == self.players() {
            next.places.take(next.side);
        }
        next
    }
}

impl Game for Position {
    type Action = Action;

    const INFO: Info = Info {
        name: "uraeus",
        title: "URÄUS",
        options: &[
            OptionInfo { name: "players", default: "2", help: "how many take part: 2 to 4" },
            OptionInfo { name: "first", default: "1", help: "the player who begins: 1 to the number of players" },
            OptionInfo { name: "end", default: "all", help: "when it ends: `all` places taken, or the `first`" },
        ],
        players: (2, MAX_PLAYERS),
        num_actions: NUM_ACTIONS,
        has_chance: true,
    };

    fn start(options: &Options) -> Result<Self, ParseError> {
        let players = options.number("players", 2, 2..=MAX_PLAYERS)?;
        // URAEUS-R8: who begins is given, not rolled for.
        let first = options.number("first", 1, 1..=players)?;
        let end = options.choice("end", EndRule::All, &EndRule::WORDS)?;
        Ok(Self::new(Stones::start(players), players, Player::new(first - 1), None, Places::NONE, end))
    }

    fn players(&self) -> usize {
        self.players.into()
    }

    fn turn(&self) -> Turn {
        match self.die {
            _ if self.is_over() => Turn::Over,
            None => Turn::Chance,
            Some(_) => Turn::Player(self.side),
        }
    }

    fn turn_owner(&self) -> Option<Player> {
        (!self.is_over()).then_some(self.side)
    }

    #[inline(always)]
    fn each_action(&self, mut visit: impl FnMut(Action)) {
        if self.is_over() {
            return;
        }
        let Some(die) = self.die else {
            for die in Face::ALL {
                visit(Action::Roll(die));
            }
            return;
        };
        let mut moved = false;
        for (from, mut landings) in self.choices(die) {
            while let Some((to, facing)) = landings.take_first() {
                if let Some(step) = Move::new(from, to, facing) {
                    moved = true;
                    visit(Action::Move(step));
                }
            }
        }
        // URAEUS-R7: who cannot move passes.
        if !moved {
            visit(Action::Pass);
        }
    }

    fn is_legal(&self, action: Action) -> bool {
        match (action, self.roll()) {
            (Action::Roll(_), _) => self.turn() == Turn::Chance,
            (_, None) => false,
            (Action::Pass, Some(die)) => self.choices(die).iter().all(|(_, landings)| landings.is_empty()),
            (Action::Move(step), Some(die)) => self.can_move(step, die),
        }
    }

    fn why_not(&self, action: Action) -> String {
        refusal::why(self, action)
    }

    #[inline(always)]
    fn play(&self, action: Action) -> Self {
        match (action, self.roll()) {
            (Action::Roll(die), None) if !self.is_over() => Self { die: Some(die), ..*self },
            (Action::Pass, Some(_)) => self.after_turn(self.stones),
            (Action::Move(step), Some(die)) => {
                self.stones.moved(self.side, step, die).map_or(*self, |stones| self.after_turn(stones))
            }
            _ => *self,
        }
    }

    fn probability(&self, outcome: Action) -> (u32, u32) {
        match outcome {
            Action::Roll(_) if self.turn() == Turn::Chance => (1, Face::FACES as u32),
            _ => (0, 1),
        }
    }

    fn returns(&self) -> Returns {
        match self.end {
            _ if !self.is_over() => Returns::default(),
            EndRule::All => game::placed(self.places()),
            EndRule::First => game::shared_win(self.players(), self.places().iter().copied()),
        }
    }
}
