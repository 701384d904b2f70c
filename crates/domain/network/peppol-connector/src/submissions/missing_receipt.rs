//! Gets the receipt of a document whose send was settled by a status: the sending worker may have disappeared before
//! it stored the receipt. The same message is sent again; its receiver recognizes it and answers with the receipt.

use crate::submissions::state::Actor;
use time::{Duration, OffsetDateTime};

/// How long to wait for the attempt that the status overtook: it may still bring the receipt.
const FIRST: Duration = Duration::seconds(10);

/// After this time the receipt is not requested any more: receivers do not remember messages for ever.
const LAST: Duration = Duration::hours(24);

/// When to ask for the receipt of a document that was settled without one, which only a status from the network does.
pub(crate) fn first_receipt_request(actor: Actor, now: OffsetDateTime) -> Option<OffsetDateTime> {
    (actor == Actor::Network).then(|| now.saturating_add(FIRST))
}

/// When to ask again after a request without a receipt: the waits double. `ended_at` is the time of the status.
#[must_use]
pub fn next_receipt_request(
    ended_at: OffsetDateTime,
    now: OffsetDateTime,
) -> Option<OffsetDateTime> {
    let since = now - ended_at;
    if since >= LAST {
        return None;
    }
    now.checked_add(since.max(FIRST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn receipts_are_asked_for_less_and_less_often_for_a_day() {
        let ended = OffsetDateTime::UNIX_EPOCH;
        let (mut now, mut requests) = (ended + FIRST, 1);
        while let Some(at) = next_receipt_request(ended, now) {
            assert!(at >= now + FIRST);
            now = at;
            requests += 1;
        }
        assert_eq!(requests, 15);
        assert!(now - ended >= LAST && now - ended < LAST * 2);
        // a clock that was set back does not shorten the waits
        let before = ended - Duration::HOUR;
        assert_eq!(next_receipt_request(ended, before), Some(before + FIRST));
    }

    #[test]
    fn answers_to_messages_are_receipts_themselves() {
        let asks = |actor| first_receipt_request(actor, OffsetDateTime::UNIX_EPOCH).is_some();
        assert!(asks(Actor::Network));
        assert!(!asks(Actor::Worker) && !asks(Actor::Operator));
    }
}
