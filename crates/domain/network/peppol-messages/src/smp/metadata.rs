//! What is known of one document type that a participant receives.

use time::OffsetDateTime;

use crate::Identifier;

/// The content of a `ServiceMetadata`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ServiceMetadata {
    /// The endpoints for the document type.
    Information(ServiceInformation),
    /// Which other SMP knows.
    Redirect(Redirect),
}

/// The endpoints for documents of one type, by process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceInformation {
    /// The receiver.
    pub participant: Identifier,
    /// The document type as registered, which may have a wildcard.
    pub document_type: Identifier,
    /// Within which processes.
    pub processes: Vec<Process>,
}

/// A process with its endpoints, which differ in their transport.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Process {
    /// The process.
    pub process: Identifier,
    /// Its endpoints.
    pub endpoints: Vec<Endpoint>,
}

/// An address that receives documents, with its transport and certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// The transport profile, such as `peppol-transport-as4-v2_0`. An endpoint without one never matches.
    pub transport: Option<String>,
    /// The URL.
    pub address: String,
    /// The time from which the endpoint is active; `None`: always.
    pub active_from: Option<OffsetDateTime>,
    /// The time at which the endpoint expires; `None`: never.
    pub expires: Option<OffsetDateTime>,
    /// The certificate of the receiving access point: Base64, perhaps as PEM.
    pub certificate: String,
    /// For people.
    pub description: String,
    /// The technical contact: a URL, often `mailto:`.
    pub contact: String,
    /// More to read.
    pub information: Option<String>,
}

/// Another SMP.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redirect {
    /// The address of its answer.
    pub href: String,
    /// The common name of the certificate that signs there.
    pub certificate_uid: String,
}

impl Endpoint {
    /// Whether documents may be sent there at an instant.
    #[must_use]
    pub fn is_active(&self, at: OffsetDateTime) -> bool {
        self.active_from.is_none_or(|from| from <= at) && self.expires.is_none_or(|end| end > at)
    }
}
