//! The simplest intake.

use crate::{
    accounting_vat_of, attached_to, content_of,
    document::Document,
    facts_of,
    inspect::inspect,
    intake::{DocumentIntake, Incoming, IntakeBusy},
};
use money::{CurrencyCode, Decimal};
use peppol_connector::{
    documents::{AttachedFile, DocumentContent, DocumentFacts},
    ports::DocumentValidator,
};
use std::sync::Arc;

/// Inspects where it is called: for tests, and for programs without an event loop.
#[derive(Debug, Clone, Copy, Default)]
pub struct AtOnce<V>(pub V);

impl<V: DocumentValidator> DocumentIntake for AtOnce<V> {
    async fn inspect(&self, incoming: Incoming) -> Result<Document, IntakeBusy> {
        Ok(inspect(&self.0, &incoming))
    }

    async fn facts(&self, bytes: Arc<[u8]>) -> Result<Option<DocumentFacts>, IntakeBusy> {
        Ok(facts_of(&bytes))
    }

    async fn attached(&self, bytes: Arc<[u8]>) -> Result<Option<Vec<AttachedFile>>, IntakeBusy> {
        Ok(attached_to(&bytes))
    }

    async fn accounting_vat(
        &self,
        bytes: Arc<[u8]>,
    ) -> Result<Option<(Decimal, CurrencyCode)>, IntakeBusy> {
        Ok(accounting_vat_of(&bytes))
    }

    async fn content(&self, bytes: Arc<[u8]>) -> Result<Option<DocumentContent>, IntakeBusy> {
        Ok(content_of(&bytes))
    }
}
