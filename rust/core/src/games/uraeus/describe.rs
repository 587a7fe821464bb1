//! Positions in words, and the walks of moves.

use super::action::{Action, Face, Move};
use super::board::{HEAD, TAIL};
use super::position::stone::Stone;
use super::position::{EndRule, Position};
use super::rules::stones::EACH;
use super::rules::walker::Walker;
use crate::describe::{Describe, State};
use crate::field::Field;
use crate::game::{Game, Player};

/// What of `these` is not among `others`, one for one.
fn missing(these: [Stone; EACH], others: [Stone; EACH]) -> Vec<Stone> {
    let mut others = others.to_vec();
    let is_new = |stone: &Stone| match others.iter().position(|other| other == stone) {
        Some(place) => {
            others.swap_remove(place);
            false
        }
        None => true,
    };
    these.into_iter().filter(is_new).collect()
}

impl Position {
    /// The stones that a move hits and where they go, in words.
    fn hits(&self, step: Move, next: &Self) -> Vec<String> {
        let mut events = Vec::new();
        for player in (0..self.players()).map(Player::new) {
            let mut gone = missing(self.stones(player), next.stones(player));
            let mut come = missing(next.stones(player), self.stones(player));
            if player == self.side() {
                // The moved stone is not hit.
                if let Some(place) = gone.iter().position(|stone| stone.field() == step.from()) {
                    gone.swap_remove(place);
                }
                if let Some(place) = come.iter().position(|stone| stone.field() == step.to()) {
                    come.swap_remove(place);
                }
            }
            for (hit, back) in gone.into_iter().zip(come) {
                let to = if back.is_on_back() { back.field().index().to_string() } else { "the reserve".to_string() };
                let name = self.player_name(player);
                events.push(format!("The stone of {name} on {} is hit and goes back to {to}.", hit.field().index()));
            }
        }
        events
    }
}

impl Describe for Position {
    fn walks(&self, action: Action) -> Vec<Vec<Field>> {
        let (Action::Move(step), Some(die)) = (action, self.roll()) else { return Vec::new() };
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

    fn events(&self, action: Action) -> Vec<String> {
        let next = self.play(action);
        let name = self.player_name(self.side);
        let step = match action {
            Action::Roll(_) => return Vec::new(),
            Action::Pass => return vec![format!("No stone of {name} can move: the turn passes.")],
            Action::Move(step) => step,
        };
        let mut events = match step.to() {
            TAIL if next.stones.have_finished(self.side) => {
                vec![format!("{name} has all stones in the tail and takes place {}.", self.places().len() + 1)]
            }
            TAIL => vec![format!("A stone of {name} is in the tail.")],
            HEAD => vec![format!("The stone of {name} leaves over the head, into the reserve.")],
            field => {
                let top = next.stones.back().uppermost(field).is_some_and(Stone::is_top);
                let double = top && !self.stones.back().uppermost(field).is_some_and(Stone::is_top);
                if double { vec![format!("There is a double on {}.", field.index())] } else { Vec::new() }
            }
        };
        events.extend(self.hits(step, &next));
        events
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
            faces: vec![Face::ALL.map(|die| die.steps() as u8).to_vec()],
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
            _ if self.is_legal(Action::Pass) => format!("{name} must pass: no stone can move {steps}."),
            [] => format!("{name} moves a stone {steps}."),
            [field] => format!("{name} must move the obliged stone on {field} {steps}."),
            fields => format!("{name} must move one of the obliged stones, on {}, {steps}.", fields.join(" or ")),
        }
    }
}
