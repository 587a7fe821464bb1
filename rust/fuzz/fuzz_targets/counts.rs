//! See `amduat_fuzz::counts`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| amduat_fuzz::counts::run(bytes));
