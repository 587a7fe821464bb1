//! The refused positions in `tests/data/<game>/invalid.txt`; the Python package reads them as well.

#![allow(clippy::panic, reason = "a test says what failed and stops")]

use crate::common::data;
use amduat::notation::MAX_TEXT;
use amduat::{AnyPosition, GAMES};

#[test]
fn texts_that_are_too_long_are_refused_in_every_game() {
    for info in GAMES {
        let message = AnyPosition::parse(info.name, &"x".repeat(MAX_TEXT + 1)).unwrap_err().to_string();
        assert!(message.starts_with(&format!("{} position: position \"xxx", info.name)), "{message}");
        assert!(message.ends_with("is 257 bytes long, the longest possible is 256"), "{message}");
    }
}

#[test]
fn invalid_positions_are_refused_with_their_message() {
    let mut failures = Vec::new();
    for info in GAMES {
        let (text, mut refused) = (data(info.name, "invalid.txt"), 0);
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
            let place = format!("tests/data/{}/invalid.txt:{number}", info.name);
            let (text, message) = line.rsplit_once(" | ").unwrap_or_else(|| panic!("{place}: expected text | message"));
            let found =
                AnyPosition::parse(info.name, text).map_or_else(|error| error.to_string(), |_| "is read".into());
            if found != format!("{} position: {message}", info.name) {
                failures.push(format!("{place}: {text}\n    found    {found}\n    expected {message}"));
            }
            refused += 1;
        }
        assert!(refused >= 20, "{} has only {refused} refused positions", info.name);
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
