//! What is kept of statements.

use crate::{Format, Line, Overtaken, Reason};
use invoicing::{BankAccountId, InvoiceId, PaymentId, paying::PaymentRequest};
use money::{Currency, Decimal};
use persistence::typed_id;
use time::{Date, OffsetDateTime};

typed_id!(
    /// A statement.
    StatementId,
    /// A line of a statement.
    LineId,
    /// A payment that a person is to confirm.
    ProposalId
);

impl LineId {
    /// The payment that the line becomes: a movement is one payment, so they have the same id.
    #[must_use]
    pub const fn payment(self) -> PaymentId {
        PaymentId(self.0)
    }

    /// The line of which a payment was made, if it was made of one.
    #[must_use]
    pub const fn of_payment(payment: PaymentId) -> Self {
        Self(payment.0)
    }
}

/// A statement as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementRecord {
    pub id: StatementId,
    /// Of its bytes: the same statement is kept once.
    pub sha256: [u8; 32],
    /// The organization's account.
    pub bank_account_id: BankAccountId,
    pub iban: String,
    pub currency: Currency,
    pub format: Format,
    /// The bank's number of it.
    pub number: Option<String>,
    /// The days of its first and last line.
    pub booked_from: Option<Date>,
    pub booked_to: Option<Date>,
    pub counts: Counts,
    pub created_at: OffsetDateTime,
}

/// How many lines of a statement there are of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// In the statement.
    pub lines: u32,
    /// That came in an earlier statement, where they are kept.
    pub repeated: u32,
    /// That are not booked yet, and not counted in `lines`.
    pub pending: u32,
    pub recorded: u32,
    pub proposed: u32,
    pub refused: u32,
    pub unmatched: u32,
    pub ignored: u32,
}

impl Counts {
    /// The count of lines in a state.
    pub const fn of(&mut self, state: LineState) -> &mut u32 {
        match state {
            LineState::Recorded => &mut self.recorded,
            LineState::Proposed => &mut self.proposed,
            LineState::Refused => &mut self.refused,
            LineState::Unmatched => &mut self.unmatched,
            LineState::Ignored => &mut self.ignored,
        }
    }
}

persistence::listed!(StatementRecord: created_at, id);

persistence::named! {
    /// What became of a line.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum LineState {
        /// A payment.
        Recorded = "recorded",
        /// There are proposals for it.
        Proposed = "proposed",
        /// All its proposals were refused.
        Refused = "refused",
        /// Nothing that was open fitted.
        Unmatched = "unmatched",
        /// Money that went out, or nothing.
        Ignored = "ignored",
    }
}

/// A line as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineRecord {
    pub id: LineId,
    pub statement: StatementId,
    /// In the statement, from 1.
    pub position: u32,
    /// By what it is known again in another statement of the account.
    pub key: String,
    /// By what it is known again in a statement of another form.
    pub content: String,
    pub line: Line,
    pub state: LineState,
    pub reason: Reason,
    /// What it paid, or whose payment it takes back.
    pub invoice: Option<InvoiceId>,
    /// The number of that invoice.
    pub invoice_number: Option<String>,
    /// When its statement came.
    pub created_at: OffsetDateTime,
}

impl LineRecord {
    /// The payment that it became.
    #[must_use]
    pub fn payment(&self) -> Option<PaymentId> {
        self.invoice.filter(|_| self.reason != Reason::TakesPaymentBack).map(|_| self.id.payment())
    }
}

persistence::listed!(LineRecord: created_at, id);

persistence::named! {
    /// Whether a proposal was answered.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum ProposalState {
        Open = "open",
        /// The payment is recorded.
        Accepted = "accepted",
        Refused = "refused",
        /// Another proposal for the same line was accepted.
        Withdrawn = "withdrawn",
    }
}

/// A payment that a person is to confirm.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposalRecord {
    pub id: ProposalId,
    pub statement: StatementId,
    pub line: LineId,
    pub invoice: InvoiceId,
    pub invoice_number: String,
    /// What would be recorded: of the line as much as was outstanding. Once it is accepted what was recorded.
    pub amount: Decimal,
    /// The payment that would be taken back instead: the bank took the money back.
    pub undoes: Option<PaymentId>,
    /// Why it is not certain.
    pub reason: Reason,
    pub state: ProposalState,
    pub created_at: OffsetDateTime,
    pub decided_at: Option<OffsetDateTime>,
}

/// A proposal with the line that it is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposalRow {
    pub proposal: ProposalRecord,
    pub line: Line,
    /// Of the account.
    pub currency: Currency,
}

persistence::listed!(ProposalRow: proposal.created_at, proposal.id);

/// Which proposals to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ProposalFilter {
    pub state: Option<ProposalState>,
    pub statement: Option<StatementId>,
    pub invoice: Option<InvoiceId>,
}

/// A payment to record for a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedPayment {
    pub line: LineId,
    pub invoice: InvoiceId,
    pub request: PaymentRequest,
}

/// A statement with everything that comes of it: kept in one transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewStatement {
    pub record: StatementRecord,
    /// The lines that did not come before.
    pub lines: Vec<LineRecord>,
    pub proposals: Vec<ProposalRecord>,
    /// In the order of their invoices' ids.
    pub payments: Vec<PlannedPayment>,
    /// Lines of earlier statements that the bank took back, in the order of their ids, in which these are locked.
    pub overtaken: Vec<Overtaken>,
}
