//! The solution as a file: all lost positions with their distances, in half a megabyte.
//!
//! Lost positions are rare, and they come in clusters: when stones on long fields matter little, all
//! or many of their places are lost alike. So the file lists *classes*: the fields taken by the eight
//! stones and their colours, whatever the places on long fields. A class has the number
//!
//! ```text
//! class = group × 70 + colouring
//! ```
//!
//! where the group is numbered like the shapes in [`index`](super::index), without places. The places
//! in a class are numbered `upper × 8 + lower`, or from 0 to 7 where only one long field is taken. Of
//! two positions that are mirror images the file has the one in the lower class, or with the lower
//! place in the same class.
//!
//! | bytes | what                                                             |
//! |-------|------------------------------------------------------------------|
//! | 8     | `amduat` `R` and the version, 1                                  |
//! | 8     | checksum of all bytes after it, little-endian                    |
//! | 4     | number of classes, little-endian                                 |
//! | 4     | number of lost positions in them, little-endian                  |
//! | …     | the classes in ascending order                                   |
//!
//! The checksum starts with the number of bytes that it covers. For each eight bytes, as a
//! little-endian number, and the rest, filled up with zeros, it is exclusive-ored with that number and
//! multiplied by 0x9e3779b97f4a7c15, modulo 2⁶⁴.
//!
//! A class consists of
//!
//! 1. how many classes are left out before it, as a varint: seven bits in each byte, the lowest
//!    first, the top bit set in all bytes but the last;
//! 2. which places are lost. Without stones on long fields: nothing. With one, a byte with a bit for
//!    each place. With two, a byte with a bit for each upper place beside which any lower place is
//!    lost, and for each of these, in ascending order, a byte with a bit for each lower place;
//! 3. the distances of the lost positions in ascending order of upper, then lower place. If they are
//!    all the same, one byte with it. Otherwise a byte `128 + n`, with `n` from 2 the number of
//!    different distances, `n` bytes with these in ascending order, and then for each position which
//!    of them it is, counted from 0, in as few bits as `n − 1` needs, packed into bytes from the
//!    lowest bit on.

use super::index::{COLOURINGS, mirror};
use super::moves::{GROUPS, group_of, shapes_of};
use crate::error::{Error, ParseError};
use crate::field::FieldSet;

/// The first seven bytes.
const MAGIC: &[u8; 7] = b"amduatR";

/// The eighth byte.
const VERSION: u8 = 1;

/// Where the checksum starts, what it covers, and where the classes start.
const CHECKSUM: usize = 8;
const CHECKED: usize = 16;
const CLASSES: usize = 24;

/// A placement as the file sees it: a class and a place in it from 0 to 63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Key {
    pub(super) class: u32,
    pub(super) place: u8,
}

impl Key {
    /// The key of a placement or of its mirror image, whichever is in the file.
    #[inline]
    pub(super) fn new(own: FieldSet, other: FieldSet) -> Self {
        Self::as_it_is(own, other).min(Self::as_it_is(mirror(own), mirror(other)))
    }

    /// The key of a placement, not of its mirror image.
    #[inline]
    pub(super) fn as_it_is(own: FieldSet, other: FieldSet) -> Self {
        let index = super::index::index(own, other);
        let (shape, colouring) = (index / COLOURINGS, index % COLOURINGS);
        let group = group_of(shape);
        let place = shape - shapes_of(group).start;
        Self { class: (group * COLOURINGS + colouring) as u32, place: place as u8 }
    }
}

/// How many places a class has: 1, 8 or 64.
fn places_of(class: u32) -> usize {
    shapes_of((class as usize / COLOURINGS).min(GROUPS - 1)).len()
}

/// Writes the file for lost placements, given in ascending order of their keys, each once.
pub(super) fn write(lost: &[(Key, u8)]) -> Vec<u8> {
    let mut body = Vec::new();
    let (mut classes, mut next) = (0u32, 0);
    for members in lost.chunk_by(|(a, _), (b, _)| a.class == b.class) {
        let class = members[0].0.class;
        write_varint(&mut body, class - next);
        write_class(&mut body, places_of(class), members);
        next = class + 1;
        classes += 1;
    }
    let mut file = Vec::with_capacity(CLASSES + body.len());
    file.extend(MAGIC);
    file.push(VERSION);
    file.extend([0; CHECKED - CHECKSUM]);
    file.extend(classes.to_le_bytes());
    file.extend((lost.len() as u32).to_le_bytes());
    file.extend(body);
    let sum = checksum(&file[CHECKED..]);
    file[CHECKSUM..CHECKED].copy_from_slice(&sum.to_le_bytes());
    file
}

fn write_varint(out: &mut Vec<u8>, mut number: u32) {
    while number >= 128 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

fn write_class(out: &mut Vec<u8>, places: usize, members: &[(Key, u8)]) {
    let mut rows = [0u8; 8];
    for (key, _) in members {
        rows[key.place as usize / 8] |= 1 << (key.place % 8);
    }
    if places == 64 {
        out.push((0..8).map(|row| u8::from(rows[row] != 0) << row).sum());
    }
    if places > 1 {
        out.extend(rows.iter().filter(|&&row| row != 0));
    }
    let mut distances: Vec<u8> = members.iter().map(|&(_, distance)| distance).collect();
    distances.sort_unstable();
    distances.dedup();
    if let [distance] = distances[..] {
        out.push(distance);
        return;
    }
    out.push(128 + distances.len() as u8);
    out.extend(&distances);
    let width = width(distances.len());
    let (mut bits, mut filled) = (0u32, 0);
    for (_, distance) in members {
        let which = distances.iter().take_while(|&d| d < distance).count() as u32;
        bits |= which << filled;
        filled += width;
        while filled >= 8 {
            out.push(bits as u8);
            bits >>= 8;
            filled -= 8;
        }
    }
    if filled > 0 {
        out.push(bits as u8);
    }
}

/// How many bits it takes to tell `count` things apart.
const fn width(count: usize) -> usize {
    (usize::BITS - (count - 1).leading_zeros()) as usize
}

/// The checksum. Each step can be undone, so any change within eight bytes changes it.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(bytes.len() as u64, |sum, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        (sum ^ u64::from_le_bytes(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}

/// A file in memory, checked, with the place of each class in it.
#[derive(Clone, Debug)]
pub(super) struct File {
    bytes: Vec<u8>,
    /// The numbers of the classes, and where their places start.
    classes: Vec<(u32, u32)>,
    positions: usize,
}

impl File {
    /// Reads a file, which must be whole and undamaged.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn read(bytes: Vec<u8>) -> Result<Self, Error> {
        let refuse = |part, input: String, reason: &str| Err(Error::Argument(ParseError::new(part, input, reason)));
        if bytes.len() < CLASSES {
            let size = format!("{} bytes", bytes.len());
            return refuse("solution", size, "is too short for a solution of RAMSES; the file is cut off");
        }
        if &bytes[..7] != MAGIC {
            let start = String::from_utf8_lossy(&bytes[..7]).into_owned();
            return refuse("solution", start, "is not how a solution of RAMSES begins");
        }
        if bytes[7] != VERSION {
            let reason = format!("this program reads version {VERSION} of the file");
            return refuse("version", bytes[7].to_string(), &reason);
        }
        let found = checksum(&bytes[CHECKED..]);
        let expected = u64::from_le_bytes(array(&bytes, CHECKSUM));
        if found != expected {
            let reason = format!("the file is damaged or cut off: it should be {expected:016x}");
            return refuse("checksum", format!("{found:016x}"), &reason);
        }
        let count = u32::from_le_bytes(array(&bytes, CHECKED)) as usize;
        let positions = u32::from_le_bytes(array(&bytes, CHECKED + 4)) as usize;
        match read_classes(&bytes, count) {
            Some((classes, total)) if total == positions => Ok(Self { bytes, classes, positions }),
            _ => refuse("solution", format!("{count} classes"), "do not make up the file; it was written wrongly"),
        }
    }

    /// How many lost positions the file has, of mirror images one.
    pub(super) fn positions(&self) -> usize {
        self.positions
    }

    /// The file as it was read.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The distance of a placement if it is lost.
    #[inline]
    pub(super) fn distance(&self, key: Key) -> Option<u8> {
        let nth = self.classes.binary_search_by_key(&key.class, |&(class, _)| class).ok()?;
        let start = self.classes[nth].1 as usize;
        let (lost, length) = read_places(&self.bytes, start, places_of(key.class))?;
        if lost >> (key.place & 63) & 1 == 0 {
            return None;
        }
        let before = (lost & ((1 << (key.place & 63)) - 1)).count_ones() as usize;
        distance(&self.bytes, start + length, before)
    }

    /// All lost placements of the file with their distances, in ascending order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Key, u8)> {
        self.classes.iter().flat_map(|&(class, _)| (0..64).map(move |place| Key { class, place })).filter_map(|key| {
            let inside = usize::from(key.place) < places_of(key.class);
            inside.then(|| self.distance(key)).flatten().map(|distance| (key, distance))
        })
    }
}

fn array<const N: usize>(bytes: &[u8], start: usize) -> [u8; N] {
    let mut array = [0; N];
    array.copy_from_slice(&bytes[start..start + N]);
    array
}

/// The numbers of all classes, where their places start, and how many positions they have in all;
/// `None` where they do not end exactly at the end of the file.
fn read_classes(bytes: &[u8], count: usize) -> Option<(Vec<(u32, u32)>, usize)> {
    // Each class takes two bytes or more, so a wrong count cannot ask for much memory.
    let mut classes = Vec::with_capacity(count.min(bytes.len() / 2));
    let (mut at, mut total, mut next) = (CLASSES, 0, 0u32);
    for _ in 0..count {
        let (mut gap, mut shift) = (0u32, 0);
        loop {
            let byte = *bytes.get(at)?;
            at += 1;
            gap |= u32::from(byte & 127).checked_shl(shift)?;
            shift += 7;
            if byte < 128 {
                break;
            }
        }
        let class = next.checked_add(gap)?;
        if class as usize >= GROUPS * COLOURINGS {
            return None;
        }
        next = class.checked_add(1)?;
        classes.push((class, at as u32));
        let (lost, length) = read_places(bytes, at, places_of(class))?;
        at += length;
        let kind = *bytes.get(at)?;
        at += 1;
        if kind >= 128 {
            let different = usize::from(kind - 128).max(2);
            at += different + (lost.count_ones() as usize * width(different)).div_ceil(8);
        }
        total += lost.count_ones() as usize;
    }
    (at == bytes.len()).then_some((classes, total))
}

/// The lost places of a class as a set of bits, and how many bytes they take.
#[inline]
fn read_places(bytes: &[u8], start: usize, places: usize) -> Option<(u64, usize)> {
    match places {
        1 => Some((1, 0)),
        8 => Some((u64::from(*bytes.get(start)?), 1)),
        _ => {
            let rows = *bytes.get(start)?;
            let (mut lost, mut length, mut rest) = (0, 1, rows);
            while rest != 0 {
                lost |= u64::from(*bytes.get(start + length)?) << (8 * rest.trailing_zeros());
                length += 1;
                rest &= rest - 1;
            }
            Some((lost, length))
        }
    }
}

/// The distance of the position with so many before it in its class.
#[inline]
fn distance(bytes: &[u8], start: usize, before: usize) -> Option<u8> {
    let kind = *bytes.get(start)?;
    if kind < 128 {
        return Some(kind);
    }
    let different = usize::from(kind - 128).max(2);
    let width = width(different);
    let bit = before * width;
    let packed = start + 1 + different + bit / 8;
    let low = u32::from(*bytes.get(packed)?) | u32::from(bytes.get(packed + 1).copied().unwrap_or(0)) << 8;
    let which = (low >> (bit % 8)) as usize & ((1 << width) - 1);
    bytes.get(start + 1 + which.min(different - 1)).copied()
}

/// The placement that a key of the file stands for.
pub(super) fn placement(key: Key) -> (FieldSet, FieldSet) {
    let (group, colouring) = (key.class as usize / COLOURINGS, key.class as usize % COLOURINGS);
    super::index::placement((shapes_of(group).start + key.place as usize) * COLOURINGS + colouring)
}

#[cfg(test)]
mod tests {
    use super::super::index::{PLACEMENTS, index};
    use super::*;

    /// Some placements of each kind, with distances that are alike in some classes only.
    fn sample() -> Vec<(Key, u8)> {
        let mut lost: Vec<_> = (0..PLACEMENTS)
            .step_by(1013)
            .chain(5000..5200)
            .chain(PLACEMENTS - 70 * 64 * 3..PLACEMENTS)
            .map(|number| {
                let (own, other) = super::super::index::placement(number);
                (Key::new(own, other), if number % 2 == 0 { 2 } else { (number % 23) as u8 })
            })
            .collect();
        lost.sort_unstable();
        lost.dedup_by_key(|(key, _)| *key);
        lost
    }

    #[test]
    fn files_read_back() {
        let lost = sample();
        let file = File::read(write(&lost)).unwrap();
        assert_eq!(file.positions(), lost.len());
        assert!(file.iter().eq(lost.iter().copied()));
        for &(key, distance) in &lost {
            let (own, other) = placement(key);
            assert!(index(own, other) < PLACEMENTS);
            assert_eq!(Key::new(own, other), key);
            assert_eq!(Key::new(mirror(own), mirror(other)), key);
            assert_eq!(file.distance(key), Some(distance));
        }
        assert_eq!(file.distance(Key { class: 1, place: 0 }), None);
        assert_eq!(write(&[]).len(), CLASSES);
        assert_eq!(File::read(write(&[])).unwrap().positions(), 0);
    }

    #[test]
    fn damaged_files_are_refused() {
        let good = write(&sample()[..500]);
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 1 << (at % 8);
            assert!(File::read(bad).is_err(), "byte {at}");
            assert!(File::read(good[..at].to_vec()).is_err(), "cut at {at}");
        }
        let mut longer = good.clone();
        longer.push(0);
        assert!(File::read(longer).is_err());
    }

    #[test]
    fn files_with_a_right_checksum_and_wrong_contents_are_refused() {
        let good = write(&sample()[..500]);
        for at in CHECKED..good.len() {
            for change in [1, 128, 255] {
                let mut bad = good.clone();
                bad[at] ^= change;
                let sum = checksum(&bad[CHECKED..]);
                bad[CHECKSUM..CHECKED].copy_from_slice(&sum.to_le_bytes());
                // Refused or not, it is read without a panic, and so are all its positions.
                if let Ok(file) = File::read(bad) {
                    assert!(file.iter().count() <= file.positions());
                }
            }
        }
    }
}
