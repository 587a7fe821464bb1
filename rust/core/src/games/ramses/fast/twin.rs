//! The slow twin: the rules once more, for tests. Every walk is searched anew, every line visited singly.
//!
//! Equals: the rules, as they are read off `docs/ramses.md`.
//! Proved by: `counts_are_those_of_the_twin`.

use super::super::action::Action;
use super::super::board::{self, GRAPH, HIEROGLYPHS, ROW_AND_COLUMN};
use super::super::position::{Part, Position, STONES, Side};
use crate::field::{Field, FieldSet};
use crate::game::Game;

/// Any position with eight stones, half of them with all stones on the left half of the board.
pub(super) fn random_position(random: &mut fastrand::Rng) -> Position {
    let huddled = random.bool();
    let mut fields: Vec<usize> = (1..=22).filter(|field| !huddled || !(11..=16).contains(field)).collect();
    random.shuffle(&mut fields);
    let mut places = fields.into_iter().map(|number| {
        let place = match number {
            5 | 22 => board::long_field(number, random.usize(10..=17)),
            _ => board::field(number),
        };
        Field::wrapping(place)
    });
    let stones = [(); 2].map(|()| places.by_ref().take(STONES).collect());
    let side = if random.bool() { Side::Light } else { Side::Dark };
    let part = if random.bool() { Part::Own } else { Part::Other };
    Position::new(stones, side, part, part == Part::Own && random.u8(..8) == 0)
}

fn steps(place: Field, stones: FieldSet) -> u32 {
    let (row, column) = ROW_AND_COLUMN[place.index()];
    (row & stones).len().max((column & stones).len())
}

fn has_won(stones: FieldSet) -> bool {
    (stones & HIEROGLYPHS).len() >= 3
}

/// All legal actions.
pub(super) fn actions(position: &Position) -> Vec<Action> {
    let (mine, others) = (position.stones(position.side()), position.stones(position.side().other()));
    let (all, own) = (mine | others, position.part() == Part::Own);
    let mut actions = Vec::new();
    if has_won(mine) || has_won(others) {
        return actions;
    }
    for from in if own { mine } else { others - HIEROGLYPHS } {
        for to in GRAPH.reach(from, steps(from, all), all) {
            if own {
                let moved = mine.moved(from, to);
                let can_walk = |stone: Field| GRAPH.can_walk(stone, steps(stone, moved | others), moved | others);
                let completes = has_won(moved) || (others - HIEROGLYPHS).iter().any(can_walk);
                if !completes || position.opening() && HIEROGLYPHS.contains(to) {
                    continue;
                }
            }
            actions.push(Action { from, to });
        }
    }
    actions
}

/// How many lines of so many plies there are.
pub(super) fn lines(position: &Position, plies: u32) -> u64 {
    match plies {
        0 => 1,
        _ => actions(position).into_iter().map(|action| lines(&position.play(action), plies - 1)).sum(),
    }
}
