//! The table of a layer: a file with 16 bits for each placement, looked up where it lies.
//!
//! | bytes | what                                                                          |
//! |-------|-------------------------------------------------------------------------------|
//! | 8     | `amduatP` and the version, 1                                                  |
//! | 8     | checksum of the rest of the header and of the checksums of the blocks         |
//! | 8     | hash of the rules                                                             |
//! | 1     | stones of the side about to roll                                              |
//! | 1     | stones of the other side                                                      |
//! | 1     | how placements are numbered: 1, see [`index`](super::index)                   |
//! | 1     | how many bits a value has: 16                                                 |
//! | 4     | how many values a block has                                                   |
//! | 8     | how many values there are                                                     |
//! | 8     | how far a value can be off at most, as a 64-bit floating-point number         |
//! | 8 …   | for each block its checksum                                                   |
//! | 2 …   | the values, as many 65,535ths as the chance of the side about to roll is      |
//!
//! All numbers are little-endian. The header is checked when a table is opened, each block when it is first looked into.

use super::index::Layer;
use super::layers::Known;
use super::rules_hash::rules_hash;
use crate::sealed::{CONTENTS, FileKind, array, checksum};
use crate::stream::failed;
use amduat::{Error, FieldSet, ParseError};
use memmap2::Mmap;
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

const KIND: FileKind =
    FileKind { name: "a table of PHARAO", letters: b"amduatP", version: 1, shortest: HEADER - CONTENTS };

/// How long the header is, without the checksums of the blocks.
const HEADER: usize = CONTENTS + 32;

/// How placements are numbered, and with how many bits values are written.
const SCHEME: u8 = 1;
const BITS: u8 = 16;

/// How many values a block has.
const BLOCK: usize = 1 << 16;

/// A certain win.
const CERTAIN: u16 = u16::MAX;

/// A table of which each part is checked when it is first used.
pub(super) struct LayerTable {
    layer: Layer,
    path: PathBuf,
    map: Mmap,
    error: f64,
    checked: Vec<AtomicBool>,
}

impl LayerTable {
    /// Opens the table of a layer; `None` if there is no such file.
    ///
    /// # Errors
    /// It cannot be read, is damaged, or is for another layer or other rules.
    pub(super) fn open(path: &Path, layer: Layer) -> Result<Option<Self>, Error> {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(path, &error)),
        };
        #[allow(unsafe_code, reason = "only the system can lend memory to a file")]
        // SAFETY: tables are written beside their place and moved there whole, and never changed; values are plain
        // numbers, and blocks are compared with their checksums.
        let map = unsafe { Mmap::map(&file) }.map_err(|error| failed(path, &error))?;
        let error = check(&map, layer).map_err(|error| named(path, &error))?;
        let checked = (0..blocks(layer)).map(|_| AtomicBool::new(false)).collect();
        Ok(Some(Self { layer, path: path.to_path_buf(), map, error, checked }))
    }

    /// How far a value can be off at most.
    pub(super) fn error(&self) -> f64 {
        self.error
    }

    /// The chance of the side about to roll.
    ///
    /// # Errors
    /// The table is damaged.
    pub(super) fn win(&self, own: FieldSet, other: FieldSet) -> Result<f64, Error> {
        let number = self.layer.number(own, other);
        self.ensure_block(number / BLOCK)?;
        let value = u16::from_le_bytes(array(&self.map, first_value(self.layer) + 2 * number));
        Ok(f64::from(value) / f64::from(CERTAIN))
    }

    /// The values of a row, as they are stored.
    ///
    /// # Errors
    /// The table is damaged.
    pub(super) fn row(&self, row: usize) -> Result<impl Iterator<Item = u16> + '_, Error> {
        let numbers = row * self.layer.entries()..(row + 1) * self.layer.entries();
        (numbers.start / BLOCK..=(numbers.end - 1) / BLOCK).try_for_each(|block| self.ensure_block(block))?;
        let first = first_value(self.layer);
        let bytes = &self.map[first + 2 * numbers.start..first + 2 * numbers.end];
        Ok(bytes.as_chunks().0.iter().map(|&value| u16::from_le_bytes(value)))
    }

    /// Makes sure that a block is as it was written.
    #[inline(always)]
    fn ensure_block(&self, block: usize) -> Result<(), Error> {
        if self.checked[block].load(Ordering::Relaxed) { Ok(()) } else { self.check_block(block) }
    }

    #[cold]
    fn check_block(&self, block: usize) -> Result<(), Error> {
        let expected = u64::from_le_bytes(array(&self.map, HEADER + 8 * block));
        let begin = first_value(self.layer) + 2 * BLOCK * block;
        let found = checksum(&self.map[begin..self.map.len().min(begin + 2 * BLOCK)]);
        if found == expected {
            self.checked[block].store(true, Ordering::Relaxed);
            return Ok(());
        }
        let reason =
            format!("the table is damaged: the checksum of block {block} is {found:016x}, not {expected:016x}");
        Err(Error::Argument(ParseError::new("file", self.path.display(), reason)))
    }
}

fn blocks(layer: Layer) -> usize {
    layer.placements().div_ceil(BLOCK)
}

fn first_value(layer: Layer) -> usize {
    HEADER + 8 * blocks(layer)
}

fn named(path: &Path, error: &Error) -> Error {
    Error::Argument(ParseError::new("file", path.display(), error.to_string()))
}

/// The header of a table after the first sixteen bytes.
fn header(layer: Layer, error: f64) -> Vec<u8> {
    let mut header = Vec::with_capacity(HEADER - CONTENTS);
    header.extend(rules_hash().to_le_bytes());
    header.extend([layer.own as u8, layer.other as u8, SCHEME, BITS]);
    header.extend((BLOCK as u32).to_le_bytes());
    header.extend((layer.placements() as u64).to_le_bytes());
    header.extend(error.to_le_bytes());
    header
}

/// Checks header and length; says how far a value can be off.
fn check(file: &[u8], layer: Layer) -> Result<f64, Error> {
    let refuse = |part, input: String, reason: String| Err(Error::Argument(ParseError::new(part, input, reason)));
    let length = first_value(layer) + 2 * layer.placements();
    if file.len() != length {
        return refuse("length", format!("{} bytes", file.len()), format!("a table of {layer} stones has {length}"));
    }
    let expected = KIND.check_beginning(&array(file, 0))?;
    let found = checksum(&file[CONTENTS..first_value(layer)]);
    if found != expected {
        return refuse(
            "checksum",
            format!("{found:016x}"),
            format!("the file is damaged: it should be {expected:016x}"),
        );
    }
    let error = f64::from_le_bytes(array(file, HEADER - 8));
    if file[CONTENTS..CONTENTS + 8] != rules_hash().to_le_bytes() {
        let hash = u64::from_le_bytes(array(file, CONTENTS));
        return refuse("rules", format!("{hash:016x}"), "the table was made for other rules".to_string());
    }
    if file[CONTENTS..HEADER] != header(layer, error) || !(0.0..1.0).contains(&error) {
        return refuse(
            "header",
            format!("{:?}", &file[CONTENTS + 8..CONTENTS + 12]),
            format!("is not that of {layer} stones"),
        );
    }
    Ok(error)
}

/// Writes the table of a layer: the only time that values are rounded. Says how far one can be off.
///
/// # Errors
/// It cannot be written.
pub(super) fn write(path: &Path, known: &Known) -> Result<f64, Error> {
    let Known { values, gap } = known;
    let layer = values.layer;
    // Both scales have a certain win at their end, so that rounding is all that is lost.
    let step = f64::from(u32::MAX) / f64::from(CERTAIN);
    let rounded = |number| (f64::from(values.get(number)) / step).round() as u16;
    let error = f64::from(*gap) / f64::from(u32::MAX) + 0.5 / f64::from(CERTAIN);
    let beside = path.with_extension("part");
    let write = || {
        let mut contents = Vec::with_capacity(2 * layer.placements());
        contents.extend((0..values.len()).flat_map(|number| rounded(number).to_le_bytes()));
        let mut rest = header(layer, error);
        rest.extend(contents.chunks(2 * BLOCK).flat_map(|block| checksum(block).to_le_bytes()));
        let mut file = File::create(&beside)?;
        file.write_all(&KIND.seal(&rest))?;
        file.write_all(&contents)?;
        file.sync_all()?;
        std::fs::rename(&beside, path)
    };
    write().map_err(|error| failed(path, &error))?;
    Ok(error)
}
