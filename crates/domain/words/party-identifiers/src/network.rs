//! Schemes and lengths of the identifiers of the Peppol network (Policy for use of Identifiers 4.4).

/// The scheme of all participant identifiers. Compared exactly.
pub const PARTICIPANT_SCHEME: &str = "iso6523-actorid-upis";

/// The scheme of document types that are named in full.
pub const DOCUMENT_TYPE_SCHEME: &str = "busdox-docid-qns";

/// The scheme of document types that may be registered with a wildcard: those of PINT.
pub const WILDCARD_SCHEME: &str = "peppol-doctype-wildcard";

/// The scheme of process identifiers.
pub const PROCESS_SCHEME: &str = "cenbii-procid-ubl";

/// Longest document type value, in bytes.
pub const MAX_DOCUMENT_TYPE_LENGTH: usize = 500;

/// Longest process value, in bytes.
pub const MAX_PROCESS_LENGTH: usize = 200;
