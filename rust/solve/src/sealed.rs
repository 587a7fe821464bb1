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
        file.extend(self.beginning());
        file[CHECKSUM..].copy_from_slice(&checksum(contents).to_le_bytes());
        file.extend(contents);
        file
    }

    /// How a file begins, the checksum yet to be filled in.
    pub(crate) fn beginning(&self) -> [u8; CONTENTS] {
        let mut beginning = [0; CONTENTS];
        beginning[..7].copy_from_slice(self.letters);
        beginning[7] = self.version;
        beginning
    }

    /// Checks that a file which begins so is of this kind; says which checksum it has.
    ///
    /// # Errors
    /// It is another.
    pub(crate) fn check_beginning(&self, beginning: &[u8; CONTENTS]) -> Result<u64, Error> {
        let refuse = |part, input: String, reason: String| Err(Error::Argument(ParseError::new(part, input, reason)));
        if &beginning[..7] != self.letters {
            let start = String::from_utf8_lossy(&beginning[..7]).into_owned();
            return refuse("solution", start, format!("is not how {} begins", self.name));
        }
        if beginning[7] != self.version {
            let reason = format!("this program reads version {} of the file", self.version);
            return refuse("version", beginning[7].to_string(), reason);
        }
        Ok(u64::from_le_bytes(array(beginning, CHECKSUM)))
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
        let (found, expected) = (checksum(&file[CONTENTS..]), self.check_beginning(&array(file, 0))?);
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

/// The checksum of bytes that come piece by piece. Each step can be undone, so any change within eight bytes changes it.
pub(crate) struct Sum {
    mixed: u64,
    /// Bytes that do not make up eight yet, and how many they are.
    begun: [u8; 8],
    count: usize,
}

impl Sum {
    /// For so many bytes in all.
    pub(crate) fn new(length: u64) -> Self {
        Self { mixed: length, begun: [0; 8], count: 0 }
    }

    pub(crate) fn add(&mut self, mut bytes: &[u8]) {
        if self.count > 0 {
            let (more, rest) = bytes.split_at(bytes.len().min(8 - self.count));
            self.begun[self.count..][..more.len()].copy_from_slice(more);
            self.count += more.len();
            bytes = rest;
            if self.count < 8 {
                return;
            }
            self.mixed = mixed(self.mixed, self.begun);
            (self.begun, self.count) = ([0; 8], 0);
        }
        let (words, rest) = bytes.as_chunks::<8>();
        self.mixed = words.iter().fold(self.mixed, |sum, &word| mixed(sum, word));
        self.begun[..rest.len()].copy_from_slice(rest);
        self.count = rest.len();
    }

    /// The checksum of all bytes so far.
    pub(crate) fn value(&self) -> u64 {
        if self.count == 0 { self.mixed } else { mixed(self.mixed, self.begun) }
    }
}

fn mixed(sum: u64, word: [u8; 8]) -> u64 {
    (sum ^ u64::from_le_bytes(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The checksum of some bytes.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = Sum::new(bytes.len() as u64);
    sum.add(bytes);
    sum.value()
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
