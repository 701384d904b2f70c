//! What can be wrong with an envelope, by the names that peppol-commons gave it.

/// What makes an envelope wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum EnvelopeFault {
    /// Not well-formed, or not of the shape of its schema.
    InvalidXml,
    /// A document type declaration.
    Dtd,
    /// An envelope within the envelope.
    Nested,
    /// No header.
    NoHeader,
    /// Not exactly `1.0`.
    HeaderVersion,
    /// Not exactly one sender.
    SenderCount,
    /// Not the scheme of participants.
    SenderAuthority,
    /// Not the form of a participant.
    SenderValue,
    /// Not exactly one receiver.
    ReceiverCount,
    /// Not the scheme of participants.
    ReceiverAuthority,
    /// Not the form of a participant.
    ReceiverValue,
    /// No scopes.
    NoScopes,
    /// Fewer than three scopes.
    ScopeCount,
    /// No `DOCUMENTID`.
    NoDocumentType,
    /// An empty one, too long, of another scheme, or with a wildcard.
    DocumentType,
    /// No `PROCESSID`.
    NoProcess,
    /// An empty one, too long, or of another scheme.
    Process,
    /// No `COUNTRY_C1`.
    NoCountry,
    /// Not two characters of `A-Z0-9`.
    Country,
    /// Not the namespace of the payload's root, or not what the document type begins with.
    Standard,
    /// Not what the document type ends with.
    TypeVersion,
    /// Not the name of the payload's root.
    Type,
    /// Empty.
    Instance,
    /// Without a time zone.
    Created,
}

impl EnvelopeFault {
    /// The name, as `invalid-sender-value`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::InvalidXml => "invalid-sbd-xml",
            Self::Dtd => "dtd-forbidden",
            Self::Nested => "nested-envelope",
            Self::NoHeader => "missing-sbdh",
            Self::HeaderVersion => "invalid-header-version",
            Self::SenderCount => "invalid-sender-count",
            Self::SenderAuthority => "invalid-sender-authority",
            Self::SenderValue => "invalid-sender-value",
            Self::ReceiverCount => "invalid-receiver-count",
            Self::ReceiverAuthority => "invalid-receiver-authority",
            Self::ReceiverValue => "invalid-receiver-value",
            Self::NoScopes => "business-scope-missing",
            Self::ScopeCount => "invalid-scope-count",
            Self::NoDocumentType => "missing-document-type-identifier",
            Self::DocumentType => "invalid-document-type-identifier",
            Self::NoProcess => "missing-process-identifier",
            Self::Process => "invalid-process-identifier",
            Self::NoCountry => "missing-country-c1",
            Self::Country => "invalid-country-c1",
            Self::Standard => "invalid-standard",
            Self::TypeVersion => "invalid-type-version",
            Self::Type => "invalid-type",
            Self::Instance => "invalid-instance-identifier",
            Self::Created => "invalid-creation-date-time",
        }
    }
}

/// What is odd and counts as absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum EnvelopeWarning {
    /// `MLS_TO` is no service provider's identifier, or not of the scheme of participants.
    MlsTo,
    /// `MLS_TYPE` is no code.
    MlsType,
    /// A scope whose type is reserved for later.
    Reserved,
}

impl EnvelopeWarning {
    /// The name, as `invalid-mls-to`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::MlsTo => "invalid-mls-to",
            Self::MlsType => "invalid-mls-type",
            Self::Reserved => "reserved-attribute",
        }
    }
}
