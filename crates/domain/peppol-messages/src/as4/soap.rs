//! The SOAP envelope of what was posted, or answered.

use std::borrow::Cow;
use std::fmt::Display;

use xml::{Limits, Node, Parsed};

use super::header::UserMessage;
use super::mime::Part;
use super::names::{EB, SOAP, SOAP_TYPE};
use super::{EbmsCode, EbmsError};
use crate::tree::{child, only_child};

/// Largest SOAP envelope: a header with two certificates takes ten kilobytes.
const LARGEST: usize = 1024 * 1024;

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
    let limits = Limits { bytes: LARGEST, ..Limits::default() };
    Parsed::read_within(envelope, &limits).map_err(header_fault)
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
        UserMessage::read(self.messaging).map_err(header_fault)
    }

    /// The header of an answer, if it is one.
    pub(super) fn signal(&self) -> Option<Node<'a, 'i>> {
        child(self.messaging, EB, "SignalMessage")
    }
}
