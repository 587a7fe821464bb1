//! Options of a start position: how many players, who begins, which variant.

use crate::error::ParseError;
use std::fmt;

/// What a game says about one of its options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionInfo {
    /// The name, a keyword in Python.
    pub name: &'static str,
    /// The value used when the option is not given, as text.
    pub default: &'static str,
    /// The values it takes and what they mean, in one line.
    pub help: &'static str,
}

/// The value of an option as it comes from outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionValue {
    /// A whole number.
    Number(i64),
    /// A word or a list written as text.
    Text(String),
    /// Yes or no.
    Flag(bool),
    /// A list of values.
    List(Vec<OptionValue>),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => text.fmt(f),
            Self::Flag(flag) => flag.fmt(f),
            Self::List(values) => {
                for (i, value) in values.iter().enumerate() {
                    write!(f, "{}{value}", if i > 0 { "," } else { "" })?;
                }
                Ok(())
            }
        }
    }
}

/// The options given for one start position; those not given have their default.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options(Vec<(&'static str, OptionValue)>);

impl Options {
    /// Takes the options a game knows and refuses the others.
    ///
    /// # Errors
    /// A name that is not among `known` (the message lists those that are), or is given twice.
    pub fn new(
        known: &'static [OptionInfo],
        given: impl IntoIterator<Item = (String, OptionValue)>,
    ) -> Result<Self, ParseError> {
        let mut options = Self::default();
        for (name, value) in given {
            let Some(info) = known.iter().find(|info| info.name == name) else {
                let names: Vec<_> = known.iter().map(|info| format!("`{}`", info.name)).collect();
                let reason = format!("no such option; there are {}", names.join(", "));
                return Err(ParseError::new("name", name, reason));
            };
            if options.get(info.name).is_some() {
                return Err(ParseError::new(info.name, value, "is given twice"));
            }
            options.0.push((info.name, value));
        }
        Ok(options)
    }

    /// The value given for an option, if any.
    pub fn get(&self, name: &str) -> Option<&OptionValue> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// A number within `range`, or `default`; digits given as text are taken too.
    ///
    /// # Errors
    /// Another kind of value, or one out of range.
    pub fn number(
        &self,
        name: &'static str,
        default: usize,
        range: std::ops::RangeInclusive<usize>,
    ) -> Result<usize, ParseError> {
        let Some(value) = self.get(name) else { return Ok(default) };
        let number = match value {
            OptionValue::Number(number) => usize::try_from(*number).ok(),
            OptionValue::Text(text) => text.parse().ok(),
            _ => None,
        };
        number.filter(|number| range.contains(number)).ok_or_else(|| {
            let reason = format!("expected a number from {} to {}", range.start(), range.end());
            ParseError::new(name, value, reason)
        })
    }

    /// One of a few words, or `default`.
    ///
    /// # Errors
    /// Anything but those words.
    pub fn choice<T: Copy>(&self, name: &'static str, default: T, words: &[(&str, T)]) -> Result<T, ParseError> {
        match self.get(name) {
            None => Ok(default),
            Some(value) => crate::notation::choice(name, &value.to_string(), words),
        }
    }

    /// Yes or no, or `default`; the words `true` and `false` are taken too.
    ///
    /// # Errors
    /// Anything else.
    pub fn flag(&self, name: &'static str, default: bool) -> Result<bool, ParseError> {
        self.choice(name, default, &[("true", true), ("false", false)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[OptionInfo] = &[
        OptionInfo { name: "players", default: "2", help: "2 to 4" },
        OptionInfo { name: "end", default: "first", help: "first or all" },
    ];

    fn options(name: &str, value: OptionValue) -> Result<Options, ParseError> {
        Options::new(KNOWN, [(name.to_string(), value)])
    }

    #[test]
    fn unknown_options_are_refused_with_the_list_of_known_ones() {
        let error = options("colour", OptionValue::Number(1)).expect_err("unknown");
        assert_eq!(error.to_string(), "name \"colour\": no such option; there are `players`, `end`");
    }

    #[test]
    fn values_are_checked() -> Result<(), ParseError> {
        let three = options("players", OptionValue::Number(3))?;
        assert_eq!(three.number("players", 2, 2..=4)?, 3);
        assert_eq!(Options::default().number("players", 2, 2..=4)?, 2);
        for bad in [OptionValue::Number(5), OptionValue::Number(-1), OptionValue::Flag(true)] {
            assert!(options("players", bad)?.number("players", 2, 2..=4).is_err());
        }
        let end = options("end", OptionValue::Text("never".into()))?;
        let error = end.choice("end", 0, &[("first", 0), ("all", 1)]).expect_err("no such word");
        assert_eq!(error.to_string(), "end \"never\": expected `first` or `all`");
        Ok(())
    }
}
