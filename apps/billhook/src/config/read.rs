//! How the text or number of a setting becomes the value in force.

use super::error::ConfigError;
use crate::secrets_key::SecretsKey;
use serde::de::DeserializeOwned;
use std::{num::NonZeroU32, ops::RangeInclusive, path::Path, str::FromStr};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

/// A setting as given by flag, environment, file or default.
pub(super) struct Given<T> {
    pub(super) name: &'static str,
    pub(super) value: Option<T>,
}

type Read<T> = Result<T, ConfigError>;

impl<T> Given<T> {
    fn invalid<V>(&self, message: &'static str) -> Read<V> {
        Err(ConfigError::Invalid { name: self.name, message })
    }
}

/// What serves live keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LiveNetwork {
    /// Nothing yet: live sends wait.
    #[default]
    None,
    /// The built-in network, for development: nothing leaves this installation.
    Sandbox,
}

impl FromStr for LiveNetwork {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        match name {
            "none" => Ok(LiveNetwork::None),
            "sandbox" => Ok(LiveNetwork::Sandbox),
            _ => Err(()),
        }
    }
}

/// How log lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
}

impl FromStr for LogFormat {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        match name {
            "text" => Ok(LogFormat::Text),
            "json" => Ok(LogFormat::Json),
            _ => Err(()),
        }
    }
}

/// The settings of a TOML file; none without a file.
pub(super) fn file<T: DeserializeOwned + Default>(path: Option<&Path>) -> Read<T> {
    let Some(path) = path else { return Ok(T::default()) };
    let text = std::fs::read_to_string(path)
        .map_err(|source| ConfigError::Unreadable { path: path.to_owned(), source })?;
    toml::from_str(&text).map_err(|source| ConfigError::Malformed {
        path: path.to_owned(),
        source: Box::new(source),
    })
}

/// A setting that always has a value: it has a default.
pub(super) fn required<T>(given: Given<T>) -> Read<T> {
    let missing = given.invalid("is required");
    given.value.map_or(missing, Ok)
}

pub(super) fn optional<T>(given: Given<T>) -> Read<Option<T>> {
    Ok(given.value)
}

/// Moves a number into a range.
pub(super) fn within(range: RangeInclusive<usize>) -> impl Fn(Given<usize>) -> Read<usize> {
    move |given| Ok(required(given)?.clamp(*range.start(), *range.end()))
}

pub(super) fn at_least_one(given: Given<u32>) -> Read<NonZeroU32> {
    let invalid = given.invalid("must be at least 1");
    NonZeroU32::new(required(given)?).map_or(invalid, Ok)
}

/// A text that is parsed; `expected` says what would be valid.
pub(super) fn parsed<T: FromStr>(expected: &'static str) -> impl Fn(Given<String>) -> Read<T> {
    move |given| {
        let invalid = given.invalid(expected);
        required(given)?.parse().or(invalid)
    }
}

pub(super) fn without_slash(given: Given<String>) -> Read<String> {
    Ok(required(given)?.trim_end_matches('/').to_owned())
}

pub(super) fn clock_start(given: Given<String>) -> Read<Option<OffsetDateTime>> {
    let invalid =
        || given.invalid("must be an RFC 3339 time, for example 2027-01-04T08:00:00+01:00");
    let read = |text| OffsetDateTime::parse(text, &Rfc3339).or_else(|_| invalid());
    given.value.as_deref().map(read).transpose()
}

/// An empty setting counts as absent: containers set what they do not have to an empty text.
pub(super) fn key(given: Given<String>) -> Read<Option<SecretsKey>> {
    let invalid = || given.invalid("must be 64 hexadecimal digits, or base64 of 32 bytes");
    let text = given.value.as_deref().filter(|text| !text.trim().is_empty());
    text.map(|text| SecretsKey::parse(text).map_or_else(invalid, Ok)).transpose()
}
