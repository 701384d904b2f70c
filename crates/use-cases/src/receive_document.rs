//! A document of another access point comes in.

use crate::{
    DeliverError, Ports, Runtime,
    exchange_log::{received_exchange, take_once},
    receive_status,
    responses::receive_response,
    retry::MayConflict,
    tax_reports,
};
use access::OrganizationId;
use events::Unwritable;
use invoice_responses::is_response;
use peppol_connector::{
    AccountStore, Arrival, ArrivingDocument, DirectoryError, InboxStore, JobId, MessageId,
    NewStatus, ParticipantId, ReceivedDocument, ReceivedId,
};
use peppol_messages::Identifier;
use peppol_messages::mls::{MLS_DOCUMENT_TYPE, is_about_statuses, main_provider_id};
use persistence::StoreError;

/// Why a document is not taken.
#[derive(Debug, thiserror::Error)]
pub enum ReceiveError {
    /// No organization receives here under the identifier: the sender must know that.
    #[error("{0} does not receive here")]
    NotServed(ParticipantId),
    /// Its message came before, for another organization.
    #[error("a message with this id came before, for another participant")]
    IdTaken,
    /// Storage: it may be sent again.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An event that cannot be written.
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
    /// Who may send it cannot be found out now: it may be sent again.
    #[error(transparent)]
    Directory(DirectoryError),
}

impl MayConflict for ReceiveError {
    fn is_conflict(&self) -> bool {
        matches!(self, Self::Store(StoreError::Conflict))
    }
}

impl From<DeliverError> for ReceiveError {
    fn from(error: DeliverError) -> Self {
        match error {
            DeliverError::Store(error) => Self::Store(error),
            DeliverError::Unwritable(error) => Self::Unwritable(error),
        }
    }
}

/// Takes what another access point sends to ours, which has this seat id: a status of a message that we sent
/// ([`receive_status`]), a response to a document that we sent, or a document.
///
/// A document is kept for the organization that receives under its receiver's identifier: document, receipt,
/// event, lines of the audit log and the message log, the tax report that it makes due and the job that answers it
/// ([`crate::send_status`]) in one transaction, once for each message. The receipt may leave when this
/// has returned. A repetition gets the first receipt, though its receiver may be served here no more.
///
/// A document is kept as it came, whatever it says: that it breaks rules is no reason to lose it.
///
/// # Errors
/// [`ReceiveError`]; nothing is kept then.
pub async fn receive_document<P: Ports>(
    ports: &P,
    seat: &str,
    arriving: &ArrivingDocument,
) -> Result<Arrival, ReceiveError> {
    if arriving.document_type.value() == MLS_DOCUMENT_TYPE {
        return take_once(ports, arriving, receive_status(ports, seat, arriving)).await;
    }
    let kept = match ports.database().enrolled(arriving.network, &arriving.receiver).await? {
        Some(organization) if is_response(&arriving.document_type) => {
            receive_response(ports, seat, arriving, organization).await
        }
        Some(organization) => keep(ports, seat, arriving, organization).await,
        None => Err(ReceiveError::NotServed(arriving.receiver.clone())),
    };
    match kept {
        // it may have come while its receiver was served here, as this organization or another
        Err(refusal @ (ReceiveError::NotServed(_) | ReceiveError::IdTaken)) => {
            let before = ports.database().arrived_before(arriving).await?.ok_or(refusal)?;
            tracing::info!(arriving = ?arriving, "a repetition gets its first receipt: its receiver has left");
            Ok(before)
        }
        kept => kept,
    }
}

/// Keeps a document for an organization, once.
async fn keep<P: Ports>(
    ports: &P,
    seat: &str,
    arriving: &ArrivingDocument,
    organization: OrganizationId,
) -> Result<Arrival, ReceiveError> {
    let refused = |error| not_kept(arriving, error);
    let (id, now) = (ReceivedId(ports.runtime().new_id()), ports.runtime().now());
    let report = tax_reports::due(ports, organization, arriving.network, arriving.head()).await?;
    let status = owed(ports, seat, arriving);
    let exchange = received_exchange(ports, arriving, organization).await.map_err(refused)?;
    let document = ReceivedDocument { report, status, exchange, ..arriving.received(id, now) };
    let event = document.record.received_event(organization)?;
    let arrival = ports.database().receive(organization, &document, &event).await;
    let arrival = arrival.map_err(refused)?;
    tracing::info!(
        org.id = %organization,
        document.id = %id,
        message.id = arriving.message.as_ref().map(|message| message.message_id.as_str()),
        provider = arriving.message.as_ref().map(|message| message.provider.as_str()),
        repeated = arrival != Arrival::Kept,
        "document received"
    );
    Ok(arrival)
}

/// Why a document is not kept.
pub(crate) fn not_kept(arriving: &ArrivingDocument, error: StoreError) -> ReceiveError {
    match error {
        // it was deregistered and deleted meanwhile
        StoreError::NotFound => ReceiveError::NotServed(arriving.receiver.clone()),
        StoreError::Taken(_) => ReceiveError::IdTaken,
        error => ReceiveError::Store(error),
    }
}

/// That the sender of a message will be told what became of it: of none that is a status itself.
pub(crate) fn owed<P: Ports>(
    ports: &P,
    seat: &str,
    arriving: &ArrivingDocument,
) -> Option<NewStatus> {
    arriving.message.as_ref()?;
    let of = &arriving.document_type;
    if is_about_statuses(&Identifier::new(of.scheme(), of.value())) {
        return None;
    }
    let from = main_provider_id(seat)?.parse().ok()?;
    let runtime = ports.runtime();
    Some(NewStatus { message_id: MessageId(runtime.new_id()), from, job: JobId(runtime.new_id()) })
}
