//! What the processor at hand can do.
//!
//! Wheels are built for every x86-64 processor. Counting bits and the like is several times faster
//! with instructions that all but the oldest of them have, so hot loops are compiled twice and the
//! choice is made at run time.

use std::sync::atomic::{AtomicBool, Ordering};

static BASELINE_ONLY: AtomicBool = AtomicBool::new(false);

/// Pretends that the processor is as old as can be, for measuring what that costs.
pub fn use_baseline_only(yes: bool) {
    BASELINE_ONLY.store(yes, Ordering::Relaxed);
}

/// Whether the processor has the instructions that the faster variant uses.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn is_modern() -> bool {
    !BASELINE_ONLY.load(Ordering::Relaxed)
        && std::arch::is_x86_feature_detected!("popcnt")
        && std::arch::is_x86_feature_detected!("lzcnt")
        && std::arch::is_x86_feature_detected!("bmi1")
        && std::arch::is_x86_feature_detected!("bmi2")
}
