//! How the text or number of a setting becomes the value in force.

use super::error::ConfigError;
use crate::secrets_key::SecretsKey;
use notifications::Address;
use organizations::notices::NoticeSecrets;
use peppol_connector::identifiers::ParticipantId;
use serde::de::DeserializeOwned;
use std::{
    net::SocketAddr,
    num::NonZeroU32,
    ops::RangeInclusive,
    path::{Path, PathBuf},
    str::FromStr,
};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

/// A setting as given by flag, environment, file or default.
pub(super) struct Given<T> {
    pub(super) name: &'static str,
    pub(super) value: Option<T>,
}

type Read<T> = Result<T, ConfigError>;

impl<T> Given<T> {
    pub(super) fn invalid<V>(&self, message: &'static str) -> Read<V> {
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
    /// The real one.
    Peppol,
}

/// What serves test keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TestNetwork {
    /// The built-in network: nothing leaves this installation.
    #[default]
    Sandbox,
    /// Peppol's test network.
    Peppol,
}

impl FromStr for TestNetwork {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        match name {
            "sandbox" => Ok(TestNetwork::Sandbox),
            "peppol" => Ok(TestNetwork::Peppol),
            _ => Err(()),
        }
    }
}

impl FromStr for LiveNetwork {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        match name {
            "none" => Ok(LiveNetwork::None),
            "sandbox" => Ok(LiveNetwork::Sandbox),
            "peppol" => Ok(LiveNetwork::Peppol),
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
    toml::from_str(&text).map_err(|error| ConfigError::Malformed {
        path: path.to_owned(),
        line: line(&text, error.span().map_or(0, |span| span.start)),
        reason: reason(error.message()),
    })
}

/// The line of a place in a text, the first is 1.
fn line(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1
}

/// What is wrong with a file, by what its reader says. Of that only the name of an unknown setting is
/// shown: the rest may quote a value, which may be a secret.
fn reason(message: &str) -> String {
    let unknown = message.strip_prefix("unknown field `").and_then(|rest| rest.split_once('`'));
    match unknown {
        Some((name, _)) => format!("there is no setting {name}"),
        None if message.starts_with("invalid type") => "the value is of another type".to_owned(),
        None => "this is not valid TOML".to_owned(),
    }
}

/// A setting that always has a value: it has a default.
pub(super) fn required<T>(given: Given<T>) -> Read<T> {
    let missing = given.invalid("is required");
    given.value.map_or(missing, Ok)
}

pub(super) fn optional<T>(given: Given<T>) -> Read<Option<T>> {
    Ok(given.value)
}

/// An empty setting counts as absent: containers set what they do not have to an empty text.
pub(super) fn optional_text(given: Given<String>) -> Read<Option<String>> {
    Ok(given.value.filter(|text| !text.trim().is_empty()))
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

/// Files, separated by commas; none where nothing is given.
pub(super) fn paths(given: Given<String>) -> Read<Vec<PathBuf>> {
    let text = given.value.unwrap_or_default();
    let names = text.split(',').map(str::trim).filter(|name| !name.is_empty());
    Ok(names.map(PathBuf::from).collect())
}

/// A service provider; none where nothing is given.
pub(super) fn provider(given: Given<String>) -> Read<Option<ParticipantId>> {
    let invalid =
        || given.invalid("must be a service provider's participant, for example 0242:000028");
    let text = given.value.as_deref().map(str::trim).filter(|text| !text.is_empty());
    let read = |text: &str| match text.parse::<ParticipantId>() {
        Ok(id) if id.scheme() == "0242" => Ok(id),
        _ => invalid(),
    };
    text.map(read).transpose()
}

/// A participant of the network; none where nothing is given.
pub(super) fn participant(given: Given<String>) -> Read<Option<ParticipantId>> {
    let invalid = || given.invalid("must be a participant, for example 9925:be0848934496");
    let text = given.value.as_deref().map(str::trim).filter(|text| !text.is_empty());
    text.map(|text| text.parse().or_else(|_| invalid())).transpose()
}

/// An e-mail address; none where nothing is given.
pub(super) fn address(given: Given<String>) -> Read<Option<Address>> {
    let invalid = || given.invalid("must be an e-mail address, for example operator@example.sk");
    let text = given.value.as_deref().map(str::trim).filter(|text| !text.is_empty());
    text.map(|text| Address::parse(text).or_else(|_| invalid())).transpose()
}

/// Addresses with their ports, separated by commas; none where nothing is given.
pub(super) fn addresses(given: Given<String>) -> Read<Vec<SocketAddr>> {
    let invalid = given.invalid("must be addresses with ports, separated by commas: 127.0.0.1:53");
    let text = given.value.unwrap_or_default();
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts.map(str::parse).collect::<Result<_, _>>().or(invalid)
}

/// Two letters, or `1A` for Kosovo.
pub(super) fn country(given: Given<String>) -> Read<String> {
    let invalid = given.invalid("must be a country of two capital letters, for example SK");
    let text = required(given)?;
    let is_country = |text: &str| {
        text.len() == 2 && text.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
    };
    if is_country(&text) { Ok(text) } else { invalid }
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

/// Without any secret there are none.
pub(super) fn notice_secrets(given: Given<String>) -> Read<Option<NoticeSecrets>> {
    Ok(given.value.and_then(|text| text.parse().ok()))
}

/// An empty setting counts as absent: containers set what they do not have to an empty text.
pub(super) fn key(given: Given<String>) -> Read<Option<SecretsKey>> {
    let invalid = || given.invalid("must be 64 hexadecimal digits, or base64 of 32 bytes");
    let text = given.value.as_deref().filter(|text| !text.trim().is_empty());
    text.map(|text| SecretsKey::parse(text).map_or_else(invalid, Ok)).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Settings;
    use std::error::Error;

    #[test]
    fn a_file_that_cannot_be_read_is_not_quoted() {
        let path = std::env::temp_dir().join(format!("billhook-{}.toml", uuid::Uuid::now_v7()));
        for (text, line, expected) in [
            ("listen = \"x\"\nsecrets_key = hush\n", 2, "not valid TOML"),
            ("secrets_key = \"hush\nlisten = \"x\"\n", 1, "not valid TOML"),
            ("\n\ncolour = \"hush\"\n", 3, "there is no setting colour"),
            ("database_pool = \"hush\"\n", 1, "of another type"),
            ("work = \"hush\"\n", 1, "of another type"),
        ] {
            std::fs::write(&path, text).expect("written");
            let error = file::<Settings>(Some(&path)).expect_err(text);
            let shown = format!("{error} {error:?} {}", error.source().is_some());
            assert!(!shown.contains("hush"), "{shown}");
            assert!(
                shown.contains(&format!("line {line}: ")) && shown.contains(expected),
                "{shown}"
            );
        }
        std::fs::remove_file(&path).expect("removed");
    }
}
