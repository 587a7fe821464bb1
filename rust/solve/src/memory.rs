//! Whether there is enough memory, asked before it is used.

use amduat::{Error, ParseError};
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
pub(crate) fn ensure(needed: usize) -> Result<(), Error> {
    match available() {
        Some(free) if free < needed as u64 => Err(too_little(free, needed)),
        _ => Ok(()),
    }
}

fn too_little(free: u64, needed: usize) -> Error {
    let reason = format!("is too little: {} MB are needed; close other programs and try again", needed / 1_000_000);
    Error::Argument(ParseError::new("free memory", format!("{} MB", free / 1_000_000), reason))
}

/// A vector of this length, or an error where there is no memory for it.
pub(crate) fn reserved<T>(length: usize, mut element: impl FnMut() -> T) -> Result<Vec<T>, Error> {
    let mut vector = Vec::new();
    vector.try_reserve_exact(length).map_err(|_| {
        let megabytes = length * size_of::<T>() / 1_000_000;
        Error::Argument(ParseError::new("memory", format!("{megabytes} MB"), "could not be reserved"))
    })?;
    vector.extend((0..length).map(|_| element()));
    Ok(vector)
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
