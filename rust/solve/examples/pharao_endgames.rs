//! The values of PHARAO's endgames, by value iteration: what the evaluation is tuned with.
//!
//! ```console
//! $ cargo run --release -p amduat-solve --example pharao_endgames -- 4 > values.txt
//! $ python benches/tune.py pharao --values values.txt
//! ```
//!
//! The argument says how many stones there are at most, both sides together. Each line has a position
//! in which Lower Egypt is about to roll, and what Lower Egypt can expect, from −1 to 1, if both play as
//! well as can be. Both sides have the same dice and the same board, so Upper Egypt need not be looked
//! at. Three stones take a quarter of a minute, four some minutes.

use amduat::games::pharao::board::BOARD;
use amduat::games::pharao::{Position, Side};
use amduat::{Describe, FieldSet, Game, Turn};
use std::collections::HashMap;
use std::io::Write;

/// The stones of the side about to roll, and of the other.
type Stones = [FieldSet; 2];
type Values = HashMap<Stones, f32>;

/// No value changes by more in the last round.
const PRECISION: f32 = 0.004;
const ROUNDS: usize = 100;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let most: u32 = std::env::args().nth(1).ok_or("expected the number of stones")?.parse()?;
    let mut values = Values::new();
    let mut solved: Vec<(Position, Stones)> = Vec::new();
    // Stones only get fewer: both sides' numbers exchanged are solved together, fewer ones first.
    for total in 2..=most {
        for few in (1..=total / 2).filter(|few| total - few <= 4) {
            let mut states = positions(few, total - few);
            if few != total - few {
                states.extend(positions(total - few, few));
            }
            for round in 1..=ROUNDS {
                let change = improve(&states, &mut values);
                eprintln!(
                    "{few} and {} stones, round {round}: {} values, change {change:.4}",
                    total - few,
                    states.len()
                );
                if change < PRECISION {
                    break;
                }
            }
            solved.append(&mut states);
        }
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for (position, stones) in solved {
        writeln!(out, "{position} | {:.4}", values[&stones])?;
    }
    Ok(())
}

/// All positions with so many stones in which Lower Egypt is about to roll.
fn positions(lower: u32, upper: u32) -> Vec<(Position, Stones)> {
    let (all_lower, all_upper) = (sets(lower), sets(upper));
    let mut found = Vec::new();
    for &lower in &all_lower {
        for &upper in all_upper.iter().filter(|upper| !upper.meets(lower)) {
            // A side's only stone in the water is refused: such a game is over.
            if let Ok(position) = format!("{} {} L roll -", text(lower), text(upper)).parse() {
                found.push((position, [lower, upper]));
            }
        }
    }
    found
}

/// All sets of so many fields.
fn sets(count: u32) -> Vec<FieldSet> {
    let mut sets = vec![FieldSet::EMPTY];
    for _ in 0..count {
        let above = |set: &FieldSet| BOARD - FieldSet::first(set.highest().map_or(0, |field| field.index() + 1));
        sets = sets.iter().flat_map(|&set| above(&set).iter().map(move |field| set | field.set())).collect();
    }
    sets
}

fn text(stones: FieldSet) -> String {
    stones.iter().map(Position::field_name).collect::<Vec<_>>().join(",")
}

/// Computes all values anew from those known so far; says by how much one has changed at most.
fn improve(states: &[(Position, Stones)], values: &mut Values) -> f32 {
    let mut most = 0f32;
    for (position, stones) in states {
        let mut value = 0.0;
        position.each_action(|roll| {
            let (weight, total) = position.probability(roll);
            value += weight as f32 / total as f32 * best(&position.play(roll), values);
        });
        let old = values.insert(*stones, value).unwrap_or(0.0);
        most = most.max((value - old).abs());
    }
    most
}

/// What Lower Egypt can make of its turn.
fn best(position: &Position, values: &Values) -> f32 {
    match position.turn() {
        Turn::Over => position.returns()[0] as f32,
        Turn::Chance => {
            let stones = [Side::Upper, Side::Lower].map(|side| position.stones(side));
            -values.get(&stones).copied().unwrap_or(0.0)
        }
        Turn::Player(_) => {
            let mut best = f32::NEG_INFINITY;
            position.each_action(|action| best = best.max(self::best(&position.play(action), values)));
            best
        }
    }
}
