//! What the receiving access point answers to a message.

use std::borrow::Cow;

use xml::{Node, Parsed};

use super::names::{EB, EBBP};
use super::soap::{LIMITS, Soap};
use super::verify::{Attachment, Claim, security};
use super::{Sealed, mime};
use crate::signature::DS;
use crate::tree::{bytes, child, children, only_child, trimmed};
use crate::trust::{Certificate, Untrusted};

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
        /// Whether the receiver's key signed it. An unsigned answer proves nothing.
        is_signed: bool,
    },
    /// It does not take the message.
    Error {
        /// As `EBMS:0004`.
        code: String,
        /// What it says of it.
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

/// Why an answer is no proof.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplyFault {
    /// No SOAP message with a signal in it.
    #[error("the answer is no AS4 signal: {0}")]
    NoSignal(String),
    /// It is about another message.
    #[error("the answer is about another message")]
    OtherMessage,
    /// It has a receipt and an error.
    #[error("the answer says that the message was taken, and that it was not")]
    Contradiction,
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

/// The signer of an answer that was stored as evidence. `None` when it is not a signal, or its signature is invalid.
#[must_use]
pub fn signer_of(signal: &[u8]) -> Option<Certificate> {
    let parsed = Parsed::read_within(signal, &LIMITS).ok()?;
    let soap = Soap::of(&parsed)?;
    let claim = Claim::of(security(soap.header).ok()?).ok()?;
    let verified = claim.held().ok()?.verified(Attachment::None).ok()?;
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

/// What the signals of an answer say of a message.
#[derive(Default)]
struct Said<'a, 'i> {
    receipt: Option<Node<'a, 'i>>,
    /// The first error that is no warning: a warning is about a message that was taken.
    failure: Option<Node<'a, 'i>>,
}

impl<'a, 'i> Said<'a, 'i> {
    fn of(soap: &Soap<'a, 'i>, message_id: &str) -> Result<Self, ReplyFault> {
        let (mut said, mut signals, mut fits) = (Self::default(), 0, 0);
        for message in soap.signals() {
            signals += 1;
            let (about, failure) = (info(message, "RefToMessageId"), failure(message));
            // an error may come without the message that it is about; what ends a send as sent may not
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

/// The error of a signal, if it has one that is no warning: one that says more than that the message came before.
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

/// A value of a message's `MessageInfo`.
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
