//! Gets the receipt of a submission that a status settled before the receipt came.

use crate::{
    ports::{Ports, Runtime},
    sending::{
        attempt::attempt,
        deliver::{Delivered, SubmissionSender},
        deliver_error::DeliverError,
    },
};
use access::OrganizationId;
use peppol_connector::{
    identifiers::SubmissionId,
    ports::{FlightStore, Receipt, SubmissionLists},
    sending::Submission,
    submissions::{OutgoingMessage, RetryClass, State, Trace, next_receipt_request},
};
use peppol_messages::{as4::signer_of, mls::MessageStatus};
use persistence::StoreError;

impl<P: Ports> SubmissionSender<'_, P> {
    /// Sends a document once more under the same ids: its receiver recognizes the message and answers with the
    /// receipt. The submission does not move and the document is not new, so the rules of sending are not checked
    /// again. With the receipt the message enters the message log.
    pub(crate) async fn ask_for_receipt(
        &self,
        organization: OrganizationId,
        submission: &Submission,
        document: &[u8],
    ) -> Result<Delivered, DeliverError> {
        let (database, id) = (self.0.database(), submission.id);
        let record = database.submission_record(organization, id).await?;
        let kept = database.submission_receipts(organization, id).await?;
        if !record.is_over_and_taken() || kept.iter().any(|one| MessageStatus::read(one).is_err()) {
            return Ok(Delivered::Settled);
        }
        let mut trace = Trace::default();
        // a status mentions the message, so it was sent before, whatever the attempt counter says
        let again = OutgoingMessage { ambiguous: true, ..submission.message() };
        let result = attempt(self.0, organization, &again, document, &mut trace).await?;
        let now = self.0.runtime().now();
        // an attempt whose hops were stored has them already
        if database.hops(organization, id).await?.is_empty() {
            self.keep_hops(organization, id, &trace, now).await;
        }
        let (class, error) = match result {
            Ok(receipt) => {
                self.keep_late(organization, id, &receipt).await?;
                return Ok(Delivered::Settled);
            }
            Err(failed) => failed,
        };
        let again = next_receipt_request(record.updated_at, now);
        let again = again.filter(|_| class != RetryClass::Permanent);
        tracing::warn!(submission.id = %id, error, again = ?again, "receipt of a document that was taken is still missing");
        Ok(again.map_or(Delivered::Settled, Delivered::ReceiptMissing))
    }

    /// Stores a receipt for a submission that was settled in the meantime by a status. While another worker holds the
    /// submission, that worker will bring its own receipt; one signed receipt is enough as proof.
    pub(crate) async fn keep_late(
        &self,
        organization: OrganizationId,
        id: SubmissionId,
        receipt: &Receipt,
    ) -> Result<(), StoreError> {
        let database = self.0.database();
        let state = database.submission_record(organization, id).await?.submission.progress.state;
        let kept = database.submission_receipts(organization, id).await?;
        let is_proved = kept.iter().any(|one| signer_of(one).is_some());
        if is_proved || !matches!(state, State::Sent | State::Delivered | State::Failed) {
            return Ok(());
        }
        tracing::info!(submission.id = %id, state = state.name(), "late receipt of a document saved");
        let now = self.0.runtime().now();
        database.keep_late_receipt(organization, id, receipt, now).await
    }
}
