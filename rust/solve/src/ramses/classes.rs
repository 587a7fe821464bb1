//! How one class of lost positions is written: its number, its places, its distances.
//!
//! The source of `file.rs` says what the bytes mean.

use super::file::Key;

/// No distance is greater, here or in the analysis.
pub(super) const MAX_DISTANCE: u8 = 126;

pub(super) fn write_varint(out: &mut Vec<u8>, mut number: u32) {
    while number >= 128 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

pub(super) fn write_class(out: &mut Vec<u8>, places: usize, members: &[(Key, u8)]) {
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

/// A number and how many bytes it takes; `None` where it takes more than it needs.
pub(super) fn read_varint(bytes: &[u8]) -> Option<(u32, usize)> {
    let mut number = 0u64;
    for (nth, &byte) in bytes.iter().enumerate().take(5) {
        number |= u64::from(byte & 127) << (7 * nth);
        if byte < 128 {
            let short = nth == 0 || byte != 0;
            return Some((u32::try_from(number).ok().filter(|_| short)?, nth + 1));
        }
    }
    None
}

/// How many bytes the distances of so many positions take; `None` where they are not written as
/// [`write_class`] does.
pub(super) fn check_distances(bytes: &[u8], positions: usize) -> Option<usize> {
    let kind = *bytes.first()?;
    if positions == 0 || kind < 128 {
        return (positions > 0 && kind <= MAX_DISTANCE).then_some(1);
    }
    let different = usize::from(kind - 128);
    let distances = bytes.get(1..=different)?;
    let ascending = distances.is_sorted_by(|a, b| a < b) && distances.last().is_some_and(|&last| last <= MAX_DISTANCE);
    if different < 2 || !ascending {
        return None;
    }
    let (width, first) = (width(different), 1 + different);
    let packed = bytes.get(first..first + (positions * width).div_ceil(8))?;
    let mut used = 0u128;
    for nth in 0..positions {
        let which = unpack(packed, nth, width);
        if which >= different {
            return None;
        }
        used |= 1 << which;
    }
    let rest = packed.last().map_or(0, |&last| u32::from(last) >> (positions * width - (packed.len() - 1) * 8));
    (used.count_ones() as usize == different && rest == 0).then_some(first + packed.len())
}

/// One of several numbers of so many bits, at most eight, packed from the lowest bit on.
#[inline]
fn unpack(packed: &[u8], nth: usize, width: usize) -> usize {
    let bit = nth * width;
    let byte = |at: usize| u32::from(packed.get(at).copied().unwrap_or(0));
    let bits = byte(bit / 8) | byte(bit / 8 + 1) << 8;
    (bits >> (bit % 8)) as usize & ((1 << width) - 1)
}

/// The lost places of a class as a set of bits, and how many bytes they take.
#[inline]
pub(super) fn read_places(bytes: &[u8], start: usize, places: usize) -> Option<(u64, usize)> {
    match places {
        1 => Some((1, 0)),
        8 => Some((u64::from(*bytes.get(start)?), 1)),
        _ => {
            let rows = *bytes.get(start)?;
            let (mut lost, mut length, mut rest) = (0, 1, rows);
            while rest != 0 {
                let row = *bytes.get(start + length).filter(|&&row| row != 0)?;
                lost |= u64::from(row) << (8 * rest.trailing_zeros());
                length += 1;
                rest &= rest - 1;
            }
            Some((lost, length))
        }
    }
}

/// The distance of the position with so many before it in its class.
#[inline]
pub(super) fn distance(bytes: &[u8], start: usize, before: usize) -> Option<u8> {
    let kind = *bytes.get(start)?;
    if kind < 128 {
        return Some(kind);
    }
    let different = usize::from(kind - 128);
    let which = unpack(bytes.get(start + 1 + different..)?, before, width(different));
    bytes.get(start + 1 + which).copied()
}
