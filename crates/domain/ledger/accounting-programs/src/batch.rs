//! What is sent in one request.

use crate::{Posting, PostingState};

/// Documents in one request at most. A program works on them one after the other while the request waits.
pub const MAX_BATCH: usize = 20;

/// A posting that may be next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextPosting {
    /// The posting.
    pub posting: Posting,
    /// Whether the program has the documents that it is about, as far as they are written into it at all.
    pub is_ready: bool,
}

/// The postings of the next request, of those that may be next in their order. One whose document is to be made first
/// ends the request before it: it names the program's id of the document. Where none is ready at the front, those behind
/// follow, which its document is among.
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
