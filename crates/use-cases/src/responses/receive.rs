//! A response of another access point comes in.

use crate::{
    Ports, ReceiveError, Runtime,
    exchange_log::received_exchange,
    receive_document::{not_kept, owed},
};
use access::OrganizationId;
use invoice_responses::{
    NotAttached, ReceivedResponse, ResponseInbox, ResponseStore, attach, read_response,
};
use peppol_connector::{
    Arrival, ArrivingDocument, InboxStore, Network, ParticipantId, ReceivedDocument, ReceivedId,
    ReceivedRecord,
};
use persistence::StoreError;
use time::OffsetDateTime;

/// Takes a response for an organization that asked for responses. It is kept as it came, with the status that its
/// sender is owed; and attached to the document that it is about, with the event of that, if it is valid, and such a
/// document was sent from its receiver to its sender. Once for each message.
///
/// # Errors
/// [`ReceiveError`]; nothing is kept then.
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
    let between = (arriving.network, &arriving.sender, &arriving.receiver);
    let judged = judge(ports, organization, between, &arriving.document, (id, now)).await?;
    let (attached, event) = match judged {
        Ok(response) => {
            let event = response.event(organization)?;
            (Some(response), Some(event))
        }
        Err(why) => {
            let why = why.to_string();
            tracing::warn!(org.id = %organization, document.id = %id, arriving = ?arriving, why,
                "an invoice response is attached to nothing");
            (None, None)
        }
    };
    let refused = |error| not_kept(arriving, error);
    let status = owed(ports, seat, arriving);
    let exchange = received_exchange(ports, arriving, organization).await.map_err(refused)?;
    let document = ReceivedDocument { status, exchange, ..arriving.received(id, now) };
    let attached = attached.as_ref().zip(event.as_ref());
    database.receive_response(organization, &document, attached).await.map_err(refused)
}

/// What a response that goes from one participant to another is about, if it counts.
async fn judge<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    between: (Network, &ParticipantId, &ParticipantId),
    bytes: &[u8],
    received: (ReceivedId, OffsetDateTime),
) -> Result<Result<ReceivedResponse, NotAttached>, StoreError> {
    let response = match read_response(between, bytes) {
        Ok(response) => response,
        Err(why) => return Ok(Err(why)),
    };
    let (network, buyer, seller) = between;
    let sent = (network, seller, buyer);
    let number = &response.about.number;
    let documents = ports.database().documents_numbered(organization, sent, number).await?;
    Ok(attach(between, response, &documents, received))
}

/// Why a response that was kept is attached to nothing, for its sender; nothing where it is attached.
///
/// # Errors
/// Storage.
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
    let between = (record.network, &record.sender, &record.receiver);
    let received = (record.id, record.received_at);
    Ok(Some(match judge(ports, organization, between, &bytes, received).await? {
        Err(why) => why,
        // the document was sent only after it was answered
        Ok(late) => NotAttached::UnknownDocument(late.response.about.number),
    }))
}
