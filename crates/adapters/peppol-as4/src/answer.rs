//! What an answer, or none, means for a send.

use crate::http::{HttpAnswer, HttpFault};
use peppol_connector::ports::{DeliveryError, Receipt};
use peppol_messages::as4::{Reply, ReplyFault};

/// Errors after which the same message would be refused again: the header is not as this receiver reads the
/// profile, or the payload is not what it takes. All others may pass: keys and certificates change, lists of
/// revoked ones come late, stores are full.
const FOR_GOOD: [&str; 6] =
    ["EBMS:0001", "EBMS:0002", "EBMS:0003", "EBMS:0007", "EBMS:0009", "EBMS:0303"];

/// HTTP statuses by which a server says that it took nothing.
const NOT_TAKEN: [u16; 11] = [301, 302, 307, 308, 401, 403, 404, 405, 413, 429, 503];

/// An error that the other access point answers.
#[derive(Debug, thiserror::Error)]
#[error("the receiving access point answers {code}: {detail}")]
struct PeerError {
    code: String,
    detail: String,
}

/// A message that was never sent before cannot have been received before: who says so without a signature is not
/// believed.
#[derive(Debug, thiserror::Error)]
#[error("an unsigned answer to the first attempt says that the message came before")]
struct NeverSent;

/// An answer without a signal.
#[derive(Debug, thiserror::Error)]
#[error("HTTP status {status}: {fault}")]
struct NoSignal {
    status: u16,
    fault: ReplyFault,
}

/// What a read answer means, to a message that may have gone out before, or never did.
pub(crate) fn outcome(
    answer: HttpAnswer,
    reply: Result<Reply, ReplyFault>,
    is_repeated: bool,
) -> Result<Receipt, DeliveryError> {
    match reply {
        Ok(Reply::Receipt { message_id, .. }) => Ok(Receipt {
            transaction_id: Some(message_id),
            evidence: answer.body,
            duplicate: false,
            delivered: false,
        }),
        Ok(Reply::AlreadyReceived { is_signed: false }) if !is_repeated => {
            Err(DeliveryError::NoReceipt(NeverSent.into()))
        }
        Ok(Reply::AlreadyReceived { .. }) => Ok(Receipt {
            transaction_id: None,
            evidence: answer.body,
            duplicate: true,
            delivered: false,
        }),
        Ok(Reply::Error { code, detail, is_signed }) => {
            tracing::info!(code, detail, is_signed, "AS4 message refused by its receiver");
            Err(refusal(code, detail))
        }
        Err(fault @ ReplyFault::NoSignal(_)) if NOT_TAKEN.contains(&answer.status) => {
            Err(DeliveryError::Unreachable(NoSignal { status: answer.status, fault }.into()))
        }
        Err(fault) => {
            Err(DeliveryError::NoReceipt(NoSignal { status: answer.status, fault }.into()))
        }
    }
}

fn refusal(code: String, detail: String) -> DeliveryError {
    let error = PeerError { code, detail };
    let is_for_good =
        error.detail.contains("PEPPOL:NOT_SERVICED") || FOR_GOOD.contains(&&*error.code);
    if is_for_good {
        DeliveryError::Refused(error.to_string())
    } else {
        DeliveryError::Unreachable(error.into())
    }
}

/// What it means that there is no answer.
pub(crate) fn unanswered(fault: HttpFault) -> DeliveryError {
    match fault {
        HttpFault::NotSent(_) => DeliveryError::Unreachable(fault.into()),
        HttpFault::BrokenOff(_) => DeliveryError::NoReceipt(fault.into()),
    }
}
