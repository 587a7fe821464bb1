//! Any options of a start position.
//!
//! Names and values are any text, numbers, yes or no, or lists of them. Either there is such a start, which keeps what
//! all positions promise, or the error names the option, quotes the value and gives a reason.

use crate::Source;
use crate::promises::{any_hold, explains};
use amduat::{AnyPosition, Error, OptionValue};

/// See [the module](self).
pub fn run(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let info = source.game();
    let mut given = Vec::new();
    for _ in 0..source.byte() % 6 {
        let name = match source.byte() {
            255 => text(&mut source),
            number if info.options.is_empty() => number.to_string(),
            number => info.options[usize::from(number) % info.options.len()].name.to_string(),
        };
        given.push((name, value(&mut source, 2)));
    }
    match AnyPosition::start(info.name, given) {
        Ok(start) => any_hold(&start, bytes.len()),
        Err(error) => {
            assert!(matches!(error, Error::Option(name, _) if name == info.name), "{error:?}");
            explains(&error);
            let Error::Option(_, parts) = &error else { return };
            // Not always one that was given: stones may stand in the way of those that are set up as usual.
            let known = parts.field == "name" || info.options.iter().any(|option| option.name == parts.field);
            assert!(known, "names an option: {error}");
        }
    }
}

fn text(source: &mut Source<'_>) -> String {
    let length = source.byte().into();
    String::from_utf8_lossy(source.take(length)).into_owned()
}

fn value(source: &mut Source<'_>, deep: u8) -> OptionValue {
    match source.byte() % 8 {
        0 => OptionValue::Number(source.number() as i64),
        1 => OptionValue::Flag(source.byte() % 2 == 1),
        2 if deep > 0 => {
            let length = source.byte() % 16;
            OptionValue::List((0..length).map(|_| value(source, deep - 1)).collect())
        }
        _ => OptionValue::Text(text(source)),
    }
}
