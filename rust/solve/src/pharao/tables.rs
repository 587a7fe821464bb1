//! Values and best actions, from the tables at hand.

use super::index::Layer;
use super::table::LayerTable;
use amduat::games::pharao::board::{STONES, WATER};
use amduat::games::pharao::{Action, Dice, Position, Side};
use amduat::{Error, Game, ParseError, Turn};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a position is worth for the player whose turn it is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chance {
    /// The chance to win when both play as well as can be.
    pub win: f64,
    /// How far it can be off at most.
    pub error: f64,
}

impl Chance {
    /// The same for the opponent.
    pub(super) fn turned(self) -> Self {
        Self { win: 1.0 - self.win, ..self }
    }
}

/// Why a value is not known.
#[derive(Clone, PartialEq, Debug)]
pub enum Unknown {
    /// The table of this layer is missing.
    Missing(Layer),
    /// The tables are for other positions, or are damaged.
    Failed(Error),
}

/// The tables at hand.
#[derive(Clone, Default)]
pub struct Tables {
    tables: [[Option<Arc<LayerTable>>; STONES]; STONES],
}

impl Tables {
    /// The tables of all layers that have a file in a folder: `pharao-1v1.table` and so on.
    ///
    /// # Errors
    /// A file cannot be read, is damaged, or is for other rules.
    pub fn open(folder: &Path) -> Result<Self, Error> {
        let mut tables = Self::default();
        tables.add(folder)?;
        Ok(tables)
    }

    /// Adds the tables in another folder; those of layers that are at hand already are left alone. Says how many.
    ///
    /// # Errors
    /// As [`open`](Self::open); then nothing is added.
    pub fn add(&mut self, folder: &Path) -> Result<usize, Error> {
        let mut found = Vec::new();
        for layer in Layer::all() {
            if self.table(layer).is_none()
                && let Some(table) = LayerTable::open(&folder.join(file_name(layer)), layer)?
            {
                found.push((layer, table));
            }
        }
        let count = found.len();
        for (layer, table) in found {
            self.tables[layer.own - 1][layer.other - 1] = Some(Arc::new(table));
        }
        Ok(count)
    }

    pub(super) fn table(&self, layer: Layer) -> Option<&LayerTable> {
        self.tables.get(layer.own.wrapping_sub(1))?.get(layer.other.wrapping_sub(1))?.as_deref()
    }

    /// The layers whose tables are at hand.
    pub fn layers(&self) -> impl Iterator<Item = Layer> + '_ {
        Layer::all().filter(|&layer| self.table(layer).is_some())
    }

    /// Whether the tables of all layers are at hand.
    pub fn are_complete(&self) -> bool {
        Layer::all().all(|layer| self.table(layer).is_some())
    }

    /// The value of a position in which the dice are to be rolled: one look into a table.
    ///
    /// # Errors
    /// It is not known.
    pub fn before_roll(&self, position: &Position) -> Result<Chance, Unknown> {
        if position.dice() != Dice::DEFAULT {
            let reason = "the tables are for the usual dice";
            return Err(Unknown::Failed(Error::Argument(ParseError::new("position", position, reason))));
        }
        let (own, other) = (position.stones(position.side()), position.stones(position.side().other()));
        let layer = Layer { own: own.len() as usize, other: other.len() as usize };
        let table = self.table(layer).ok_or(Unknown::Missing(layer))?;
        let win = table.win(own, other).map_err(Unknown::Failed)?;
        Ok(Chance { win, error: table.error() })
    }

    /// The value of any position: in the middle of a turn all ways to go on are looked at.
    ///
    /// # Errors
    /// It is not known.
    pub fn value(&self, position: &Position) -> Result<Chance, Unknown> {
        match position.turn() {
            Turn::Over => Ok(Chance { win: 1.0, error: 0.0 }),
            Turn::Chance => self.before_roll(position),
            Turn::Player(_) => {
                let mut best: Result<Option<Chance>, Unknown> = Ok(None);
                self.each_value(position, |_, value| {
                    best = match (std::mem::replace(&mut best, Ok(None)), value) {
                        (Ok(Some(best)), Ok(value)) if best.win >= value.win => {
                            Ok(Some(Chance { error: best.error.max(value.error), ..best }))
                        }
                        (Ok(Some(best)), Ok(value)) => Ok(Some(Chance { error: best.error.max(value.error), ..value })),
                        (Ok(None), Ok(value)) => Ok(Some(value)),
                        (Err(unknown), _) | (_, Err(unknown)) => Err(unknown),
                    };
                });
                Ok(best?.unwrap_or(Chance { win: 0.0, error: 0.0 }))
            }
        }
    }

    /// Each action with what it is worth for the player whose turn it is now.
    fn each_value(&self, position: &Position, mut visit: impl FnMut(Action, Result<Chance, Unknown>)) {
        position.each_action(|action| {
            let next = position.play(action);
            let value = self.value(&next);
            visit(action, if next.side() == position.side() { value } else { value.map(Chance::turned) });
        });
    }

    /// All actions that may be the best: worth as much as the best of all, as far as that is known. None when no player
    /// is to act.
    ///
    /// # Errors
    /// A value is not known.
    pub fn best(&self, position: &Position) -> Result<Vec<Action>, Unknown> {
        if !matches!(position.turn(), Turn::Player(_)) {
            return Ok(Vec::new());
        }
        let mut values = Vec::new();
        let mut failed = None;
        self.each_value(position, |action, value| match value {
            Ok(value) => values.push((action, value)),
            Err(unknown) => failed = failed.take().or(Some(unknown)),
        });
        if let Some(unknown) = failed {
            return Err(unknown);
        }
        let least = values.iter().map(|(_, value)| value.win - value.error).fold(0.0, f64::max);
        values.retain(|(_, value)| value.win + value.error >= least);
        Ok(values.into_iter().map(|(action, _)| action).collect())
    }

    /// The action that is worth most; the first of several. None when no player is to act.
    ///
    /// # Errors
    /// A value is not known.
    pub fn best_of_all(&self, position: &Position) -> Result<Option<Action>, Unknown> {
        if !matches!(position.turn(), Turn::Player(_)) {
            return Ok(None);
        }
        let mut best: Result<Option<(Action, f64)>, Unknown> = Ok(None);
        self.each_value(position, |action, value| match (&mut best, value) {
            (Ok(Some((_, win))), Ok(value)) if *win >= value.win => {}
            (Ok(best), Ok(value)) => *best = Some((action, value.win)),
            (Ok(_), Err(unknown)) => best = Err(unknown),
            (Err(_), _) => {}
        });
        Ok(best?.map(|(action, _)| action))
    }

    /// All actions with their values, the best first.
    ///
    /// # Errors
    /// A value is not known.
    pub fn values(&self, position: &Position) -> Result<Vec<(Action, Chance)>, Unknown> {
        let mut values = Vec::new();
        self.each_value(position, |action, value| values.push(value.map(|value| (action, value))));
        let mut values = values.into_iter().collect::<Result<Vec<_>, _>>()?;
        values.sort_by(|(_, a), (_, b)| b.win.total_cmp(&a.win));
        Ok(values)
    }
}

/// The name of the file with the table of a layer.
pub fn file_name(layer: Layer) -> PathBuf {
    PathBuf::from(format!("pharao-{layer}.table"))
}

/// Whether a side's only stone is on the water, which no position has that goes on.
pub(super) fn is_idle(position: &Position) -> bool {
    Side::BOTH.iter().any(|&side| position.stones(side) == WATER.set())
}
