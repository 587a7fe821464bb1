//! Files that say what they are, and whether they are whole.
//!
//! | bytes | what                                          |
//! |-------|-----------------------------------------------|
//! | 8     | seven letters and a version                   |
//! | 8     | checksum of all bytes after it, little-endian |
//! | …     | the contents                                  |
//!
//! The checksum starts with the number of bytes that it covers. For each eight bytes, as a
//! little-endian number, and the rest, filled up with zeros, it is exclusive-ored with that number and
//! multiplied by 0x9e3779b97f4a7c15, modulo 2⁶⁴.

use amduat::{Error, ParseError};

/// Where the checksum starts, and where the contents start, which it covers.
const CHECKSUM: usize = 8;
pub(crate) const CONTENTS: usize = 16;

/// A kind of file.
pub(crate) struct FileKind {
    /// What it is called.
    pub(crate) name: &'static str,
    /// Its first seven bytes, and the eighth.
    pub(crate) letters: &'static [u8; 7],
    pub(crate) version: u8,
    /// How many bytes the contents have at least.
    pub(crate) shortest: usize,
}

impl FileKind {
    /// The file with these contents.
    pub(crate) fn seal(&self, contents: &[u8]) -> Vec<u8> {
        let mut file = Vec::with_capacity(CONTENTS + contents.len());
        file.extend(self.letters);
        file.push(self.version);
        file.extend(checksum(contents).to_le_bytes());
        file.extend(contents);
        file
    }

    /// Checks that a file is of this kind, whole and undamaged.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn check(&self, file: &[u8]) -> Result<(), Error> {
        let refuse = |part, input: String, reason: String| Err(Error::Argument(ParseError::new(part, input, reason)));
        if file.len() < CONTENTS + self.shortest {
            let reason = format!("is too short for {}; the file is cut off", self.name);
            return refuse("solution", format!("{} bytes", file.len()), reason);
        }
        if &file[..7] != self.letters {
            let start = String::from_utf8_lossy(&file[..7]).into_owned();
            return refuse("solution", start, format!("is not how {} begins", self.name));
        }
        if file[7] != self.version {
            let reason = format!("this program reads version {} of the file", self.version);
            return refuse("version", file[7].to_string(), reason);
        }
        let (found, expected) = (checksum(&file[CONTENTS..]), u64::from_le_bytes(array(file, CHECKSUM)));
        if found != expected {
            let reason = format!("the file is damaged or cut off: it should be {expected:016x}");
            return refuse("checksum", format!("{found:016x}"), reason);
        }
        Ok(())
    }
}

/// The bytes of a number in a file, which must be long enough.
pub(crate) fn array<const N: usize>(bytes: &[u8], start: usize) -> [u8; N] {
    let mut array = [0; N];
    array.copy_from_slice(&bytes[start..start + N]);
    array
}

/// The checksum. Each step can be undone, so any change within eight bytes changes it.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(bytes.len() as u64, |sum, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        (sum ^ u64::from_le_bytes(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_files_are_refused() {
        let kind = FileKind { name: "a test", letters: b"amduatT", version: 3, shortest: 4 };
        let contents: Vec<_> = (0..45).collect();
        let good = kind.seal(&contents);
        assert_eq!(kind.check(&good), Ok(()));
        assert_eq!(good[CONTENTS..], contents);
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 1 << (at % 8);
            assert!(kind.check(&bad).is_err(), "byte {at}");
            assert!(kind.check(&good[..at]).is_err(), "cut at {at}");
        }
        let longer = [&good[..], &[0]].concat();
        assert!(kind.check(&longer).is_err());
        assert!(kind.check(&kind.seal(&[1, 2, 3])).is_err());
    }
}
