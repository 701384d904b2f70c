//! Changes of an invoice other than payments and edits: drafts are submitted, returned and deleted; issued invoices
//! are cancelled, archived and locked.

use crate::{
    AnyInvoice, Document, Invoice, InvoiceId,
    corrections::StandingNote,
    recording::InvoiceContent,
    settling::AdvanceFacts,
    states::{
        history::{HistoryAction, HistoryEntry},
        holds::Holds,
        links::Links,
        note_effect::NoteEffect,
        standing::{LiveSend, Standing},
        transition_refused::TransitionRefused,
        transitions::Trigger,
    },
};
use access::Credential;
use events::{NewEvent, Unwritable};
use money::Decimal;
use persistence::ids::JobId;
use time::{Date, OffsetDateTime};

/// The time of a decision on an invoice, and the key that asks for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeMoment {
    pub now: OffsetDateTime,
    /// The date of `now` in Europe/Bratislava.
    pub today: Date,
    pub links: Links,
    /// The key that asks for it; `None` for work of the service itself.
    pub actor: Option<Credential>,
}

/// An invoice as it is read to be changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvoiceState {
    pub invoice: AnyInvoice,
    /// The state of its latest live send.
    pub live_send: LiveSend,
    /// The credit and debit notes to it that are in force, the oldest first.
    pub notes: Vec<StandingNote>,
    /// The restrictions that follow from advances.
    pub advances: AdvanceFacts,
}

/// A decided change of an invoice, to be saved in one transaction.
#[derive(Debug, Clone, PartialEq)]
pub struct InvoiceChange {
    /// The state that the decision is based on. If it has changed since, nothing is stored.
    pub before: InvoiceState,
    /// The invoice after the change; `None` when it is deleted.
    pub after: Option<AnyInvoice>,
    /// The line to append to the history of the invoice.
    pub entry: HistoryEntry,
    pub events: Vec<NewEvent>,
    /// Jobs to put into the queue.
    pub follow_ups: Vec<FollowUp>,
    /// When it was decided, and by which key, for changes of the invoice that a note refers to.
    pub moment: ChangeMoment,
}

/// A job about an invoice, put into the queue in the same transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FollowUp {
    pub id: JobId,
    /// The job's kind in the queue, which this crate does not know.
    pub kind: &'static str,
    /// The invoice that the job is about.
    pub subject: InvoiceId,
}

/// Why an invoice is not changed.
#[derive(Debug, thiserror::Error, refusals::Refusal)]
#[refusal("invoice_change")]
pub enum ChangeRefused {
    /// Its status does not allow it.
    #[error(transparent)]
    Status(#[from] TransitionRefused),
    /// 409: a note refers to the invoice and would remain in the books and the VAT without it.
    #[error("{number} credits or debits the invoice: cancel {number} first", number = .0)]
    Noted(String),
    /// 409: the credit note frees an advance that was used since, so that its original cannot settle it again.
    #[error(
        "the advance {advance} is credited or settled since, because nothing is left of what took it off: undo that \
         first",
        advance = .0
    )]
    AdvanceSpent(String),
    /// An event cannot be serialized; nothing is stored.
    #[error(transparent)]
    #[refusal(internal)]
    Event(#[from] Unwritable),
}

/// A change that a client asks for by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum InvoiceMove {
    Submit,
    Return,
    Cancel,
    Archive,
    Unarchive,
    Lock,
    Unlock,
}

impl InvoiceMove {
    /// All values.
    pub const ALL: [InvoiceMove; 7] = [
        InvoiceMove::Submit,
        InvoiceMove::Return,
        InvoiceMove::Cancel,
        InvoiceMove::Archive,
        InvoiceMove::Unarchive,
        InvoiceMove::Lock,
        InvoiceMove::Unlock,
    ];

    const fn trigger(self) -> Trigger {
        match self {
            InvoiceMove::Submit => Trigger::Submit,
            InvoiceMove::Return => Trigger::Return,
            InvoiceMove::Cancel => Trigger::Cancel,
            InvoiceMove::Archive | InvoiceMove::Unarchive => Trigger::Archive,
            InvoiceMove::Lock | InvoiceMove::Unlock => Trigger::Lock,
        }
    }

    const fn action(self) -> HistoryAction {
        match self {
            InvoiceMove::Submit => HistoryAction::Submitted,
            InvoiceMove::Return => HistoryAction::Returned,
            InvoiceMove::Cancel => HistoryAction::Cancelled,
            InvoiceMove::Archive => HistoryAction::Archived,
            InvoiceMove::Unarchive => HistoryAction::Unarchived,
            InvoiceMove::Lock => HistoryAction::Locked,
            InvoiceMove::Unlock => HistoryAction::Unlocked,
        }
    }

    /// The holds after the move. An archived invoice keeps the time of its archiving.
    fn holds(self, holds: Holds, now: OffsetDateTime) -> Holds {
        match self {
            InvoiceMove::Archive => Holds { archived_at: holds.archived_at.or(Some(now)), ..holds },
            InvoiceMove::Unarchive => Holds { archived_at: None, ..holds },
            InvoiceMove::Lock => Holds { locked_at: holds.locked_at.or(Some(now)), ..holds },
            InvoiceMove::Unlock => Holds { locked_at: None, ..holds },
            InvoiceMove::Submit | InvoiceMove::Return | InvoiceMove::Cancel => holds,
        }
    }
}

impl AnyInvoice {
    /// The amount that the customer owes for it now: 0 for a draft, a cancelled invoice, and a self-billed one.
    #[must_use]
    pub fn open_amount(&self) -> Decimal {
        let header = self.document.header();
        let is_ours = !header.self_billed && header.invoice_type.is_receivable();
        if is_ours && self.status.is_issued() { self.outstanding() } else { Decimal::ZERO }
    }

    /// Whether more is open of it than before: money that came in the meantime may be for it now.
    #[must_use]
    pub fn is_more_open_than(&self, before: Option<&Self>) -> bool {
        self.open_amount() > before.map_or(Decimal::ZERO, Self::open_amount)
    }

    /// The invoice after its advances are free again: what was paid for them does not count for it any more. The paid
    /// amount (BT-113) of another system's document stays.
    fn without_advances(self) -> Self {
        let prepaid = self.document.issued().map_or(Decimal::ZERO, Document::prepaid);
        Self { paid_amount: self.paid_amount - prepaid, ..self }
    }
}

impl InvoiceChange {
    /// The effect on the invoice that a note refers to.
    #[must_use]
    pub fn effect(&self) -> Option<NoteEffect> {
        NoteEffect::between(Some(&self.before.invoice), self.after.as_ref())
    }
}

impl InvoiceState {
    /// Whether a decision on the state as it was `read` is still valid: neither the invoice nor anything that the
    /// decision depends on has changed.
    #[must_use]
    pub fn is_as_read(&self, read: &Self) -> bool {
        let facts = |it: &Self| (it.invoice.version, it.live_send);
        facts(self) == facts(read) && (&self.notes, &self.advances) == (&read.notes, &read.advances)
    }

    /// The facts that decide, together with its status, on a day.
    #[must_use]
    pub fn standing(&self, today: Date) -> Standing {
        self.invoice.standing(today, self.live_send)
    }

    /// The decision to make a move. `None` when nothing changes, for example when it is archived already.
    ///
    /// # Errors
    /// [`ChangeRefused`].
    pub fn make(
        &self,
        asked: InvoiceMove,
        moment: &ChangeMoment,
    ) -> Result<Option<InvoiceChange>, ChangeRefused> {
        let before = &self.invoice;
        if let (InvoiceMove::Cancel, Some(note)) = (asked, self.notes.first()) {
            return Err(ChangeRefused::Noted(note.number.clone()));
        }
        let spent = self.advances.spent.first().filter(|_| before.is_credit_in_force());
        if let (InvoiceMove::Cancel, Some(number)) = (asked, spent) {
            return Err(ChangeRefused::AdvanceSpent(number.clone()));
        }
        let status = before.status.after(asked.trigger(), self.standing(moment.today))?;
        let holds = asked.holds(before.holds, moment.now);
        if (status, holds) == (before.status, before.holds) {
            return Ok(None);
        }
        let after = Invoice { status, holds, version: before.version + 1, ..before.clone() };
        let after = if asked == InvoiceMove::Cancel { after.without_advances() } else { after };
        Ok(Some(self.changed(asked.action(), after, moment)?))
    }

    /// The decision to delete a draft.
    ///
    /// # Errors
    /// [`ChangeRefused`].
    pub fn delete(&self, moment: &ChangeMoment) -> Result<InvoiceChange, ChangeRefused> {
        let invoice = &self.invoice;
        invoice.status.after(Trigger::Delete, self.standing(moment.today))?;
        let entry = HistoryEntry::last(invoice, moment.now).by(moment.actor);
        let events = vec![invoice.deleted_event(moment)?];
        let (before, moment) = (self.clone(), moment.clone());
        Ok(InvoiceChange { before, after: None, entry, events, follow_ups: Vec::new(), moment })
    }

    /// A change to `after`, with its line and its events.
    pub(crate) fn changed(
        &self,
        action: HistoryAction,
        after: AnyInvoice,
        moment: &ChangeMoment,
    ) -> Result<InvoiceChange, Unwritable> {
        let entry = HistoryEntry::of(action, &self.invoice, &after, moment.now).by(moment.actor);
        let events = after.changed_events(&self.invoice, moment)?;
        Ok(InvoiceChange {
            before: self.clone(),
            after: Some(after),
            entry,
            events,
            follow_ups: Vec::new(),
            moment: moment.clone(),
        })
    }
}
