//! See `amduat_fuzz::graphs`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| amduat_fuzz::graphs::run(bytes));
