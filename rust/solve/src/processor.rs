//! Loops over many numbers at once, compiled for the processor at hand.

/// Whether the processor has the instructions that the faster variant uses.
#[cfg(target_arch = "x86_64")]
pub(crate) fn is_modern() -> bool {
    use std::arch::is_x86_feature_detected as has;
    has!("avx2") && has!("popcnt") && has!("lzcnt") && has!("bmi1") && has!("bmi2")
}

/// Makes a function that is compiled twice: for every processor, and for modern ones with wide registers.
///
/// All that is inlined into the body is compiled with it; closures are not always.
macro_rules! compiled_twice {
    ($(#[$about:meta])* fn $name:ident($($argument:ident: $type:ty),* $(,)?) $body:block) => {
        $(#[$about])*
        fn $name($($argument: $type),*) {
            #[inline(always)]
            fn anywhere($($argument: $type),*) $body

            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
                fn modern($($argument: $type),*) {
                    anywhere($($argument),*);
                }

                if $crate::processor::is_modern() {
                    #[allow(unsafe_code, reason = "the compiler cannot know what the processor was found to have")]
                    // SAFETY: all features that the function is compiled for have just been detected.
                    return unsafe { modern($($argument),*) };
                }
            }
            anywhere($($argument),*);
        }
    };
}
pub(crate) use compiled_twice;
