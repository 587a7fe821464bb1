//! See `amduat_fuzz::search`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| amduat_fuzz::search::run(bytes));
