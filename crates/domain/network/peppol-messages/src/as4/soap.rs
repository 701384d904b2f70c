//! The SOAP envelope of what was posted, or answered.

use std::borrow::Cow;
use std::fmt::Display;

use xml::{Limits, Node, Parsed};

use super::header::UserMessage;
use super::mime::Part;
use super::names::{EB, SOAP, SOAP_TYPE, WSSE};
use super::{EbmsCode, EbmsError};
use crate::tree::{children, only_child};

/// The largest SOAP envelope. A header with two certificates takes ten kilobytes, a hundred elements and a dozen prefixes;
/// what is read of strangers may not cost more than some milliseconds.
pub(super) const LIMITS: Limits = Limits {
    bytes: 1024 * 1024,
    nodes: 20_000,
    namespaces: 2_048,
    namespaces_in_scope: 48,
    ..Limits::DEFAULT
};

/// That the parts of a body are not what they must be.
pub(super) fn mime_fault(what: &str) -> EbmsError {
    EbmsError::new(EbmsCode::MimeInconsistency, what)
}

fn header_fault(what: impl Display) -> EbmsError {
    EbmsError::new(EbmsCode::InvalidHeader, what)
}

/// The envelope among the parts of what was posted, decoded, and the parts beside it.
pub(super) fn envelope<'p, 'b>(
    parts: &'p [Part<'b>],
) -> Result<(Cow<'b, [u8]>, &'p [Part<'b>]), EbmsError> {
    let (root, attachments) =
        parts.split_first().ok_or_else(|| mime_fault("there is no SOAP envelope"))?;
    if root.media_type() != SOAP_TYPE {
        return Err(mime_fault("the first part is no application/soap+xml"));
    }
    let soap = root.bytes().ok_or_else(|| mime_fault("the SOAP envelope is not decodable"))?;
    Ok((soap, attachments))
}

/// An envelope, parsed within its limits.
pub(super) fn parse(envelope: &[u8]) -> Result<Parsed<'_>, EbmsError> {
    Parsed::read_within(envelope, &LIMITS).map_err(header_fault)
}

/// The parts of an envelope that are read.
pub(super) struct Soap<'a, 'i> {
    pub(super) header: Node<'a, 'i>,
    pub(super) messaging: Node<'a, 'i>,
    pub(super) body: Node<'a, 'i>,
}

impl<'a, 'i> Soap<'a, 'i> {
    pub(super) fn of(parsed: &'a Parsed<'i>) -> Option<Self> {
        let root = parsed.root();
        let header =
            only_child(root, SOAP, "Header").filter(|_| root.has_tag_name((SOAP, "Envelope")))?;
        let messaging = only_child(header, EB, "Messaging")?;
        Some(Self { header, messaging, body: only_child(root, SOAP, "Body")? })
    }

    /// Of what was posted, where it is one.
    pub(super) fn posted(parsed: &'a Parsed<'i>) -> Result<Self, EbmsError> {
        Self::of(parsed).ok_or_else(|| header_fault("it is no SOAP 1.2 with an eb:Messaging"))
    }

    /// What the header of a message says.
    pub(super) fn user_message(&self) -> Result<UserMessage, EbmsError> {
        let read = UserMessage::read(self.messaging);
        read.map_err(|fault| EbmsError::new(fault.code, fault.what))
    }

    /// Whether all is understood here that a header asks its reader to understand (SOAP 1.2, part 1, 2.4).
    pub(super) fn understood(&self) -> Result<(), EbmsError> {
        let is_known = |node: &Node<'_, '_>| {
            node.has_tag_name((EB, "Messaging")) || node.has_tag_name((WSSE, "Security"))
        };
        let blocks = self.header.children().filter(Node::is_element);
        match blocks.filter(is_mandatory).find(|block| !is_known(block)) {
            None => Ok(()),
            Some(block) => {
                let name = block.tag_name().name();
                let what = format!("the header {name} must be understood, and is not");
                Err(EbmsError::new(EbmsCode::FeatureNotSupported, what))
            }
        }
    }

    /// The header of an answer, if it is one.
    pub(super) fn signal(&self) -> Option<Node<'a, 'i>> {
        self.signals().next()
    }

    /// All signals of an answer.
    pub(super) fn signals(&self) -> impl Iterator<Item = Node<'a, 'i>> + use<'a, 'i> {
        children(self.messaging, EB, "SignalMessage")
    }
}

/// Whether a block of the header must be understood by who receives the message at last.
fn is_mandatory(block: &Node<'_, '_>) -> bool {
    let of = |name| block.attribute((SOAP, name)).unwrap_or_default().trim_ascii();
    let role = of("role").strip_prefix(SOAP).unwrap_or(of("role"));
    matches!(of("mustUnderstand"), "true" | "1")
        && matches!(role, "" | "/role/next" | "/role/ultimateReceiver")
}
