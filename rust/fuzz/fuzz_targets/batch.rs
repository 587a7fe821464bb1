//! See `amduat_fuzz::batch`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| amduat_fuzz::batch::run(bytes));
