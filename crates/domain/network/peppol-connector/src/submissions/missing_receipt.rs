//! The receipt of a document whose send a status ended: whoever had the send may have vanished before the receipt was
//! kept. The same message is sent once more then: its receiver knows it, and answers with the receipt.

use crate::submissions::state::Actor;
use time::{Duration, OffsetDateTime};

/// How long the attempt that the status overtook may still bring the receipt by itself.
const FIRST: Duration = Duration::seconds(10);

/// After this long the receipt is not requested again: receivers need not remember messages for ever.
const LAST: Duration = Duration::hours(24);

/// When to ask for the receipt of what is taken without one: a status says so, and no answer to a message.
pub(crate) fn first_receipt_request(actor: Actor, now: OffsetDateTime) -> Option<OffsetDateTime> {
    (actor == Actor::Network).then(|| now.saturating_add(FIRST))
}

/// When to ask again after a request that brought none: the waits double. `ended_at` is when the status ended the send.
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
        // a clock that was set back asks no faster
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
