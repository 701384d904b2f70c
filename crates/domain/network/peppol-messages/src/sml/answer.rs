//! What the SML answers.

use party_identifiers::PARTICIPANT_SCHEME;
use xml::{Name, Node, Parsed, Writer};

use super::read::{NotSml, leaf, publisher, shaped};
use super::request::{self, PUBLISHER_ID};
use super::{Publisher, SML_NAMESPACE, soap};
use crate::Identifier;
use crate::smp::IDENTIFIERS_NAMESPACE;
use crate::tree::{children, trimmed};

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SmlAnswer {
    /// It is done.
    Done,
    /// The registration of an SMP.
    Publisher(Publisher),
    /// Some of an SMP's participants.
    Page(Page),
    /// It is not done.
    Fault(SmlFault),
}

/// A page of participants.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Page {
    /// The participants.
    pub participants: Vec<Identifier>,
    /// Their SMP.
    pub publisher: Option<String>,
    /// The next page, if there is one.
    pub next: Option<String>,
}

/// Why it is not done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SmlFault {
    /// Its kind.
    pub kind: SmlFaultKind,
    /// The text of the SML.
    pub message: String,
}

/// Kinds of faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SmlFaultKind {
    /// The SMP, the participant or the migration is not known; so also a wrong migration key.
    NotFound,
    /// The certificate is not the SMP's.
    Unauthorized,
    /// The request cannot be done: a participant that is registered already, here or elsewhere.
    BadRequest,
    /// The SML failed.
    InternalError,
    /// A fault without a detail that is known.
    Other,
}

impl SmlFaultKind {
    const ALL: [Self; 4] =
        [Self::NotFound, Self::Unauthorized, Self::BadRequest, Self::InternalError];

    /// The name of its element.
    #[must_use]
    pub const fn element(self) -> &'static str {
        match self {
            Self::NotFound => "NotFoundFault",
            Self::Unauthorized => "UnauthorizedFault",
            Self::BadRequest => "BadRequestFault",
            Self::InternalError | Self::Other => "InternalErrorFault",
        }
    }
}

impl Page {
    fn write(&self, writer: &mut Writer) {
        for id in &self.participants {
            request::participant(writer, id);
        }
        if let Some(smp) = &self.publisher {
            writer.leaf(PUBLISHER_ID, &[], smp);
        }
        if let Some(next) = &self.next {
            writer.leaf("NextPageIdentifier", &[], next);
        }
    }
}

impl SmlAnswer {
    /// Reads an answer, with its SOAP envelope or without.
    ///
    /// # Errors
    /// [`NotSml`] when it is none.
    pub fn read(bytes: &[u8]) -> Result<Self, NotSml> {
        let parsed = Parsed::read(bytes)?;
        let root = parsed.root();
        let Some(content) = soap::content(root) else { return Ok(Self::Done) };
        let message = || soap::fault_text(root).unwrap_or_default();
        if content.has_tag_name((SML_NAMESPACE, "ParticipantIdentifierPage")) {
            return shaped(content).map(|page| Self::Page(Page::of(page)));
        }
        if content.has_tag_name((SML_NAMESPACE, "ServiceMetadataPublisherService")) {
            return shaped(content).map(|smp| Self::Publisher(publisher(smp)));
        }
        let is = |kind: &SmlFaultKind| content.has_tag_name((SML_NAMESPACE, kind.element()));
        if let Some(kind) = SmlFaultKind::ALL.into_iter().find(is) {
            let own = leaf(shaped(content)?, "FaultMessage");
            return Ok(Self::Fault(SmlFault { kind, message: own.unwrap_or_else(message) }));
        }
        if content.tag_name().name() == "Fault" || soap::fault_text(root).is_some() {
            return Ok(Self::Fault(SmlFault { kind: SmlFaultKind::Other, message: message() }));
        }
        Err(NotSml::Element(content.tag_name().name().to_owned()))
    }

    /// The answer as a SOAP message; a fault is sent with HTTP 500.
    #[must_use]
    pub fn write(&self) -> String {
        let namespace = [("xmlns", SML_NAMESPACE)];
        soap::envelope(|writer| match self {
            Self::Done => {}
            Self::Publisher(smp) => {
                writer.group("ServiceMetadataPublisherService", &namespace, |writer| {
                    request::publisher(writer, smp);
                });
            }
            Self::Page(page) => {
                writer.group("ParticipantIdentifierPage", &namespace, |writer| page.write(writer));
            }
            Self::Fault(fault) => writer.group(Name("S", "Fault"), &[], |writer| {
                writer.leaf("faultcode", &[], "S:Server");
                writer.leaf("faultstring", &[], &fault.message);
                writer.group("detail", &[], |writer| {
                    writer.group(fault.kind.element(), &namespace, |writer| {
                        writer.leaf("FaultMessage", &[], &fault.message);
                    });
                });
            }),
        })
    }
}

impl Page {
    fn of(node: Node<'_, '_>) -> Self {
        let participant = |node: Node<'_, '_>| {
            Identifier::new(node.attribute("scheme").unwrap_or(PARTICIPANT_SCHEME), &trimmed(node))
        };
        let participants = children(node, IDENTIFIERS_NAMESPACE, "ParticipantIdentifier");
        Self {
            participants: participants.map(participant).collect(),
            publisher: leaf(node, PUBLISHER_ID),
            next: leaf(node, "NextPageIdentifier"),
        }
    }
}
