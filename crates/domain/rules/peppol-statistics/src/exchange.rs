//! What the message log knows of one exchange.

use time::OffsetDateTime;

/// Which way a document went, seen from the provider that reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Received: the provider is C3.
    In,
    /// Sent: the provider is C2.
    Out,
}

/// An identifier with its scheme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Identifier<'a> {
    /// Its scheme, `busdox-docid-qns`.
    pub scheme: &'a str,
    /// Its value.
    pub value: &'a str,
}

/// One exchange, a record of the message log. A document that the provider sends to itself has two
/// records, one of each direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exchange<'a> {
    /// Sent or received.
    pub direction: Direction,
    /// When it was sent or received, in any zone.
    pub at: OffsetDateTime,
    /// The seat id of the sending provider.
    pub c2: &'a str,
    /// The seat id of the receiving provider.
    pub c3: &'a str,
    /// The document type as it was in the envelope.
    pub document_type: Identifier<'a>,
    /// The process as it was in the envelope.
    pub process: Identifier<'a>,
    /// The transport profile, `peppol-transport-as4-v2_0`.
    pub transport: &'a str,
    /// The country of the sender's end user, from the envelope.
    pub c1_country: Option<&'a str>,
    /// The country of the receiver's end user, from the provider's own records.
    pub c4_country: Option<&'a str>,
    /// The provider's own end user: the company, whatever identifiers it has.
    pub end_user: &'a str,
    /// Whether a positive AS4 receipt came, or was given.
    pub receipt: bool,
    /// Whether production certificates were used.
    pub production: bool,
}

impl<'a> Exchange<'a> {
    /// The seat id of the other provider.
    #[must_use]
    pub const fn other_provider(&self) -> &'a str {
        match self.direction {
            Direction::In => self.c2,
            Direction::Out => self.c3,
        }
    }

    /// The country of the provider's own end user.
    #[must_use]
    pub const fn end_user_country(&self) -> Option<&'a str> {
        match self.direction {
            Direction::In => self.c4_country,
            Direction::Out => self.c1_country,
        }
    }
}
