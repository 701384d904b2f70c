//! Which postings go into one request.

use crate::{Posting, PostingState};

/// The maximum number of documents in one request. A program works on them one after the other while the request
/// waits.
pub const MAX_BATCH: usize = 20;

/// A posting that may go into the next request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextPosting {
    /// The posting.
    pub posting: Posting,
    /// Whether the program already has the documents that the posting refers to, if they are written into it at all.
    pub is_ready: bool,
}

/// Selects the postings of the next request from the candidates, in their order. A posting that refers to a document
/// which the program does not have yet ends the request, because it must contain the program's id of that document.
/// Postings at the front that are not ready are skipped: their document is among those that follow.
#[must_use]
pub fn cut(next: Vec<NextPosting>, most: usize) -> Vec<Posting> {
    let first_ready = next.into_iter().skip_while(|next| !next.is_ready);
    let ready = first_ready.take_while(|next| next.is_ready).take(most.min(MAX_BATCH));
    let postings = ready.map(|next| next.posting);
    postings.filter(|posting| posting.state == PostingState::Pending).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LinkId, PostingId, Subject};
    use invoicing::InvoiceId;
    use time::OffsetDateTime;
    use uuid::Uuid;

    fn next(ready: &[bool]) -> Vec<NextPosting> {
        let one = |(n, is_ready): (u128, &bool)| {
            let subject = Subject::invoice(InvoiceId(Uuid::from_u128(n)));
            let id = PostingId(Uuid::from_u128(n));
            let link = LinkId(Uuid::nil());
            let posting = Posting::new(id, link, subject, OffsetDateTime::UNIX_EPOCH);
            NextPosting { posting, is_ready: *is_ready }
        };
        (0..).zip(ready).map(one).collect()
    }

    #[test]
    fn a_request_ends_before_what_needs_it() {
        let (yes, no) = (true, false);
        for (ready, most, expected) in [
            (&[][..], 5, &[][..]),
            (&[yes, yes, no, yes], 5, &[0, 1]),
            (&[no, yes, yes], 5, &[1, 2]),
            (&[yes, yes, yes], 2, &[0, 1]),
            (&[no, no], 5, &[]),
        ] {
            let sent = cut(next(ready), most);
            let sent: Vec<_> = sent.iter().map(|posting| posting.id.0.as_u128()).collect();
            assert_eq!(sent, expected, "{ready:?}");
        }
        assert_eq!(cut(next(&[yes; 50]), usize::MAX).len(), MAX_BATCH);
    }
}
