//! The parts of a message that are readable without its key.

use super::names::{EB, EBBP};
use super::soap::{Soap, envelope, mime_fault, parse};
use super::verify::{Attachment, Claim, security};
use super::{EbmsCode, EbmsError, UserMessage, mime};
use crate::signature::DS;
use crate::tree::{child, children, trimmed};
use crate::trust::Certificate;

/// The readable parts of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seen {
    /// A document. Its payload is encrypted, so neither the payload nor its digest is checked.
    Message {
        /// The header of the message.
        message: Box<UserMessage>,
        /// The certificate of the header's signer, or why the signature is not valid.
        signer: Result<Box<Certificate>, EbmsError>,
        /// The number of parts besides the header.
        attachments: usize,
    },
    /// A receipt.
    Receipt {
        /// The id of the receipt.
        message_id: String,
        /// The id of the message that it acknowledges.
        about: String,
        /// The number of signed references that it repeats.
        parts: usize,
        /// The certificate of the signer, or why the signature is not valid.
        signer: Result<Box<Certificate>, EbmsError>,
    },
    /// An error.
    Error {
        /// The code, for example `EBMS:0004`.
        code: String,
        /// The description of the error.
        detail: String,
        /// The id of the message that it refers to.
        about: Option<String>,
    },
}

/// Parses a message or an answer, given the body of an HTTP request or answer and its `Content-Type`.
///
/// # Errors
/// [`EbmsError`] when it is not a message, or violates the profile.
pub fn look(content_type: &str, body: &[u8]) -> Result<Seen, EbmsError> {
    let parts = mime::parts(content_type, body).map_err(mime_fault)?;
    let (root, attachments) = envelope(&parts)?;
    let parsed = parse(&root)?;
    let soap = Soap::posted(&parsed)?;
    if soap.signal().is_some() {
        return Ok(answer(&soap));
    }
    let message = soap.user_message()?;
    let signer = signed(&soap);
    Ok(Seen::Message { message: Box::new(message), signer, attachments: attachments.len() })
}

/// The certificate of the header's signer.
fn signed(soap: &Soap<'_, '_>) -> Result<Box<Certificate>, EbmsError> {
    let held = Claim::of(security(soap.header)?)?.held()?;
    let verified = held.verified(Attachment::Unseen)?;
    if verified.covers(soap.messaging) {
        return Ok(Box::new(verified.signer));
    }
    Err(EbmsError::new(EbmsCode::FailedAuthentication, "the eb:Messaging is not signed"))
}

fn answer(soap: &Soap<'_, '_>) -> Seen {
    let message = soap.signal();
    let of = |name: &str| {
        let info = message.and_then(|message| child(message, EB, "MessageInfo"));
        info.and_then(|info| child(info, EB, name)).map(trimmed)
    };
    if let Some(error) = message.and_then(|message| child(message, EB, "Error")) {
        let text = |name| error.attribute(name).unwrap_or_default().to_owned();
        let detail = child(error, EB, "ErrorDetail").map(trimmed);
        return Seen::Error {
            code: text("errorCode"),
            detail: detail.unwrap_or_else(|| text("shortDescription")),
            about: of("RefToMessageId"),
        };
    }
    let list = message
        .and_then(|message| child(message, EB, "Receipt"))
        .and_then(|receipt| child(receipt, EBBP, "NonRepudiationInformation"));
    let repeated = list
        .into_iter()
        .flat_map(|list| children(list, EBBP, "MessagePartNRInformation"))
        .filter(|part| child(*part, DS, "Reference").is_some());
    Seen::Receipt {
        message_id: of("MessageId").unwrap_or_default(),
        about: of("RefToMessageId").unwrap_or_default(),
        parts: repeated.count(),
        signer: signed(soap),
    }
}
