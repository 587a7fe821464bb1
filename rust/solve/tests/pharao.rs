//! The tables of PHARAO in the package, against the rules and a plain computation.

#![allow(
    clippy::unwrap_used,
    clippy::float_cmp,
    reason = "a test that fails may panic, and looked up twice is the same"
)]

use amduat::games::pharao::board::BOARD;
use amduat::games::pharao::{Position, Side};
use amduat::{Field, FieldSet, Game, Turn};
use amduat_solve::pharao::{Layer, Tables, Unknown, verify};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python/amduat/data")
}

fn tables() -> Tables {
    Tables::open(&folder()).unwrap()
}

/// How a turn can end: over, with the winner, or with the opponent about to roll.
#[derive(Clone, Copy)]
enum End {
    Over(bool),
    Next([FieldSet; 2]),
}

/// All ends of a turn after a roll, found by the rules.
fn ends(position: &Position, ends: &mut Vec<End>) {
    match position.turn() {
        Turn::Over => ends.push(End::Over(position.side() == Side::Lower)),
        Turn::Chance => ends.push(End::Next([position.stones(Side::Upper), position.stones(Side::Lower)])),
        Turn::Player(_) => position.each_action(|action| self::ends(&position.play(action), ends)),
    }
}

/// One stone against one, by plain rounds of one turn each. As everybody has lost at first, even rounds are never too
/// high and odd ones never too low.
#[test]
fn one_against_one_is_what_plain_rounds_lead_to() {
    let mut numbers = HashMap::new();
    let mut turns = Vec::new();
    for (own, other) in BOARD.iter().flat_map(|own| BOARD.iter().map(move |other| (own.set(), other.set()))) {
        let Ok(position) = Position::about_to_roll([own, other], Side::Lower) else { continue };
        numbers.insert([own, other], turns.len());
        let mut rolls = Vec::new();
        position.each_action(|roll| {
            let (weight, total) = position.probability(roll);
            let mut found = Vec::new();
            ends(&position.play(roll), &mut found);
            rolls.push((f64::from(weight) / f64::from(total), found));
        });
        turns.push((position, rolls));
    }
    assert_eq!(turns.len(), 29 * 28);
    let mut bounds = [vec![0.0; turns.len()], vec![1.0; turns.len()]];
    for round in 1..=200 {
        let last = &bounds[(round + 1) % 2];
        let worth = |end: &End| match end {
            End::Over(won) => f64::from(u8::from(*won)),
            End::Next(stones) => 1.0 - last[numbers[stones]],
        };
        let best = |ends: &Vec<End>| ends.iter().map(worth).fold(0.0, f64::max);
        let next =
            turns.iter().map(|(_, rolls)| rolls.iter().map(|(chance, ends)| chance * best(ends)).sum()).collect();
        bounds[round % 2] = next;
    }
    let tables = tables();
    for (number, (position, _)) in turns.iter().enumerate() {
        let (low, high) = (bounds[0][number], bounds[1][number]);
        assert!(low <= high + 1e-12 && high - low < 1e-12, "{position}: {low} {high}");
        let value = tables.value(position).unwrap();
        assert!((value.win - low).abs() <= value.error, "{position}: {value:?}, {low}");
    }
}

/// Turns that have ended the game, among the numbers of placements.
const WON: u32 = u32::MAX;
const LOST: u32 = u32::MAX - 1;

/// Up to three stones, by policies: each side keeps to one end for every roll, what that is worth is computed, and
/// then each chooses anew by what it is worth; until nobody has anything better to choose. Two stones against one is
/// where stones drown, are rescued and are forfeited.
#[test]
fn three_stones_are_what_policies_lead_to() {
    let few: Vec<_> = BOARD.iter().map(Field::set).collect();
    let more: Vec<_> = BOARD.iter().flat_map(|a| (BOARD - a.set()).iter().map(move |b| a.set() | b.set())).collect();
    let layers = [(&few, &few), (&few, &more), (&more, &few)];
    let mut positions = HashMap::new();
    for (own, other) in
        layers.into_iter().flat_map(|(own, other)| own.iter().flat_map(|o| other.iter().map(|t| (*o, *t))))
    {
        if let Ok(position) = Position::about_to_roll([own, other], Side::Lower) {
            let number = positions.len() as u32;
            positions.entry([own, other]).or_insert((number, position));
        }
    }
    let mut ordered: Vec<_> = positions.values().copied().collect();
    ordered.sort_by_key(|(number, _)| *number);
    // Of each placement the rolls, with their chances and the different ends that a turn can have.
    let turns: Vec<Vec<(f64, Vec<u32>)>> = ordered
        .iter()
        .map(|(_, position)| {
            let mut rolls = Vec::new();
            position.each_action(|roll| {
                let (weight, total) = position.probability(roll);
                let mut found = Vec::new();
                ends(&position.play(roll), &mut found);
                let number = |end| match end {
                    End::Over(won) => {
                        if won {
                            WON
                        } else {
                            LOST
                        }
                    }
                    End::Next(stones) => positions[&stones].0,
                };
                let mut found: Vec<_> = found.into_iter().map(number).collect();
                found.sort_unstable();
                found.dedup();
                rolls.push((f64::from(weight) / f64::from(total), found));
            });
            rolls
        })
        .collect();
    let mut values = vec![0.5; turns.len()];
    let worth = |values: &[f64], end: u32| match end {
        WON => 1.0,
        LOST => 0.0,
        next => 1.0 - values[next as usize],
    };
    for round in 0.. {
        assert!(round < 50, "the policies change and change");
        let best =
            |ends: &Vec<u32>| *ends.iter().max_by(|a, b| worth(&values, **a).total_cmp(&worth(&values, **b))).unwrap();
        let policy: Vec<Vec<_>> =
            turns.iter().map(|rolls| rolls.iter().map(|(chance, ends)| (*chance, best(ends))).collect()).collect();
        let expected = |values: &[f64], number: usize| -> f64 {
            policy[number].iter().map(|(chance, end)| chance * worth(values, *end)).sum()
        };
        let better =
            (0..turns.len()).map(|number| (expected(&values, number) - values[number]).abs()).fold(0.0, f64::max);
        if better < 1e-10 {
            break;
        }
        for _ in 0..1_000 {
            let mut changed = 0f64;
            for number in 0..turns.len() {
                let value = expected(&values, number);
                changed = changed.max((value - values[number]).abs());
                values[number] = value;
            }
            if changed < 1e-12 {
                break;
            }
        }
    }
    let tables = tables();
    for (number, position) in ordered {
        let (stored, found) = (tables.value(&position).unwrap(), values[number as usize]);
        assert!((stored.win - found).abs() <= stored.error, "{position}: {stored:?}, {found}");
    }
}

#[test]
fn every_value_is_what_one_turn_leads_to() {
    let tables = tables();
    let layers: Vec<_> = tables.layers().collect();
    assert_eq!(layers.len(), 6);
    for layer in layers {
        let checked = verify(&tables, layer, 2_000, 7, 2, &mut |_| false).unwrap();
        assert!(checked.positions > 800 && checked.wrong == 0, "{checked:?}");
        assert!(checked.largest < 3e-5, "{checked:?}");
    }
}

#[test]
fn a_position_is_worth_the_same_for_either_side() {
    let tables = tables();
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..2_000 {
        let mut stones = [FieldSet::EMPTY; 2];
        for nth in 0..random.usize(2..=4) {
            stones[if nth < 2 { nth } else { random.usize(..2) }] |= Field::wrapping(random.usize(..30)).set();
        }
        let sides = [[stones[0], stones[1]], [stones[1], stones[0]]].into_iter().zip(Side::BOTH);
        let values: Vec<_> = sides
            .filter_map(|(stones, side)| Position::about_to_roll(stones, side).ok())
            .map(|p| tables.value(&p))
            .collect();
        assert!(values.is_empty() || (values.len() == 2 && values[0] == values[1]), "{values:?}");
    }
}

#[test]
fn in_the_middle_of_a_turn_the_best_way_on_counts() {
    let tables = tables();
    let mut random = fastrand::Rng::with_seed(9);
    let mut seen = 0;
    for _ in 0..300 {
        let mut fields = BOARD;
        let mut stones = [FieldSet::EMPTY; 2];
        for nth in 0..4 {
            let field = fields.iter().nth(random.usize(..fields.len() as usize)).unwrap();
            fields -= field.set();
            stones[nth % 2] |= field.set();
        }
        let Ok(position) = Position::about_to_roll(stones, Side::Upper) else { continue };
        position.each_action(|roll| {
            let rolled = position.play(roll);
            if rolled.turn() != Turn::Player(amduat::Player::new(1)) {
                return;
            }
            seen += 1;
            let value = tables.value(&rolled).unwrap();
            let values = tables.values(&rolled).unwrap();
            let best = tables.best(&rolled).unwrap();
            assert!(values.is_sorted_by(|a, b| a.1.win >= b.1.win));
            assert_eq!(values[0].1.win, value.win);
            assert!(best.contains(&values[0].0) && best.iter().all(|action| rolled.is_legal(*action)));
            let after = tables.value(&rolled.play(values[0].0)).unwrap();
            let same = rolled.play(values[0].0).side() == Side::Upper;
            assert!((if same { after.win } else { 1.0 - after.win } - value.win).abs() < 1e-12);
        });
    }
    assert!(seen > 1_000);
}

#[test]
fn what_is_not_at_hand_is_named() {
    let tables = tables();
    let start = "a1,a2,b1,c1 b3,c3,d3,e3 L roll -".parse::<Position>().unwrap();
    assert_eq!(tables.value(&start), Err(Unknown::Missing(Layer { own: 4, other: 4 })));
    assert!(!tables.are_complete());
    let strange = "c2 h2 L roll - dice=0,0,1,2,3,4/0,0,0,0,1,2".parse::<Position>().unwrap();
    assert!(matches!(tables.value(&strange), Err(Unknown::Failed(_))));
    let over = "j1 i1,j2 U over -".parse::<Position>().unwrap();
    assert_eq!(tables.value(&over).map(|value| value.win), Ok(1.0));
}

#[test]
fn damaged_tables_are_refused() {
    let scratch = std::env::temp_dir().join(format!("amduat-damaged-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).unwrap();
    let good = std::fs::read(folder().join("pharao-1v1.table")).unwrap();
    let path = scratch.join("pharao-1v1.table");
    let positions: Vec<Position> = (0..30)
        .flat_map(|own| (0..30).map(move |other| [own, other].map(|field| Field::wrapping(field).set())))
        .filter_map(|stones| Position::about_to_roll(stones, Side::Lower).ok())
        .collect();
    for at in (0..good.len()).step_by(7) {
        let mut bad = good.clone();
        bad[at] ^= 1 << (at % 8);
        std::fs::write(&path, bad).unwrap();
        let opened = Tables::open(&scratch);
        let refused = opened.map_or(true, |tables| {
            positions.iter().all(|position| matches!(tables.value(position), Err(Unknown::Failed(_))))
        });
        assert!(refused, "byte {at}");
    }
    // The table of another layer.
    std::fs::copy(folder().join("pharao-2v1.table"), &path).unwrap();
    assert!(Tables::open(&scratch).is_err());
    std::fs::remove_dir_all(&scratch).unwrap();
}
