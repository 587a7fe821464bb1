//! The frontier: the different positions after so many plies, and how many lines lead to each.

use super::Plan;
use crate::error::{Error, ParseError};
use crate::game::Game;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// The most positions of a frontier.
pub const MAX_FRONTIER: usize = 10_000_000;

/// The different positions after exactly so many plies and how many lines lead to each, in the order in which
/// they are met first. Lines that end early are left out.
///
/// The lines of `plies + n` plies are those of `n` plies from each of these positions, as often as lines lead to
/// it: so a large count falls into independent pieces.
///
/// # Errors
/// More plies than a count may have, [`Error::Overflow`], [`Error::Stopped`], or more than [`MAX_FRONTIER`] positions.
pub fn frontier<G: Game>(position: &G, plies: u32, poll: &mut dyn FnMut() -> bool) -> Result<Vec<(G, u128)>, Error> {
    Plan::new(plies).check()?;
    let mut positions = vec![(*position, 1)];
    for _ in 0..plies {
        positions = following(&positions, plies, poll)?;
    }
    Ok(positions)
}

/// The different positions one ply after these.
fn following<G: Game>(
    positions: &[(G, u128)],
    plies: u32,
    poll: &mut dyn FnMut() -> bool,
) -> Result<Vec<(G, u128)>, Error> {
    let mut next: Vec<(G, u128)> = Vec::new();
    let mut places: FxHashMap<G, usize> = FxHashMap::default();
    let mut outcome = Ok(());
    for &(position, times) in positions {
        if poll() {
            return Err(Error::Stopped);
        }
        position.each_action(|action| {
            let played = position.play(action);
            match places.entry(played) {
                Entry::Vacant(place) => {
                    place.insert(next.len());
                    next.push((played, times));
                }
                Entry::Occupied(place) => {
                    let lines = &mut next[*place.get()].1;
                    match lines.checked_add(times) {
                        Some(sum) => *lines = sum,
                        None => outcome = Err(Error::Overflow),
                    }
                }
            }
        });
        outcome.clone()?;
        if next.len() > MAX_FRONTIER {
            let reason = format!("there are more than {MAX_FRONTIER} different positions");
            return Err(Error::Argument(ParseError::new("plies", plies, reason)));
        }
    }
    Ok(next)
}

#[cfg(test)]
mod tests {
    use crate::perft::MAX_DEPTH;
    use crate::{AnyPosition, Error};

    /// A game that is over has no lines, however many plies they were to have.
    #[test]
    fn so_many_plies_are_refused_at_once() {
        for info in crate::GAMES {
            let start = AnyPosition::start(info.name, []).expect("the defaults are valid");
            let refused = start.frontier(u32::MAX, &mut || true).expect_err("too many plies");
            let reason = format!("depth \"{}\": must be from 0 to {MAX_DEPTH}", u32::MAX);
            assert_eq!(refused.to_string(), reason);
            assert_eq!(start.frontier(MAX_DEPTH, &mut || true), Err(Error::Stopped));
        }
    }
}
