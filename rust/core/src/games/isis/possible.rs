//! Which positions are possible by their structure: stones, places, the ban. Not whether they can be
//! reached.

use super::board::{THRONES, UNDERWORLD};
use super::position::{EndRule, Personal, Position, STONES};
use super::text::PARTS;
use crate::error::ParseError;
use crate::notation;

/// Refuses an impossible position.
pub(super) fn check(position: &Position) -> Result<(), ParseError> {
    let refuse = |part| move |reason| notation::impossible(position, &PARTS, part, reason);
    position.check_neutrals().map_err(refuse("neutrals"))?;
    position.check_stones().map_err(refuse("personals"))?;
    position.check_winners().map_err(refuse("personals"))?;
    position.check_side().map_err(refuse("side"))?;
    position.check_ban().map_err(refuse("ban"))
}

/// Each check returns the reason if it fails.
impl Position {
    /// Seven stones in all, and none of the neutral ones on a throne.
    fn check_neutrals(&self) -> Result<(), String> {
        if let Some(throne) = (self.neutrals & THRONES).lowest() {
            let throne = throne.index();
            return Err(format!("a neutral stone is on throne {throne}; only personal stones enter thrones"));
        }
        if self.neutrals.len() > STONES {
            return Err(format!("there are {STONES} stones, found {}", self.neutrals.len()));
        }
        Ok(())
    }

    /// One stone on a field, seven in all.
    fn check_stones(&self) -> Result<(), String> {
        let mut stones = self.neutrals;
        let mut count = stones.len();
        for personal in self.personals() {
            let Personal::On(field) = *personal else { continue };
            if field != UNDERWORLD && stones.contains(field) {
                return Err(format!("field {} already holds a stone", field.index()));
            }
            stones |= field.set();
            count += 1;
        }
        if count > STONES {
            return Err(format!("there are {STONES} stones, neutral and personal ones together; found {count}"));
        }
        Ok(())
    }

    /// Places and thrones fit the way the game ends.
    fn check_winners(&self) -> Result<(), String> {
        let finished = self.finished();
        let enthroned = self.personals_in_play() & THRONES;
        match self.end {
            EndRule::First if finished > 0 => return Err("places are played for only with the end `all`".into()),
            EndRule::First if enthroned.len() > 1 => {
                return Err("both thrones are taken, but the first stone on one ends the game".into());
            }
            EndRule::All if !enthroned.is_empty() => {
                return Err("with the end `all` no stone stays on a throne; its owner has a place instead".into());
            }
            EndRule::First | EndRule::All => {}
        }
        for place in 1..=finished {
            if !self.personals().contains(&Personal::Finished(place)) {
                return Err(format!("{finished} have finished, but none as x{place}; each place is taken once"));
            }
        }
        if finished == self.players {
            return Err("all have finished; the last player gets no place".into());
        }
        Ok(())
    }

    /// The player to move is in the game and, after a win, the next in order.
    fn check_side(&self) -> Result<(), String> {
        if let Personal::Finished(place) = self.own() {
            return Err(format!("this player has finished as x{place}"));
        }
        if let Some((winner, _)) = self.enthroned() {
            let next = (winner.index() + 1) % self.personals().len();
            if next != usize::from(self.side) {
                return Err(format!("player {} has won, so the next in order is {}", winner.index() + 1, next + 1));
            }
        }
        Ok(())
    }

    /// The ban is on a neutral stone, in a game that goes on.
    fn check_ban(&self) -> Result<(), String> {
        match self.ban {
            Some(_) if self.is_over() => Err("the game is over; the personal stone that ended it causes no ban".into()),
            Some(UNDERWORLD) if self.neutrals_in_underworld() == 0 => {
                Err("no neutral stone is in the underworld".into())
            }
            Some(field) if field != UNDERWORLD && !self.neutrals.contains(field) => {
                Err(format!("no neutral stone is on field {}", field.index()))
            }
            None | Some(_) => Ok(()),
        }
    }
}
