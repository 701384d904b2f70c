use serde::Serialize;

/// The kind of the bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A business document in its envelope (SBD).
    Envelope,
    /// An SMP's answer about a participant.
    ServiceGroup,
    /// An SMP's signed answer about a document type.
    SignedServiceMetadata,
    /// The same before it is signed.
    ServiceMetadata,
    /// A message level status.
    Mls,
    /// A business card.
    BusinessCard,
    /// A request to the SML.
    SmlRequest,
    /// An answer of the SML.
    SmlAnswer,
    /// One or more certificates.
    Certificate,
    /// A message over AS4, or the answer to one.
    As4,
    /// An unknown kind.
    Unknown,
}

impl Kind {
    /// The name for people, for example `signed service metadata`.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Envelope => "envelope (SBD)",
            Self::ServiceGroup => "service group of an SMP",
            Self::SignedServiceMetadata => "signed service metadata of an SMP",
            Self::ServiceMetadata => "service metadata of an SMP, not signed",
            Self::Mls => "message level status (MLS)",
            Self::BusinessCard => "business card",
            Self::SmlRequest => "request to the SML",
            Self::SmlAnswer => "answer of the SML",
            Self::Certificate => "certificate",
            Self::As4 => "AS4 message",
            Self::Unknown => "unknown",
        }
    }
}
