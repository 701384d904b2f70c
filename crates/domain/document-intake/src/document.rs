//! What an examination yields.

use peppol_connector::{
    DocumentBytes, DocumentFacts, Examined, Repair, Root, Validation, ValidatorUnavailable,
};
use std::sync::Arc;

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
