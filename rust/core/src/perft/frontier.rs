//! The frontier: the different positions after so many plies, and how many lines lead to each.

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
/// [`Error::Overflow`], [`Error::Stopped`], or more than [`MAX_FRONTIER`] positions.
pub fn frontier<G: Game>(position: &G, plies: u32, poll: &mut dyn FnMut() -> bool) -> Result<Vec<(G, u128)>, Error> {
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
