//! What counts of an organization for a send.

use crate::{
    credit::Credits,
    identifiers::ParticipantId,
    registration::{AccountRecord, Environment, PeppolAccount},
    sending::document_key::EarlierSend,
};
use access::{OrganizationId, Tier};
use invoicing::{ContactId, Invoice, recording::RecordedDocument};
use time::OffsetDateTime;

/// Whose number a document's number is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NumberUse {
    /// The number is free.
    Free,
    /// An invoice issued here: a document under it is refused.
    Native,
    /// An earlier send was recorded under it: this one belongs to the same record.
    Recorded(Box<EarlierRecord>),
}

/// What counts of the organization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrganizationFacts {
    /// The id of the organization.
    pub id: OrganizationId,
    /// Which column of the sandbox table holds for this request.
    pub environment: Environment,
    /// The registration of the organization.
    pub account: PeppolAccount,
    /// Its identifier in the network of the key, registered or derived from its DIČ.
    pub participant: Option<ParticipantId>,
    /// The credit that is not reserved.
    pub available: Credits,
    /// Whether a prepayment is overdue.
    pub prepayment_overdue: bool,
    /// What the document's number is to it.
    pub number: NumberUse,
    /// The contact that the document's other party is, where it is there already.
    pub contact: Option<ContactId>,
}

/// The invoice that an earlier send was recorded as, under the same number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EarlierRecord {
    /// The invoice as it is recorded.
    pub invoice: Invoice<RecordedDocument>,
    /// Whether it was queued with a live key before: then no test send changes it.
    pub live: bool,
    /// Whether a credit or debit note to it is in force.
    pub is_noted: bool,
    /// The send of the same document to the same receiver in this network, unless it failed
    /// ([`crate::sending::document_key::DocumentKey`]).
    pub same: Option<EarlierSend>,
}

impl OrganizationFacts {
    /// Whether a send of the document may have gone before: only what was recorded under its number can be.
    #[must_use]
    pub const fn may_be_sent_before(&self) -> bool {
        matches!(self.number, NumberUse::Recorded(_))
    }

    /// With the send of the same document that went before.
    #[must_use]
    pub fn sent_as(mut self, same: Option<EarlierSend>) -> Self {
        if let NumberUse::Recorded(earlier) = &mut self.number {
            earlier.same = same;
        }
        self
    }
}

impl AccountRecord {
    /// What counts for a request with a key of this tier, about a document whose number is in this
    /// use.
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
        }
    }
}
