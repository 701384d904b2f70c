//! How a posting is shown to people and programs.

use crate::{Link, Posting, PostingKind, PostingState};
use invoicing::OffsetId;
use time::Date;

/// A posting, and whether something blocks it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownPosting {
    /// The posting.
    pub posting: Posting,
    /// Whether the program has refused the document that the posting refers to.
    pub is_held: bool,
}

persistence::listed!(ShownPosting: posting.created_at, posting.id);

impl ShownPosting {
    /// The reason of the state: of a created posting the program's warning, if there is one.
    #[must_use]
    pub fn reason(&self, link: &Link) -> Option<String> {
        if self.posting.state != PostingState::Pending {
            return self.posting.note.clone();
        }
        let waiting = match (self.is_held, link.contact.error.clone()) {
            (true, _) => Waiting::DocumentRefused,
            (false, Some(cause)) => Waiting::NotReached { cause },
            (false, None) => Waiting::for_program(link),
        };
        Some(waiting.to_string())
    }
}

/// What a pending posting waits for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("posting_waits")]
pub(crate) enum Waiting {
    #[error("the program has refused the document that it is about")]
    DocumentRefused,
    #[error("the program cannot be reached: {cause}")]
    NotReached { cause: String },
    #[error("it waits to be written into {program}")]
    Written { program: &'static str },
    #[error("it waits until {program} fetches it")]
    Fetched { program: &'static str },
    #[error(
        "no accounting program is linked: a set-off is not exported by itself; enter it as an internal document"
    )]
    NotLinked,
    #[error("a set-off is not exported to {program} by itself: enter it as an internal document")]
    NotTaken { program: &'static str },
    #[error("it is of before {from}, from when on documents are exported")]
    Before { from: Date },
}

impl Waiting {
    /// The posting waits only for its turn.
    fn for_program(link: &Link) -> Self {
        let program = link.kind.label();
        match link.kind.is_called() {
            true => Waiting::Written { program },
            false => Waiting::Fetched { program },
        }
    }
}

/// The state of a set-off in an accounting program (`accounting_program`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OffsetPosting {
    /// The state of its posting.
    pub state: PostingState,
    /// The reason of the state.
    pub reason: Option<String>,
}

/// The accounting program of an organization, and the postings of some set-offs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AccountingNow {
    /// The link; `None` when no program is linked.
    pub link: Option<Link>,
    /// The postings of those set-offs.
    pub postings: Vec<ShownPosting>,
}

impl AccountingNow {
    /// The state of a set-off with this date.
    #[must_use]
    pub fn of(&self, offset: OffsetId, date: Date) -> OffsetPosting {
        let pending = |waiting: Waiting| OffsetPosting {
            state: PostingState::Pending,
            reason: Some(waiting.to_string()),
        };
        let Some(link) = &self.link else {
            return pending(Waiting::NotLinked);
        };
        if let Some(shown) = self.postings.iter().find(|it| it.posting.subject.id == offset.0) {
            return OffsetPosting { state: shown.posting.state, reason: shown.reason(link) };
        }
        if !link.kind.takes(PostingKind::Offset) {
            return pending(Waiting::NotTaken { program: link.kind.label() });
        }
        if date < link.from_date {
            return pending(Waiting::Before { from: link.from_date });
        }
        pending(Waiting::for_program(link))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ItemAnswer, PostingId, ProgramKind, Subject, link::tests::link};
    use expenses::ExpenseId;
    use invoicing::InvoiceId;
    use jobs::Jitter;
    use time::{OffsetDateTime, macros::date};
    use uuid::Uuid;

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;
    const DAY: Date = date!(2026 - 11 - 20);

    fn offset() -> OffsetId {
        OffsetId(Uuid::from_u128(5))
    }

    fn posting() -> Posting {
        let (invoice, expense) = (InvoiceId(Uuid::from_u128(1)), ExpenseId(Uuid::from_u128(2)));
        let link = link(ProgramKind::PohodaMserver).id;
        let id = PostingId(Uuid::from_u128(6));
        Posting::new(id, link, Subject::offset(offset(), invoice, expense), NOW)
    }

    fn said(link: Option<Link>, posting: Option<Posting>, is_held: bool) -> (PostingState, String) {
        let postings = posting.map(|posting| ShownPosting { posting, is_held });
        let now = AccountingNow { link, postings: postings.into_iter().collect() };
        let standing = now.of(offset(), DAY);
        (standing.state, standing.reason.unwrap_or_default())
    }

    #[test]
    fn a_set_off_says_why_it_waits() {
        let pohoda = || Some(link(ProgramKind::PohodaMserver));
        let down = link(ProgramKind::PohodaMserver).failed("no connection", NOW, Jitter(0));
        let late = Link { from_date: date!(2026 - 11 - 21), ..link(ProgramKind::PohodaMserver) };
        for (link, posting, is_held, word) in [
            (None, None, false, "no accounting program is linked"),
            (Some(link(ProgramKind::SuperFaktura)), None, false, "not exported to SuperFaktúra"),
            (Some(link(ProgramKind::SapiSk)), None, false, "not exported to SAPI-SK"),
            (Some(late), None, false, "before 2026-11-21"),
            (pohoda(), None, false, "waits to be written into Pohoda"),
            (Some(link(ProgramKind::PohodaFetch)), None, false, "until Pohoda fetches it"),
            (pohoda(), Some(posting()), true, "refused the document"),
            (Some(down), Some(posting()), false, "no connection"),
        ] {
            let (state, reason) = said(link, posting, is_held);
            assert_eq!(state, PostingState::Pending);
            assert!(reason.contains(word), "{reason}");
        }
    }

    #[test]
    fn a_set_off_that_was_answered_says_what_the_program_says() {
        let pohoda = || Some(link(ProgramKind::PohodaMserver));
        let created = ItemAnswer::Created { id: Some("7".into()), number: None, note: None };
        let done = posting().sending().answered(Some(&created), NOW);
        assert_eq!(said(pohoda(), Some(done), false), (PostingState::Created, String::new()));
        let refused = ItemAnswer::Refused { reason: "Obdobie je uzavreté".into() };
        let failed = posting().sending().answered(Some(&refused), NOW);
        let expected = (PostingState::Failed, "Obdobie je uzavreté".to_owned());
        assert_eq!(said(pohoda(), Some(failed), false), expected);
    }
}
