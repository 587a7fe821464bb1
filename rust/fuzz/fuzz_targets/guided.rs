//! See `amduat_fuzz::guided`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| amduat_fuzz::guided::run(bytes));
