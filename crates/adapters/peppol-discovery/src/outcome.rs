//! What a look-up comes to. The kinds are those of section 11 of our notes on the network: they decide whether a send
//! ends or is tried again, and each reason says what an operator can do.

use peppol_messages::Identifier;
use peppol_messages::smp::{AnswerFault, NotPublished};
use peppol_messages::trust::{Certificate, Untrusted};

/// Where to send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The document type as it is registered: perhaps with a wildcard.
    pub registered: Identifier,
    /// The address of the access point: https.
    pub endpoint: String,
    /// Its certificate.
    pub certificate: Certificate,
    /// As `peppol-transport-as4-v2_0`.
    pub transport: String,
    /// The SMP that signed the answer.
    pub signer: Certificate,
}

/// Why there is nowhere to send.
#[derive(Debug, Clone, thiserror::Error)]
pub enum LookupError {
    /// Certain: the participant is not in the network.
    #[error("not registered: {0}")]
    NotRegistered(Absence),
    /// Certain: it is, and takes no such documents.
    #[error("not receiving: {0}")]
    NotReceiving(Refusal),
    /// The look-up gave no answer.
    #[error("unreachable: {0}")]
    Unreachable(Silence),
    /// There is an answer, and it cannot be believed.
    #[error("untrusted: {0}")]
    Untrusted(Doubt),
}

impl LookupError {
    /// As `not-registered`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::NotRegistered(_) => "not-registered",
            Self::NotReceiving(_) => "not-receiving",
            Self::Unreachable(_) => "unreachable",
            Self::Untrusted(_) => "untrusted",
        }
    }
}

/// Who says that a participant is not registered.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Absence {
    /// The DNS.
    #[error("the DNS has no Meta:SMP record at {0}")]
    NoRecord(String),
    /// The SMP that the DNS names.
    #[error("the SMP does not know the participant (404): {0}")]
    NoGroup(String),
}

/// Why documents are not taken.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Refusal {
    /// The participant does not list the type, nor a wildcard for it.
    #[error(
        "the participant is registered for {registered} document types, and none of them fits {wanted}"
    )]
    NoDocumentType {
        /// What was asked for.
        wanted: String,
        /// How many it lists.
        registered: usize,
    },
    /// It lists the type, and its SMP knows nothing of it.
    #[error("the SMP lists the document type and does not know it (404): {0}")]
    NoMetadata(String),
    /// Not in this process, not over this transport, or not now.
    #[error("no endpoint is active for process {process} over {transport}: {url}")]
    NoEndpoint {
        /// The process.
        process: String,
        /// The transport.
        transport: String,
        /// The answer that says so.
        url: String,
    },
}

/// Who does not answer.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Silence {
    /// The DNS.
    #[error("the DNS gave no answer about {name}: {why}")]
    Dns {
        /// The name.
        name: String,
        /// What the resolver says.
        why: String,
    },
    /// An SMP.
    #[error("no answer from {url}: {why}")]
    Http {
        /// Its address.
        url: String,
        /// Why.
        why: checked_http::Failure,
    },
    /// An SMP answers that it failed.
    #[error("{url} answered HTTP {status}")]
    Status {
        /// Its address.
        url: String,
        /// The HTTP status: neither 200 nor 404.
        status: u16,
    },
    /// An authority's list of revoked certificates.
    #[error("whether the certificate of {subject} is revoked could not be asked: {why}")]
    Revocation {
        /// Whose certificate.
        subject: String,
        /// Why.
        why: String,
    },
}

/// Why an answer is not believed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Doubt {
    /// The record of the DNS names no https address.
    #[error("the Meta:SMP record at {0} names no https address of an SMP")]
    Record(String),
    /// The address may not be called.
    #[error("{url} is not called: {why}")]
    Address {
        /// It.
        url: String,
        /// Why.
        why: checked_http::Failure,
    },
    /// It sends us elsewhere by HTTP, which is not part of the protocol.
    #[error("{0} redirects by HTTP, which is not followed")]
    HttpRedirect(String),
    /// More bytes than an answer has.
    #[error("the answer of {url} is not read: {why}")]
    Size {
        /// Whose.
        url: String,
        /// Why.
        why: checked_http::Failure,
    },
    /// No list of document types.
    #[error("the answer of {url}: {fault}")]
    Group {
        /// Whose.
        url: String,
        /// What is wrong.
        fault: NotPublished,
    },
    /// The list is about another participant.
    #[error("{url} is about another participant: {participant}")]
    OtherParticipant {
        /// Whose.
        url: String,
        /// Whom it is about.
        participant: String,
    },
    /// The signed answer.
    #[error("the answer of {url}: {fault}")]
    Answer {
        /// Whose.
        url: String,
        /// What is wrong.
        fault: AnswerFault,
    },
    /// A certificate is revoked, or no list says whether it is.
    #[error("{subject}: {fault}")]
    Certificate {
        /// Whose certificate.
        subject: String,
        /// What is wrong.
        fault: Untrusted,
    },
}
