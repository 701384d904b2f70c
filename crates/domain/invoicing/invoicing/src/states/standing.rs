//! The facts that decide, together with its status, on the transitions of an invoice.

use crate::{InvoiceStatus, states::transition_refused::TransitionRefused};

/// How much of an invoice is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PaidPart {
    #[default]
    Nothing,
    /// A part is outstanding.
    Part,
    /// Nothing is outstanding, and something was paid.
    All,
    /// Nothing is outstanding, and nothing was paid: its total is 0.00, or credit notes take back all of it.
    NothingDue,
}

/// Why an invoice cannot be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Hold {
    /// It is archived.
    Archived,
    /// Its accounting period is closed.
    Locked,
    /// It is an advance that a document settles.
    Settled,
}

/// The state of the invoice on the live network; test sends have no effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum LiveSend {
    /// It was never sent, or the send failed for good.
    #[default]
    None,
    /// It is queued, held, or being sent.
    UnderWay,
    /// The network has accepted it.
    Taken,
}

/// The facts of an invoice that count together with its status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Standing {
    pub paid: PaidPart,
    /// Whether it was sent to the other party.
    pub was_sent: bool,
    /// Whether its due date has passed.
    pub past_due: bool,
    pub hold: Option<Hold>,
    pub live_send: LiveSend,
}

impl Standing {
    /// The status of an issued invoice by these facts.
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
