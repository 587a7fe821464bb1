//! Turns: roll, move or pass, and when it ends.

use super::back::Back;
use super::board::{GEESE, HEAD};
use super::places::Places;
use super::ply::{Die, Move, NUM_ACTIONS, Ply};
use super::stone::Stone;
use super::stones::{EACH, Stones};
use super::walker::{Landings, Walker};
use crate::count::Count;
use crate::describe::{Describe, State};
use crate::error::ParseError;
use crate::field::Field;
use crate::game::{self, Game, Info, MAX_PLAYERS, Player, Returns, Turn};
use crate::options::{OptionInfo, Options};

/// When the game ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndRule {
    /// When all places are taken.
    All,
    /// When the first player has finished.
    First,
}

impl EndRule {
    pub(super) const WORDS: [(&'static str, Self); 2] = [("all", Self::All), ("first", Self::First)];
}

/// A position: the stones, whose turn it is, the roll if there is one, and the places taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(super) stones: Stones,
    players: u8,
    side: Player,
    die: Option<Die>,
    places: Places,
    end: EndRule,
}

/// The moves of the stones that may be moved with a roll, one entry for each of the mover's stones;
/// of several stones in the reserve only the last has moves.
type Choices = [(Field, Landings); EACH];

impl Position {
    pub(super) fn new(
        stones: Stones,
        players: usize,
        side: Player,
        die: Option<Die>,
        places: Places,
        end: EndRule,
    ) -> Self {
        Self { stones, players: players as u8, side, die, places, end }
    }

    /// The three stones of a player, in the order of the notation.
    pub fn stones(&self, player: Player) -> [Stone; EACH] {
        self.stones.of(player)
    }

    /// Whose turn it is; when the game is over, whose turn it would be.
    pub const fn side(&self) -> Player {
        self.side
    }

    /// What was rolled; `None` before the roll.
    pub const fn die(&self) -> Option<Die> {
        self.die
    }

    /// The players who have taken a place, the first first.
    pub fn places(&self) -> &[Player] {
        self.places.as_slice()
    }

    /// When the game ends.
    pub const fn end(&self) -> EndRule {
        self.end
    }

    #[inline(always)]
    fn is_over(&self) -> bool {
        match self.end {
            EndRule::All => self.places.len() == self.players(),
            EndRule::First => !self.places.is_empty(),
        }
    }

    /// The roll to be moved, while the game runs.
    #[inline(always)]
    fn roll(&self) -> Option<Die> {
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
    fn landings(back: &Back, stone: Stone, die: Die) -> Landings {
        Walker::new(&back.without(stone), stone).landings(die)
    }

    /// The stones that may be moved and where to, in ascending order of their fields.
    #[inline(always)]
    fn choices(&self, die: Die) -> Choices {
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
    fn can_move(&self, step: Move, die: Die) -> bool {
        let Some(stone) = self.stones.movable(self.side, step.from()) else { return false };
        let back = self.stones.back();
        Self::landings(back, stone, die).contains(step.to(), step.facing())
            && (Self::is_obliged(back, stone) || self.obliged(die).next().is_none())
    }

    /// The mover's obliged stones that can move.
    fn obliged(&self, die: Die) -> impl Iterator<Item = Stone> {
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
    type Action = Ply;

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
    fn each_action(&self, mut visit: impl FnMut(Ply)) {
        if self.is_over() {
            return;
        }
        let Some(die) = self.die else {
            for die in Die::ALL {
                visit(Ply::Roll(die));
            }
            return;
        };
        let mut moved = false;
        for (from, mut landings) in self.choices(die) {
            while let Some((to, facing)) = landings.take_first() {
                if let Some(step) = Move::new(from, to, facing) {
                    moved = true;
                    visit(Ply::Move(step));
                }
            }
        }
        // URAEUS-R7: who cannot move passes.
        if !moved {
            visit(Ply::Pass);
        }
    }

    fn is_legal(&self, action: Ply) -> bool {
        match (action, self.roll()) {
            (Ply::Roll(_), _) => self.turn() == Turn::Chance,
            (_, None) => false,
            (Ply::Pass, Some(die)) => self.choices(die).iter().all(|(_, landings)| landings.is_empty()),
            (Ply::Move(step), Some(die)) => self.can_move(step, die),
        }
    }

    #[inline(always)]
    fn play(&self, action: Ply) -> Self {
        match (action, self.roll()) {
            (Ply::Roll(die), None) if !self.is_over() => Self { die: Some(die), ..*self },
            (Ply::Pass, Some(_)) => self.after_turn(self.stones),
            (Ply::Move(step), Some(die)) => {
                self.stones.moved(self.side, step, die).map_or(*self, |stones| self.after_turn(stones))
            }
            _ => *self,
        }
    }

    fn probability(&self, outcome: Ply) -> (u32, u32) {
        match outcome {
            Ply::Roll(_) if self.turn() == Turn::Chance => (1, Die::FACES as u32),
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

impl Count for Position {
    #[inline(always)]
    fn each_candidate(&self, visit: impl FnMut(Ply)) {
        self.each_action(visit);
    }

    #[inline(always)]
    fn count_actions(&self) -> u64 {
        match self.die {
            _ if self.is_over() => 0,
            None => Die::FACES as u64,
            Some(die) => self.count_with(die),
        }
    }

    #[inline(always)]
    fn count_pairs(&self) -> u64 {
        if self.is_over() { 0 } else { self.count_two_plies() }
    }

    #[inline(always)]
    fn each_merged_pair(&self, visit: impl FnMut(Self, u64)) -> bool {
        let rolls = self.turn() == Turn::Chance;
        if rolls {
            self.each_after_roll(visit);
        }
        rolls
    }
}

impl Describe for Position {
    fn walks(&self, action: Ply) -> Vec<Vec<Field>> {
        let (Ply::Move(step), Some(die)) = (action, self.roll()) else { return Vec::new() };
        match self.stones.movable(self.side, step.from()) {
            Some(stone) if self.is_legal(action) => {
                Walker::new(&self.stones.back().without(stone), stone).walks(die, step.to(), step.facing())
            }
            _ => Vec::new(),
        }
    }

    fn field_name(field: Field) -> String {
        field.index().to_string()
    }

    fn pieces(&self) -> Vec<(String, String)> {
        let mut pieces = Vec::new();
        for player in (0..self.players()).map(Player::new) {
            let on_back = self.stones(player).into_iter().filter(|stone| stone.is_on_back());
            pieces.extend(on_back.map(|stone| (stone, player.index() + 1)));
        }
        // As in the notation, the lower stone of a double comes before the top one.
        pieces.sort_unstable_by_key(|&(stone, _)| (stone.field(), stone.is_top()));
        let piece = |(stone, player): (Stone, usize)| {
            let top = if stone.is_top() { "^" } else { "" };
            (Self::field_name(stone.field()), format!("{top}{player}{}", stone.facing().sign()))
        };
        pieces.into_iter().map(piece).collect()
    }

    /// The phases are `roll`, `move` and `over`. The reserves are the stones that have not entered,
    /// `reserve`, and those in the tail, `finished`.
    fn state(&self) -> State {
        let phase = match self.die {
            _ if self.is_over() => "over",
            None => "roll",
            Some(_) => "move",
        };
        let count = |wanted: Stone| {
            let own = |player| self.stones(Player::new(player)).iter().filter(|&&stone| stone == wanted).count() as u8;
            (0..self.players()).map(own).collect()
        };
        State {
            phase,
            dice: self.die.into_iter().map(|die| die.steps() as u8).collect(),
            faces: vec![Die::ALL.map(|die| die.steps() as u8).to_vec()],
            places: self.places().to_vec(),
            reserves: vec![("reserve", count(Stone::RESERVE)), ("finished", count(Stone::FINISHED))],
            ..State::default()
        }
    }

    fn describe(&self) -> String {
        if self.is_over() {
            let mut names = self.places().iter().map(|&player| self.player_name(player));
            let winner = names.next().unwrap_or_default();
            let others: Vec<_> = names.collect();
            return match (self.end, others.as_slice()) {
                (EndRule::First, _) | (_, []) => format!("{winner} has won: all three stones are in the tail."),
                (EndRule::All, others) => format!(
                    "{winner} has won: all three stones were in the tail first; the next places go to {}.",
                    others.join(", then ")
                ),
            };
        }
        let name = self.player_name(self.side);
        let Some(die) = self.die else { return format!("{name} rolls the die.") };
        let steps = match die.steps() {
            1 => "by 1 step".to_string(),
            steps => format!("by {steps} steps"),
        };
        let obliged = self.obliged(die).map(|stone| Self::field_name(stone.field()));
        match obliged.collect::<Vec<_>>().as_slice() {
            _ if self.is_legal(Ply::Pass) => format!("{name} must pass: no stone can move {steps}."),
            [] => format!("{name} moves a stone {steps}."),
            [field] => format!("{name} must move the obliged stone on {field} {steps}."),
            fields => format!("{name} must move one of the obliged stones, on {}, {steps}.", fields.join(" or ")),
        }
    }
}
