//! Any text as a position and as an action.
//!
//! What is read is written back unchanged, and keeps all that positions promise; what is refused is refused with an
//! error that names the part, quotes the text and gives a reason. The first byte chooses the game; 255 means all of
//! them.

use crate::promises::{any_hold, quotes};
use amduat::notation::MAX_TEXT;
use amduat::{AnyAction, AnyPosition, Error, GAMES, Info};

/// See [the module](self).
pub fn run(bytes: &[u8]) {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    if first == 255 {
        for info in GAMES {
            in_game(info, text);
        }
    } else {
        in_game(&GAMES[usize::from(first) % GAMES.len()], text);
    }
}

fn in_game(info: &Info, text: &str) {
    match AnyPosition::parse(info.name, text) {
        Ok(position) => {
            assert_eq!(position.to_string(), text);
            assert!(text.len() <= MAX_TEXT);
            // Any number: it depends on the text.
            any_hold(&position, text.bytes().map(usize::from).sum());
            assert!(!position.describe().is_empty(), "there is a sentence for people: {text}");
        }
        Err(error) => {
            assert!(matches!(error, Error::Position(name, _) if name == info.name), "{error:?}");
            quotes(&error, text);
        }
    }
    match AnyAction::parse(info.name, text) {
        Ok(action) => {
            assert_eq!(action.to_string(), text);
            assert!(action.index() < info.num_actions && !action.kind().is_empty());
            assert_eq!(AnyAction::from_index(info.name, action.index()), Ok(action));
        }
        Err(error) => {
            assert!(matches!(error, Error::Action(name, _) if name == info.name), "{error:?}");
            quotes(&error, text);
        }
    }
}
