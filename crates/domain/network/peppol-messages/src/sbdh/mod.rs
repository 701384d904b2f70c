//! The envelope of business documents: Peppol Business Message Envelope 2.0.1, and the MLS scopes of
//! 2.0.2, over UN/CEFACT SBDH 1.3.
//!
//! [`Envelope::read`] builds a tree of the header alone; of the payload it looks at the first tag.

mod check;
mod fault;
mod payload;
mod raw;
mod read;
mod scope;
mod write;

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::Identifier;

pub use fault::{EnvelopeFault, EnvelopeWarning};
pub use payload::RootName;
pub use read::Rejected;
pub use write::NotWrapped;

/// Largest envelope that is read: what the guard of `xml` lets through.
pub const MAX_ENVELOPE_BYTES: usize = xml::Limits::DEFAULT.bytes;

/// Namespace of the header.
pub const SBDH_NAMESPACE: &str =
    "http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader";

/// Namespace of the wrapper for payloads of other formats than XML.
pub(crate) const WRAPPER_NAMESPACE: &str = "http://peppol.eu/xsd/ticc/envelope/1.0";

/// When the receiving provider sends a status of the message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MlsType {
    /// Only when it is rejected: what holds where nothing is said.
    #[default]
    FailureOnly,
    /// Always.
    AlwaysSend,
}

impl MlsType {
    /// The code, as the scope `MLS_TYPE` has it.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::FailureOnly => "FAILURE_ONLY",
            Self::AlwaysSend => "ALWAYS_SEND",
        }
    }

    /// The variant with this code. Codes are case-sensitive.
    #[must_use]
    pub fn of_code(code: &str) -> Option<Self> {
        [Self::FailureOnly, Self::AlwaysSend].into_iter().find(|one| one.code() == code)
    }
}

/// The header of an envelope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// C1, as `0245:2023456789`.
    pub sender: String,
    /// C4.
    pub receiver: String,
    /// The document type, without a wildcard.
    pub document_type: Identifier,
    /// The process that it belongs to.
    pub process: Identifier,
    /// Country of C1's end user: two letters, or `1A` for Kosovo.
    pub country_c1: String,
    /// Unique for each message, and the same in each retry.
    pub instance: String,
    /// The creation time: an `xs:dateTime` with a time zone, as written.
    pub created: String,
    /// The participant to which a status of the message is sent: `0242:…`.
    pub mls_to: Option<String>,
    /// When a status is sent. `None` when the value is missing or invalid: then only on failure.
    pub mls_type: Option<MlsType>,
    /// Scopes of other types.
    pub additional: BTreeMap<String, String>,
    /// `Standard`: the syntax of the document.
    pub standard: String,
    /// `TypeVersion`.
    pub type_version: String,
    /// `Type`: the local name of the payload's root.
    pub kind: String,
}

/// An envelope that breaks no rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Envelope<'a> {
    /// The header.
    pub header: Header,
    /// The payload.
    pub payload: Payload<'a>,
    /// Invalid values for which the envelope is not refused.
    pub warnings: Vec<EnvelopeWarning>,
}

/// The payload of an envelope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Payload<'a> {
    /// An XML document, as it stands in the envelope. Namespaces that only the envelope declares are
    /// declared on its root where it may use them; then it is no longer borrowed.
    Xml(Cow<'a, str>),
    /// Bytes of another format.
    Binary {
        /// As `application/pdf`.
        mime_type: String,
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// Text of another format.
    Text {
        /// As `text/plain`.
        mime_type: String,
        /// The text.
        text: String,
    },
}
