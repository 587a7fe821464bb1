//! What the notations of all games share: fields between single spaces, lists between commas, plain
//! numbers, and the refusal of anything that is not in canonical form.

use crate::error::ParseError;

/// No position or action of any game is longer than this many bytes.
pub const MAX_TEXT: usize = 256;

/// Splits a position into its fields, which are separated by exactly one space.
///
/// # Errors
/// Too long a text, or another number of fields than `names` has.
pub fn fields<'a, const N: usize>(text: &'a str, names: &[&'static str; N]) -> Result<[&'a str; N], ParseError> {
    bounded("position", text)?;
    let mut fields = [""; N];
    let mut count = 0;
    for field in text.split(' ') {
        if let Some(slot) = fields.get_mut(count) {
            *slot = field;
        }
        count += 1;
    }
    if count != N {
        let reason = format!("expected {N} fields separated by single spaces ({}), found {count}", names.join(" "));
        return Err(ParseError::new("position", text, reason));
    }
    for (field, name) in fields.iter().zip(names) {
        if field.is_empty() {
            return Err(ParseError::new(name, field, "is empty; `-` stands for nothing"));
        }
    }
    Ok(fields)
}

/// Refuses a text longer than any in the notation before it is looked at.
///
/// # Errors
/// More than [`MAX_TEXT`] bytes.
pub fn bounded(field: &'static str, text: &str) -> Result<(), ParseError> {
    if text.len() > MAX_TEXT {
        let reason = format!("is {} bytes long, the longest possible is {MAX_TEXT}", text.len());
        return Err(ParseError::new(field, text, reason));
    }
    Ok(())
}

/// The items of a comma-separated list, or none for `-`.
pub fn list(input: &str) -> impl Iterator<Item = &str> {
    let input = if input == "-" { None } else { Some(input) };
    input.into_iter().flat_map(|input| input.split(','))
}

/// A number without sign or leading zeros, within `range`.
///
/// # Errors
/// Anything else; the message says what the number stands for.
pub fn number(
    field: &'static str,
    input: &str,
    what: &str,
    range: std::ops::RangeInclusive<usize>,
) -> Result<usize, ParseError> {
    let canonical = !input.is_empty()
        && input.bytes().all(|byte| byte.is_ascii_digit())
        && (input == "0" || !input.starts_with('0'));
    match input.parse() {
        Ok(number) if canonical && range.contains(&number) => Ok(number),
        _ => {
            let reason = format!("expected {what}, a number from {} to {}", range.start(), range.end());
            Err(ParseError::new(field, input, reason))
        }
    }
}

/// One of a few words.
///
/// # Errors
/// Any other word; the message lists them.
pub fn choice<T: Copy>(field: &'static str, input: &str, words: &[(&str, T)]) -> Result<T, ParseError> {
    words.iter().find(|(word, _)| *word == input).map(|&(_, value)| value).ok_or_else(|| {
        let words: Vec<_> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
        ParseError::new(field, input, format!("expected {}", words.join(" or ")))
    })
}

/// Checks that a list read from outside is strictly ascending, as the canonical form wants it.
///
/// # Errors
/// Names the first item that is out of order or doubled.
pub fn ascending<T: PartialOrd>(
    field: &'static str,
    input: &str,
    items: &[T],
    name: impl Fn(&T) -> String,
) -> Result<(), ParseError> {
    for pair in items.windows(2) {
        if pair[0] == pair[1] {
            let reason = format!("{} is named twice", name(&pair[1]));
            return Err(ParseError::new(field, input, reason));
        }
        if pair[0] > pair[1] {
            let reason = format!("{} comes before {}; lists are in ascending order", name(&pair[0]), name(&pair[1]));
            return Err(ParseError::new(field, input, reason));
        }
    }
    Ok(())
}

/// The error for a position that is well written but impossible. It quotes the part that is at fault, by
/// its name among `names`.
pub fn impossible(
    position: &impl std::fmt::Display,
    names: &[&'static str],
    part: &'static str,
    reason: impl Into<String>,
) -> ParseError {
    // The canonical text of a position has its parts in the order of their names.
    let text = position.to_string();
    let input = names.iter().zip(text.split(' ')).find(|(name, _)| **name == part).map_or("", |(_, input)| input);
    ParseError::new(part, input, reason)
}

/// Writes items with commas between them, or `-` when there are none.
///
/// # Errors
/// Only those of the formatter.
pub fn write_list<T: std::fmt::Display>(
    f: &mut std::fmt::Formatter<'_>,
    items: impl IntoIterator<Item = T>,
) -> std::fmt::Result {
    let mut separator = "";
    for item in items {
        write!(f, "{separator}{item}")?;
        separator = ",";
    }
    if separator.is_empty() {
        f.write_str("-")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_canonical() {
        let die = |input| number("die", input, "a die", 0..=6);
        assert_eq!(die("0"), Ok(0));
        assert_eq!(die("6"), Ok(6));
        for bad in ["", "7", "06", "+3", "-1", " 3", "3 ", "٣", "99999999999999999999999"] {
            assert!(die(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn fields_are_counted() {
        let names = ["a", "b"];
        assert_eq!(fields("x y", &names), Ok(["x", "y"]));
        for bad in ["x", "x y z", "x  y", " x y", "x y ", "x\ty", ""] {
            assert!(fields(bad, &names).is_err(), "{bad:?}");
        }
        assert!(fields(&"x ".repeat(1000), &names).is_err());
    }

    #[test]
    fn lists_are_ascending() {
        assert_eq!(list("-").count(), 0);
        assert_eq!(list("1,2").collect::<Vec<_>>(), ["1", "2"]);
        assert!(ascending("x", "1,2", &[1, 2], i32::to_string).is_ok());
        assert!(ascending("x", "2,2", &[2, 2], i32::to_string).is_err());
        assert!(ascending("x", "2,1", &[2, 1], i32::to_string).is_err());
    }
}
