//! The lexical forms of the simple types, as libxml2 checks them: it is what the expected verdicts of the
//! conformance corpus come from, and the validators in the field differ from it only in oddities.

use super::{address, time};
use crate::text::{is_decimal, is_space, trimmed};

/// A simple type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Any text.
    Text,
    /// A text of one to three characters.
    ShortToken,
    /// A plain decimal.
    Decimal,
    /// A whole number from zero.
    Count,
    /// `true`, `false`, `1` or `0`.
    Boolean,
    /// A calendar day.
    Date,
    /// A time of day.
    Time,
    /// A day and a time of day.
    DateTime,
    /// Bytes in Base64.
    Base64,
    /// A language tag.
    Language,
    /// An address.
    Address,
}

impl Kind {
    pub(super) fn of_name(name: &str) -> Self {
        match name {
            "decimal" => Self::Decimal,
            "nonNegativeInteger" => Self::Count,
            "boolean" => Self::Boolean,
            "date" => Self::Date,
            "time" => Self::Time,
            "dateTime" => Self::DateTime,
            "base64Binary" => Self::Base64,
            "language" => Self::Language,
            "anyURI" => Self::Address,
            "token1-3" => Self::ShortToken,
            _ => Self::Text,
        }
    }

    /// What a value of the type looks like, for people.
    pub(super) const fn looks(self) -> &'static str {
        match self {
            Self::Text => "a text",
            Self::ShortToken => "one to three characters",
            Self::Decimal => "a plain decimal number such as 12.50",
            Self::Count => "a whole number from zero",
            Self::Boolean => "true or false",
            Self::Date => "a day as YYYY-MM-DD",
            Self::Time => "a time as hh:mm:ss",
            Self::DateTime => "a time as YYYY-MM-DDThh:mm:ss",
            Self::Base64 => "bytes in Base64",
            Self::Language => "a language tag such as en",
            Self::Address => "an address (URI)",
        }
    }

    /// Whether the text is a value of the type.
    pub(super) fn admits(self, text: &str) -> bool {
        match self {
            Self::Text => true,
            Self::ShortToken => (1..=3).contains(&crate::text::normalized(text).chars().count()),
            Self::Decimal => is_decimal(trimmed(text)),
            Self::Count => is_count(trimmed(text)),
            Self::Boolean => matches!(trimmed(text), "true" | "false" | "1" | "0"),
            Self::Date => time::is_date(text),
            Self::Time => time::is_time(text),
            Self::DateTime => time::is_date_time(text),
            Self::Base64 => is_base64(text),
            Self::Language => is_language(trimmed(text)),
            Self::Address => address::is_address(trimmed(text)),
        }
    }
}

/// Digits after a plus sign or none; zero may have a minus sign.
fn is_count(text: &str) -> bool {
    let zero = text.strip_prefix('-').is_some_and(|rest| rest.bytes().all(|byte| byte == b'0'));
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    whole && (zero || !text.starts_with('-'))
}

fn is_language(text: &str) -> bool {
    text.split('-').enumerate().all(|(place, part)| {
        let fits = |byte: u8| byte.is_ascii_alphabetic() || (place > 0 && byte.is_ascii_digit());
        (1..=8).contains(&part.len()) && part.bytes().all(fits)
    })
}

/// Groups of four with padding only at the end; libxml2 passes over every character of no meaning, and refuses bits
/// that would be lost.
fn is_base64(text: &str) -> bool {
    let bytes = text.as_bytes();
    let end = bytes.iter().position(|&byte| byte == b'=').unwrap_or(bytes.len());
    let digits = bytes[..end].iter().filter(|&&byte| sextet(byte).is_some()).count();
    let padding = bytes[end..].iter().filter(|&&byte| byte == b'=').count();
    if bytes[end..].iter().any(|&byte| sextet(byte).is_some()) {
        return false;
    }
    let last = bytes[..end].iter().rev().find_map(|&byte| sextet(byte)).unwrap_or(0);
    match (digits % 4, padding) {
        (0, 0) => true,
        (2, 2) => last & 0b1111 == 0,
        (3, 1) => last & 0b11 == 0,
        _ => false,
    }
}

const fn sextet(byte: u8) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    }
}

/// Whether the texts are the same token: white space at the ends and its kind do not count.
pub(super) fn same_token(text: &str, token: &str) -> bool {
    text == token || (text.bytes().any(is_space) && crate::text::normalized(text) == token)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(kind: Kind, good: &[&str], bad: &[&str]) {
        for text in good {
            assert!(kind.admits(text), "{kind:?} {text:?}");
        }
        for text in bad {
            assert!(!kind.admits(text), "{kind:?} {text:?}");
        }
    }

    #[test]
    fn decimals_are_plain() {
        let bad = [".", "-", "", "1e2", "\u{a0}5", "5 5", "+-5", "1.2.3", "INF", "1,5"];
        check(Kind::Decimal, &["5.", ".5", "+5", "-.5", " 5 ", "-0", &"1".repeat(40)], &bad);
        check(Kind::Count, &["0", " 12 ", "+7", "-0", "007"], &["", "-1", "1.0", "+", "-", "1e2"]);
        check(Kind::Boolean, &["true", "0", " true\n"], &["TRUE", "", "yes", "00"]);
    }

    #[test]
    fn base64_is_complete() {
        let good = ["", "YQ==", "YWI=", "YWJj", "Y Q = =", "YWJj!", "  YWJj  ", "YW\nJj"];
        let bad = ["YQ=", "YQ", "YQ===", "YR==", "YWJ=", "YWJjYQ==YQ==", "=", "====", "Y", "YWJjY"];
        check(Kind::Base64, &good, &bad);
    }

    #[test]
    fn languages_are_tags() {
        let good = ["en", "EN", "en-GB", "e", "english", " en ", "en-1", "en-12345678"];
        check(Kind::Language, &good, &["englishxx", "en_GB", "", "en-", "1", "en-123456789"]);
        check(Kind::ShortToken, &["C62", " KGM "], &["", "ABCD"]);
    }
}
