//! Reads what an SMP publishes.

use party_identifiers::{DOCUMENT_TYPE_SCHEME, PARTICIPANT_SCHEME, PROCESS_SCHEME};
use xml::{Node, Parsed, Unreadable};

use super::{
    Endpoint, IDENTIFIERS_NAMESPACE, Process, Redirect, SMP_NAMESPACE, ServiceInformation,
    ServiceMetadata, WSA,
};
use crate::Identifier;
use crate::instant::read_instant;
use crate::schema::{ShapeFault, Vocabulary, shape_faults};
use crate::tree::{child, children, text, trimmed};

/// Why bytes are no document of an SMP.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotPublished {
    /// Not well-formed, or refused unread.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// Another document.
    #[error("the document is no {expected} of an SMP")]
    Root {
        /// The name of the root that it must have.
        expected: &'static str,
    },
    /// Not of the shape of the schema.
    #[error("the document has not the shape of its schema: {0}")]
    Shape(ShapeFault),
}

/// The root, if it has this name and the right shape.
pub(super) fn shaped<'a, 'i>(
    parsed: &'a Parsed<'i>,
    expected: &'static str,
) -> Result<Node<'a, 'i>, NotPublished> {
    let root = parsed.root();
    if !root.has_tag_name((SMP_NAMESPACE, expected)) {
        return Err(NotPublished::Root { expected });
    }
    match shape_faults(Vocabulary::Smp, root).into_iter().next() {
        Some(fault) => Err(NotPublished::Shape(fault)),
        None => Ok(root),
    }
}

/// An identifier below an element.
pub(super) fn identifier(parent: Node<'_, '_>, name: &str, default: &str) -> Identifier {
    let node = child(parent, IDENTIFIERS_NAMESPACE, name);
    let scheme = node.and_then(|node| node.attribute("scheme")).unwrap_or(default);
    Identifier::new(scheme, &node.map(trimmed).unwrap_or_default())
}

impl ServiceMetadata {
    /// Reads a `ServiceMetadata` as it is sent to an SMP; answers are signed, for them see
    /// [`check_answer`](super::check_answer).
    ///
    /// # Errors
    /// [`NotPublished`] says what is wrong.
    pub fn read(bytes: &[u8]) -> Result<Self, NotPublished> {
        let parsed = Parsed::read(bytes)?;
        let root = shaped(&parsed, "ServiceMetadata")?;
        Self::of(root).ok_or(NotPublished::Root { expected: "ServiceMetadata" })
    }

    /// Parses a signed answer without checking its signature. The result is for display only.
    ///
    /// # Errors
    /// [`NotPublished`] says what is wrong.
    pub fn read_unverified(bytes: &[u8]) -> Result<Self, NotPublished> {
        let parsed = Parsed::read(bytes)?;
        let root = shaped(&parsed, "SignedServiceMetadata")?;
        let content = child(root, SMP_NAMESPACE, "ServiceMetadata").and_then(Self::of);
        content.ok_or(NotPublished::Root { expected: "SignedServiceMetadata" })
    }

    /// The content of an element that has the right shape.
    pub(super) fn of(node: Node<'_, '_>) -> Option<Self> {
        if let Some(redirect) = child(node, SMP_NAMESPACE, "Redirect") {
            return Some(Self::Redirect(Redirect {
                href: redirect.attribute("href").unwrap_or_default().trim_ascii().to_owned(),
                certificate_uid: leaf(redirect, "CertificateUID").unwrap_or_default(),
            }));
        }
        let information = child(node, SMP_NAMESPACE, "ServiceInformation")?;
        let processes = child(information, SMP_NAMESPACE, "ProcessList")?;
        Some(Self::Information(ServiceInformation {
            participant: identifier(information, "ParticipantIdentifier", PARTICIPANT_SCHEME),
            document_type: identifier(information, "DocumentIdentifier", DOCUMENT_TYPE_SCHEME),
            processes: children(processes, SMP_NAMESPACE, "Process").map(process).collect(),
        }))
    }
}

fn process(node: Node<'_, '_>) -> Process {
    let list = child(node, SMP_NAMESPACE, "ServiceEndpointList");
    let endpoints = list.into_iter().flat_map(|list| children(list, SMP_NAMESPACE, "Endpoint"));
    Process {
        process: identifier(node, "ProcessIdentifier", PROCESS_SCHEME),
        endpoints: endpoints.map(endpoint).collect(),
    }
}

fn endpoint(node: Node<'_, '_>) -> Endpoint {
    let address =
        child(node, WSA, "EndpointReference").and_then(|node| child(node, WSA, "Address"));
    let instant = |name| leaf(node, name).and_then(|text| read_instant(&text));
    Endpoint {
        transport: node.attribute("transportProfile").map(str::to_owned),
        address: address.map(trimmed).unwrap_or_default(),
        active_from: instant("ServiceActivationDate"),
        expires: instant("ServiceExpirationDate"),
        certificate: child(node, SMP_NAMESPACE, "Certificate").map(text).unwrap_or_default(),
        description: leaf(node, "ServiceDescription").unwrap_or_default(),
        contact: leaf(node, "TechnicalContactUrl").unwrap_or_default(),
        information: leaf(node, "TechnicalInformationUrl"),
    }
}

fn leaf(parent: Node<'_, '_>, name: &str) -> Option<String> {
    child(parent, SMP_NAMESPACE, name).map(trimmed)
}
