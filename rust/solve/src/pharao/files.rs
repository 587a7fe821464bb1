//! What a computation keeps on disk while it lasts: values with 32 bits, and how far the sweeps of a layer have come.
//!
//! The contents of each file begin with the hash of the rules and the stones of either side, eight bytes each.

use super::index::Layer;
use super::layers::Known;
use super::mixing::Mixing;
use super::rules_hash::rules_hash;
use super::values::Values;
use crate::sealed::FileKind;
use crate::stream::{Sealed, Sealing, refused};
use amduat::{Error, ParseError};
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

/// Values of a layer that are solved, and how far they can be off.
const VALUES: FileKind = FileKind { name: "values of PHARAO", letters: b"amduatV", version: 2, shortest: 32 };

/// Values of a layer that are being solved, and what is remembered of the sweeps.
const SWEEPS: FileKind = FileKind { name: "sweeps of PHARAO", letters: b"amduatS", version: 2, shortest: 32 };

/// How many bytes say what the values are of, before all else.
const ABOUT: usize = 24;

/// How many values are read and written at a time.
const PIECE: usize = 1 << 16;

/// The folder of a computation.
pub(super) struct Folder<'a>(pub(super) &'a Path);

impl Folder<'_> {
    /// Claims the folder for one computation, since two would write over each other's files. The claim ends with what is
    /// returned, and with the process, however that ends. A system that cannot lock folders gives nothing to hold.
    ///
    /// # Errors
    /// Another computation has claimed it.
    pub(super) fn claim(&self) -> Result<Option<File>, Error> {
        let Ok(folder) = File::open(self.0) else { return Ok(None) };
        match folder.try_lock() {
            Ok(()) => Ok(Some(folder)),
            Err(TryLockError::WouldBlock) => {
                let reason = "is in use: another computation writes its tables there";
                Err(Error::Argument(ParseError::new("folder", self.0.display(), reason)))
            }
            Err(TryLockError::Error(_)) => Ok(None),
        }
    }

    fn path(&self, layer: Layer, ending: &str) -> PathBuf {
        self.0.join(format!("pharao-{layer}.{ending}"))
    }

    /// The file of the table of a layer.
    pub(super) fn table(&self, layer: Layer) -> PathBuf {
        self.path(layer, "table")
    }

    /// Reads the values of a layer that is solved; `None` if it is not.
    ///
    /// # Errors
    /// The file cannot be read, or too little memory.
    pub(super) fn solved(&self, layer: Layer) -> Result<Option<Known>, Error> {
        let path = self.path(layer, "values");
        let Some(mut file) = open(&VALUES, &path, layer, 8 + 4 * layer.placements() as u64)? else {
            return Ok(None);
        };
        let mut gap = [0; 8];
        file.read(&mut gap)?;
        let values = Values::new(layer, 0)?;
        read(&values, &mut file)?;
        Ok(Some(Known { values, gap: u64::from_le_bytes(gap) as u32 }))
    }

    /// Whether a layer is solved.
    pub(super) fn is_solved(&self, layer: Layer) -> bool {
        self.path(layer, "values").is_file()
    }

    /// Writes the values of a layer that is solved.
    ///
    /// # Errors
    /// They cannot be written.
    pub(super) fn keep_solved(&self, values: &Values, gap: u32) -> Result<(), Error> {
        let path = self.path(values.layer, "values");
        let mut file = begin(&VALUES, &path, values.layer, 8 + 4 * values.len() as u64)?;
        file.add(&u64::from(gap).to_le_bytes())?;
        write(values, &mut file)?;
        file.finish()
    }

    /// Goes on with sweeps that were kept; says how many there were, none if there is no file.
    ///
    /// # Errors
    /// The file cannot be read.
    pub(super) fn resume(&self, values: &Values, mixing: &mut Mixing, depth: usize) -> Result<u64, Error> {
        let path = self.path(values.layer, "sweeps");
        let length = 8 + 4 * values.len() as u64 + Mixing::bytes(values.len(), depth);
        let Some(mut file) = open(&SWEEPS, &path, values.layer, length)? else { return Ok(0) };
        let mut sweeps = [0; 8];
        file.read(&mut sweeps)?;
        read(values, &mut file)?;
        mixing.read(&mut file)?;
        Ok(u64::from_le_bytes(sweeps))
    }

    /// Keeps sweeps, so that they can be resumed.
    ///
    /// # Errors
    /// They cannot be written.
    pub(super) fn keep_sweeps(&self, sweeps: u64, values: &Values, mixing: &Mixing, depth: usize) -> Result<(), Error> {
        let length = 8 + 4 * values.len() as u64 + Mixing::bytes(values.len(), depth);
        let mut file = begin(&SWEEPS, &self.path(values.layer, "sweeps"), values.layer, length)?;
        file.add(&sweeps.to_le_bytes())?;
        write(values, &mut file)?;
        mixing.write(&mut file)?;
        file.finish()
    }

    /// Removes the sweeps of a layer that is solved.
    pub(super) fn forget_sweeps(&self, layer: Layer) {
        // If it stays, it is only in the way.
        let _ = std::fs::remove_file(self.path(layer, "sweeps"));
    }
}

/// Of which rules and of which layer values are.
fn about(layer: Layer) -> [u8; ABOUT] {
    let mut about = [0; ABOUT];
    let numbers = [rules_hash(), layer.own as u64, layer.other as u64];
    about.as_chunks_mut().0.iter_mut().zip(numbers).for_each(|(bytes, number)| *bytes = number.to_le_bytes());
    about
}

/// Begins a file of a layer with so many bytes more.
fn begin(kind: &FileKind, path: &Path, layer: Layer, length: u64) -> Result<Sealing, Error> {
    let mut file = Sealing::begin(kind, path, ABOUT as u64 + length)?;
    file.add(&about(layer))?;
    Ok(file)
}

/// Opens a file of a layer with so many bytes more; `None` if there is none.
fn open(kind: &FileKind, path: &Path, layer: Layer, length: u64) -> Result<Option<Sealed>, Error> {
    let Some(mut file) = Sealed::open(kind, path, ABOUT as u64 + length)? else { return Ok(None) };
    let mut found = [0; ABOUT];
    file.read(&mut found)?;
    let expected = about(layer);
    if found[..8] != expected[..8] {
        return Err(refused(path, "was computed for other rules"));
    }
    if found != expected {
        return Err(refused(path, format!("is not of {layer} stones")));
    }
    Ok(Some(file))
}

fn read(values: &Values, file: &mut Sealed) -> Result<(), Error> {
    let mut bytes = vec![0; 4 * PIECE];
    for first in (0..values.len()).step_by(PIECE) {
        let count = PIECE.min(values.len() - first);
        file.read(&mut bytes[..4 * count])?;
        for (number, bytes) in (first..).zip(bytes[..4 * count].as_chunks().0) {
            values.set(number, u32::from_le_bytes(*bytes));
        }
    }
    Ok(())
}

fn write(values: &Values, file: &mut Sealing) -> Result<(), Error> {
    for first in (0..values.len()).step_by(PIECE) {
        let numbers = first..values.len().min(first + PIECE);
        let bytes: Vec<u8> = numbers.flat_map(|number| values.get(number).to_le_bytes()).collect();
        file.add(&bytes)?;
    }
    Ok(())
}
