//! The events of sending and receiving (specification, Events).

use crate::{
    identifiers::Network,
    inbox::ReceivedRecord,
    ports::{AttemptOutcome, Receipt},
    sending::Submission,
    submissions::{
        report_due::ReportDue,
        state::{Actor, State},
        submission::{Effect, Move, MoveError, Moved, advance},
    },
};
use access::OrganizationId;
use events::{
    Data, Event, EventName, FailureData, NewEvent, ReceivedData, TransportData, Unwritable,
};
use jobs::Jitter;
use time::OffsetDateTime;

/// The error of a failed submission whose last attempt gave none.
const NOT_ACCEPTED: &str = "the document was not accepted";

/// The decision on a move of a submission: its next state and the events to publish.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advance {
    /// The new state and its effects.
    pub moved: Moved,
    /// The events, stored in the same transaction.
    pub events: Vec<NewEvent>,
}

impl Advance {
    /// Whether this move means that the network took the document.
    #[must_use]
    pub fn is_sent(&self) -> bool {
        matches!(&self.moved, Moved::To(_, effects) if effects.contains(&Effect::EmitSent))
    }

    /// Whether this move decides the outcome for the first time: the network has the document, or will never get it.
    /// Later moves return false.
    #[must_use]
    pub fn is_reported(&self, from: State) -> bool {
        let Moved::To(_, effects) = &self.moved else { return false };
        effects.contains(&Effect::EmitSent)
            || (effects.contains(&Effect::EmitFailed) && from != State::Sent)
    }

    /// Adds the tax report that becomes due.
    #[must_use]
    pub fn with_report(mut self, due: Option<ReportDue>) -> Self {
        if let Moved::To(_, effects) = &mut self.moved {
            effects.extend(due.map(Effect::Report));
        }
        self
    }

    /// Adds the events of an invoice issued here, after `peppol.document.sent`.
    #[must_use]
    pub fn with_invoice(mut self, events: Vec<NewEvent>) -> Self {
        let sent = self.events.iter().position(|e| e.name == EventName::PeppolDocumentSent);
        let place = sent.map_or(0, |sent| sent + 1);
        self.events.splice(place..place, events);
        self
    }
}

/// Why a submission does not move.
#[derive(Debug, thiserror::Error)]
pub enum AdvanceError {
    /// The move is not allowed in this state.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// An event cannot be serialized.
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
}

/// A move of an organization's submission, with the outcome of an attempt.
#[derive(Debug, Clone, Copy)]
pub struct Step<'a> {
    /// The organization that sends it.
    pub organization: OrganizationId,
    /// The actor of the move.
    pub actor: Actor,
    /// The move.
    pub by: Move,
    /// The outcome of the attempt.
    pub outcome: AttemptOutcome<'a>,
    /// Current time.
    pub now: OffsetDateTime,
    /// Random jitter that spreads retries.
    pub jitter: Jitter,
}

impl Submission {
    /// Whether the status of its invoice, issued here or recorded, changes with it, with the events of the invoice:
    /// only for live sends. A sandbox send does not change its invoice.
    #[must_use]
    pub const fn moves_invoice(&self) -> bool {
        matches!(self.network, Network::Live)
    }

    /// Decides on a move ([`advance`]) and builds its events. The caller adds those of an invoice issued here
    /// ([`Advance::with_invoice`]).
    ///
    /// # Errors
    /// [`AdvanceError`].
    pub fn advance(&self, step: Step<'_>) -> Result<Advance, AdvanceError> {
        let moved = advance(self.progress, step.actor, step.by, step.now, step.jitter)?;
        let effects: &[Effect] = match &moved {
            Moved::To(_, effects) => effects,
            Moved::Unchanged | Moved::Deleted => &[],
        };
        let data = effects.iter().filter_map(|effect| self.event_data(*effect, step.outcome));
        let (organization, at) = (step.organization, step.now);
        let events = data.map(|data| NewEvent::of(&Event { organization, at, data }, None));
        let events = events.collect::<Result<_, _>>()?;
        Ok(Advance { moved, events })
    }

    fn event_data(&self, effect: Effect, outcome: AttemptOutcome<'_>) -> Option<Data> {
        match effect {
            Effect::EmitSent => {
                Some(Data::PeppolDocumentSent(self.transport(State::Sent, outcome)))
            }
            Effect::EmitDelivered => {
                Some(Data::PeppolDocumentDelivered(self.transport(State::Delivered, outcome)))
            }
            Effect::EmitFailed => Some(Data::PeppolDocumentFailed(FailureData {
                invoice_id: self.invoice,
                invoice_number: self.number.clone(),
                document_type: self.document_type.to_string(),
                error: match outcome {
                    AttemptOutcome::Error(error) => error.to_owned(),
                    AttemptOutcome::None | AttemptOutcome::Receipt(_) => NOT_ACCEPTED.to_owned(),
                },
                mode: self.network.tier(),
            })),
            _ => None,
        }
    }

    fn transport(&self, state: State, outcome: AttemptOutcome<'_>) -> TransportData {
        let message_id = self.message_id.to_string();
        let transaction_id = match outcome {
            AttemptOutcome::Receipt(Receipt { transaction_id, .. }) => transaction_id.clone(),
            AttemptOutcome::None | AttemptOutcome::Error(_) => None,
        };
        TransportData {
            invoice_id: self.invoice,
            invoice_number: self.number.clone(),
            document_type: self.document_type.to_string(),
            mode: self.network.tier(),
            state: state.word().to_owned(),
            transaction_id,
            message_id,
        }
    }
}

impl ReceivedRecord {
    /// The event `peppol.document.received`, once for each document.
    ///
    /// # Errors
    /// [`Unwritable`] for a time that cannot be serialized.
    pub fn received_event(&self, organization: OrganizationId) -> Result<NewEvent, Unwritable> {
        let data = Data::PeppolDocumentReceived(ReceivedData {
            sender_name: self.sender_name.clone(),
            sender_participant_id: self.sender.to_string(),
            document_number: self.number.clone(),
            document_type: self.document_type.to_string(),
            total: self.total,
            amount_due: self.payable,
            currency: self.currency.clone(),
            mode: self.network.tier(),
        });
        let event = Event { organization, at: self.received_at, data };
        NewEvent::once(&event, &self.id.to_string())
    }
}
