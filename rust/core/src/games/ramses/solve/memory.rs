//! Whether there is enough memory, asked before it is used.

use crate::error::{Error, ParseError};
use std::fs::read_to_string;

/// How many bytes are free for this process, where the system tells.
fn available() -> Option<u64> {
    let machine = read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
        line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
    });
    let number = |file: &str| read_to_string(file).ok()?.trim().parse::<u64>().ok();
    // A container may have less than the machine; without a limit the file says `max`.
    let container = number("/sys/fs/cgroup/memory.max")
        .map(|limit| limit.saturating_sub(number("/sys/fs/cgroup/memory.current").unwrap_or(0)));
    [machine, container].into_iter().flatten().min()
}

/// Refuses if less than `needed` bytes are free. Where the system does not tell, all goes.
///
/// # Errors
/// Too little memory.
pub(super) fn ensure(needed: usize) -> Result<(), Error> {
    match available() {
        Some(free) if free < needed as u64 => Err(too_little(free, needed)),
        _ => Ok(()),
    }
}

fn too_little(free: u64, needed: usize) -> Error {
    let reason = format!("is too little: {} MB are needed; close other programs and try again", needed / 1_000_000);
    Error::Argument(ParseError::new("free memory", format!("{} MB", free / 1_000_000), reason))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_any_machine_has_is_refused() {
        assert_eq!(ensure(0), Ok(()));
        if available().is_some() {
            let message = ensure(usize::MAX).unwrap_err().to_string();
            assert!(message.starts_with("free memory \""), "{message}");
        }
    }
}
