//! What can be wrong with an envelope, by the names that peppol-commons gave it.

/// A fault for which an envelope is refused.
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
    /// The creation time has no time zone.
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

    /// The text of the fault.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::InvalidXml => "it is not well-formed, or not of the shape of its schema",
            Self::Dtd => "a document type declaration is not allowed",
            Self::Nested => "an envelope stands within the envelope",
            Self::NoHeader => "there is no header",
            Self::HeaderVersion => "the HeaderVersion is not 1.0",
            Self::SenderCount => "there is not exactly one sender",
            Self::SenderAuthority => "the scheme of the sender is not iso6523-actorid-upis",
            Self::SenderValue => "the sender is no participant identifier",
            Self::ReceiverCount => "there is not exactly one receiver",
            Self::ReceiverAuthority => "the scheme of the receiver is not iso6523-actorid-upis",
            Self::ReceiverValue => "the receiver is no participant identifier",
            Self::NoScopes => "there are no scopes",
            Self::ScopeCount => "there are fewer than three scopes",
            Self::NoDocumentType => "the scope DOCUMENTID is missing",
            Self::DocumentType => {
                "the DOCUMENTID is empty, too long, of another scheme, or has a wildcard"
            }
            Self::NoProcess => "the scope PROCESSID is missing",
            Self::Process => "the PROCESSID is empty, too long, or of another scheme",
            Self::NoCountry => "the scope COUNTRY_C1 is missing",
            Self::Country => "the COUNTRY_C1 is not two capital letters or digits",
            Self::Standard => {
                "Standard is not the namespace of the payload, or not what the document type begins with"
            }
            Self::TypeVersion => "TypeVersion is not what the document type ends with",
            Self::Type => "Type is not the name of the root of the payload",
            Self::Instance => "the InstanceIdentifier is empty",
            Self::Created => "CreationDateAndTime has no time zone",
        }
    }
}

/// An invalid value that is treated as missing.
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

    /// The text of the fault.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::MlsTo => "MLS_TO is no identifier of a service provider, and counts as absent",
            Self::MlsType => "MLS_TYPE is not a code, and counts as absent",
            Self::Reserved => "a scope has a type that is reserved for later",
        }
    }
}
