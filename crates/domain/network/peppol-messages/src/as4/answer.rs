//! The answer of the receiving access point to a message.

use std::borrow::Cow;

use xml::{Node, Parsed};

use super::names::{EB, EBBP};
use super::soap::{LIMITS, Soap};
use super::verify::{Attachment, Claim, security};
use super::{Sealed, mime};
use crate::signature::DS;
use crate::tree::{bytes, child, children, only_child, trimmed};
use crate::trust::{Certificate, Untrusted};

/// The code of phase4 for a message that it has received before.
const DUPLICATE: &str = "EBMS:4001";

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// The message was received, and the receipt is signed.
    Receipt {
        /// The id of the receipt.
        message_id: String,
        /// The time of the receipt, as written.
        timestamp: String,
    },
    /// The message was received before.
    AlreadyReceived {
        /// Whether the receiver's key signed it. An unsigned answer proves nothing.
        is_signed: bool,
    },
    /// The message was refused.
    Error {
        /// The code, for example `EBMS:0004`.
        code: String,
        /// The description of the error.
        detail: String,
        /// Whether the receiver's key signed it. An unsigned error proves nothing.
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

/// Why an answer proves nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplyFault {
    /// It is not a SOAP message with a signal.
    #[error("the answer is no AS4 signal: {0}")]
    NoSignal(String),
    /// It refers to another message.
    #[error("the answer is about another message")]
    OtherMessage,
    /// It contains both a receipt and an error.
    #[error("the answer says that the message was taken, and that it was not")]
    Contradiction,
    /// The receipt is not signed, or its signature is not valid.
    #[error("the receipt: {0}")]
    Signature(String),
    /// It was not signed by the addressed access point.
    #[error("another access point signed the receipt")]
    OtherSigner,
    /// The signer is no longer trusted.
    #[error("the signer of the receipt: {0}")]
    Untrusted(Untrusted),
    /// The receipt does not repeat everything that was sent.
    #[error("the receipt does not repeat {0}")]
    Incomplete(String),
}

/// The signer of an answer that was stored as evidence. `None` when it is not a signal, or its signature is invalid.
#[must_use]
pub fn signer_of(signal: &[u8]) -> Option<Certificate> {
    let parsed = Parsed::read_within(signal, &LIMITS).ok()?;
    let soap = Soap::of(&parsed)?;
    let claim = Claim::of(security(soap.header).ok()?).ok()?;
    let verified = claim.held().ok()?.verified(Attachment::None).ok()?;
    verified.covers(soap.messaging).then_some(verified.signer)
}

/// Parses the answer to a message, whatever its HTTP status. `to` is the access point that the message was encrypted
/// for.
///
/// # Errors
/// [`ReplyFault`]: it is unknown then whether the message arrived, and it is sent again.
pub fn read_answer(
    content_type: &str,
    body: &[u8],
    sent: &Sealed,
    to: &Certificate,
    is_trusted: &dyn Fn(&Certificate) -> Result<(), Untrusted>,
) -> Result<Reply, ReplyFault> {
    let bytes = content(content_type, body)?;
    let parsed = Parsed::read_within(&bytes, &LIMITS).map_err(|error| no_signal(&error))?;
    let soap = Soap::of(&parsed).ok_or_else(|| no_signal(&"it has no eb:Messaging"))?;
    let said = Said::of(&soap, &sent.message_id)?;
    match (said.receipt, said.failure) {
        (Some(message), failure) if failure.is_none_or(is_duplicate) => {
            let receipt =
                only_child(message, EB, "Receipt").ok_or_else(|| no_signal(&"it is no receipt"))?;
            check_signature(&soap, to, is_trusted)?;
            check_parts(receipt, sent)?;
            Ok(receipt_of(message))
        }
        (Some(_), _) => Err(ReplyFault::Contradiction),
        (None, Some(failure)) => Ok(error_of(failure, is_signed(&soap, to))),
        (None, None) => Err(no_signal(&"it is no receipt")),
    }
}

/// The signals of an answer about a message.
#[derive(Default)]
struct Said<'a, 'i> {
    receipt: Option<Node<'a, 'i>>,
    /// The first error that is not a warning. A warning refers to a message that was received.
    failure: Option<Node<'a, 'i>>,
}

impl<'a, 'i> Said<'a, 'i> {
    fn of(soap: &Soap<'a, 'i>, message_id: &str) -> Result<Self, ReplyFault> {
        let (mut said, mut signals, mut fits) = (Self::default(), 0, 0);
        for message in soap.signals() {
            signals += 1;
            let (about, failure) = (info(message, "RefToMessageId"), failure(message));
            // an error may omit the id of its message, but an answer that ends a send as sent may not
            let names_none = about.is_none() && failure.is_some_and(|one| !is_duplicate(one));
            if about.as_deref() != Some(message_id) && !names_none {
                continue;
            }
            fits += 1;
            said.failure = match said.failure {
                Some(known) if !is_duplicate(known) => Some(known),
                known => failure.or(known),
            };
            let receipt = child(message, EB, "Receipt").map(|_| message);
            said.receipt = said.receipt.or(receipt);
        }
        match (signals, fits) {
            (0, _) => Err(no_signal(&"it has no eb:SignalMessage")),
            (_, 0) => Err(ReplyFault::OtherMessage),
            _ => Ok(said),
        }
    }
}

/// The error of a signal, unless it is a warning. An error is preferred to one that only reports a duplicate.
fn failure<'a, 'i: 'a>(message: Node<'a, 'i>) -> Option<Node<'a, 'i>> {
    let is_warning = |error: Node<'_, '_>| {
        let severity = error.attribute("severity").unwrap_or_default();
        severity.eq_ignore_ascii_case("warning") && !is_duplicate(error)
    };
    let errors = || children(message, EB, "Error").filter(|error| !is_warning(*error));
    errors().find(|error| !is_duplicate(*error)).or_else(|| errors().next())
}

fn is_duplicate(error: Node<'_, '_>) -> bool {
    error.attribute("errorCode") == Some(DUPLICATE)
}

/// A value from the `MessageInfo` of a message.
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

/// The SOAP message, without other parts.
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
    let claim = security(soap.header).and_then(Claim::of);
    let verified = claim.ok().filter(|claim| claim.signer == *to).and_then(|claim| {
        let held = claim.held().ok()?;
        held.verified(Attachment::None).ok()
    });
    verified.is_some_and(|verified| verified.covers(soap.messaging))
}

fn check_signature(
    soap: &Soap<'_, '_>,
    to: &Certificate,
    is_trusted: &dyn Fn(&Certificate) -> Result<(), Untrusted>,
) -> Result<(), ReplyFault> {
    let failed = |error: super::EbmsError| ReplyFault::Signature(error.detail);
    let claim = security(soap.header).and_then(Claim::of).map_err(failed)?;
    if claim.signer != *to {
        return Err(ReplyFault::OtherSigner);
    }
    is_trusted(&claim.signer).map_err(ReplyFault::Untrusted)?;
    let held = claim.held().map_err(failed)?;
    let verified = held.verified(Attachment::None).map_err(failed)?;
    if !verified.covers(soap.messaging) {
        return Err(ReplyFault::Signature("its content is not signed".to_owned()));
    }
    Ok(())
}

/// Checks that the receipt repeats each signed reference with its digest.
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
