//! Which positions are possible by their structure: material, places, the mark of the opening. Not
//! whether they can be reached.

use super::board::{self, GRAPH};
use super::position::{Part, Position, STONES, Side};
use super::text::PARTS;
use crate::error::ParseError;
use crate::notation;

/// Refuses an impossible position.
pub(super) fn check(position: &Position) -> Result<(), ParseError> {
    let refuse = |part, reason| Err(notation::impossible(position, &PARTS, part, reason));
    for (part, side) in [("light", Side::Light), ("dark", Side::Dark)] {
        let stones = position.stones(side);
        if stones.len() as usize != STONES {
            return refuse(part, format!("a side has exactly {STONES} stones, found {}", stones.len()));
        }
        if let Some(place) = stones.iter().find(|&place| (GRAPH.whole(place) & stones).len() > 1) {
            let field = board::name(place).0;
            return refuse(part, format!("two stones on long field {field}; it holds one"));
        }
    }
    let light = position.stones(Side::Light);
    if let Some(place) = position.stones(Side::Dark).iter().find(|&place| GRAPH.whole(place).meets(light)) {
        return refuse("dark", format!("field {} already holds a light stone", board::name(place).0));
    }
    if position.opening() && position.part() == Part::Other {
        return refuse("opening", "marks the own part of the first turn, but the part is `other`".into());
    }
    Ok(())
}
