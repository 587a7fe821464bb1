//! See `amduat_fuzz::texts`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| amduat_fuzz::texts::run(bytes));
