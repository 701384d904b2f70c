//! What an SMP asks of the SML.

use xml::{Name, Writer};

use super::{SML_NAMESPACE, soap};
use crate::Identifier;
use crate::smp::IDENTIFIERS_NAMESPACE;

/// An SMP, as the SML knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Publisher {
    /// Its id, agreed with the SML's operator.
    pub id: String,
    /// The https address that goes into the DNS.
    pub logical_address: String,
    /// No longer used; `1.1.1.1` is customary.
    pub physical_address: String,
}

/// A participant that moves from one SMP to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Migration {
    /// The SMP that asks: the old one prepares, the new one completes.
    pub publisher: String,
    /// The participant that moves.
    pub participant: Identifier,
    /// The key that the old SMP made and handed over.
    pub key: String,
}

/// A request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SmlRequest {
    /// Registers an SMP.
    CreatePublisher(Publisher),
    /// Reads what is registered of an SMP. The schema asks for its addresses too.
    ReadPublisher(Publisher),
    /// Changes an SMP's address.
    UpdatePublisher(Publisher),
    /// Removes an SMP and its participants.
    DeletePublisher(String),
    /// Registers a participant of an SMP.
    CreateParticipant(String, Identifier),
    /// Removes one.
    DeleteParticipant(String, Identifier),
    /// Registers some at once.
    CreateList(String, Vec<Identifier>),
    /// Removes some at once.
    DeleteList(String, Vec<Identifier>),
    /// Lists an SMP's participants, a page at a time: the first, or the one that the last answer named.
    List(String, Option<String>),
    /// The old SMP announces that a participant will move.
    PrepareToMigrate(Migration),
    /// The new SMP takes it.
    Migrate(Migration),
}

const METADATA: &str = "http://busdox.org/serviceMetadata/ManageServiceMetadataService/1.0/:";

const PARTICIPANTS: &str =
    "http://busdox.org/serviceMetadata/ManageBusinessIdentifierService/1.0/         :";

impl SmlRequest {
    /// The service that it is sent to, below the SML's address.
    #[must_use]
    pub const fn path(&self) -> &'static str {
        match self {
            Self::CreatePublisher(_)
            | Self::ReadPublisher(_)
            | Self::UpdatePublisher(_)
            | Self::DeletePublisher(_) => "manageservicemetadata",
            _ => "manageparticipantidentifier",
        }
    }

    /// The header `SOAPAction`, without quotes. The nine blanks are the published ones.
    #[must_use]
    pub fn soap_action(&self) -> String {
        match self {
            Self::CreatePublisher(_) => format!("{METADATA}createIn"),
            Self::ReadPublisher(_) => format!("{METADATA}readIn"),
            Self::UpdatePublisher(_) => format!("{METADATA}updateIn"),
            Self::DeletePublisher(_) => format!("{METADATA}deleteIn"),
            Self::CreateParticipant(..) => format!("{PARTICIPANTS}createIn"),
            Self::DeleteParticipant(..) => format!("{PARTICIPANTS}deleteIn"),
            Self::CreateList(..) => format!("{PARTICIPANTS}createListIn"),
            Self::DeleteList(..) => format!("{PARTICIPANTS}deleteListIn"),
            Self::List(..) => format!("{PARTICIPANTS}listIn"),
            Self::PrepareToMigrate(_) => format!("{PARTICIPANTS}prepareMigrateIn"),
            Self::Migrate(_) => format!("{PARTICIPANTS}migrateIn"),
        }
    }

    /// The name of the element in the body.
    pub(super) const fn element(&self) -> &'static str {
        match self {
            Self::CreatePublisher(_) => "CreateServiceMetadataPublisherService",
            Self::ReadPublisher(_) => "ReadServiceMetadataPublisherService",
            Self::UpdatePublisher(_) => "UpdateServiceMetadataPublisherService",
            Self::DeletePublisher(_) => "ServiceMetadataPublisherID",
            Self::CreateParticipant(..) => "CreateParticipantIdentifier",
            Self::DeleteParticipant(..) => "DeleteParticipantIdentifier",
            Self::CreateList(..) => "CreateList",
            Self::DeleteList(..) => "DeleteList",
            Self::List(..) => "PageRequest",
            Self::PrepareToMigrate(_) => "PrepareMigrationRecord",
            Self::Migrate(_) => "CompleteMigrationRecord",
        }
    }

    /// The request as a SOAP message.
    #[must_use]
    pub fn write(&self) -> String {
        soap::envelope(|writer| self.body(writer))
    }

    fn body(&self, writer: &mut Writer) {
        let namespace = [("xmlns", SML_NAMESPACE)];
        if let Self::DeletePublisher(id) = self {
            writer.leaf(self.element(), &namespace, id);
            return;
        }
        writer.group(self.element(), &namespace, |writer| match self {
            Self::CreatePublisher(smp) | Self::ReadPublisher(smp) | Self::UpdatePublisher(smp) => {
                publisher(writer, smp);
            }
            Self::DeletePublisher(_) => {}
            Self::CreateParticipant(smp, id) | Self::DeleteParticipant(smp, id) => {
                writer.leaf(PUBLISHER_ID, &[], smp);
                participant(writer, id);
            }
            Self::CreateList(smp, ids) | Self::DeleteList(smp, ids) => {
                for id in ids {
                    participant(writer, id);
                }
                writer.leaf(PUBLISHER_ID, &[], smp);
            }
            Self::List(smp, page) => {
                writer.leaf(PUBLISHER_ID, &[], smp);
                if let Some(page) = page {
                    writer.leaf("NextPageIdentifier", &[], page);
                }
            }
            Self::PrepareToMigrate(move_) | Self::Migrate(move_) => {
                writer.leaf(PUBLISHER_ID, &[], &move_.publisher);
                participant(writer, &move_.participant);
                writer.leaf("MigrationKey", &[], &move_.key);
            }
        });
    }
}

pub(super) const PUBLISHER_ID: &str = "ServiceMetadataPublisherID";

pub(super) fn publisher(writer: &mut Writer, smp: &Publisher) {
    writer.group("PublisherEndpoint", &[], |writer| {
        writer.leaf("LogicalAddress", &[], &smp.logical_address);
        writer.leaf("PhysicalAddress", &[], &smp.physical_address);
    });
    writer.leaf(PUBLISHER_ID, &[], &smp.id);
}

pub(super) fn participant(writer: &mut Writer, id: &Identifier) {
    let attributes = [("xmlns:ids", IDENTIFIERS_NAMESPACE), ("scheme", id.scheme.as_str())];
    writer.leaf(Name("ids", "ParticipantIdentifier"), &attributes, &id.value);
}
