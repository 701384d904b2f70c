//! Parses the text or number of a setting to its value.

use super::{error::ConfigError, given::Given, settings::SETTINGS};
use crate::secrets_key::SecretsKey;
use notifications::Address;
use organizations::notices::NoticeSecrets;
use peppol_connector::identifiers::ParticipantId;
use serde::de::DeserializeOwned;
use std::{
    fmt::Display,
    net::SocketAddr,
    num::NonZeroU32,
    ops::RangeInclusive,
    path::{Path, PathBuf},
    str::FromStr,
};
use time::OffsetDateTime;
use tracing_subscriber::{EnvFilter, filter::LevelFilter};

type Read<T> = Result<T, ConfigError>;

/// The settings of a TOML file; the defaults without a file.
pub(super) fn file<T: DeserializeOwned + Default>(path: Option<&Path>) -> Read<T> {
    let Some(path) = path else { return Ok(T::default()) };
    let text = std::fs::read_to_string(path)
        .map_err(|source| ConfigError::Unreadable { path: path.to_owned(), source })?;
    toml::from_str(&text).map_err(|error| {
        let line = line(&text, error.span().map_or(0, |span| span.start));
        let setting = text.lines().nth(line - 1).and_then(setting_of);
        ConfigError::Malformed {
            path: path.to_owned(),
            line,
            reason: reason(error.message(), setting),
        }
    })
}

/// The line of a position in a text, counted from 1.
fn line(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1
}

/// Why a file is invalid, made of the parser's message. Of that only the name of an unknown setting is shown, because
/// the rest may quote a value, which may be a secret.
fn reason(message: &str, setting: Option<&str>) -> String {
    let unknown = message.strip_prefix("unknown field `").and_then(|rest| rest.split_once('`'));
    let value =
        setting.map_or_else(|| "the value".to_owned(), |name| format!("the value of {name}"));
    match unknown {
        Some((name, _)) => format!("there is no setting {name}"),
        None if message.starts_with("invalid type") => format!("{value} is of another type"),
        None if message.starts_with("invalid value") => format!("{value} is out of range"),
        None => "this is not valid TOML".to_owned(),
    }
}

/// The setting that a line of a file sets.
fn setting_of(line: &str) -> Option<&str> {
    let name = line.split_once('=')?.0.trim();
    let is_one = |variable: &str| {
        variable.strip_prefix("BILLHOOK_").is_some_and(|it| it.eq_ignore_ascii_case(name))
    };
    SETTINGS.iter().any(|(variable, _)| is_one(variable)).then_some(name)
}

/// A setting that always has a value, because it has a default.
pub(super) fn required<T>(given: Given<T>) -> Read<T> {
    let missing = given.invalid("is required");
    given.value.map_or(missing, Ok)
}

/// An empty setting counts as not given: containers set missing ones to an empty text.
pub(super) fn optional_text(given: Given<String>) -> Read<Option<String>> {
    Ok(given.value.filter(|text| !text.trim().is_empty()))
}

/// A folder or file; `None` when it is not given.
pub(super) fn path(given: Given<PathBuf>) -> Read<Option<PathBuf>> {
    Ok(given.value.filter(|path| !path.as_os_str().is_empty()))
}

/// A number within a range.
pub(super) fn within<T: PartialOrd + Display>(
    range: RangeInclusive<T>,
) -> impl Fn(Given<T>) -> Read<T> {
    let read = within_or_not(range);
    move |given| {
        let missing = given.invalid("is required");
        read(given)?.map_or(missing, Ok)
    }
}

/// A number within a range; `None` when it is not given.
pub(super) fn within_or_not<T: PartialOrd + Display>(
    range: RangeInclusive<T>,
) -> impl Fn(Given<T>) -> Read<Option<T>> {
    move |given| {
        let (least, most) = (range.start(), range.end());
        let invalid = given.invalid(format!("must be a whole number from {least} to {most}"));
        if given.value.as_ref().is_none_or(|it| range.contains(it)) {
            Ok(given.value)
        } else {
            invalid
        }
    }
}

/// A number from 1 to `most`.
pub(super) fn from_one_to(most: u32) -> impl Fn(Given<u32>) -> Read<NonZeroU32> {
    let read = within(1..=most);
    move |given| read(given).map(|number| NonZeroU32::MIN.saturating_add(number - 1))
}

/// A text that is parsed; `expected` says what would be valid.
pub(super) fn parsed<T: FromStr>(expected: &'static str) -> impl Fn(Given<String>) -> Read<T> {
    move |given| {
        let invalid = given.invalid(expected);
        required(given)?.parse().or(invalid)
    }
}

/// The parts of a text between its commas; empty when it is not given. Commas alone are an error.
fn parts<'g>(given: &'g Given<String>, expected: &str) -> Read<Vec<&'g str>> {
    let text = given.value.as_deref().unwrap_or_default().trim();
    let parts: Vec<_> = text.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    if parts.is_empty() && !text.is_empty() { given.invalid(expected) } else { Ok(parts) }
}

/// The same for a text that may contain a secret.
pub(super) fn parsed_secret<T: FromStr>(
    expected: &'static str,
) -> impl Fn(Given<String>) -> Read<T> {
    let read = parsed(expected);
    move |given| read(given.secret())
}

/// Files, separated by commas; empty when they are not given.
pub(super) fn paths(given: Given<String>) -> Read<Vec<PathBuf>> {
    let names = parts(&given, "must be files, separated by commas: old.pem,new.pem")?;
    Ok(names.into_iter().map(PathBuf::from).collect())
}

/// A service provider; `None` when it is not given.
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

/// A participant of the network; `None` when it is not given.
pub(super) fn participant(given: Given<String>) -> Read<Option<ParticipantId>> {
    let invalid = || given.invalid("must be a participant, for example 9925:be0848934496");
    let text = given.value.as_deref().map(str::trim).filter(|text| !text.is_empty());
    text.map(|text| text.parse().or_else(|_| invalid())).transpose()
}

/// An e-mail address; `None` when it is not given.
pub(super) fn address(given: Given<String>) -> Read<Option<Address>> {
    let invalid = || given.invalid("must be an e-mail address, for example operator@example.sk");
    let text = given.value.as_deref().map(str::trim).filter(|text| !text.is_empty());
    text.map(|text| Address::parse(text).or_else(|_| invalid())).transpose()
}

/// Addresses with their ports, separated by commas; empty when they are not given.
pub(super) fn addresses(given: Given<String>) -> Read<Vec<SocketAddr>> {
    let expected = "must be addresses with ports, separated by commas: 127.0.0.1:53";
    let parts = parts(&given, expected)?.into_iter();
    let is_named = |address: &SocketAddr| address.port() != 0;
    let read: Option<Vec<SocketAddr>> =
        parts.map(|part| part.parse().ok().filter(is_named)).collect();
    read.map_or_else(|| given.invalid(expected), Ok)
}

/// A country of two letters, or `1A` for Kosovo.
pub(super) fn country(given: Given<String>) -> Read<String> {
    let invalid = given.invalid("must be a country of two capital letters, for example SK");
    let text = required(given)?;
    let is_country =
        text == "1A" || (text.len() == 2 && text.bytes().all(|b| b.is_ascii_uppercase()));
    if is_country { Ok(text) } else { invalid }
}

pub(super) fn without_slash(given: Given<String>) -> Read<String> {
    Ok(required(given)?.trim_end_matches('/').to_owned())
}

/// A time of this century; `None` when it is not given.
pub(super) fn clock_start(given: Given<String>) -> Read<Option<OffsetDateTime>> {
    let invalid = || {
        given.invalid(
            "must be an RFC 3339 time of this century, for example 2027-01-04T08:00:00+01:00",
        )
    };
    let text = given.value.as_deref().map(str::trim).filter(|text| !text.is_empty());
    text.map(|text| service_day::parse_instant(text).or_else(|_| invalid())).transpose()
}

/// `None` when there is no secret.
pub(super) fn notice_secrets(given: Given<String>) -> Read<Option<NoticeSecrets>> {
    let given = given.secret();
    let named = parts(&given, "must be secrets, separated by commas: it holds commas alone")?;
    Ok(if named.is_empty() { None } else { given.value.and_then(|text| text.parse().ok()) })
}

/// The filter of logs: `info`, `billhook=debug,warn`. A single word is a level: as a target it would exclude all
/// others.
pub(super) fn log(given: Given<String>) -> Read<String> {
    let expected = "must be a level (error, warn, info, debug, trace, off), or targets with theirs: billhook=debug,warn";
    let invalid = given.invalid(expected);
    let text = required(given)?;
    let text = if text.trim().is_empty() { "info".to_owned() } else { text };
    let is_level = |part: &str| part.trim().parse::<LevelFilter>().is_ok();
    let has_spans = text.contains('[');
    let is_said = has_spans || text.split(',').all(|part| part.contains('=') || is_level(part));
    if is_said && EnvFilter::try_new(&text).is_ok() { Ok(text) } else { invalid }
}

/// The id of an SMP; `None` when it is not given.
pub(super) fn smp_id(given: Given<String>) -> Read<Option<String>> {
    let invalid = given
        .invalid("must be the id that the SML's operator gave the SMP: letters, digits, - and _");
    let text = optional_text(given)?.map(|text| text.trim().to_owned());
    let is_id = |text: &str| {
        text.len() <= 100 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b))
    };
    if text.as_deref().is_none_or(is_id) { Ok(text) } else { invalid }
}

/// The secrets key. An empty setting counts as not given: containers set missing ones to an empty text.
pub(super) fn key(given: Given<String>) -> Read<Option<SecretsKey>> {
    let given = given.secret();
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
            ("work = \"hush\"\n", 1, "the value of work is of another type"),
            ("workers = -1\n", 1, "the value of workers is out of range"),
            ("hush = -1\n", 1, "there is no setting hush"),
        ] {
            std::fs::write(&path, text).expect("written");
            let error = file::<Settings>(Some(&path)).expect_err(text);
            let shown = format!("{error} {error:?} {}", error.source().is_some());
            let is_name = expected.ends_with("hush");
            assert!(is_name || !shown.contains("hush"), "{shown}");
            assert!(
                shown.contains(&format!("line {line}: ")) && shown.contains(expected),
                "{shown}"
            );
        }
        std::fs::remove_file(&path).expect("removed");
    }
}
