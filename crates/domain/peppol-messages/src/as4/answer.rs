//! What the receiving access point answers to a message.

use std::borrow::Cow;

use xml::{Limits, Node, Parsed};

use super::names::{EB, EBBP};
use super::soap::Soap;
use super::verify::{security, verify};
use super::{Sealed, mime};
use crate::signature::DS;
use crate::tree::{bytes, child, children, only_child, trimmed};
use crate::trust::{Certificate, Untrusted};

const LARGEST: usize = 1024 * 1024;
/// The code by which phase4 says that it has the message already.
const DUPLICATE: &str = "EBMS:4001";

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// It has the message, and signed that it has.
    Receipt {
        /// The receipt's own id.
        message_id: String,
        /// When it was made, as written.
        timestamp: String,
    },
    /// It has had the message before.
    AlreadyReceived {
        /// Whether the receiver's key signed it. Without that anybody may have said so.
        is_signed: bool,
    },
    /// It does not take the message.
    Error {
        /// As `EBMS:0004`.
        code: String,
        /// What it says of it.
        detail: String,
        /// Whether the receiver's key signed it. An error that nobody signed proves nothing.
        is_signed: bool,
    },
}

impl Reply {
    /// Whether the receiver says that it does not serve the recipient.
    #[must_use]
    pub fn is_not_serviced(&self) -> bool {
        matches!(self, Self::Error { detail, .. } if detail.contains("PEPPOL:NOT_SERVICED"))
    }
}

/// Why an answer is no proof.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplyFault {
    /// No SOAP message with a signal in it.
    #[error("the answer is no AS4 signal: {0}")]
    NoSignal(String),
    /// It is about another message.
    #[error("the answer is about another message")]
    OtherMessage,
    /// The receipt is not signed, or its signature does not hold.
    #[error("the receipt: {0}")]
    Signature(String),
    /// Another than the addressed access point signed it.
    #[error("another access point signed the receipt")]
    OtherSigner,
    /// The signer is not trusted any more.
    #[error("the signer of the receipt: {0}")]
    Untrusted(Untrusted),
    /// It does not repeat what was sent.
    #[error("the receipt does not repeat {0}")]
    Incomplete(String),
}

/// Who signed an answer that was kept as evidence. `None`: it is no signal, or its signature does not hold.
#[must_use]
pub fn signer_of(signal: &[u8]) -> Option<Certificate> {
    let limits = Limits { bytes: LARGEST, ..Limits::default() };
    let parsed = Parsed::read_within(signal, &limits).ok()?;
    let soap = Soap::of(&parsed)?;
    let verified = verify(security(soap.header).ok()?, None).ok()?;
    verified.covers(soap.messaging).then_some(verified.signer)
}

/// Reads the answer to a message, whatever the HTTP status it came with. `to` is whom the message was
/// encrypted for.
///
/// # Errors
/// [`ReplyFault`]: then it is not known whether the message arrived, and it is sent again.
pub fn read_answer(
    content_type: &str,
    body: &[u8],
    sent: &Sealed,
    to: &Certificate,
    is_trusted: &dyn Fn(&Certificate) -> Result<(), Untrusted>,
) -> Result<Reply, ReplyFault> {
    let bytes = content(content_type, body)?;
    let limits = Limits { bytes: LARGEST, ..Limits::default() };
    let parsed = Parsed::read_within(&bytes, &limits).map_err(|error| no_signal(&error))?;
    let soap = Soap::of(&parsed).ok_or_else(|| no_signal(&"it has no eb:Messaging"))?;
    let message = soap.signal().ok_or_else(|| no_signal(&"it has no eb:SignalMessage"))?;
    let about = info(message, "RefToMessageId");
    let is_ours = about.as_deref() == Some(&*sent.message_id);
    if let Some(error) = child(message, EB, "Error") {
        let reply = error_of(error, is_signed(&soap, to));
        // an error may come without the message that it is about; what ends a send as sent may not
        let names_none = about.is_none() && !matches!(reply, Reply::AlreadyReceived { .. });
        return if names_none || is_ours { Ok(reply) } else { Err(ReplyFault::OtherMessage) };
    }
    if !is_ours {
        return Err(ReplyFault::OtherMessage);
    }
    let receipt =
        only_child(message, EB, "Receipt").ok_or_else(|| no_signal(&"it is no receipt"))?;
    check_signature(&soap, to, is_trusted)?;
    check_parts(receipt, sent)?;
    Ok(receipt_of(message))
}

/// What a message says of itself.
fn info(message: Node<'_, '_>, name: &str) -> Option<String> {
    only_child(child(message, EB, "MessageInfo")?, EB, name).map(trimmed)
}

fn receipt_of(message: Node<'_, '_>) -> Reply {
    let said = |name| info(message, name).unwrap_or_default();
    Reply::Receipt { message_id: said("MessageId"), timestamp: said("Timestamp") }
}

fn no_signal(what: &dyn std::fmt::Display) -> ReplyFault {
    ReplyFault::NoSignal(what.to_string())
}

/// The SOAP message, without what may come beside it.
fn content<'b>(content_type: &str, body: &'b [u8]) -> Result<Cow<'b, [u8]>, ReplyFault> {
    let parts = mime::parts(content_type, body).map_err(|what| no_signal(&what))?;
    let bytes = parts.first().and_then(mime::Part::bytes);
    bytes.ok_or_else(|| no_signal(&"it has no content"))
}

fn error_of(error: Node<'_, '_>, is_signed: bool) -> Reply {
    let of = |name| error.attribute(name).unwrap_or_default().to_owned();
    let code = of("errorCode");
    if code == DUPLICATE {
        return Reply::AlreadyReceived { is_signed };
    }
    let text = |name| child(error, EB, name).map(trimmed).filter(|text| !text.is_empty());
    let detail = text("ErrorDetail").or_else(|| text("Description"));
    Reply::Error { code, detail: detail.unwrap_or_else(|| of("shortDescription")), is_signed }
}

fn is_signed(soap: &Soap<'_, '_>, to: &Certificate) -> bool {
    let verified = security(soap.header).and_then(|security| verify(security, None));
    verified.is_ok_and(|verified| verified.covers(soap.messaging) && verified.signer == *to)
}

fn check_signature(
    soap: &Soap<'_, '_>,
    to: &Certificate,
    is_trusted: &dyn Fn(&Certificate) -> Result<(), Untrusted>,
) -> Result<(), ReplyFault> {
    let failed = |error: super::EbmsError| ReplyFault::Signature(error.detail);
    let verified = verify(security(soap.header).map_err(failed)?, None).map_err(failed)?;
    if !verified.covers(soap.messaging) {
        return Err(ReplyFault::Signature("its content is not signed".to_owned()));
    }
    if verified.signer != *to {
        return Err(ReplyFault::OtherSigner);
    }
    is_trusted(&verified.signer).map_err(ReplyFault::Untrusted)
}

/// Whether the receipt repeats each thing that was signed, with its digest.
fn check_parts(receipt: Node<'_, '_>, sent: &Sealed) -> Result<(), ReplyFault> {
    let list = child(receipt, EBBP, "NonRepudiationInformation");
    let repeated: Vec<_> = list
        .into_iter()
        .flat_map(|list| children(list, EBBP, "MessagePartNRInformation"))
        .filter_map(|part| child(part, DS, "Reference"))
        .map(|one| (one.attribute("URI"), child(one, DS, "DigestValue").and_then(bytes)))
        .collect();
    for part in &sent.parts {
        let is_same = |(uri, digest): &(Option<&str>, Option<Vec<u8>>)| {
            *uri == Some(&*part.uri) && digest.as_ref() == Some(&part.digest)
        };
        if !repeated.iter().any(is_same) {
            return Err(ReplyFault::Incomplete(part.uri.clone()));
        }
    }
    Ok(())
}
