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
//! Both are read from the file for that, not from the memory that it is mapped to: a file that somebody has cut short,
//! or a disk that fails, is an error there, and the end of the process here. What remains is a file that is cut short
//! after its blocks were checked; tables are therefore replaced as a whole and never written to.

use super::index::Layer;
use super::layers::Known;
use super::rules_hash::rules_hash;
use crate::sealed::{CONTENTS, FileKind, array, checksum};
use crate::stream::failed;
use amduat::{Error, FieldSet, ParseError};
use memmap2::{Mmap, MmapOptions};
use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::ops::Range;
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
    file: File,
    map: Mmap,
    /// The checksums of the blocks, and which blocks were compared with them.
    sums: Vec<u64>,
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
        let length = file.metadata().map_err(|error| failed(path, &error))?.len();
        check_length(length, layer).map_err(|error| named(path, &error))?;
        let mut header = vec![0; first_value(layer)];
        (&file).read_exact(&mut header).map_err(|error| failed(path, &error))?;
        let error = check(&header, layer).map_err(|error| named(path, &error))?;
        #[allow(unsafe_code, reason = "only the system can lend memory to a file")]
        // SAFETY: tables are written beside their place and moved there whole, and never changed; values are plain
        // numbers, and blocks are compared with their checksums.
        let map =
            unsafe { MmapOptions::new().len(length as usize).map(&file) }.map_err(|error| failed(path, &error))?;
        let sums = header[HEADER..].as_chunks().0.iter().map(|&sum| u64::from_le_bytes(sum)).collect();
        let checked = (0..blocks(layer)).map(|_| AtomicBool::new(false)).collect();
        Ok(Some(Self { layer, path: path.to_path_buf(), file, map, sums, error, checked }))
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
        let refuse = |reason| Err(Error::Argument(ParseError::new("file", self.path.display(), reason)));
        let expected = self.sums[block];
        let begin = first_value(self.layer) + 2 * BLOCK * block;
        let found = match self.read(begin..self.map.len().min(begin + 2 * BLOCK)) {
            Ok(bytes) => checksum(&bytes),
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                return refuse(format!("the table is damaged: the file was cut short, block {block} is gone"));
            }
            Err(error) => return Err(failed(&self.path, &error)),
        };
        if found != expected {
            return refuse(format!(
                "the table is damaged: the checksum of block {block} is {found:016x}, not {expected:016x}"
            ));
        }
        self.checked[block].store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Reads a part of the file, which must be as long as it was.
    #[cfg(unix)]
    fn read(&self, part: Range<usize>) -> io::Result<Vec<u8>> {
        use std::os::unix::fs::FileExt;
        let mut bytes = vec![0; part.len()];
        // With the place given: a process that was forked shares where the file is read next.
        self.file.read_exact_at(&mut bytes, part.start as u64)?;
        Ok(bytes)
    }

    /// Reads a part of the file, which must be as long as it was. Windows lets nobody cut a file that is mapped.
    #[cfg(not(unix))]
    fn read(&self, part: Range<usize>) -> io::Result<Vec<u8>> {
        if self.file.metadata()?.len() < part.end as u64 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        Ok(self.map[part].to_vec())
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

fn check_length(found: u64, layer: Layer) -> Result<(), Error> {
    let length = first_value(layer) + 2 * layer.placements();
    if found == length as u64 {
        return Ok(());
    }
    let reason = format!("a table of {layer} stones has {length}");
    Err(Error::Argument(ParseError::new("length", format!("{found} bytes"), reason)))
}

/// Checks the header with the checksums of the blocks; says how far a value can be off.
fn check(file: &[u8], layer: Layer) -> Result<f64, Error> {
    let refuse = |part, input: String, reason: String| Err(Error::Argument(ParseError::new(part, input, reason)));
    let expected = KIND.check_beginning(&array(file, 0))?;
    let found = checksum(&file[CONTENTS..]);
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
    write().map_err(|error| {
        let _ = std::fs::remove_file(&beside);
        failed(path, &error)
    })?;
    Ok(error)
}

#[cfg(test)]
mod tests {
    use super::super::values::Values;
    use super::*;
    use std::fs::OpenOptions;

    const LAYER: Layer = Layer { own: 2, other: 2 };

    /// A table of several blocks in a file of its own, whose values are their numbers.
    fn written(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("amduat-{}-{name}.table", std::process::id()));
        let values = Values::new(LAYER, 0).unwrap();
        (0..values.len())
            .for_each(|number| values.set(number, u32::from(number as u16) * (u32::MAX / u32::from(CERTAIN))));
        write(&path, &Known { values, gap: 0 }).unwrap();
        path
    }

    fn first_row_of_block(block: usize) -> usize {
        (BLOCK * block).div_ceil(LAYER.entries())
    }

    #[test]
    fn rows_are_what_was_written() {
        let path = written("rows");
        let table = LayerTable::open(&path, LAYER).unwrap().unwrap();
        std::fs::remove_file(&path).unwrap();
        let values: Vec<_> = (0..LAYER.rows()).flat_map(|row| table.row(row).unwrap().collect::<Vec<_>>()).collect();
        assert!((0..LAYER.placements()).map(|number| number as u16).eq(values));
    }

    /// By the map, this would be the end of the process.
    #[test]
    #[cfg(unix)]
    fn a_file_that_is_cut_short_while_it_is_open_is_refused() {
        let path = written("cut");
        let table = LayerTable::open(&path, LAYER).unwrap().unwrap();
        assert!(blocks(LAYER) == 3 && table.row(0).is_ok());
        let cut = OpenOptions::new().write(true).open(&path).unwrap();
        cut.set_len((first_value(LAYER) + 2 * BLOCK + 10_000) as u64).unwrap();
        for block in [1, 2] {
            let refused = table.row(first_row_of_block(block)).err().unwrap().to_string();
            assert!(refused.ends_with(&format!("the file was cut short, block {block} is gone")), "{refused}");
            assert!(refused.contains(path.to_str().unwrap()), "{refused}");
        }
        assert!(table.row(0).unwrap().eq((0..).take(LAYER.entries())), "what is there can still be read");
        cut.set_len(0).unwrap();
        let refused = LayerTable::open(&path, LAYER).err().unwrap().to_string();
        assert!(refused.contains("0 bytes"), "{refused}");
        std::fs::remove_file(&path).unwrap();
    }
}
