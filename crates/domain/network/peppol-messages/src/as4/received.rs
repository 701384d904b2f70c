//! Takes a message.

use std::ops::Range;
use std::sync::Arc;

use xml::Limits;

use super::content_id::is_content_id;
use super::decrypt::payload_key;
use super::gzip::{gunzip, gunzip_part, said_size};
use super::header::UserMessage;
use super::mime::{self, Part};
use super::names::GZIP;
use super::soap::{Soap, envelope, mime_fault, parse};
use super::verify::{Attachment, Claim, Verified, security};
use super::{EbmsCode, EbmsError};
use crate::sbdh::{Envelope, MAX_ENVELOPE_BYTES};
use crate::trust::{Certificate, Identity, Untrusted};

/// The receiving access point and its trusted authorities.
pub struct Receiver<'r> {
    /// Our keys: the present one first, those before it after it while their certificates are published.
    pub identities: &'r [&'r Identity],
    /// Whether a certificate is an access point's now. It costs as much as all the rest: the caller may
    /// remember.
    pub is_trusted: &'r dyn Fn(&Certificate) -> Result<(), Untrusted>,
    /// Largest payload, decompressed.
    pub largest_payload: usize,
}

impl<'r> Receiver<'r> {
    /// A receiver that takes what the reader of envelopes takes.
    #[must_use]
    pub fn new(
        identities: &'r [&'r Identity],
        is_trusted: &'r dyn Fn(&Certificate) -> Result<(), Untrusted>,
    ) -> Self {
        Self { identities, is_trusted, largest_payload: MAX_ENVELOPE_BYTES }
    }
}

/// A message whose sender, signature and encryption are right.
#[derive(Debug, Clone)]
pub struct Received {
    /// The header of the message.
    pub message: UserMessage,
    /// The envelope (SBD), decompressed.
    pub payload: Vec<u8>,
    /// The certificate of the sending access point (C2), which signed the message.
    pub signer: Certificate,
    /// For which of the receiver's identities it was encrypted. That one signs its receipt: its sender knows no
    /// other while certificates are exchanged.
    pub identity: usize,
    /// The signed references in canonical form: what a receipt repeats.
    pub(super) references: Vec<String>,
}

/// A message whose sender and signature are right, still compressed.
#[derive(Debug, Clone)]
pub struct Authentic {
    packed: Vec<u8>,
    /// Without its payload.
    received: Received,
}

/// Takes a message: [`authenticate`], then decompression.
///
/// # Errors
/// [`EbmsError`]: what to answer. It names the message as soon as its id is known.
pub fn receive(
    content_type: &str,
    body: &[u8],
    receiver: &Receiver<'_>,
) -> Result<Received, EbmsError> {
    authenticate(content_type, body, receiver)?.unpacked(receiver.largest_payload)
}

/// Checks a message in this order: MIME, SOAP, header, the receiver, whether the signer is an access point, the value
/// of the signature, decryption, the signed parts. So a sender outside the network causes no more work than parsing its
/// bytes.
///
/// # Errors
/// [`EbmsError`]: what to answer. It names the message as soon as its id is known.
pub fn authenticate(
    content_type: &str,
    body: &[u8],
    receiver: &Receiver<'_>,
) -> Result<Authentic, EbmsError> {
    let parts = mime::parts(content_type, body).map_err(mime_fault)?;
    let (root, attachments) = envelope(&parts)?;
    let parsed = parse(&root)?;
    let soap = Soap::posted(&parsed)?;
    let message = soap.user_message()?;
    let id = message.message_id.clone();
    open(&soap, message, attachments, receiver).map_err(|error| error.about(&id))
}

fn failed(what: impl std::fmt::Display) -> EbmsError {
    EbmsError::new(EbmsCode::FailedAuthentication, what)
}

fn open(
    soap: &Soap<'_, '_>,
    message: UserMessage,
    attachments: &[Part<'_>],
    receiver: &Receiver<'_>,
) -> Result<Authentic, EbmsError> {
    let security = security(soap.header)?;
    soap.understood()?;
    let (part, content_id) = attachment(attachments, &message.content_id)?;
    let key = payload_key(security, content_id, receiver.identities)?;
    let claim = Claim::of(security)?;
    (receiver.is_trusted)(&claim.signer).map_err(failed)?;
    let held = claim.held()?;
    let sealed = part.bytes().ok_or_else(|| mime_fault("the attachment is not decodable"))?;
    let packed = key.decrypt(&sealed)?;
    let verified = held.verified(Attachment::Payload(content_id, &packed))?;
    for (is_covered, what) in [
        (verified.covers(soap.messaging), "the eb:Messaging is not signed"),
        (verified.covers(soap.body), "the SOAP body is not signed"),
        (verified.covers_attachment(content_id), "the payload is not signed"),
        (verified.signer.common_name == message.from, "another access point signed than sent"),
    ] {
        if !is_covered {
            return Err(failed(what));
        }
    }
    let is_other = |identity: &&Identity| identity.certificate.common_name != message.to;
    if receiver.identities.iter().all(is_other) {
        return Err(EbmsError::new(
            EbmsCode::ValueInconsistent,
            "the message is for another access point",
        ));
    }
    let Verified { signer, references, .. } = verified;
    let (payload, identity) = (Vec::new(), key.identity);
    let received = Received { message, payload, signer, identity, references };
    Ok(Authentic { packed, received })
}

/// The one attachment, which the header must name, and its id.
fn attachment<'p, 'b>(
    attachments: &'p [Part<'b>],
    named: &str,
) -> Result<(&'p Part<'b>, &'p str), EbmsError> {
    let [part] = attachments else { return Err(mime_fault("there is not exactly one attachment")) };
    let id = part.content_id().filter(|id| is_content_id(named, id));
    let id = id.ok_or_else(|| mime_fault("the attachment is not the one that the header names"))?;
    Ok((part, id))
}

impl Authentic {
    /// The header of the message.
    #[must_use]
    pub const fn message(&self) -> &UserMessage {
        &self.received.message
    }

    /// The size of the payload, decompressed, as its end says: what is larger does not fit into so much, whatever it says.
    #[must_use]
    pub fn said_size(&self) -> usize {
        let is_compressed = self.received.message.is_compressed;
        if is_compressed { said_size(&self.packed) } else { self.packed.len() }
    }

    /// The message with its unpacked payload, if that has at most this many bytes.
    ///
    /// # Errors
    /// [`EbmsError`]: what to answer.
    pub fn unpacked(&self, most: usize) -> Result<Received, EbmsError> {
        let Self { packed, received } = self;
        let message = &received.message;
        let payload = match message.is_compressed {
            true => gunzip(packed, most),
            false => Some(packed.clone()),
        };
        let payload = payload.filter(|payload| payload.len() <= most).ok_or_else(|| {
            let what = format!("the payload is no {GZIP}, or too large");
            EbmsError::new(EbmsCode::DecompressionFailure, what).about(&message.message_id)
        })?;
        Ok(Received { payload, ..received.clone() })
    }
}

impl Authentic {
    /// A part of the payload as bytes of its own, of a message that was [unpacked](Self::unpacked) before. A caller
    /// that has dropped the whole payload then has the document in memory once. `None` when the payload ends before the
    /// part.
    #[must_use]
    pub fn part(&self, part: &Range<usize>) -> Option<Arc<[u8]>> {
        match self.received.message.is_compressed {
            true => gunzip_part(&self.packed, part),
            false => self.packed.get(part.clone()).map(Arc::from),
        }
    }
}

/// Largest number of elements, comments and other nodes of an incoming document: some ten thousand lines. Any sender in
/// the network chooses it, and parsing takes memory for each node.
pub const MOST_NODES: usize = 300_000;

impl Received {
    /// The envelope, which must say of parties, document type and process what the header says.
    ///
    /// # Errors
    /// [`EbmsError`]: what to answer.
    pub fn envelope(&self) -> Result<Envelope<'_>, EbmsError> {
        let other = |what: &str| EbmsError::other(&self.message.message_id, what);
        let limits = Limits { nodes: MOST_NODES, ..Limits::default() };
        let envelope = Envelope::read_within(&self.payload, &limits)
            .map_err(|error| other(&error.to_string()))?;
        let (header, message) = (&envelope.header, &self.message);
        let is = |own: &str, of: &crate::Identifier| {
            crate::Identifier::participant(own).is_same_participant(of)
        };
        for (is_same, what) in [
            (is(&header.sender, &message.original_sender), "sender"),
            (is(&header.receiver, &message.final_recipient), "receiver"),
            (header.document_type == message.document_type, "document type"),
            (header.process == message.process, "process"),
        ] {
            if !is_same {
                return Err(other(&format!("envelope and header name another {what}")));
            }
        }
        Ok(envelope)
    }
}
