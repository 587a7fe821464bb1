//! Sealed files that are too large to be held in memory: written and read piece by piece.
//!
//! They have the form of all sealed files (see `sealed.rs`), and are written beside their place and moved there when
//! they are whole.

use crate::sealed::{CONTENTS, FileKind, Sum};
use amduat::{Error, ParseError};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// How many bytes are read and written at a time.
const PIECE: usize = 1 << 20;

/// What went wrong with a file, which it names.
pub(crate) fn failed(path: &Path, error: &io::Error) -> Error {
    refused(path, error.to_string())
}

/// Why a file, which it names, cannot be used.
pub(crate) fn refused(path: &Path, reason: impl Into<String>) -> Error {
    Error::Argument(ParseError::new("file", path.display(), reason))
}

/// A file that is being written. If it is not finished, what was written is removed.
pub(crate) struct Sealing {
    path: PathBuf,
    beside: PathBuf,
    file: BufWriter<File>,
    sum: Sum,
}

impl Sealing {
    /// Begins a file of this kind whose contents will have so many bytes.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn begin(kind: &FileKind, path: &Path, length: u64) -> Result<Self, Error> {
        let beside = path.with_extension("part");
        let begin = || {
            let mut file = BufWriter::with_capacity(PIECE, File::create(&beside)?);
            file.write_all(&kind.beginning())?;
            Ok(file)
        };
        let file = begin().map_err(|error| failed(&beside, &error))?;
        Ok(Self { path: path.to_path_buf(), beside, file, sum: Sum::new(length) })
    }

    /// Adds to the contents.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn add(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.sum.add(bytes);
        self.file.write_all(bytes).map_err(|error| failed(&self.beside, &error))
    }

    /// Puts the file into its place.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn finish(mut self) -> Result<(), Error> {
        let mut finish = || {
            self.file.seek(SeekFrom::Start(8))?;
            self.file.write_all(&self.sum.value().to_le_bytes())?;
            self.file.flush()?;
            self.file.get_ref().sync_all()?;
            std::fs::rename(&self.beside, &self.path)
        };
        finish().map_err(|error| failed(&self.path, &error))
    }
}

impl Drop for Sealing {
    fn drop(&mut self) {
        // Once the file is in its place there is nothing beside it.
        let _ = std::fs::remove_file(&self.beside);
    }
}

/// A file that is being read.
pub(crate) struct Sealed {
    path: PathBuf,
    file: BufReader<File>,
    sum: Sum,
    expected: u64,
    left: u64,
}

impl Sealed {
    /// Opens a file of this kind whose contents have so many bytes; `None` if there is none.
    ///
    /// # Errors
    /// It cannot be read, or is another file.
    pub(crate) fn open(kind: &FileKind, path: &Path, length: u64) -> Result<Option<Self>, Error> {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(path, &error)),
        };
        let found = file.metadata().map_err(|error| failed(path, &error))?.len();
        if found != length + CONTENTS as u64 {
            return Err(refused(
                path,
                format!("has {found} bytes, not the {} of {}", length + CONTENTS as u64, kind.name),
            ));
        }
        let mut file = BufReader::with_capacity(PIECE, file);
        let mut beginning = [0; CONTENTS];
        file.read_exact(&mut beginning).map_err(|error| failed(path, &error))?;
        let expected = kind.check_beginning(&beginning).map_err(|error| refused(path, error.to_string()))?;
        Ok(Some(Self { path: path.to_path_buf(), file, sum: Sum::new(length), expected, left: length }))
    }

    /// Reads the next bytes. With the last of them, the checksum is compared.
    ///
    /// # Errors
    /// They cannot be read, or the file is damaged.
    pub(crate) fn read(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        self.file.read_exact(bytes).map_err(|error| failed(&self.path, &error))?;
        self.sum.add(bytes);
        self.left = self.left.saturating_sub(bytes.len() as u64);
        if self.left == 0 && self.sum.value() != self.expected {
            return Err(refused(&self.path, format!("is damaged: its checksum is not {:016x}", self.expected)));
        }
        Ok(())
    }
}
