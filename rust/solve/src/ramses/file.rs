//! The solution as a file: all lost positions with their distances, in less than a megabyte.
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
//! The first sixteen bytes are those of all files of this crate; `sealed.rs` says how the checksum is made.
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
//!
//! There is one way to write each set of positions, and other files are refused.

use super::classes::{check_distances, distance, read_places, read_varint, write_class, write_varint};
use super::index::{COLOURINGS, mirror};
use super::moves::{GROUPS, group_of, shapes_of};
use crate::sealed::{CONTENTS, FileKind, array};
use amduat::FieldSet;
use amduat::{Error, ParseError};

/// How the file begins.
const KIND: FileKind =
    FileKind { name: "a solution of RAMSES", letters: b"amduatR", version: 1, shortest: CLASSES - CONTENTS };

/// Where the classes start.
const CLASSES: usize = CONTENTS + 8;

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
    let mut contents = vec![0; CLASSES - CONTENTS];
    let (mut classes, mut next) = (0u32, 0);
    for members in lost.chunk_by(|(a, _), (b, _)| a.class == b.class) {
        let class = members[0].0.class;
        write_varint(&mut contents, class - next);
        write_class(&mut contents, places_of(class), members);
        next = class + 1;
        classes += 1;
    }
    contents[..4].copy_from_slice(&classes.to_le_bytes());
    contents[4..8].copy_from_slice(&(lost.len() as u32).to_le_bytes());
    KIND.seal(&contents)
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
        KIND.check(&bytes)?;
        let count = u32::from_le_bytes(array(&bytes, CONTENTS)) as usize;
        let positions = u32::from_le_bytes(array(&bytes, CONTENTS + 4)) as usize;
        match read_classes(&bytes, count) {
            Some((classes, total)) if total == positions => Ok(Self { bytes, classes, positions }),
            _ => {
                let reason = "do not make up the file; it was written wrongly";
                Err(Error::Argument(ParseError::new("solution", format!("{count} classes"), reason)))
            }
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

/// The numbers of all classes, where their places start, and how many positions they have in all;
/// `None` where they are not written as [`write`] does, or do not end exactly at the end of the file.
fn read_classes(bytes: &[u8], count: usize) -> Option<(Vec<(u32, u32)>, usize)> {
    // Each class takes two bytes or more, so a wrong count cannot ask for much memory.
    let mut classes = Vec::with_capacity(count.min(bytes.len() / 2));
    let (mut at, mut total, mut next) = (CLASSES, 0, 0u32);
    for _ in 0..count {
        let (gap, length) = read_varint(&bytes[at..])?;
        at += length;
        let class = next.checked_add(gap)?;
        if class as usize >= GROUPS * COLOURINGS {
            return None;
        }
        next = class + 1;
        classes.push((class, at as u32));
        let (lost, length) = read_places(bytes, at, places_of(class))?;
        let lost = lost.count_ones() as usize;
        at += length;
        at += check_distances(bytes.get(at..)?, lost)?;
        total += lost;
    }
    (at == bytes.len()).then_some((classes, total))
}

/// The placement that a key of the file stands for.
pub(super) fn placement(key: Key) -> (FieldSet, FieldSet) {
    let (group, colouring) = (key.class as usize / COLOURINGS, key.class as usize % COLOURINGS);
    super::index::placement((shapes_of(group).start + key.place as usize) * COLOURINGS + colouring)
}

#[cfg(test)]
mod tests {
    use super::super::classes::MAX_DISTANCE;
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

    /// A file with other contents and a right checksum.
    fn resealed(file: &[u8], change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
        let mut contents = file[CONTENTS..].to_vec();
        change(&mut contents);
        KIND.seal(&contents)
    }

    #[test]
    fn files_with_a_right_checksum_are_read_only_as_they_are_written() {
        let good = write(&sample()[..500]);
        let (mut refused, mut accepted) = (0, 0);
        for at in 0..good.len() - CONTENTS {
            for change in [1, 2, 64, 128, 255] {
                let bad = resealed(&good, |contents| contents[at] ^= change);
                match File::read(bad.clone()) {
                    Err(_) => refused += 1,
                    // Other distances or other places make another file, which is as good as this one.
                    Ok(file) => {
                        let lost: Vec<_> = file.iter().collect();
                        assert_eq!(lost.len(), file.positions(), "byte {at}");
                        assert!(lost.iter().all(|&(_, distance)| distance <= MAX_DISTANCE), "byte {at}");
                        assert_eq!(write(&lost), bad, "byte {at}");
                        accepted += 1;
                    }
                }
            }
        }
        assert!(refused > 1000 && accepted > 1000, "{refused} refused, {accepted} accepted");
    }

    #[test]
    fn what_could_be_written_shorter_is_refused() {
        // The last placements have two stones on long fields: one class of 64 places, with two distances.
        let (own, other) = super::super::index::placement(PLACEMENTS - 1);
        let class = Key::as_it_is(own, other).class;
        let key = |place| Key { class, place };
        let good = write(&[(key(0), 3), (key(1), 5), (key(9), 3)]);
        let places = good.len() - CONTENTS - 7;
        assert_eq!(good[CONTENTS + places..], [0b11, 0b11, 0b10, 130, 3, 5, 0b010]);
        assert!(File::read(resealed(&good, |_| ())).is_ok());
        let refused = |what, change: fn(&mut Vec<u8>, usize)| {
            assert!(File::read(resealed(&good, |contents| change(contents, places))).is_err(), "{what}");
        };
        refused("a number in more bytes than it needs", |contents, places| {
            contents[places - 1] |= 128;
            contents.insert(places, 0);
        });
        refused("a number beyond 32 bits", |contents, places| {
            contents.splice(8..places, [255, 255, 255, 255, 127]);
        });
        refused("a row without places", |contents, places| {
            contents[places] |= 0b100;
            contents.insert(places + 3, 0);
        });
        refused("a class without places", |contents, places| {
            contents.truncate(places);
            contents.extend([0, 7]);
            contents[4] = 0;
        });
        refused("distances that are not ascending", |contents, places| contents.swap(places + 4, places + 5));
        refused("a distance that is not used", |contents, places| contents[places + 6] = 0);
        refused("one distance as one of several", |contents, places| {
            contents.splice(places + 3.., [129, 3, 0]);
        });
        refused("a distance beyond the greatest", |contents, places| contents[places + 5] = 127);
        refused("bits that belong to no position", |contents, places| contents[places + 6] |= 8);
        refused("another number of positions", |contents, _| contents[4] += 1);
        refused("another number of classes", |contents, _| contents[0] += 1);
    }
}
