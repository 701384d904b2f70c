//! Identifiers as messages carry them: a scheme and a value, kept as written.

mod document_type;
mod wildcard;

use std::fmt;
use std::str::FromStr;

use party_identifiers::{PARTICIPANT_SCHEME, PROCESS_SCHEME};

pub use document_type::DocumentTypeParts;
pub use wildcard::{WildcardFault, best_match, is_registrable, matches};

/// An identifier of the network: `scheme::value`.
///
/// Equal when both parts are, case included, which is right for document types, processes and transports;
/// participants compare with [`Identifier::is_same_participant`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Identifier {
    /// The scheme, such as `iso6523-actorid-upis`.
    pub scheme: String,
    /// The value, such as `0245:2023456789`.
    pub value: String,
}

impl Identifier {
    /// An identifier of its two parts.
    #[must_use]
    pub fn new(scheme: &str, value: &str) -> Self {
        Self { scheme: scheme.to_owned(), value: value.to_owned() }
    }

    /// A participant: `0245:2023456789`.
    #[must_use]
    pub fn participant(value: &str) -> Self {
        Self::new(PARTICIPANT_SCHEME, value)
    }

    /// A process, as the documents' ProfileID names it.
    #[must_use]
    pub fn process(value: &str) -> Self {
        Self::new(PROCESS_SCHEME, value)
    }

    /// Whether both name one participant: values compare without case, schemes with it (Policy for use
    /// of Identifiers 4.4, POLICY 2).
    #[must_use]
    pub fn is_same_participant(&self, other: &Self) -> bool {
        self.scheme == other.scheme && self.value.eq_ignore_ascii_case(&other.value)
    }

    /// Whether it is a participant as the policy has it: the one scheme, four digits, a colon, and 1 to
    /// 130 of the characters allowed.
    #[must_use]
    pub fn is_participant(&self) -> bool {
        self.scheme == PARTICIPANT_SCHEME && is_participant(&self.value)
    }
}

impl fmt::Display for Identifier {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}::{}", self.scheme, self.value)
    }
}

/// A text without `scheme::` in front.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an identifier is written scheme::value")]
pub struct NoScheme;

impl FromStr for Identifier {
    type Err = NoScheme;

    fn from_str(text: &str) -> Result<Self, NoScheme> {
        let (scheme, value) = text.split_once("::").ok_or(NoScheme)?;
        Ok(Self::new(scheme, value))
    }
}

/// Whether the value of a participant has the form of the policy: `[0-9]{4}:` and 1 to 130 of
/// `[A-Za-z0-9-._~]`.
#[must_use]
pub fn is_participant(value: &str) -> bool {
    let designates = |icd: &str| icd.len() == 4 && icd.bytes().all(|byte| byte.is_ascii_digit());
    let parts = value.split_once(':');
    parts
        .is_some_and(|(icd, rest)| designates(icd) && party_identifiers::is_participant_value(rest))
}
