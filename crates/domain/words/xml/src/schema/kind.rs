//! The lexical forms of the simple types that tables name.

use super::address::Address;
use super::base64::{has_only_base64, is_base64};
use super::date_time::{is_date, is_date_time, is_time, year};
use super::name::{is_language, is_name};
use super::number::{is_count, is_decimal, is_integer};
use crate::white_space::{normalized, trimmed};

/// Whose verdicts a check agrees with. Validators differ in oddities; the expected verdicts of invoices come from
/// libxml2, those of messages from Xerces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Validator {
    /// It takes values as they stand: white space around days and times is a fault. It counts years in 64 bits,
    /// passes over whatever has no meaning in Base64, and looks at the authority of an address.
    Libxml2,
    /// It takes values with their white space collapsed, and has an address go on after its scheme.
    Xerces,
}

/// A simple type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Any text.
    Text,
    /// A text without line breaks and tabs.
    Normalized,
    /// A text whose white space does not count.
    Token,
    /// A token of one to three characters.
    ShortToken,
    /// A language tag.
    Language,
    /// A name that stands once in a document.
    Id,
    /// An address.
    Address,
    /// `true`, `false`, `1` or `0`.
    Boolean,
    /// A calendar day.
    Date,
    /// A time of day.
    Time,
    /// A day and a time of day.
    DateTime,
    /// A plain decimal.
    Decimal,
    /// A whole number.
    Integer,
    /// A whole number from zero.
    Count,
    /// Bytes in Base64.
    Base64,
}

impl Kind {
    /// The kinds by the names that tables give them.
    pub const NAMES: [(&'static str, Self); 17] = [
        ("string", Self::Text),
        ("anySimpleType", Self::Text),
        ("normalizedString", Self::Normalized),
        ("token", Self::Token),
        ("NMTOKEN", Self::Token),
        ("token1-3", Self::ShortToken),
        ("language", Self::Language),
        ("ID", Self::Id),
        ("anyURI", Self::Address),
        ("boolean", Self::Boolean),
        ("date", Self::Date),
        ("time", Self::Time),
        ("dateTime", Self::DateTime),
        ("decimal", Self::Decimal),
        ("integer", Self::Integer),
        ("nonNegativeInteger", Self::Count),
        ("base64Binary", Self::Base64),
    ];

    /// The kind of this name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|known| known.0 == name).map(|known| known.1)
    }

    /// Whether every text is a value.
    #[inline]
    #[must_use]
    pub const fn takes_any_text(self) -> bool {
        matches!(self, Self::Text | Self::Normalized | Self::Token)
    }

    /// What a value looks like, for people.
    #[must_use]
    pub const fn looks(self) -> &'static str {
        match self {
            Self::Text | Self::Normalized | Self::Token => "a text",
            Self::ShortToken => "one to three characters",
            Self::Language => "a language tag such as en",
            Self::Id => "a name that stands nowhere else",
            Self::Address => "an address (URI)",
            Self::Boolean => "true or false",
            Self::Date => "a day as YYYY-MM-DD",
            Self::Time => "a time as hh:mm:ss",
            Self::DateTime => "a time as YYYY-MM-DDThh:mm:ss",
            Self::Decimal => "a plain decimal number such as 12.50",
            Self::Integer => "a whole number",
            Self::Count => "a whole number from zero",
            Self::Base64 => "bytes in Base64",
        }
    }

    /// Whether the validator takes the text for a value.
    #[must_use]
    pub fn admits(self, text: &str, validator: Validator) -> bool {
        match self {
            Self::Text | Self::Normalized | Self::Token => true,
            Self::ShortToken => (1..=3).contains(&normalized(text).chars().count()),
            Self::Language => is_language(trimmed(text)),
            Self::Id => is_name(trimmed(text)),
            Self::Address => validator.takes_address(trimmed(text)),
            Self::Boolean => matches!(trimmed(text), "true" | "false" | "1" | "0"),
            Self::Date => is_date(text) && validator.takes_year(text),
            Self::Time => is_time(text),
            Self::DateTime => is_date_time(text) && validator.takes_year(text),
            Self::Decimal => is_decimal(trimmed(text)),
            Self::Integer => is_integer(trimmed(text)),
            Self::Count => is_count(trimmed(text)),
            Self::Base64 => is_base64(text) && validator.takes_around_base64(text),
        }
    }
}

impl Validator {
    fn takes_address(self, text: &str) -> bool {
        Address::of(text).is_some_and(|address| match self {
            Self::Libxml2 => address.has_authority(),
            Self::Xerces => !address.has_scheme || !address.rest.is_empty(),
        })
    }

    fn takes_year(self, day: &str) -> bool {
        self == Self::Xerces || year(day).0.parse::<i64>().is_ok()
    }

    fn takes_around_base64(self, text: &str) -> bool {
        self == Self::Libxml2 || has_only_base64(text)
    }
}

#[cfg(test)]
mod tests;
