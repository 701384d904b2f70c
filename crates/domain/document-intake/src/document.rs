//! What an examination yields.

use peppol_connector::{
    DocumentBytes, DocumentFacts, Examined, NewIds, OrganizationFacts, Repair, Root, SendFacts,
    SendOptions, Validation, ValidatorUnavailable,
};
use std::sync::Arc;
use time::OffsetDateTime;

/// A document that was examined.
#[derive(Debug)]
pub struct Document {
    /// The verdicts.
    pub examined: Examined,
    /// The facts of what would be sent: repaired, where it has to be and can be.
    pub facts: DocumentFacts,
    /// The bytes that would be sent, and those that came in.
    pub bytes: DocumentBytes,
    /// Why the validator gave no verdict, for the log.
    pub unavailable: Option<ValidatorUnavailable>,
}

impl Document {
    /// A document that could not be examined at all.
    #[must_use]
    pub fn unexamined(bytes: Arc<[u8]>, why: ValidatorUnavailable) -> Self {
        let examined = Examined {
            original: Validation::Unavailable,
            changes: Vec::new(),
            repair: Repair::NotTried,
        };
        Self { unavailable: Some(why), ..Self::without_facts(examined, bytes) }
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
            examined: self.examined.clone(),
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
    pub(crate) fn without_facts(examined: Examined, bytes: Arc<[u8]>) -> Self {
        Self {
            examined,
            facts: DocumentFacts::of(Root::UblInvoice),
            bytes: DocumentBytes::unchanged(bytes),
            unavailable: None,
        }
    }
}
