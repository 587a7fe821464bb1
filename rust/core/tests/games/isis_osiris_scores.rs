//! ISIS & OSIRIS: what is told pawn by pawn is what a slow count finds, and adds up to the totals.

use crate::common::random_games;
use amduat::{AnyPosition, Turn};

/// The file and the rank of a cell, from its name.
fn place(cell: &str) -> (i32, i32) {
    let mut letters = cell.bytes().map(i32::from);
    (letters.next().unwrap_or_default(), letters.next().unwrap_or_default())
}

/// Whose pawn it is, its cell, and the tiles beside it with their points.
type Counted = (usize, String, Vec<(String, i32)>);

/// Every pawn, by its cell, with the tiles at a distance of one: counted from what stands where.
fn slowly(position: &AnyPosition) -> Vec<Counted> {
    let pieces = position.pieces();
    let mut found = Vec::new();
    for (cell, piece) in &pieces {
        let Some(player) = ["A", "B", "C", "D"].iter().position(|pawn| pawn == piece) else { continue };
        let mut counted = Vec::new();
        for (other, tile) in &pieces {
            let ((x, y), (across, up)) = (place(cell), place(other));
            if let (1, Ok(points)) = ((x - across).abs() + (y - up).abs(), tile.parse()) {
                counted.push((other.clone(), points));
            }
        }
        found.push((player, cell.clone(), counted));
    }
    found
}

#[test]
fn pawns_are_counted_one_by_one() {
    let (mut over, mut most) = (0, 0);
    random_games("isis-osiris", 3, 41, 200, |position, _| {
        let name = |field| position.field_name(field);
        let told: Vec<_> = position
            .scored_pieces()
            .into_iter()
            .map(|pawn| {
                let counted: Vec<_> = pawn.counted.iter().map(|&(cell, points)| (name(cell), points)).collect();
                assert_eq!(pawn.points(), counted.iter().map(|(_, points)| points).sum::<i32>());
                most = most.max(counted.len());
                (pawn.player.index(), name(pawn.field), counted)
            })
            .collect();
        assert_eq!(told, slowly(position), "{position}");
        let mut totals = vec![0; position.players()];
        for (player, _, counted) in &told {
            totals[*player] += counted.iter().map(|(_, points)| points).sum::<i32>();
        }
        assert_eq!(position.scores(), Some(totals.clone()), "{position}");
        if position.turn() == Turn::Over {
            over += 1;
            let highest = totals.iter().max();
            for (total, value) in totals.iter().zip(position.returns()) {
                assert_eq!(Some(total) == highest, value > 0.0 || totals.iter().all(|other| Some(other) == highest));
            }
        }
    });
    assert!(over > 10 && most == 4, "{over} games, at most {most} tiles beside a pawn");
}

#[test]
fn other_games_have_no_points() {
    for info in amduat::GAMES.iter().filter(|info| info.name != "isis-osiris") {
        random_games(info.name, 1, 42, 100, |position, _| assert_eq!(position.scored_pieces(), []));
    }
}
