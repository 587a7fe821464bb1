//! See `amduat_fuzz::games`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| amduat_fuzz::games::run(bytes));
