//! The one state machine of invoices (States and transitions): the status after a trigger, or why the trigger is
//! refused. `docs/invoice-states.md` is its table, written by a test.

use crate::{
    InvoiceStatus,
    states::{
        standing::{Hold, LiveSend, PaidPart, Standing},
        transition_refused::TransitionRefused,
    },
};

/// A change that an invoice may go through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Trigger {
    /// A draft is submitted for approval.
    Submit,
    /// An invoice that waits for approval is returned to be changed.
    Return,
    /// An invoice that waits for approval is approved and thereby issued.
    Approve,
    /// A draft is issued.
    Issue,
    /// A draft is deleted.
    Delete,
    /// The content of its document is changed.
    Edit,
    /// Accounting metadata is changed: the internal note, the link to a contract.
    Annotate,
    /// A payment or a set-off is recorded or removed.
    Settle,
    /// It is sent to the other party.
    Send,
    /// Its due date has passed.
    FallDue,
    /// The other party is reminded of it.
    Remind,
    /// It is cancelled.
    Cancel,
    /// It is archived, or taken out of the archive.
    Archive,
    /// It is locked with its accounting period, or unlocked.
    Lock,
}

impl Trigger {
    /// All triggers.
    pub const ALL: [Trigger; 14] = [
        Trigger::Submit,
        Trigger::Return,
        Trigger::Approve,
        Trigger::Issue,
        Trigger::Delete,
        Trigger::Edit,
        Trigger::Annotate,
        Trigger::Settle,
        Trigger::Send,
        Trigger::FallDue,
        Trigger::Remind,
        Trigger::Cancel,
        Trigger::Archive,
        Trigger::Lock,
    ];
}

type Next = Result<InvoiceStatus, TransitionRefused>;

impl InvoiceStatus {
    /// The status after `trigger`, which may be the same.
    ///
    /// # Errors
    /// [`TransitionRefused`].
    pub const fn after(self, trigger: Trigger, standing: Standing) -> Next {
        match trigger {
            Trigger::Submit => self.submitted(),
            Trigger::Return => self.returned(),
            Trigger::Approve => self.approved(standing.paid),
            Trigger::Issue => self.issued(standing.paid),
            Trigger::Delete => self.deleted(),
            Trigger::Edit => self.edited(standing),
            Trigger::Annotate => self.annotated(standing.hold),
            Trigger::Settle => self.settled(standing),
            Trigger::Send => self.sent(),
            Trigger::FallDue => self.fallen_due(),
            Trigger::Remind => self.reminded(standing.paid),
            Trigger::Cancel => self.cancelled(standing),
            Trigger::Archive | Trigger::Lock => self.filed(),
        }
    }

    /// The status of a document when it is issued: paid, if all of it is paid.
    #[must_use]
    pub const fn when_issued(paid: PaidPart) -> Self {
        match paid {
            PaidPart::All | PaidPart::NothingDue => InvoiceStatus::Paid,
            PaidPart::Nothing | PaidPart::Part => InvoiceStatus::Issued,
        }
    }

    /// The status once it was sent; `None` when sending does not change it: a paid or overdue one stays so.
    #[must_use]
    pub const fn when_sent(self) -> Option<Self> {
        match self {
            InvoiceStatus::Issued => Some(InvoiceStatus::Sent),
            _ => None,
        }
    }

    /// The status once its due date has passed; `None` when that does not change it.
    #[must_use]
    pub const fn when_overdue(self) -> Option<Self> {
        match self {
            InvoiceStatus::Issued | InvoiceStatus::Sent | InvoiceStatus::PartiallyPaid => {
                Some(InvoiceStatus::Overdue)
            }
            _ => None,
        }
    }

    /// Whether the invoice was issued and is not cancelled, so that it can be sent.
    #[must_use]
    pub const fn is_issued(self) -> bool {
        self.check_issued().is_ok()
    }

    /// Whether it is not issued yet: then it has no number, and no document to send.
    #[must_use]
    pub const fn is_draft(self) -> bool {
        matches!(self, InvoiceStatus::Draft | InvoiceStatus::PendingApproval)
    }

    const fn check_issued(self) -> Result<(), TransitionRefused> {
        match self {
            InvoiceStatus::Draft | InvoiceStatus::PendingApproval => {
                Err(TransitionRefused::NotIssued(self))
            }
            InvoiceStatus::Cancelled => Err(TransitionRefused::Cancelled),
            _ => Ok(()),
        }
    }

    const fn submitted(self) -> Next {
        match self {
            InvoiceStatus::Draft => Ok(InvoiceStatus::PendingApproval),
            InvoiceStatus::PendingApproval => Err(TransitionRefused::AwaitsApproval),
            _ => Err(TransitionRefused::NoDraft(self)),
        }
    }

    const fn returned(self) -> Next {
        match self {
            InvoiceStatus::PendingApproval => Ok(InvoiceStatus::Draft),
            InvoiceStatus::Draft => Err(TransitionRefused::NotSubmitted),
            _ => Err(TransitionRefused::NoDraft(self)),
        }
    }

    const fn approved(self, paid: PaidPart) -> Next {
        match self {
            InvoiceStatus::PendingApproval => Ok(Self::when_issued(paid)),
            InvoiceStatus::Draft => Err(TransitionRefused::NotSubmitted),
            _ => Err(TransitionRefused::NoDraft(self)),
        }
    }

    const fn issued(self, paid: PaidPart) -> Next {
        match self {
            InvoiceStatus::Draft => Ok(Self::when_issued(paid)),
            InvoiceStatus::PendingApproval => Err(TransitionRefused::AwaitsApproval),
            _ => Err(TransitionRefused::NoDraft(self)),
        }
    }

    const fn deleted(self) -> Next {
        if self.is_draft() { Ok(self) } else { Err(TransitionRefused::Numbered(self)) }
    }

    /// An edited invoice that waits for approval becomes a draft again, because it differs from what was submitted.
    const fn edited(self, standing: Standing) -> Next {
        if self.is_draft() {
            return Ok(InvoiceStatus::Draft);
        }
        match (self, standing.hold, standing.live_send) {
            (InvoiceStatus::Cancelled, ..) => Err(TransitionRefused::Cancelled),
            (_, Some(hold), _) => Err(hold.refusal()),
            (.., LiveSend::UnderWay) => Err(TransitionRefused::UnderWay),
            (.., LiveSend::Taken) => Err(TransitionRefused::SentOverPeppol),
            (.., LiveSend::None) => Ok(standing.status()),
        }
    }

    const fn annotated(self, hold: Option<Hold>) -> Next {
        match (self, hold) {
            (InvoiceStatus::Cancelled, _) => Err(TransitionRefused::Cancelled),
            (_, Some(hold @ (Hold::Archived | Hold::Locked))) => Err(hold.refusal()),
            _ => Ok(self),
        }
    }

    const fn settled(self, standing: Standing) -> Next {
        match self.check_issued() {
            Ok(()) => Ok(standing.status()),
            Err(refused) => Err(refused),
        }
    }

    const fn sent(self) -> Next {
        match (self.check_issued(), self.when_sent()) {
            (Err(refused), _) => Err(refused),
            (Ok(()), Some(sent)) => Ok(sent),
            (Ok(()), None) => Ok(self),
        }
    }

    const fn fallen_due(self) -> Next {
        match self.when_overdue() {
            Some(overdue) => Ok(overdue),
            None => Ok(self),
        }
    }

    const fn reminded(self, paid: PaidPart) -> Next {
        match (self.check_issued(), paid) {
            (Err(refused), _) => Err(refused),
            (Ok(()), PaidPart::All | PaidPart::NothingDue) => {
                Err(TransitionRefused::NothingOutstanding)
            }
            (Ok(()), PaidPart::Nothing | PaidPart::Part) => Ok(self),
        }
    }

    const fn cancelled(self, standing: Standing) -> Next {
        if let Err(refused) = self.check_issued() {
            return Err(refused);
        }
        match (standing.hold, standing.live_send, standing.paid) {
            (Some(hold), ..) => Err(hold.refusal()),
            (_, LiveSend::UnderWay, _) => Err(TransitionRefused::UnderWay),
            (_, LiveSend::Taken, _) => Err(TransitionRefused::SentOverPeppol),
            (.., PaidPart::Part | PaidPart::All) => Err(TransitionRefused::HasPayments),
            (.., PaidPart::Nothing | PaidPart::NothingDue) => Ok(InvoiceStatus::Cancelled),
        }
    }

    const fn filed(self) -> Next {
        if self.is_draft() { Err(TransitionRefused::NotIssued(self)) } else { Ok(self) }
    }
}
