//! Games steered by any bytes: each byte picks one of the legal actions.
#![no_main]

use amduat::{AnyPosition, GAMES, Turn};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((game, choices)) = bytes.split_first() else { return };
    let info = &GAMES[usize::from(*game) % GAMES.len()];
    let Ok(mut position) = AnyPosition::start(info.name, []) else { return };
    for choice in choices {
        let mut actions = Vec::new();
        position.each_action(|action| actions.push(action));
        assert_eq!(actions.is_empty(), position.turn() == Turn::Over);
        let Some(&action) = actions.get(usize::from(*choice) % actions.len().max(1)) else { return };
        position = position.play(action).expect("a visited action is legal");
        assert_eq!(AnyPosition::parse(info.name, &position.to_string()), Ok(position));
    }
});
