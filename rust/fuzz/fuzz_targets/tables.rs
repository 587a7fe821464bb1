//! See `amduat_fuzz::tables`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| amduat_fuzz::tables::run(bytes));
