//! See `amduat_fuzz::solution`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| amduat_fuzz::solution::run(bytes));
