use crate::{ItemAnswer, LinkId};
use expenses::ExpenseId;
use invoicing::{InvoiceId, OffsetId, PaymentId};
use persistence::typed_id;
use time::OffsetDateTime;
use uuid::Uuid;

typed_id!(
    /// The id of a posting.
    PostingId
);

persistence::named! {
    /// What a posting is of.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum PostingKind {
        /// An invoice, a credit note or a debit note.
        Invoice = "invoice",
        /// An approved document of a supplier.
        Expense = "expense",
        /// A payment of an invoice.
        InvoicePayment = "invoice_payment",
        /// A payment of an expense.
        ExpensePayment = "expense_payment",
        /// A mutual set-off, which becomes an internal document.
        Offset = "offset",
    }
}

impl PostingKind {
    /// Whether it is a document by itself, and not about another one.
    #[must_use]
    pub const fn is_document(self) -> bool {
        matches!(self, PostingKind::Invoice | PostingKind::Expense)
    }
}

persistence::named! {
    /// How far a posting is.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub enum PostingState {
        /// The program has no document of it yet.
        #[default]
        Pending = "pending",
        /// The program has made a document of it.
        Created = "created",
        /// The program has refused it.
        Failed = "failed",
    }
}

/// What a posting is of: its kind, its id, and the documents that it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subject {
    /// What it is.
    pub kind: PostingKind,
    /// The id of the invoice, the expense, the payment or the set-off. Ids are made in the order of time.
    pub id: Uuid,
    /// The invoice or expense that it is of; of a set-off its invoice.
    pub document: Uuid,
    /// The expense of a set-off.
    pub counterpart: Option<Uuid>,
}

impl Subject {
    /// An invoice.
    #[must_use]
    pub const fn invoice(id: InvoiceId) -> Self {
        Self { kind: PostingKind::Invoice, id: id.0, document: id.0, counterpart: None }
    }

    /// An expense.
    #[must_use]
    pub const fn expense(id: ExpenseId) -> Self {
        Self { kind: PostingKind::Expense, id: id.0, document: id.0, counterpart: None }
    }

    /// A payment of an invoice.
    #[must_use]
    pub const fn invoice_payment(id: PaymentId, of: InvoiceId) -> Self {
        Self { kind: PostingKind::InvoicePayment, id: id.0, document: of.0, counterpart: None }
    }

    /// A payment of an expense.
    #[must_use]
    pub const fn expense_payment(id: PaymentId, of: ExpenseId) -> Self {
        Self { kind: PostingKind::ExpensePayment, id: id.0, document: of.0, counterpart: None }
    }

    /// A set-off of an invoice and an expense.
    #[must_use]
    pub const fn offset(id: OffsetId, invoice: InvoiceId, expense: ExpenseId) -> Self {
        let counterpart = Some(expense.0);
        Self { kind: PostingKind::Offset, id: id.0, document: invoice.0, counterpart }
    }
}

/// One thing on its way into an accounting program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posting {
    /// The id of the posting.
    pub id: PostingId,
    /// The link by which it goes.
    pub link: LinkId,
    /// What it is of.
    pub subject: Subject,
    /// How far it is.
    pub state: PostingState,
    /// Whether the program may have it without our knowing: a request was begun and its answer not stored.
    pub is_doubtful: bool,
    /// Requests so far.
    pub attempts: u32,
    /// The program's own id of the document.
    pub program_id: Option<String>,
    /// The program's own number of the document.
    pub program_number: Option<String>,
    /// The program's own words: why it refused it, or what it warns of.
    pub note: Option<String>,
    /// When it was noticed.
    pub created_at: OffsetDateTime,
    /// When the program answered.
    pub concluded_at: Option<OffsetDateTime>,
}

persistence::listed!(Posting: created_at, id);

/// Why a posting is not tried again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[error("the posting is {state}: only one that the program refused is tried again", state = .0.name())]
pub struct NotRetried(pub PostingState);

/// Why a posting counts as refused about which the program says nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[error("the program gave no answer about it in {requests} requests")]
pub(crate) struct Unanswered {
    requests: u32,
}

/// Requests without an answer about a posting after which it counts as refused.
const MAX_UNANSWERED: u32 = 10;

/// Longest text of a program that is stored, in characters.
const MAX_TEXT: usize = 1_000;

impl Posting {
    /// A posting that nothing was done about yet.
    #[must_use]
    pub const fn new(
        id: PostingId,
        link: LinkId,
        subject: Subject,
        created_at: OffsetDateTime,
    ) -> Self {
        Self {
            id,
            link,
            subject,
            state: PostingState::Pending,
            is_doubtful: false,
            attempts: 0,
            program_id: None,
            program_number: None,
            note: None,
            created_at,
            concluded_at: None,
        }
    }

    /// The id under which the program knows it. The same thing has always the same one.
    #[must_use]
    pub fn external_id(&self) -> String {
        self.subject.id.to_string()
    }

    /// The posting while a request is under way: it is stored before the request begins.
    #[must_use]
    pub fn sending(&self) -> Self {
        let attempts = self.attempts.saturating_add(1);
        Self { is_doubtful: true, attempts, ..self.clone() }
    }

    /// The posting after a request that brought no answer about anything. It counts as none; whether the program may have
    /// the document stays in doubt when the request may have been carried out.
    #[must_use]
    pub fn unanswered(&self, is_doubtful: bool) -> Self {
        let attempts = self.attempts.saturating_sub(1);
        Self { is_doubtful, attempts, ..self.clone() }
    }

    /// The posting after the program looked for it and has none.
    #[must_use]
    pub fn not_found(&self) -> Self {
        Self { is_doubtful: false, ..self.clone() }
    }

    /// The posting after an answer: what the program said of it, or nothing. Of what it says nothing again and again
    /// it has no document.
    #[must_use]
    pub fn answered(&self, answer: Option<&ItemAnswer>, now: OffsetDateTime) -> Self {
        let unanswered =
            || ItemAnswer::Refused { reason: Unanswered { requests: MAX_UNANSWERED }.to_string() };
        let given_up = (self.attempts >= MAX_UNANSWERED).then(unanswered);
        let Some(answer) = answer.or(given_up.as_ref()) else { return self.clone() };
        let known = Self { is_doubtful: false, concluded_at: Some(now), ..self.clone() };
        match answer {
            ItemAnswer::Created { id, number, note } => Self {
                state: PostingState::Created,
                program_id: id.as_deref().map(bounded),
                program_number: number.as_deref().map(bounded),
                note: note.as_deref().map(bounded),
                ..known
            },
            ItemAnswer::Refused { reason } => {
                Self { state: PostingState::Failed, note: Some(bounded(reason)), ..known }
            }
        }
    }

    /// The posting when a person has it tried again.
    ///
    /// # Errors
    /// [`NotRetried`].
    pub fn retried(&self) -> Result<Self, NotRetried> {
        if self.state != PostingState::Failed {
            return Err(NotRetried(self.state));
        }
        let (state, note, concluded_at) = (PostingState::Pending, None, None);
        // it may be there under its external id: the program is asked first
        Ok(Self { state, note, concluded_at, is_doubtful: true, attempts: 0, ..self.clone() })
    }
}

/// A text of a program in one line, cut to what is stored.
pub(crate) fn bounded(text: &str) -> String {
    let words = text.split(|c: char| c.is_control() || c.is_whitespace());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ").chars().take(MAX_TEXT).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

    fn posting() -> Posting {
        let subject = Subject::invoice(InvoiceId(Uuid::from_u128(3)));
        Posting::new(PostingId(Uuid::from_u128(1)), LinkId(Uuid::from_u128(2)), subject, NOW)
    }

    fn created(id: &str) -> ItemAnswer {
        ItemAnswer::Created { id: Some(id.into()), number: None, note: None }
    }

    #[test]
    fn an_answer_concludes_it() {
        let sent = posting().sending();
        assert!(sent.is_doubtful, "the program may have it from now on");
        let done = sent.answered(Some(&created("17")), NOW);
        assert_eq!((done.state, done.is_doubtful), (PostingState::Created, false));
        assert_eq!(done.program_id.as_deref(), Some("17"));
        let refused = ItemAnswer::Refused { reason: " no\n\u{0} such\taccount ".into() };
        let failed = sent.answered(Some(&refused), NOW);
        assert_eq!(failed.state, PostingState::Failed);
        assert_eq!(failed.note.as_deref(), Some("no such account"));
    }

    #[test]
    fn without_an_answer_it_stays_in_doubt_and_is_given_up_in_the_end() {
        let mut current = posting();
        for attempt in 1..MAX_UNANSWERED {
            current = current.sending().answered(None, NOW);
            assert_eq!(current.state, PostingState::Pending, "{attempt}");
            assert!(current.is_doubtful);
        }
        assert_eq!(current.sending().answered(None, NOW).state, PostingState::Failed);
    }

    #[test]
    fn a_request_that_reached_nobody_leaves_no_doubt() {
        assert_eq!(posting().sending().unanswered(false), posting());
        let unclear = posting().sending().unanswered(true);
        assert_eq!((unclear.is_doubtful, unclear.attempts), (true, 0));
    }

    #[test]
    fn only_what_failed_is_tried_again() {
        let refused = ItemAnswer::Refused { reason: "closed period".into() };
        let failed = posting().sending().answered(Some(&refused), NOW);
        let again = failed.retried().expect("failed");
        assert_eq!((again.state, again.attempts, again.note), (PostingState::Pending, 0, None));
        assert!(again.is_doubtful, "the program is asked before it is sent");
        assert_eq!(posting().retried(), Err(NotRetried(PostingState::Pending)));
        let done = posting().sending().answered(Some(&created("1")), NOW);
        assert_eq!(done.retried(), Err(NotRetried(PostingState::Created)));
    }

    #[test]
    fn texts_of_a_program_are_bounded() {
        let refused = ItemAnswer::Refused { reason: "ž".repeat(MAX_TEXT + 1) };
        let note = posting().sending().answered(Some(&refused), NOW).note.expect("a reason");
        assert_eq!(note.chars().count(), MAX_TEXT);
    }
}
