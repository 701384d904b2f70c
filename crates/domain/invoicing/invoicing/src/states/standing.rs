//! The facts that decide, beside its status, what may happen to an invoice.

use crate::{InvoiceStatus, states::transition_refused::TransitionRefused};

/// How much of an invoice is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PaidPart {
    #[default]
    Nothing,
    /// Something is still outstanding.
    Part,
    /// Nothing is outstanding, and something was paid.
    All,
    /// Nothing is outstanding, and nothing was paid: it comes to 0.00, or credit notes take back all of it.
    NothingDue,
}

/// What keeps an invoice from being changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Hold {
    /// It was put away.
    Archived,
    /// Its accounting period is closed.
    Locked,
    /// It is an advance that a document settles.
    Settled,
}

/// Where the invoice is on its way over the live network; test sends change nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum LiveSend {
    /// It was never sent, or that failed for good.
    #[default]
    None,
    /// Queued, held, or at work.
    UnderWay,
    /// The network has it.
    Taken,
}

/// What counts of an invoice beside its status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Standing {
    pub paid: PaidPart,
    /// Whether the other party got it.
    pub was_sent: bool,
    /// Whether it falls due, and the day has passed.
    pub past_due: bool,
    pub hold: Option<Hold>,
    pub live_send: LiveSend,
}

impl Standing {
    /// Where an issued invoice stands by these facts.
    #[must_use]
    pub const fn status(self) -> InvoiceStatus {
        match (self.paid, self.past_due, self.was_sent) {
            (PaidPart::All | PaidPart::NothingDue, _, _) => InvoiceStatus::Paid,
            (_, true, _) => InvoiceStatus::Overdue,
            (PaidPart::Part, ..) => InvoiceStatus::PartiallyPaid,
            (_, _, true) => InvoiceStatus::Sent,
            _ => InvoiceStatus::Issued,
        }
    }
}

impl Hold {
    pub(crate) const fn refusal(self) -> TransitionRefused {
        match self {
            Hold::Archived => TransitionRefused::Archived,
            Hold::Locked => TransitionRefused::Locked,
            Hold::Settled => TransitionRefused::Settled,
        }
    }
}
