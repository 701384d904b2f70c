//! What is known of one document type that a participant receives.

use time::OffsetDateTime;

use crate::Identifier;

/// The content of a `ServiceMetadata`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ServiceMetadata {
    /// Where it is received.
    Information(ServiceInformation),
    /// Which other SMP knows.
    Redirect(Redirect),
}

/// Where documents of one type are received, for each process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceInformation {
    /// Who receives.
    pub participant: Identifier,
    /// What, as it is registered: perhaps with a wildcard.
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

/// Where and how documents are received.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// As `peppol-transport-as4-v2_0`. Without one nothing is matched.
    pub transport: Option<String>,
    /// The URL.
    pub address: String,
    /// From when on; always, where nothing is said.
    pub active_from: Option<OffsetDateTime>,
    /// From when on no longer; for ever, where nothing is said.
    pub expires: Option<OffsetDateTime>,
    /// The certificate of the receiving access point: Base64, perhaps as PEM.
    pub certificate: String,
    /// For people.
    pub description: String,
    /// Whom to ask: a URL, often `mailto:`.
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
