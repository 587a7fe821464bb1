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

/// Makes a function of a game, or of what is done with one, that is compiled twice: for every processor, and for modern ones. It may also take a
/// constant number.
///
/// All that is inlined into the body is compiled with it. A function that calls itself names that call:
/// `recursing as again`, and writes `again(…)`, which stays within one variant. (Choosing anew at every
/// call would cost counting up to 5 % more instructions.)
macro_rules! compiled_twice {
    (
        $(#[$about:meta])*
        $visibility:vis fn $name:ident<$game:ident: $bound:path $(, const $size:ident: usize)?>(
            $($argument:ident: $type:ty),* $(,)?
        ) -> $result:ty
        $body:block
    ) => {
        $(#[$about])*
        $visibility fn $name<$game: $bound $(, const $size: usize)?>($($argument: $type),*) -> $result {
            #[inline(always)]
            fn anywhere<$game: $bound $(, const $size: usize)?>($($argument: $type),*) -> $result $body

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2")]
            fn modern<$game: $bound $(, const $size: usize)?>($($argument: $type),*) -> $result {
                anywhere($($argument),*)
            }

            $crate::run::processor::compiled_twice!(@choose anywhere, modern, $($argument),*)
        }
    };
    (
        $(#[$about:meta])*
        $visibility:vis fn $name:ident<$game:ident: $bound:path>($($argument:ident: $type:ty),* $(,)?) -> $result:ty,
        recursing as $again:ident
        $body:block
    ) => {
        $(#[$about])*
        $visibility fn $name<$game: $bound>($($argument: $type),*) -> $result {
            #[inline(always)]
            fn once<$game: $bound>($($argument: $type,)* $again: impl Fn($($type),*) -> $result) -> $result $body

            fn anywhere<$game: $bound>($($argument: $type),*) -> $result {
                once($($argument,)* anywhere)
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2")]
            fn modern<$game: $bound>($($argument: $type),*) -> $result {
                once($($argument,)* |$($argument),*| modern($($argument),*))
            }

            $crate::run::processor::compiled_twice!(@choose anywhere, modern, $($argument),*)
        }
    };
    (@choose $anywhere:ident, $modern:ident, $($argument:ident),*) => {{
        #[cfg(target_arch = "x86_64")]
        if $crate::run::processor::is_modern() {
            #[allow(unsafe_code, reason = "the compiler cannot know what the processor was found to have")]
            // SAFETY: all features that the function is compiled for have just been detected.
            return unsafe { $modern($($argument),*) };
        }
        $anywhere($($argument),*)
    }};
}
pub(crate) use compiled_twice;
