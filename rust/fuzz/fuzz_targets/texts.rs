//! Any text as a position and as an action of every game: what is read is written back unchanged.
#![no_main]

use amduat::{AnyAction, AnyPosition, GAMES};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for info in GAMES {
        if let Ok(position) = AnyPosition::parse(info.name, text) {
            assert_eq!(position.to_string(), text);
            let mut count = 0;
            position.each_action(|action| {
                count += 1;
                assert!(position.is_legal(action));
            });
            assert_eq!(position.count_actions(), count);
        }
        if let Ok(action) = AnyAction::parse(info.name, text) {
            assert_eq!(action.to_string(), text);
        }
    }
});
