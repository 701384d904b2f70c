//! The access point: brings documents to who receives them.

use crate::{
    Behaviour, RECOVERS_AT, SandboxNetwork,
    directory::Receiver,
    receipt,
    transaction::{delivered, transaction_of},
};
use access::OrganizationId;
use invoice_responses::{ResponseInbox, is_response};
use peppol_connector::{
    identifiers::ReceivedId,
    inbox::{Arrival, ArrivingDocument, DocumentHead},
    ports::{AccessPoint, AccountStore, DeliveryError, DirectoryError, InboxStore, Receipt},
    submissions::{OutgoingMessage, Trace},
};
use persistence::StoreError;
use tax_reports::{Passage, TaxReportStore, report_due};
use time::OffsetDateTime;
use uuid::Uuid;

/// A failure that was asked for.
#[derive(Debug, Clone, Copy, thiserror::Error)]
enum OnPurpose {
    #[error("the access point of this participant of the sandbox never answers, on purpose")]
    Unreachable,
    #[error("the access point of this participant of the sandbox does not answer yet, on purpose")]
    NotYetReachable,
    #[error("the receipt of this participant of the sandbox is lost, on purpose")]
    ReceiptLost,
}

const REFUSED: &str = "this participant of the sandbox refuses every document, on purpose";

/// Refused because another organization received under the same message id.
const MESSAGE_ID_TAKEN: &str = "another participant received a message with this id before";

impl<S, C> AccessPoint for SandboxNetwork<S, C>
where
    S: AccountStore + InboxStore + TaxReportStore + ResponseInbox,
    C: Fn() -> OffsetDateTime + Send + Sync,
{
    async fn deliver_noted(
        &self,
        message: &OutgoingMessage,
        _: Option<&str>,
        document: &[u8],
        _: &mut Trace,
    ) -> Result<Receipt, DeliveryError> {
        let OutgoingMessage { network, receiver, document_type, .. } = message;
        match self.receiver(*network, receiver, document_type).await? {
            Receiver::Organization(to) if is_response(document_type) => {
                self.bring_response(to, message, document).await
            }
            Receiver::Organization(to) => self.bring(to, message, document).await,
            Receiver::TaxAuthority => self.report(message, document).await,
            Receiver::Built(behaviour) => {
                let first_taken = self.taken_at(behaviour, message.attempt).await?;
                self.answer(behaviour, message, document).await?;
                Ok(self.kept_nowhere(message, document, first_taken))
            }
        }
    }
}

impl<S, C> SandboxNetwork<S, C>
where
    S: AccountStore + InboxStore + TaxReportStore + ResponseInbox,
    C: Fn() -> OffsetDateTime + Send + Sync,
{
    /// Puts a document into an organization's inbox, once for each message id.
    async fn bring(
        &self,
        to: OrganizationId,
        message: &OutgoingMessage,
        document: &[u8],
    ) -> Result<Receipt, DeliveryError> {
        let now = (self.clock)();
        let arriving = arriving_document(message, document, now);
        let mut received = arriving.received(ReceivedId(Uuid::now_v7()), now);
        let firm = self.store.reporting_firm(to).await.map_err(|error| match error {
            StoreError::NotFound => not_brought(message, error),
            error => DeliveryError::Unreachable(error.into()),
        })?;
        received.report = report_due(&firm, Passage::Received, document, Uuid::now_v7).ok();
        let event = received.record.received_event(to);
        let event = event.map_err(|error| DeliveryError::Unreachable(error.into()))?;
        let arrival = self.store.receive(to, &received, &event).await;
        brought(message, &arriving, arrival)
    }

    /// At which attempt such a participant first takes a document: this one, or one before.
    ///
    /// # Errors
    /// What it does instead.
    async fn taken_at(&self, behaviour: Behaviour, attempt: u16) -> Result<u16, DeliveryError> {
        match behaviour {
            Behaviour::Delivers
            | Behaviour::ReportRejected
            | Behaviour::Accepts
            | Behaviour::Rejects => Ok(1),
            Behaviour::Slow => {
                tokio::time::sleep(self.delay).await;
                Ok(1)
            }
            Behaviour::LosesReceipt if attempt <= 1 => {
                Err(DeliveryError::NoReceipt(OnPurpose::ReceiptLost.into()))
            }
            Behaviour::LosesReceipt => Ok(1),
            Behaviour::Recovers if attempt < RECOVERS_AT => {
                Err(DeliveryError::Unreachable(OnPurpose::NotYetReachable.into()))
            }
            Behaviour::Recovers => Ok(RECOVERS_AT),
            // the directory has refused these before
            Behaviour::Unknown
            | Behaviour::NotReceiving
            | Behaviour::DirectoryDown
            | Behaviour::Unreachable => {
                Err(DeliveryError::Unreachable(OnPurpose::Unreachable.into()))
            }
            Behaviour::Refuses => Err(DeliveryError::Refused(REFUSED.to_owned())),
        }
    }

    /// The receipt of a participant without an organization behind it. Nothing is remembered: the
    /// transaction follows from the message, and a later attempt is a repetition.
    fn kept_nowhere(
        &self,
        message: &OutgoingMessage,
        document: &[u8],
        first_taken: u16,
    ) -> Receipt {
        let transaction_id = transaction_of(message.message_id).to_string();
        let evidence = receipt::write(message, document, &transaction_id, (self.clock)());
        delivered(transaction_id, evidence, message.attempt > first_taken)
    }
}

/// A document on its way to an organization, with the receipt for it.
pub(crate) fn arriving_document(
    message: &OutgoingMessage,
    document: &[u8],
    now: OffsetDateTime,
) -> ArrivingDocument {
    let transaction_id = Uuid::now_v7().to_string();
    let evidence = receipt::write(message, document, &transaction_id, now);
    ArrivingDocument {
        network: message.network,
        message_id: message.message_id,
        transaction_id,
        sender: message.sender.clone(),
        receiver: message.receiver.clone(),
        document_type: message.document_type.clone(),
        process: message.process.clone(),
        document: document.into(),
        head: DocumentHead::default(),
        receipt: evidence.into(),
        message: None,
        country: None,
    }
}

/// The receipt of what an organization's inbox took, now or before.
pub(crate) fn brought(
    message: &OutgoingMessage,
    arriving: &ArrivingDocument,
    arrival: Result<Arrival, StoreError>,
) -> Result<Receipt, DeliveryError> {
    match arrival {
        Ok(Arrival::Kept) => {
            let transaction_id = arriving.transaction_id.clone();
            Ok(delivered(transaction_id, arriving.receipt.to_vec(), false))
        }
        Ok(Arrival::Repeated { transaction_id, evidence, .. }) => {
            Ok(delivered(transaction_id, evidence, true))
        }
        Err(error) => Err(not_brought(message, error)),
    }
}

fn not_brought(message: &OutgoingMessage, error: StoreError) -> DeliveryError {
    match error {
        // the organization went between the lookup and this
        StoreError::NotFound => DirectoryError::NotRegistered(message.receiver.clone()).into(),
        StoreError::Taken(_) => DeliveryError::Refused(MESSAGE_ID_TAKEN.to_owned()),
        // a commit whose answer was lost may have kept it
        error => DeliveryError::NoReceipt(error.into()),
    }
}
