//! The facts of an organization that decide on a send.

use crate::{
    credit::Credits,
    identifiers::ParticipantId,
    registration::{AccountRecord, Environment, PeppolAccount},
    sending::{document_key::EarlierSend, named_invoice::NamedInvoice},
};
use access::{OrganizationId, Tier};
use invoicing::{ContactId, Invoice, corrections::StandingNote, recording::RecordedDocument};
use time::OffsetDateTime;

/// How a document's number is used already.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NumberUse {
    /// The number is free.
    Free,
    /// An invoice issued here has it: a document under it is refused.
    Native,
    /// An earlier send was recorded under it: this one updates the same record.
    Recorded(Box<EarlierRecord>),
}

/// The facts of an organization that decide on a send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrganizationFacts {
    /// The id of the organization.
    pub id: OrganizationId,
    /// The environment that applies to this request.
    pub environment: Environment,
    /// The registration of the organization.
    pub account: PeppolAccount,
    /// Its identifier in the network of the key, registered or derived from its DIČ.
    pub participant: Option<ParticipantId>,
    /// The credit that is not reserved.
    pub available: Credits,
    /// Whether a prepayment is overdue.
    pub prepayment_overdue: bool,
    /// How the document's number is used already.
    pub number: NumberUse,
    /// The existing contact of the document's other party.
    pub contact: Option<ContactId>,
    /// The invoice that the document names, if it is a note.
    pub named: Option<Box<NamedInvoice>>,
}

/// The invoice that an earlier send with the same number was recorded as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EarlierRecord {
    /// The recorded invoice.
    pub invoice: Invoice<RecordedDocument>,
    /// Whether it was queued with a live key before, so that test sends do not change it.
    pub live: bool,
    /// The credit and debit notes to it that are in force, the oldest first.
    pub notes: Vec<StandingNote>,
    /// The earlier send of the same document to the same receiver in this network, unless it failed
    /// ([`crate::sending::document_key::DocumentKey`]).
    pub same: Option<EarlierSend>,
}

impl OrganizationFacts {
    /// Whether an earlier send of the document is possible: only when an invoice was recorded under its number.
    #[must_use]
    pub const fn may_be_sent_before(&self) -> bool {
        matches!(self.number, NumberUse::Recorded(_))
    }

    /// Sets the earlier send of the same document.
    #[must_use]
    pub fn sent_as(mut self, same: Option<EarlierSend>) -> Self {
        if let NumberUse::Recorded(earlier) = &mut self.number {
            earlier.same = same;
        }
        self
    }
}

impl AccountRecord {
    /// The facts for a request with a key of this tier, about a document whose number is used like this.
    #[must_use]
    pub fn facts(
        &self,
        id: OrganizationId,
        tier: Tier,
        available: Credits,
        number: NumberUse,
        now: OffsetDateTime,
    ) -> OrganizationFacts {
        let environment = Environment::of(tier, self.registered_at, self.strict_sandbox, now);
        OrganizationFacts {
            id,
            environment,
            account: self.account,
            participant: self.participant_in(environment.network()),
            available,
            prepayment_overdue: self.prepayment_overdue,
            number,
            contact: None,
            named: None,
        }
    }
}
