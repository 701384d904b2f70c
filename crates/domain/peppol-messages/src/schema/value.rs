//! The lexical forms of simple types, as Xerces takes them.

use std::borrow::Cow;

use super::date;
use crate::white_space::collapsed;

/// A simple type: a kind with what narrows it.
#[derive(Debug, Clone)]
pub(super) struct Simple {
    pub(super) kind: Kind,
    least: usize,
    most: usize,
    one_of: Vec<String>,
}

/// A built-in type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Normalized,
    Token,
    Language,
    Id,
    Address,
    Boolean,
    Date,
    Time,
    DateTime,
    Decimal,
    Integer,
    Base64,
}

impl Kind {
    /// The names of the built-in types that tables use.
    pub(super) const NAMES: [&'static str; 15] = [
        "string",
        "normalizedString",
        "token",
        "language",
        "ID",
        "anyURI",
        "boolean",
        "date",
        "time",
        "dateTime",
        "decimal",
        "integer",
        "base64Binary",
        "NMTOKEN",
        "anySimpleType",
    ];

    pub(super) fn of_name(name: &str) -> Self {
        match name {
            "normalizedString" => Self::Normalized,
            "token" | "NMTOKEN" => Self::Token,
            "language" => Self::Language,
            "ID" => Self::Id,
            "anyURI" => Self::Address,
            "boolean" => Self::Boolean,
            "date" => Self::Date,
            "time" => Self::Time,
            "dateTime" => Self::DateTime,
            "decimal" => Self::Decimal,
            "integer" => Self::Integer,
            "base64Binary" => Self::Base64,
            _ => Self::Text,
        }
    }

    /// What a value of the type looks like, for people.
    const fn looks(self) -> &'static str {
        match self {
            Self::Text | Self::Normalized | Self::Token => "a text",
            Self::Language => "a language tag such as en",
            Self::Id => "a name that stands nowhere else",
            Self::Address => "an address (URI)",
            Self::Boolean => "true or false",
            Self::Date => "a day as YYYY-MM-DD",
            Self::Time => "a time as hh:mm:ss",
            Self::DateTime => "a time as YYYY-MM-DDThh:mm:ss",
            Self::Decimal => "a plain decimal number",
            Self::Integer => "a whole number",
            Self::Base64 => "bytes in Base64",
        }
    }
}

impl Simple {
    pub(super) const fn of(kind: Kind) -> Self {
        Self { kind, least: 0, most: usize::MAX, one_of: Vec::new() }
    }

    /// Adds a facet of a table. False: it means nothing.
    pub(super) fn restrict(&mut self, facet: &str) -> bool {
        match facet.split_once('=') {
            Some(("minLength", number)) => self.least = number.parse().unwrap_or(0),
            Some(("maxLength", number)) => self.most = number.parse().unwrap_or(usize::MAX),
            Some(("one-of", list)) => {
                self.one_of = list.split('|').map(|one| one.replace('~', " ")).collect();
            }
            _ => return false,
        }
        true
    }

    /// What is wrong with a value.
    pub(super) fn fault(&self, text: &str) -> Option<String> {
        let text = self.normalized(text);
        if !self.has_form(&text) {
            return Some(format!("\"{}\" is not {}", shortened(&text), self.kind.looks()));
        }
        if (self.least, self.most) != (0, usize::MAX) {
            let length = text.encode_utf16().count();
            if length < self.least || length > self.most {
                let how = if length < self.least { "short" } else { "long" };
                return Some(format!("\"{}\" is too {how}", shortened(&text)));
            }
        }
        let listed = self.one_of.is_empty() || self.one_of.iter().any(|one| *one == text);
        (!listed).then(|| format!("\"{}\" is none of {}", shortened(&text), self.one_of.join(", ")))
    }

    /// The text with its white space as the type treats it.
    pub(super) fn normalized<'t>(&self, text: &'t str) -> Cow<'t, str> {
        match self.kind {
            Kind::Text => Cow::Borrowed(text),
            Kind::Normalized if !text.contains(['\t', '\n', '\r']) => Cow::Borrowed(text),
            Kind::Normalized => Cow::Owned(text.replace(['\t', '\n', '\r'], " ")),
            _ => collapsed(text),
        }
    }

    fn has_form(&self, text: &str) -> bool {
        match self.kind {
            Kind::Text | Kind::Normalized | Kind::Token => true,
            Kind::Language => is_language(text),
            Kind::Id => is_name(text),
            Kind::Address => is_address(text),
            Kind::Boolean => matches!(text, "true" | "false" | "1" | "0"),
            Kind::Date => date::is_date(text),
            Kind::Time => date::is_time(text),
            Kind::DateTime => date::is_date_time(text),
            Kind::Decimal => is_decimal(text),
            Kind::Integer => is_integer(text),
            Kind::Base64 => is_base64(text),
        }
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(60).collect()
}

fn is_language(text: &str) -> bool {
    text.split('-').enumerate().all(|(place, part)| {
        let fits = |byte: u8| byte.is_ascii_alphabetic() || (place > 0 && byte.is_ascii_digit());
        (1..=8).contains(&part.len()) && part.bytes().all(fits)
    })
}

/// A name without a colon. Letters beyond ASCII are taken as they come.
fn is_name(text: &str) -> bool {
    let begins = |c: char| c == '_' || c.is_alphabetic();
    let goes_on = |c: char| begins(c) || c.is_alphanumeric() || matches!(c, '-' | '.' | '\u{b7}');
    text.starts_with(begins) && text.chars().all(goes_on)
}

fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_decimal(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, rest) = digits.split_once('.').unwrap_or((digits, ""));
    let all = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    all(whole) && all(rest) && !(whole.is_empty() && rest.is_empty())
}

/// Groups of four with padding only at the end, blanks between them aside.
fn is_base64(text: &str) -> bool {
    let compact: Vec<u8> = text.bytes().filter(|byte| *byte != b' ').collect();
    let digits = compact
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || b"+/".contains(byte))
        .count();
    let padding = compact.len() - digits;
    let last = digits.checked_sub(1).map_or(b'A', |at| compact[at]);
    compact[digits..].iter().all(|byte| *byte == b'=')
        && match (digits % 4, padding) {
            (0, 0) => true,
            (2, 2) => b"AQgw".contains(&last),
            (3, 1) => b"AEIMQUYcgkosw048".contains(&last),
            _ => false,
        }
}

/// What Xerces takes for an `anyURI` is nearly any text: characters that no URI has are escaped first.
fn is_address(text: &str) -> bool {
    let (before, fragment) = text.split_once('#').map_or((text, None), |(b, f)| (b, Some(f)));
    let escapes = text
        .split('%')
        .skip(1)
        .all(|rest| rest.len() >= 2 && rest.bytes().take(2).all(|byte| byte.is_ascii_hexdigit()));
    if !escapes || fragment.is_some_and(|fragment| fragment.contains('#')) {
        return false;
    }
    let end = before.find(['/', '?']).unwrap_or(before.len());
    let Some(colon) = before[..end].find(':') else { return true };
    let (scheme, rest) = (&before[..colon], &before[colon + 1..]);
    let of_scheme = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(of_scheme)
        && !rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, good: &[&str], bad: &[&str]) {
        let simple = Simple::of(Kind::of_name(name));
        for text in good {
            assert_eq!(simple.fault(text), None, "{name} {text:?}");
        }
        for text in bad {
            assert!(simple.fault(text).is_some(), "{name} {text:?}");
        }
    }

    #[test]
    fn values_have_the_form_of_their_type() {
        check("boolean", &["true", " 0\n"], &["", "TRUE", "yes"]);
        check("integer", &["-1", "+007", " 2 "], &["", "1.0", "1e2", "+"]);
        check("decimal", &["-1.5", ".5", "5."], &["", ".", "1e2", "+-1"]);
        check(
            "base64Binary",
            &["", "YQ==", "YWI=", "Y W\nJj"],
            &["YQ=", "YR==", "=", "YQ", "YQ===", "YQ==YQ=="],
        );
        check(
            "anyURI",
            &["", "ZZZ", "https://x.sk/a b?c#d", "mailto:x@y", "../a:b"],
            &["%zz", ":x", "a#b#c", "1a:b"],
        );
        check("language", &["en", "en-GB"], &["", "en_GB", "englishxx"]);
        check("ID", &["_a-1", "SIG"], &["", "1a", "a b", "a:b"]);
        check("string", &["", " "], &[]);
    }

    #[test]
    fn facets_narrow() {
        let mut code = Simple::of(Kind::Token);
        assert!(
            code.restrict("minLength=2") && code.restrict("maxLength=2") && !code.restrict("x=1")
        );
        assert_eq!(code.fault(" SK "), None);
        assert!(code.fault("").is_some() && code.fault("SVK").is_some());
        let mut listed = Simple::of(Kind::Text);
        assert!(listed.restrict("one-of=a~b|c"));
        assert!(listed.fault("a b").is_none() && listed.fault("d").is_some());
    }
}
