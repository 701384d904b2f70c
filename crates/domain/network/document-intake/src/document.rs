//! What an inspection yields.

use peppol_connector::{
    documents::{DocumentFacts, Inspection, Repair, Validation},
    identifiers::Root,
    ports::ValidatorUnavailable,
    sending::{DocumentBytes, NewIds, OrganizationFacts, SendFacts, SendOptions},
};
use std::sync::Arc;
use time::OffsetDateTime;

/// A document that was inspected.
#[derive(Debug)]
pub struct Document {
    /// The verdicts.
    pub inspection: Inspection,
    /// The facts of what would be sent: repaired, where it has to be and can be.
    pub facts: DocumentFacts,
    /// The bytes that would be sent, and those that came in.
    pub bytes: DocumentBytes,
    /// Why the validator gave no verdict, for the log.
    pub unavailable: Option<ValidatorUnavailable>,
}

impl Document {
    /// A document that could not be inspected at all.
    #[must_use]
    pub fn uninspected(bytes: Arc<[u8]>, why: ValidatorUnavailable) -> Self {
        let inspection = Inspection {
            original: Validation::Unavailable,
            changes: Vec::new(),
            repair: Repair::NotTried,
        };
        Self { unavailable: Some(why), ..Self::without_facts(inspection, bytes) }
    }

    /// The facts on which it is sent as it is, to the receiver that it names.
    #[must_use]
    pub fn to_send<'a>(
        &'a self,
        organization: &'a OrganizationFacts,
        ids: NewIds,
        now: OffsetDateTime,
    ) -> SendFacts<'a> {
        SendFacts {
            options: SendOptions::default(),
            inspection: self.inspection.clone(),
            document: &self.facts,
            bytes: &self.bytes,
            organization,
            receiver: None,
            recipient: None,
            ids,
            now,
        }
    }

    /// A document of which nothing is known.
    pub(crate) fn without_facts(inspection: Inspection, bytes: Arc<[u8]>) -> Self {
        Self {
            inspection,
            facts: DocumentFacts::of(Root::UblInvoice),
            bytes: DocumentBytes::unchanged(bytes),
            unavailable: None,
        }
    }
}
