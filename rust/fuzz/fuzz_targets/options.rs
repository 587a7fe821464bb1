//! See `amduat_fuzz::options`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| amduat_fuzz::options::run(bytes));
