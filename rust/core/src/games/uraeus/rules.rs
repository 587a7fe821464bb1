//! Turns: roll, move or pass, and when it ends.

use super::back::{Back, Landings};
use super::board::{GEESE, HEAD};
use super::places::Places;
use super::ply::{Die, Move, NUM_ACTIONS, Ply};
use super::stone::Stone;
use super::stones::{EACH, Stones};
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
    stones: Stones,
    players: u8,
    side: Player,
    die: Option<Die>,
    places: Places,
    end: EndRule,
}

/// The moves of the stones that may be moved with a roll, one entry for each of the mover's stones;
/// of several stones in the reserve only the first has moves.
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

    fn is_over(&self) -> bool {
        match self.end {
            EndRule::All => self.places.len() == self.players(),
            EndRule::First => !self.places.is_empty(),
        }
    }

    /// The roll to be moved, while the game runs.
    fn roll(&self) -> Option<Die> {
        self.die.filter(|_| !self.is_over())
    }

    /// The next player who has not finished. URAEUS-R7: the others are skipped.
    pub(super) fn next_side(&self, after: Player) -> Player {
        let mut following = (1..=self.players()).map(|step| Player::new((after.index() + step) % self.players()));
        following.find(|&player| !self.stones.have_finished(player)).unwrap_or(after)
    }

    /// Whether a stone must be moved before others. URAEUS-R6: a goose field does not oblige a
    /// covered stone, and neither does anything else, since it cannot move.
    fn is_obliged(back: &Back, stone: Stone) -> bool {
        stone.is_top() || (GEESE.contains(stone.field()) && !back.is_covered(stone))
    }

    /// Where a stone can go, obligations aside.
    fn landings(back: &Back, stone: Stone, die: Die) -> Landings {
        if stone == Stone::FINISHED || back.is_covered(stone) {
            return Landings::default();
        }
        back.walker(stone).landings(die)
    }

    /// The stones that may be moved and where to, in ascending order of their fields.
    fn choices(&self, die: Die) -> Choices {
        let back = Back::new(self.stones.all());
        let own = self.stones(self.side);
        let mut choices = [(HEAD, Landings::default()); EACH];
        // URAEUS-R5: any legal move of an obliged stone makes the obligation count.
        let mut must = false;
        for (choice, stone) in choices.iter_mut().zip(own) {
            if Self::is_obliged(&back, stone) {
                *choice = (stone.field(), Self::landings(&back, stone, die));
                must |= !choice.1.is_empty();
            }
        }
        if must {
            return choices;
        }
        for (slot, stone) in own.into_iter().enumerate() {
            let again = slot > 0 && stone == Stone::RESERVE && own[slot - 1] == stone;
            if !again && !Self::is_obliged(&back, stone) {
                choices[slot] = (stone.field(), Self::landings(&back, stone, die));
            }
        }
        choices
    }

    /// Whether a move is legal, without looking at the other stones unless they might be obliged.
    fn can_move(&self, step: Move, die: Die) -> bool {
        let Some((_, stone)) = self.stones.movable(self.side, step.from()) else { return false };
        let back = Back::new(self.stones.all());
        Self::landings(&back, stone, die).contains(step.to(), step.facing())
            && (Self::is_obliged(&back, stone) || self.obliged(&back, die).next().is_none())
    }

    /// The mover's obliged stones that can move.
    fn obliged<'a>(&self, back: &'a Back, die: Die) -> impl Iterator<Item = Stone> + 'a {
        let own = self.stones(self.side).into_iter();
        own.filter(move |&stone| Self::is_obliged(back, stone) && !Self::landings(back, stone, die).is_empty())
    }

    /// The position after the mover's turn with these stones.
    fn after_turn(&self, stones: Stones) -> Self {
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

    fn each_action(&self, mut visit: impl FnMut(Ply)) {
        if self.is_over() {
            return;
        }
        let Some(die) = self.die else {
            return Die::ALL.map(Ply::Roll).into_iter().for_each(visit);
        };
        let mut moved = false;
        for (from, landings) in self.choices(die) {
            landings.each(|to, facing| {
                if let Some(step) = Move::new(from, to, facing) {
                    moved = true;
                    visit(Ply::Move(step));
                }
            });
        }
        // URAEUS-R7: who cannot move passes.
        if !moved {
            visit(Ply::Pass);
        }
    }

    fn count_actions(&self) -> u64 {
        if self.is_over() {
            return 0;
        }
        let Some(die) = self.die else { return Die::FACES as u64 };
        let moves: u32 = self.choices(die).iter().map(|(_, landings)| landings.len()).sum();
        moves.max(1).into()
    }

    fn is_legal(&self, action: Ply) -> bool {
        match (action, self.roll()) {
            (Ply::Roll(_), _) => self.turn() == Turn::Chance,
            (_, None) => false,
            (Ply::Pass, Some(die)) => self.choices(die).iter().all(|(_, landings)| landings.is_empty()),
            (Ply::Move(step), Some(die)) => self.can_move(step, die),
        }
    }

    #[inline]
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

    fn walks(&self, action: Ply) -> Vec<Vec<Field>> {
        let (Ply::Move(step), Some(die)) = (action, self.roll()) else { return Vec::new() };
        match self.stones.movable(self.side, step.from()) {
            Some((_, stone)) if self.is_legal(action) => {
                Back::new(self.stones.all()).walker(stone).walks(die, step.to(), step.facing())
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
        let back = Back::new(self.stones.all());
        let obliged = self.obliged(&back, die).map(|stone| Self::field_name(stone.field()));
        match obliged.collect::<Vec<_>>().as_slice() {
            _ if self.is_legal(Ply::Pass) => format!("{name} must pass: no stone can move {steps}."),
            [] => format!("{name} moves a stone {steps}."),
            [field] => format!("{name} must move the obliged stone on {field} {steps}."),
            fields => format!("{name} must move one of the obliged stones, on {}, {steps}.", fields.join(" or ")),
        }
    }
}
