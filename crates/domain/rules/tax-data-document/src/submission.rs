//! The content of a tax data document in addition to the invoice.

use party_identifiers::VatState;
use time::OffsetDateTime;
use uuid::Uuid;

/// The reason for sending it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypeCode {
    /// `S`: the invoice is reported.
    Submit,
    /// `R`: instead of what was reported before.
    Replace,
    /// `D`: what was reported before is to be deleted.
    Delete,
}

/// Between whom the invoice is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// `D`: both in one state.
    Domestic,
    /// `IC`: in two states of the European Union.
    IntraCommunity,
    /// `INTL`: anything else.
    International,
}

/// The corner that reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The provider that sends.
    C2,
    /// The provider that receives.
    C3,
}

/// A participant: scheme and value, `0242` and `000028`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Participant<'a> {
    /// The scheme: four digits.
    pub scheme: &'a str,
    /// The identifier after the colon.
    pub value: &'a str,
}

/// The content in addition to the invoice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Submission<'a> {
    /// The number of this tax data document, version 4.
    pub uuid: Uuid,
    /// When it is created, in any zone. It is written in UTC.
    pub issued_at: OffsetDateTime,
    /// The reason for sending it.
    pub type_code: TypeCode,
    /// Between whom the invoice is.
    pub scope: Scope,
    /// The corner that reports.
    pub role: Role,
    /// The tax authority, `SK`.
    pub authority: &'a str,
    /// The participant whose tax data these are: the end user of the reporting provider (C1 or C4).
    pub reporting: Participant<'a>,
    /// The participant that receives them: C5, an SPID (scheme 0242).
    pub receiving: Participant<'a>,
    /// The provider's own SPID (scheme 0242).
    pub representative: Participant<'a>,
}

impl TypeCode {
    /// The code.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Submit => "S",
            Self::Replace => "R",
            Self::Delete => "D",
        }
    }
}

impl Scope {
    /// The code.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Domestic => "D",
            Self::IntraCommunity => "IC",
            Self::International => "INTL",
        }
    }

    /// The scope of an invoice between parties in two countries (ISO 3166-1, of their addresses).
    #[must_use]
    pub fn between(seller: &str, buyer: &str) -> Self {
        let is_member = |country: &str| {
            VatState::all().iter().any(|state| state.country == country && state.prefix != "XI")
        };
        if seller == buyer {
            Self::Domestic
        } else if is_member(seller) && is_member(buyer) {
            Self::IntraCommunity
        } else {
            Self::International
        }
    }
}

impl Role {
    /// The code.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::C2 => "C2",
            Self::C3 => "C3",
        }
    }
}

impl<'a> Participant<'a> {
    /// The participant of a text such as `0242:000028`.
    #[must_use]
    pub fn parse(text: &'a str) -> Option<Self> {
        let (scheme, value) = text.split_once(':')?;
        let digits = scheme.len() == 4 && scheme.bytes().all(|byte| byte.is_ascii_digit());
        (digits && !value.is_empty()).then_some(Self { scheme, value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_go_by_the_two_countries() {
        for (seller, buyer, expected) in [
            ("SK", "SK", Scope::Domestic),
            ("SK", "CZ", Scope::IntraCommunity),
            ("GR", "SK", Scope::IntraCommunity),
            ("SK", "GB", Scope::International),
            ("US", "SK", Scope::International),
            ("", "SK", Scope::International),
        ] {
            assert_eq!(Scope::between(seller, buyer), expected, "{seller} {buyer}");
        }
    }

    #[test]
    fn participants_have_a_scheme() {
        let parsed = Participant::parse("0242:000028");
        assert_eq!(parsed, Some(Participant { scheme: "0242", value: "000028" }));
        for text in ["", "0242", "0242:", "24:1", "abcd:1"] {
            assert_eq!(Participant::parse(text), None, "{text}");
        }
    }
}
