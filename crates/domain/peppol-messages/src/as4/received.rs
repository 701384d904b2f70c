//! Takes a message.

use super::decrypt::decrypt;
use super::gzip::gunzip;
use super::header::UserMessage;
use super::mime::{self, Part};
use super::names::GZIP;
use super::soap::{Soap, envelope, mime_fault, parse};
use super::verify::{Verified, security, verify};
use super::{EbmsCode, EbmsError};
use crate::sbdh::{Envelope, MAX_ENVELOPE_BYTES};
use crate::trust::{Certificate, Identity, Untrusted};

/// Who receives, and whom it trusts.
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
    /// What its header says.
    pub message: UserMessage,
    /// The envelope (SBD), decompressed.
    pub payload: Vec<u8>,
    /// Who signed it: C2.
    pub signer: Certificate,
    /// For which of the receiver's identities it was encrypted. That one signs its receipt: its sender knows no
    /// other while certificates are exchanged.
    pub identity: usize,
    /// The signed references in canonical form: what a receipt repeats.
    pub(super) references: Vec<String>,
}

/// Takes a message: MIME, SOAP, header, decryption, signature, signer, decompression, in this order.
///
/// # Errors
/// [`EbmsError`]: what to answer. It names the message as soon as its id is known.
pub fn receive(
    content_type: &str,
    body: &[u8],
    receiver: &Receiver<'_>,
) -> Result<Received, EbmsError> {
    let parts = mime::parts(content_type, body).map_err(mime_fault)?;
    let (root, attachments) = envelope(&parts)?;
    let parsed = parse(&root)?;
    let soap = Soap::posted(&parsed)?;
    let message = soap.user_message()?;
    let id = message.message_id.clone();
    open(&soap, message, attachments, receiver).map_err(|error| error.about(&id))
}

fn open(
    soap: &Soap<'_, '_>,
    message: UserMessage,
    attachments: &[Part<'_>],
    receiver: &Receiver<'_>,
) -> Result<Received, EbmsError> {
    let security = security(soap.header)?;
    let sealed = attachment(attachments, &message.content_id)?;
    let (packed, identity) = decrypt(security, &message.content_id, &sealed, receiver.identities)?;
    let failed =
        |what: &dyn std::fmt::Display| EbmsError::new(EbmsCode::FailedAuthentication, what);
    let verified = verify(security, Some((&message.content_id, &packed)))?;
    for (is_covered, what) in [
        (verified.covers(soap.messaging), "the eb:Messaging is not signed"),
        (verified.covers(soap.body), "the SOAP body is not signed"),
        (verified.covers_attachment(&message.content_id), "the payload is not signed"),
        (verified.signer.common_name == message.from, "another access point signed than sent"),
    ] {
        if !is_covered {
            return Err(failed(&what));
        }
    }
    (receiver.is_trusted)(&verified.signer).map_err(|reason| failed(&reason))?;
    let is_other = |identity: &&Identity| identity.certificate.common_name != message.to;
    if receiver.identities.iter().all(is_other) {
        return Err(EbmsError::new(
            EbmsCode::ValueInconsistent,
            "the message is for another access point",
        ));
    }
    let payload = unpack(packed, &message, receiver.largest_payload)?;
    let Verified { signer, references, .. } = verified;
    Ok(Received { message, payload, signer, identity, references })
}

/// The one attachment, which the header must name.
fn attachment<'b>(
    attachments: &[Part<'b>],
    content_id: &str,
) -> Result<std::borrow::Cow<'b, [u8]>, EbmsError> {
    let [part] = attachments else { return Err(mime_fault("there is not exactly one attachment")) };
    if part.content_id() != Some(content_id) {
        return Err(mime_fault("the attachment is not the one that the header names"));
    }
    part.bytes().ok_or_else(|| mime_fault("the attachment is not decodable"))
}

fn unpack(packed: Vec<u8>, message: &UserMessage, most: usize) -> Result<Vec<u8>, EbmsError> {
    let payload = if message.is_compressed { gunzip(&packed, most) } else { Some(packed) };
    let fits = payload.filter(|payload| payload.len() <= most);
    fits.ok_or_else(|| {
        let what = format!("the payload is no {GZIP}, or too large");
        EbmsError::new(EbmsCode::DecompressionFailure, what)
    })
}

impl Received {
    /// The envelope, which must say of parties, document type and process what the header says.
    ///
    /// # Errors
    /// [`EbmsError`]: what to answer.
    pub fn envelope(&self) -> Result<Envelope<'_>, EbmsError> {
        let other = |what: &str| EbmsError::other(&self.message.message_id, what);
        let envelope = Envelope::read(&self.payload).map_err(|error| other(&error.to_string()))?;
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
