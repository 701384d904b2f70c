//! The one state machine of invoices (States and transitions): where an invoice stands after what
//! happens to it, or why that cannot happen. `docs/invoice-states.md` is its table, written by a test.

use crate::{
    InvoiceStatus,
    states::{
        standing::{Hold, LiveSend, PaidPart, Standing},
        transition_refused::TransitionRefused,
    },
};

/// What happens to an invoice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Trigger {
    /// A draft is handed in for approval.
    Submit,
    /// What waits for approval is given back to be changed.
    Return,
    /// What waits for approval is approved, and issued with that.
    Approve,
    /// A draft is issued.
    Issue,
    /// A draft is deleted: it is gone then.
    Delete,
    /// What its document says is changed.
    Edit,
    /// Accounting metadata is changed: the internal note, the link to a contract.
    Annotate,
    /// A payment or a set-off is recorded, or taken back.
    Settle,
    /// The other party gets it.
    Send,
    /// Its due date has passed.
    FallDue,
    /// The other party is reminded of it.
    Remind,
    /// It is declared void.
    Cancel,
    /// It is put away, or taken out again.
    Archive,
    /// It is closed with its accounting period, or opened again.
    Lock,
}

impl Trigger {
    /// Everything that can happen.
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
    /// Where the invoice stands after `trigger`: the same where it changes nothing.
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

    /// How a document begins when it is issued: paid, when all of it is.
    #[must_use]
    pub const fn when_issued(paid: PaidPart) -> Self {
        match paid {
            PaidPart::All | PaidPart::NothingDue => InvoiceStatus::Paid,
            PaidPart::Nothing | PaidPart::Part => InvoiceStatus::Issued,
        }
    }

    /// Where an invoice stands once it was sent; none when sending changes nothing: what is paid or
    /// overdue stays so.
    #[must_use]
    pub const fn when_sent(self) -> Option<Self> {
        match self {
            InvoiceStatus::Issued => Some(InvoiceStatus::Sent),
            _ => None,
        }
    }

    /// Where an invoice stands once its due date has passed; none when that changes nothing.
    #[must_use]
    pub const fn when_overdue(self) -> Option<Self> {
        match self {
            InvoiceStatus::Issued | InvoiceStatus::Sent | InvoiceStatus::PartiallyPaid => {
                Some(InvoiceStatus::Overdue)
            }
            _ => None,
        }
    }

    /// Whether the invoice was issued and is not void: then it can be sent.
    #[must_use]
    pub const fn is_issued(self) -> bool {
        self.check_issued().is_ok()
    }

    /// Whether it waits to be issued: it has no number then, and no document that leaves.
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

    /// An invoice that waits for approval becomes a draft again, because it has changed since it was submitted.
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
