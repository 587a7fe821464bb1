//! How long one sweep of PHARAO's solver takes: `cargo bench -p amduat-solve --bench sweep`.
//!
//! All layers with up to five stones are solved first, in a folder for the time being. Then the sweeps of 3 stones
//! against 3 are timed on one thread, but for the first, before which tables are made.

use amduat::Error;
use amduat::run::Progress;
use amduat_solve::pharao::{Layer, solve};
use std::time::Instant;

/// The layer whose sweeps are timed, what it is called while it is solved, and how many stones it has.
const LAYER: Layer = Layer { own: 3, other: 3 };
const PHASE: &str = "3 stones against 3";
const STONES: usize = 6;

/// How many sweeps are timed.
const SWEEPS: u32 = 8;

fn main() -> Result<(), Error> {
    let folder = std::env::temp_dir().join(format!("amduat-sweep-{}", std::process::id()));
    let timed = solve(&folder, STONES - 1, 1, None, &mut |_| false).and_then(|_| {
        let mut began = None;
        let mut watch = |progress: Progress| {
            let step = if progress.phase == PHASE { progress.step.unwrap_or(0) } else { 0 };
            if step > 0 {
                began.get_or_insert_with(Instant::now);
            }
            step > SWEEPS
        };
        match solve(&folder, STONES, 1, None, &mut watch) {
            Err(Error::Stopped) => Ok(began.map(|began| began.elapsed().as_secs_f64() / f64::from(SWEEPS))),
            other => other.map(|_| None),
        }
    });
    let _ = std::fs::remove_dir_all(&folder);
    if let Some(seconds) = timed? {
        let rate = LAYER.placements() as f64 / seconds;
        println!("{LAYER}: {seconds:.3} s a sweep on one thread, {:.2} million placements a second", rate / 1e6);
    }
    Ok(())
}
