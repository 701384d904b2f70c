//! The outcome of a lookup. The kinds of errors decide whether a send fails for good or is retried, and each reason
//! tells an operator what to do.

use peppol_messages::Identifier;
use peppol_messages::smp::{AnswerFault, NotPublished};
use peppol_messages::trust::{Certificate, Untrusted};

/// The access point of a receiver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The document type as the participant has registered it, which may contain a wildcard.
    pub registered: Identifier,
    /// The https address of the access point.
    pub endpoint: String,
    /// The certificate of the access point.
    pub certificate: Certificate,
    /// The transport profile, for example `peppol-transport-as4-v2_0`.
    pub transport: String,
    /// The certificate of the SMP that signed the answer.
    pub signer: Certificate,
}

/// Why no access point was found.
#[derive(Debug, Clone, thiserror::Error)]
pub enum LookupError {
    /// The participant is not registered in the network. This is final.
    #[error("not registered: {0}")]
    NotRegistered(Absence),
    /// The participant is registered and does not receive such documents. This is final.
    #[error("not receiving: {0}")]
    NotReceiving(Refusal),
    /// The lookup got no answer and can be retried.
    #[error("unreachable: {0}")]
    Unreachable(Silence),
    /// The answer cannot be trusted.
    #[error("untrusted: {0}")]
    Untrusted(Doubt),
}

impl LookupError {
    /// The name of the kind, for example `not-registered`.
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

/// The source that says that a participant is not registered.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Absence {
    /// The DNS has no record for it.
    #[error("the DNS has no Meta:SMP record at {0}")]
    NoRecord(String),
    /// The SMP that the DNS names does not know it.
    #[error("the SMP does not know the participant (404): {0}")]
    NoGroup(String),
}

/// Why the participant does not receive the document.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Refusal {
    /// The participant has registered neither the document type nor a wildcard that matches it.
    #[error(
        "the participant is registered for {registered} document types, and none of them fits {wanted}"
    )]
    NoDocumentType {
        /// The requested document type.
        wanted: String,
        /// The number of registered document types.
        registered: usize,
    },
    /// The participant has registered the document type, and its SMP does not know it.
    #[error("the SMP lists the document type and does not know it (404): {0}")]
    NoMetadata(String),
    /// The SMP has no endpoint for the process and the transport that is active now.
    #[error("no endpoint is active for process {process} over {transport}: {url}")]
    NoEndpoint {
        /// The requested process.
        process: String,
        /// The requested transport.
        transport: String,
        /// The address of the SMP's answer.
        url: String,
    },
}

/// The service that did not answer.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Silence {
    /// The DNS did not answer.
    #[error("the DNS gave no answer about {name}: {why}")]
    Dns {
        /// The name that was queried.
        name: String,
        /// The error of the resolver.
        why: String,
    },
    /// An SMP did not answer.
    #[error("no answer from {url}: {why}")]
    Http {
        /// The address of the SMP.
        url: String,
        /// The error of the call.
        why: checked_http::Failure,
    },
    /// An SMP answered with an error.
    #[error("{url} answered HTTP {status}")]
    Status {
        /// The address of the SMP.
        url: String,
        /// The HTTP status, which is neither 200 nor 404.
        status: u16,
    },
    /// A list of revoked certificates could not be loaded.
    #[error("whether the certificate of {subject} is revoked could not be asked: {why}")]
    Revocation {
        /// The subject of the certificate to check.
        subject: String,
        /// The reason.
        why: String,
    },
}

/// Why an answer cannot be trusted.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Doubt {
    /// The DNS record contains no https address.
    #[error("the Meta:SMP record at {0} names no https address of an SMP")]
    Record(String),
    /// The address may not be called.
    #[error("{url} is not called: {why}")]
    Address {
        /// The address.
        url: String,
        /// The reason.
        why: checked_http::Failure,
    },
    /// The SMP redirects by HTTP, which is not part of the protocol.
    #[error("{0} redirects by HTTP, which is not followed")]
    HttpRedirect(String),
    /// The answer is too large.
    #[error("the answer of {url} is not read: {why}")]
    Size {
        /// The address of the SMP.
        url: String,
        /// The reason.
        why: checked_http::Failure,
    },
    /// The answer is not a list of document types.
    #[error("the answer of {url}: {fault}")]
    Group {
        /// The address of the SMP.
        url: String,
        /// The error in the answer.
        fault: NotPublished,
    },
    /// The list is about another participant.
    #[error("{url} is about another participant: {participant}")]
    OtherParticipant {
        /// The address of the SMP.
        url: String,
        /// The participant in the list.
        participant: String,
    },
    /// The signed answer is not valid.
    #[error("the answer of {url}: {fault}")]
    Answer {
        /// The address of the SMP.
        url: String,
        /// The error in the answer.
        fault: AnswerFault,
    },
    /// A certificate is revoked, or it is unknown whether it is.
    #[error("{subject}: {fault}")]
    Certificate {
        /// The subject of the certificate.
        subject: String,
        /// Why it is not trusted.
        fault: Untrusted,
    },
}
