//! Answers to our messages that do not bear the signature of who was asked: counted and logged. What they mean for a send
//! stands in `answer.rs`.

use peppol_connector::submissions::OutgoingMessage;
use peppol_messages::as4::{Reply, ReplyFault};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What such an answer says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Receipt,
    Duplicate,
    Error,
}

const NAMES: [&str; 3] = ["receipt", "duplicate", "error"];
static COUNTS: [AtomicU64; NAMES.len()] = [const { AtomicU64::new(0) }; NAMES.len()];

/// How many answers came since the process began without a signature of the addressed access point that holds and is
/// trusted: receipts, answers that the message came before, and errors.
#[must_use]
pub fn unsigned_answers() -> [(&'static str, u64); NAMES.len()] {
    [Kind::Receipt, Kind::Duplicate, Kind::Error]
        .map(|kind| (NAMES[kind as usize], COUNTS[kind as usize].load(Relaxed)))
}

/// Counts an answer that is none of theirs.
pub(crate) fn note(message: &OutgoingMessage, url: &str, reply: &Result<Reply, ReplyFault>) {
    let Some(kind) = kind(reply) else { return };
    COUNTS[kind as usize].fetch_add(1, Relaxed);
    let (id, receiver, answer) = (message.message_id, &message.receiver, NAMES[kind as usize]);
    tracing::warn!(message.id = %id, %receiver, url, answer, "answer to an AS4 message has no valid and trusted signature");
}

fn kind(reply: &Result<Reply, ReplyFault>) -> Option<Kind> {
    match reply {
        Err(ReplyFault::Signature(_) | ReplyFault::OtherSigner | ReplyFault::Untrusted(_)) => {
            Some(Kind::Receipt)
        }
        Ok(Reply::AlreadyReceived { is_signed: false }) => Some(Kind::Duplicate),
        Ok(Reply::Error { is_signed: false, .. }) => Some(Kind::Error),
        // no signal of AS4 is none of the network, and a receipt that does not repeat what was sent is signed
        Ok(_)
        | Err(
            ReplyFault::NoSignal(_)
            | ReplyFault::OtherMessage
            | ReplyFault::Contradiction
            | ReplyFault::Incomplete(_),
        ) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_signed_is_recognised_by_what_it_says() {
        let error = |is_signed| {
            Ok(Reply::Error { code: "EBMS:0004".to_owned(), detail: String::new(), is_signed })
        };
        let receipt = || Reply::Receipt { message_id: "m".to_owned(), timestamp: String::new() };
        for (reply, expected) in [
            (Ok(receipt()), None),
            (Err(ReplyFault::Signature("none".to_owned())), Some(Kind::Receipt)),
            (Err(ReplyFault::OtherSigner), Some(Kind::Receipt)),
            (Err(ReplyFault::Incomplete("a part".to_owned())), None),
            (Err(ReplyFault::OtherMessage), None),
            (Err(ReplyFault::NoSignal("HTML".to_owned())), None),
            (Ok(Reply::AlreadyReceived { is_signed: false }), Some(Kind::Duplicate)),
            (Ok(Reply::AlreadyReceived { is_signed: true }), None),
            (error(false), Some(Kind::Error)),
            (error(true), None),
        ] {
            assert_eq!(kind(&reply), expected, "{reply:?}");
        }
    }
}
