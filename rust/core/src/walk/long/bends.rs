//! Other walks made of one: of the same length, from the same start, to other ends.
//!
//! From the last field but one a walk can go elsewhere. And where its last field is beside an earlier field of it, the
//! part after that one can be walked the other way round: `a b c d e f` with `f` beside `c` becomes `a b c f e d`.

use super::bounds::Bounded;
use crate::field::{Field, FieldSet};

/// Bends a walk to as many other ends as it can, until it has found all that are wanted; each new walk is bent
/// further. Gives the ends, and the walk to one of them that is asked for.
pub(super) fn bend(
    board: &Bounded<'_>,
    walk: Vec<Field>,
    free: FieldSet,
    wanted: FieldSet,
    asked: Option<Field>,
) -> (FieldSet, Option<Vec<Field>>) {
    let graph = board.graph;
    let mut found = walk.last().map_or(FieldSet::EMPTY, |end| end.set());
    let mut waiting = vec![walk];
    while let Some(walk) = waiting.pop() {
        if walk.last().copied() == asked {
            return (found, Some(walk));
        }
        let [rest @ .., last_but_one, end] = walk.as_slice() else { break };
        if (wanted - found).is_empty() && asked.is_none() {
            break;
        }
        // Elsewhere with the last step.
        let used = rest.iter().fold(graph.whole(*last_but_one), |used, &field| used | graph.whole(field));
        for other in (graph.neighbours(*last_but_one) & free) - used - found {
            found |= other.set();
            let mut bent = walk.clone();
            bent[rest.len() + 1] = other;
            waiting.push(bent);
        }
        // The other way round, as far back as all steps can be.
        for joint in (0..rest.len()).rev() {
            let new_end = walk[joint + 1];
            if !graph.neighbours(walk[joint + 2]).contains(new_end) {
                break;
            }
            if graph.neighbours(walk[joint]).contains(*end) && !found.contains(new_end) {
                found |= new_end.set();
                let mut bent = walk.clone();
                bent[joint + 1..].reverse();
                waiting.push(bent);
            }
        }
    }
    (found, None)
}
