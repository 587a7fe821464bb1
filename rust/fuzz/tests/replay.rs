//! The corpus, replayed: whatever was found once stays found.

use amduat_fuzz::TARGETS;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

/// The files of a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = entries.map(|entry| entry.expect("a folder can be read").path()).collect();
    files.sort();
    files
}

#[test]
fn all_that_was_kept_is_replayed() {
    for (name, run) in TARGETS {
        let files = files(&corpus().join(name));
        assert!(files.len() >= 5, "the corpus of {name} is nearly empty");
        for file in files {
            let bytes = std::fs::read(&file).expect("a file of the corpus can be read");
            let done = std::panic::catch_unwind(|| run(&bytes));
            assert!(done.is_ok(), "{} fails", file.display());
        }
    }
}

#[test]
fn every_target_has_a_binary_and_a_corpus() {
    let targets: BTreeSet<_> = TARGETS.iter().map(|(name, _)| (*name).to_string()).collect();
    assert_eq!(targets.len(), TARGETS.len());
    let stems = |folder: &Path| -> BTreeSet<_> {
        files(folder).iter().filter_map(|path| Some(path.file_stem()?.to_str()?.to_string())).collect()
    };
    assert_eq!(stems(&corpus()), targets);
    assert_eq!(stems(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz_targets")), targets);
    let manifest = include_str!("../Cargo.toml");
    for name in &targets {
        assert!(manifest.contains(&format!("name = \"{name}\"")), "{name} is not in Cargo.toml");
    }
}

#[test]
fn the_corpus_is_small() {
    let sizes = |folder: &PathBuf| -> Vec<u64> {
        files(folder).iter().map(|file| file.metadata().map_or(0, |data| data.len())).collect()
    };
    let sizes: Vec<_> = files(&corpus()).iter().flat_map(sizes).collect();
    assert!(sizes.len() <= 300 && sizes.iter().sum::<u64>() <= 200_000, "{} files", sizes.len());
}

/// What no byte can do is not found by any: nothing, zeros, ones and many of them.
#[test]
fn plain_input_is_taken() {
    for (_, run) in TARGETS {
        for length in [0, 1, 2, 7, 64, 1000] {
            for byte in [0, 1, 127, 255] {
                run(&vec![byte; length]);
            }
        }
    }
}
