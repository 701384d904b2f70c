//! Reads requests.

use party_identifiers::PARTICIPANT_SCHEME;
use xml::{Node, Parsed, Unreadable};

use super::request::PUBLISHER_ID;
use super::{Migration, Publisher, SML_NAMESPACE, SmlRequest, soap};
use crate::Identifier;
use crate::schema::{ShapeFault, Vocabulary, shape_faults};
use crate::smp::IDENTIFIERS_NAMESPACE;
use crate::tree::{child, children, trimmed};

/// Why bytes are no message of the SML.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotSml {
    /// Not well-formed, or refused unread.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// Nothing in the body.
    #[error("the SOAP body is empty")]
    Empty,
    /// An element that means nothing here.
    #[error("{0} is no element of the SML here")]
    Element(String),
    /// Not of the shape of the schema.
    #[error("the message has not the shape of its schema: {0}")]
    Shape(ShapeFault),
}

/// The element, if it has the right shape.
pub(super) fn shaped<'a, 'i>(node: Node<'a, 'i>) -> Result<Node<'a, 'i>, NotSml> {
    match shape_faults(Vocabulary::Sml, node).into_iter().next() {
        Some(fault) => Err(NotSml::Shape(fault)),
        None => Ok(node),
    }
}

pub(super) fn leaf(parent: Node<'_, '_>, name: &str) -> Option<String> {
    child(parent, SML_NAMESPACE, name).map(trimmed)
}

pub(super) fn publisher(node: Node<'_, '_>) -> Publisher {
    let endpoint = child(node, SML_NAMESPACE, "PublisherEndpoint");
    let address = |name| endpoint.and_then(|endpoint| leaf(endpoint, name)).unwrap_or_default();
    Publisher {
        id: leaf(node, PUBLISHER_ID).unwrap_or_default(),
        logical_address: address("LogicalAddress"),
        physical_address: address("PhysicalAddress"),
    }
}

fn participants(node: Node<'_, '_>) -> Vec<Identifier> {
    let read = |id: Node<'_, '_>| {
        Identifier::new(id.attribute("scheme").unwrap_or(PARTICIPANT_SCHEME), &trimmed(id))
    };
    children(node, IDENTIFIERS_NAMESPACE, "ParticipantIdentifier").map(read).collect()
}

impl SmlRequest {
    /// Reads a request, with its SOAP envelope or without.
    ///
    /// # Errors
    /// [`NotSml`] when it is none.
    pub fn read(bytes: &[u8]) -> Result<Self, NotSml> {
        let parsed = Parsed::read(bytes)?;
        let content = soap::content(parsed.root()).ok_or(NotSml::Empty)?;
        let name = content.tag_name();
        let unknown = || NotSml::Element(name.name().to_owned());
        if name.namespace() != Some(SML_NAMESPACE) {
            return Err(unknown());
        }
        let node = shaped(content)?;
        let smp = || leaf(node, PUBLISHER_ID).unwrap_or_default();
        let ids = participants(node);
        let one = || ids.first().cloned().unwrap_or_else(|| Identifier::participant(""));
        let migration = || Migration {
            publisher: smp(),
            participant: one(),
            key: leaf(node, "MigrationKey").unwrap_or_default(),
        };
        Ok(match name.name() {
            "CreateServiceMetadataPublisherService" => Self::CreatePublisher(publisher(node)),
            "ReadServiceMetadataPublisherService" => Self::ReadPublisher(publisher(node)),
            "UpdateServiceMetadataPublisherService" => Self::UpdatePublisher(publisher(node)),
            PUBLISHER_ID => Self::DeletePublisher(trimmed(node)),
            "CreateParticipantIdentifier" => Self::CreateParticipant(smp(), one()),
            "DeleteParticipantIdentifier" => Self::DeleteParticipant(smp(), one()),
            "CreateList" => Self::CreateList(smp(), ids),
            "DeleteList" => Self::DeleteList(smp(), ids),
            "PageRequest" => Self::List(smp(), leaf(node, "NextPageIdentifier")),
            "PrepareMigrationRecord" => Self::PrepareToMigrate(migration()),
            "CompleteMigrationRecord" => Self::Migrate(migration()),
            _ => return Err(unknown()),
        })
    }
}
