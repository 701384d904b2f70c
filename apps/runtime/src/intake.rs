//! The inspection of documents in this process, by the official rules.

use crate::gate::Gate;
use document_intake::{
    Document, DocumentIntake, Incoming, IntakeBusy, OfficialRules, accounting_vat_of, attached_to,
    content_of, facts_of, inspect,
};
use money::{CurrencyCode, Decimal};
use peppol_connector::{
    documents::{AttachedFile, DocumentContent, DocumentFacts},
    ports::ValidatorUnavailable,
};
use std::sync::Arc;
use tokio::task::JoinError;

/// Documents longer than this, in bytes, are inspected on a thread of the pool, because they would block other tasks.
/// One of this length takes a millisecond, whatever errors it has.
const AT_ONCE: usize = 16 * 1024;

/// The most kilobytes of large documents that are inspected at the same time. An inspection needs a multiple of the
/// document's size.
const INSPECTED: u32 = 24 * 1024;

/// The most kilobytes of large documents that wait.
const WAITING: u32 = 64 * 1024;

/// Inspects small documents at once, and large ones on a thread of the pool, up to a limit of bytes.
#[derive(Debug)]
pub struct Intake(Gate);

impl Default for Intake {
    fn default() -> Self {
        Self(Gate::new(INSPECTED, WAITING))
    }
}

impl DocumentIntake for Intake {
    async fn inspect(&self, incoming: Incoming) -> Result<Document, IntakeBusy> {
        let bytes = Arc::clone(&incoming.bytes);
        let inspected = self.read(bytes.len(), move || inspect(&OfficialRules, &incoming)).await?;
        Ok(inspected.unwrap_or_else(|error| {
            tracing::error!(error = %error, "document cannot be inspected: its thread was lost");
            Document::uninspected(bytes, ValidatorUnavailable(error.into()))
        }))
    }

    async fn facts(&self, bytes: Arc<[u8]>) -> Result<Option<DocumentFacts>, IntakeBusy> {
        self.read_again(bytes, facts_of).await
    }

    async fn attached(&self, bytes: Arc<[u8]>) -> Result<Option<Vec<AttachedFile>>, IntakeBusy> {
        self.read_again(bytes, attached_to).await
    }

    async fn accounting_vat(
        &self,
        bytes: Arc<[u8]>,
    ) -> Result<Option<(Decimal, CurrencyCode)>, IntakeBusy> {
        self.read_again(bytes, accounting_vat_of).await
    }

    async fn content(&self, bytes: Arc<[u8]>) -> Result<Option<DocumentContent>, IntakeBusy> {
        self.read_again(bytes, content_of).await
    }
}

impl Intake {
    /// Runs `read` over an input of this many bytes when it is its turn: parsing a document or a bank statement, or
    /// matching its lines. The inner error says that its thread was lost.
    ///
    /// # Errors
    /// [`IntakeBusy`].
    pub async fn read<T: Send + 'static>(
        &self,
        bytes: usize,
        read: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Result<T, JoinError>, IntakeBusy> {
        if bytes <= AT_ONCE {
            return Ok(Ok(read()));
        }
        let kilobytes = u32::try_from(bytes / 1024).unwrap_or(u32::MAX);
        let entered = self.0.enter(kilobytes).await;
        let pass = entered.map_err(|busy| IntakeBusy { retry_after: busy.retry_after })?;
        let thread = tokio::task::spawn_blocking(move || {
            let result = read();
            // the permission is dropped only here, because a caller that goes away does not stop the thread
            drop(pass);
            result
        });
        Ok(thread.await)
    }

    /// Parses a document that was inspected before; `None` when its thread is lost.
    async fn read_again<T: Send + 'static>(
        &self,
        bytes: Arc<[u8]>,
        read: fn(&[u8]) -> Option<T>,
    ) -> Result<Option<T>, IntakeBusy> {
        let again = Arc::clone(&bytes);
        let result = self.read(bytes.len(), move || read(&again)).await?;
        Ok(result.unwrap_or_else(|error| {
            tracing::error!(error = %error, "document cannot be read again: its thread was lost");
            None
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::Pass;
    use peppol_connector::{documents::Validation, identifiers::Network};
    use testkit::network_contract::document_intake::IntakeUnderTest;
    use time::macros::date;

    struct InThisProcess {
        intake: Arc<Intake>,
        busy: Arc<Intake>,
        _pass: Pass,
    }

    impl IntakeUnderTest for InThisProcess {
        type Intake = Intake;

        fn intake(&self) -> Arc<Intake> {
            Arc::clone(&self.intake)
        }

        /// this process has the official rules too
        fn without_validator(&self) -> Option<Arc<Intake>> {
            None
        }

        fn busy(&self) -> Option<Arc<Intake>> {
            Some(Arc::clone(&self.busy))
        }
    }

    async fn in_this_process() -> InThisProcess {
        let busy = Intake(Gate::new(1, 0));
        let pass = busy.0.enter(1).await.expect("the first");
        InThisProcess { intake: Arc::default(), busy: Arc::new(busy), _pass: pass }
    }

    testkit::document_intake_contract!(in_this_process);

    fn incoming(document: String) -> Incoming {
        let (bytes, day) = (document.into_bytes().into(), date!(2026 - 11 - 28));
        Incoming { bytes, format: None, network: Network::Live, day }
    }

    fn large() -> String {
        format!("<Order xmlns='urn:x'/>{}", " ".repeat(AT_ONCE))
    }

    #[tokio::test]
    async fn large_documents_get_the_same_verdict() {
        let intake = Intake::default();
        let mut verdicts = Vec::new();
        for document in ["<Order xmlns='urn:x'/>".to_owned(), large()] {
            let document = intake.inspect(incoming(document)).await.expect("not busy");
            verdicts.push(document.inspection.original);
        }
        assert!(matches!(&verdicts[0], Validation::Ran(verdict) if !verdict.is_valid()));
        assert_eq!(verdicts[0], verdicts[1]);
    }

    #[tokio::test]
    async fn large_documents_that_cannot_wait_are_turned_away() {
        let intake = Intake(Gate::new(1, 0));
        let pass = intake.0.enter(1).await.expect("the first");
        let busy = intake.inspect(incoming(large())).await.expect_err("no room");
        assert!(busy.retry_after > 0);
        let bytes: Arc<[u8]> = large().into_bytes().into();
        assert!(intake.content(Arc::clone(&bytes)).await.is_err(), "nor are they shown");
        assert!(intake.facts(Arc::clone(&bytes)).await.is_err(), "nor dispatched");
        let small = intake.inspect(incoming("<Order xmlns='urn:x'/>".to_owned())).await;
        assert!(small.is_ok(), "small ones do not wait");
        drop(pass);
        assert_eq!(intake.facts(bytes).await, Ok(None), "no invoice");
        assert!(intake.inspect(incoming(large())).await.is_ok());
    }
}
