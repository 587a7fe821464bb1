//! Tables of PHARAO with any bytes in place of others.
//!
//! The smallest of the package's tables is changed here and there, cut off or extended, or replaced as a whole; its
//! checksums are made right again or not. It is refused, or what it says of any position is a chance from 0 to 1 or an
//! error.

use crate::Source;
use crate::promises::explains;
use crate::solution::checksum;
use amduat::games::pharao::{Position, Side};
use amduat::{Error, FieldSet, Game};
use amduat_solve::pharao::{Layer, Tables, Unknown, file_name};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// One stone against one.
const TABLE: &[u8] = include_bytes!("../../../python/amduat/data/pharao-1v1.table");

/// Where the checksum of the header begins, what it covers, and where the checksum of the only block begins and ends.
const CHECKSUM: usize = 8;
const COVERED: usize = 16;
const BLOCK: usize = 48;
const VALUES: usize = 56;

/// See [the module](self).
pub fn run(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let kind = source.byte();
    let [lower, upper] = [source.u64(), source.u64()].map(FieldSet);
    let file = if kind & 64 != 0 { source.rest().to_vec() } else { changed(&mut source) };
    let file = sealed(file, kind & 1 != 0, kind & 2 != 0);
    // Under the name of another layer it is refused.
    let layer = if kind & 0b1100_0000 == 0b1100_0000 { Layer { own: 2, other: 1 } } else { Layer { own: 1, other: 1 } };
    let folder = folder();
    std::fs::write(folder.join(file_name(layer)), &file).expect("a temporary file can be written");
    let tables = Tables::open(&folder);
    std::fs::remove_dir_all(&folder).expect("a temporary folder can be removed");
    match tables {
        Err(error) => explains(&error),
        Ok(tables) => {
            assert_eq!(tables.layers().collect::<Vec<_>>(), [layer]);
            for side in Side::BOTH {
                // One stone each, so that the table is asked; and any stones.
                for stones in [[lower, upper], [lower, upper].map(one)] {
                    match Position::about_to_roll(stones, side) {
                        Ok(position) => ask(&tables, &position),
                        Err(error) => explains(&Error::Argument(error)),
                    }
                }
            }
        }
    }
}

/// One field of a set, as the set says.
fn one(set: FieldSet) -> FieldSet {
    FieldSet(1 << (set.0 % 30))
}

/// The table with some bytes changed.
fn changed(source: &mut Source<'_>) -> Vec<u8> {
    let mut file = TABLE.to_vec();
    match source.byte() {
        0 => file.truncate(source.u16().into()),
        1 => file.extend(std::iter::repeat_n(source.byte(), source.byte().into())),
        _ => {}
    }
    for _ in 0..32 {
        if source.is_empty() || file.is_empty() {
            break;
        }
        let place = usize::from(source.u16()) % file.len();
        file[place] ^= source.byte();
    }
    file
}

/// With the right checksums of header and block, as far as the file has them.
fn sealed(mut file: Vec<u8>, header: bool, block: bool) -> Vec<u8> {
    if block && file.len() >= VALUES {
        let sum = checksum(&file[VALUES..]);
        file[BLOCK..VALUES].copy_from_slice(&sum.to_le_bytes());
    }
    if header && file.len() >= VALUES {
        let sum = checksum(&file[COVERED..VALUES]);
        file[CHECKSUM..COVERED].copy_from_slice(&sum.to_le_bytes());
    }
    file
}

fn ask(tables: &Tables, position: &Position) {
    chance(position, tables.before_roll(position));
    let mut next = *position;
    // Into the middle of a turn, where all ways to go on are looked at.
    for _ in 0..3 {
        chance(&next, tables.value(&next));
        let mut actions = Vec::new();
        next.each_action(|action| actions.push(action));
        match tables.best(&next) {
            Ok(best) => assert!(best.iter().all(|action| actions.contains(action)), "{next}"),
            Err(unknown) => told(unknown),
        }
        if let Ok(values) = tables.values(&next) {
            assert_eq!(values.len(), actions.len(), "{next}");
        }
        if let Ok(Some(best)) = tables.best_of_all(&next) {
            assert!(actions.contains(&best), "{next}");
        }
        let Some(&last) = actions.last() else { break };
        next = next.play(last);
    }
}

fn chance(position: &Position, value: Result<amduat_solve::pharao::Chance, Unknown>) {
    match value {
        Ok(chance) => {
            assert!((0.0..=1.0).contains(&chance.win) && (0.0..1.0).contains(&chance.error), "{position}: {chance:?}");
        }
        Err(unknown) => told(unknown),
    }
}

fn told(unknown: Unknown) {
    // A layer without a table is named; what has failed is explained.
    if let Unknown::Failed(error) = unknown {
        explains(&error);
    }
}

/// A folder for one table: several threads may try some at once.
fn folder() -> PathBuf {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("amduat-fuzz-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder can be made");
    folder
}
