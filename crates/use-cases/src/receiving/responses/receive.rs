//! Receives an Invoice Response from another access point.

use crate::{
    ports::{Ports, Runtime},
    receiving::{
        receive_error::{ReceiveError, not_kept},
        status_owed::owed_status,
    },
    reporting::exchange_log::received_exchange,
};
use access::OrganizationId;
use invoice_responses::{
    Between, NotAttached, ReceivedResponse, ResponseInbox, ResponseStore, attach, read_response,
};
use peppol_connector::{
    identifiers::ReceivedId,
    inbox::{Arrival, ArrivingDocument, ReceivedDocument, ReceivedRecord},
    ports::InboxStore,
};
use persistence::StoreError;
use time::OffsetDateTime;

/// Accepts a response for an organization that enabled responses. It is stored unchanged, with the status that is owed
/// to its sender. If it is valid, and its receiver sent such a document to its sender, it is attached to that document
/// with an event. Each message is stored once.
///
/// # Errors
/// [`ReceiveError`]; nothing is stored then.
pub(crate) async fn receive_response<P: Ports>(
    ports: &P,
    seat: &str,
    arriving: &ArrivingDocument,
    organization: OrganizationId,
) -> Result<Arrival, ReceiveError> {
    let database = ports.database();
    if !database.takes_responses(organization).await? {
        return Err(ReceiveError::NotServed(arriving.receiver.clone()));
    }
    let (id, now) = (ReceivedId(ports.runtime().new_id()), ports.runtime().now());
    let between = Between::new(arriving.network, &arriving.sender, &arriving.receiver);
    let matched =
        match_document(ports, organization, between, &arriving.document, (id, now)).await?;
    let (attached, event) = match matched {
        Ok(response) => {
            let event = response.event(organization)?;
            (Some(response), Some(event))
        }
        Err(why) => {
            let why = why.to_string();
            tracing::warn!(org.id = %organization, document.id = %id, arriving = ?arriving, why,
                "invoice response belongs to no document of ours");
            (None, None)
        }
    };
    let refused = |error| not_kept(arriving, error);
    let status = owed_status(ports, seat, arriving);
    let exchange = received_exchange(ports, arriving, organization).await.map_err(refused)?;
    let document = ReceivedDocument { status, exchange, ..arriving.received(id, now) };
    let attached = attached.as_ref().zip(event.as_ref());
    database.receive_response(organization, &document, attached).await.map_err(refused)
}

/// The sent document that a response between these participants is about, if the response counts.
async fn match_document<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    between: Between<'_>,
    bytes: &[u8],
    received: (ReceivedId, OffsetDateTime),
) -> Result<Result<ReceivedResponse, NotAttached>, StoreError> {
    let response = match read_response(between, bytes) {
        Ok(response) => response,
        Err(why) => return Ok(Err(why)),
    };
    let number = &response.about.number;
    let documents =
        ports.database().documents_numbered(organization, between.reversed(), number).await?;
    Ok(attach(between, response, &documents, received))
}

/// Why a stored response is not attached to a document, for its sender; `None` when it is attached.
///
/// # Errors
/// Storage failures.
pub(crate) async fn not_attached<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    record: &ReceivedRecord,
) -> Result<Option<NotAttached>, StoreError> {
    let database = ports.database();
    if database.is_attached(organization, record.id).await? {
        return Ok(None);
    }
    let bytes = database.received_bytes(organization, record.id).await?;
    let between = Between::new(record.network, &record.sender, &record.receiver);
    let received = (record.id, record.received_at);
    Ok(Some(match match_document(ports, organization, between, &bytes, received).await? {
        Err(why) => why,
        // the document was sent only after the response to it came
        Ok(late) => NotAttached::UnknownDocument(late.response.about.number),
    }))
}
