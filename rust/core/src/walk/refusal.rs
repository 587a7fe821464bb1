//! Why a stone cannot go where it is sent: what is in the way, and how far it is.

use super::graph::Graph;
use crate::field::{Field, FieldSet};

/// A number of steps in words: `1 step`, `3 steps`.
pub(crate) fn steps_in_words(steps: u32) -> String {
    format!("{steps} step{}", if steps == 1 { "" } else { "s" })
}

/// Things of which any one will do: `4`, `4 or 6`, `2, 4 or 6`.
pub(crate) fn one_of(things: &[String]) -> String {
    match things {
        [] => String::new(),
        [only] => only.clone(),
        [others @ .., last] => format!("{} or {last}", others.join(", ")),
    }
}

impl Graph {
    /// Why no walk of exactly `steps` steps leads from `start` to `end`, for a sentence about the stone on
    /// `start`: that the field is taken, or how many steps it takes and which stones are in the way.
    pub(crate) fn no_walk(
        &self,
        (start, end): (Field, Field),
        steps: u32,
        occupied: FieldSet,
        name: impl Fn(Field) -> String,
    ) -> String {
        let others = occupied - self.whole(start);
        if let Some(stone) = (self.whole(end) & others).lowest() {
            return if stone == end {
                format!("{} is taken", name(end))
            } else {
                format!("{} is taken with its whole field by the stone on {}", name(end), name(stone))
            };
        }
        let leads = |steps, stones| self.reach(start, steps, stones).contains(end);
        let needed: Vec<_> = (1..=FARTHEST).filter(|&steps| leads(steps, occupied)).collect();
        let numbers: Vec<_> = needed.iter().map(ToString::to_string).collect();
        let away = match needed.as_slice() {
            [steps] => format!("it is {} away", steps_in_words(*steps)),
            _ => format!("it is {} steps away", one_of(&numbers)),
        };
        let in_the_way: Vec<_> =
            others.iter().filter(|stone| leads(steps, occupied - stone.set())).map(&name).collect();
        let why = match (needed.as_slice(), in_the_way.as_slice()) {
            (needed, [_, ..]) => {
                let away = if needed.is_empty() { String::new() } else { format!("{away}, and ") };
                format!("{away}the way is free only without the stone on {}", one_of(&in_the_way))
            }
            ([_, ..], _) => away,
            _ if leads(steps, FieldSet::EMPTY) => "other stones are in the way".to_string(),
            _ => "there is no such way on the board".to_string(),
        };
        let count = steps_in_words(steps);
        format!("the stone on {} moves {count}, and no walk of {count} leads to {}: {why}", name(start), name(end))
    }
}

/// Walks longer than this are not looked for: no stone of any game goes so far.
const FARTHEST: u32 = 9;

#[cfg(test)]
mod tests {
    use super::*;

    /// Fields 0 to 11 in a row.
    fn row() -> Graph {
        (0..11).fold(Graph::empty(12), |graph, field| graph.with_edges(field, field + 1))
    }

    fn why(end: usize, steps: u32, stones: &[usize]) -> String {
        let occupied = stones.iter().copied().map(Field::wrapping).collect();
        let name = |field: Field| field.index().to_string();
        row().no_walk((Field::wrapping(0), Field::wrapping(end)), steps, occupied, name)
    }

    #[test]
    fn what_is_in_the_way_is_named() {
        assert_eq!(why(2, 2, &[0, 2]), "2 is taken");
        let moves = "the stone on 0 moves 3 steps, and no walk of 3 steps leads to";
        assert_eq!(why(3, 3, &[0, 1]), format!("{moves} 3: the way is free only without the stone on 1"));
        assert_eq!(why(3, 3, &[0, 1, 2]), format!("{moves} 3: other stones are in the way"));
        assert_eq!(why(4, 3, &[0]), format!("{moves} 4: it is 4 steps away"));
        assert_eq!(why(1, 3, &[0]), format!("{moves} 1: it is 1 step away"));
        assert_eq!(why(9, 3, &[0]), format!("{moves} 9: it is 9 steps away"));
        assert_eq!(why(10, 3, &[0]), format!("{moves} 10: there is no such way on the board"));
        assert_eq!(why(0, 3, &[0]), format!("{moves} 0: there is no such way on the board"));
        let away = "the stone on 0 moves 1 step, and no walk of 1 step leads to 4: there is no such way on the board";
        assert_eq!(why(4, 1, &[0, 2]), away);
    }

    #[test]
    fn there_may_be_another_way() {
        // The first six fields in a ring.
        let ring = row().with_edges(5, 0);
        let occupied = FieldSet(1 | 1 << 5);
        let ends = (Field::wrapping(0), Field::wrapping(2));
        let why = ring.no_walk(ends, 4, occupied, |field| field.index().to_string());
        let expected = "it is 2 steps away, and the way is free only without the stone on 5";
        assert_eq!(why, format!("the stone on 0 moves 4 steps, and no walk of 4 steps leads to 2: {expected}"));
    }

    #[test]
    fn a_long_field_is_taken_as_a_whole() {
        let graph = row().with_whole_field(FieldSet(0b11000));
        let name = |field: Field| field.index().to_string();
        let refused = graph.no_walk((Field::wrapping(0), Field::wrapping(3)), 3, FieldSet(0b10001), name);
        assert_eq!(refused, "3 is taken with its whole field by the stone on 4");
    }

    #[test]
    fn things_are_listed() {
        let things = ["2", "4", "6"].map(String::from);
        assert_eq!([1, 2, 3].map(|n| one_of(&things[..n])), ["2", "2 or 4", "2, 4 or 6"]);
        assert_eq!(one_of(&[]), "");
    }
}
