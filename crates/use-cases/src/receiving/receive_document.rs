//! Receives a document from another access point.

use crate::{
    ports::{Ports, Runtime},
    receiving::{
        receive_error::{ReceiveError, not_kept},
        receive_status::receive_status,
        responses::receive_response,
        status_owed::owed_status,
    },
    reporting::{
        exchange_log::{received_exchange, take_once},
        tax_reports,
    },
};
use ::tax_reports::Passage;
use access::OrganizationId;
use invoice_responses::is_response;
use invoicing::{InvoiceStore, References};
use peppol_connector::{
    identifiers::{Network, ReceivedId},
    inbox::{ALWAYS_TAKEN, Arrival, ArrivingDocument, ReceivedDocument, VOLUME_WINDOW},
    ports::{AccountStore, InboxStore},
};
use peppol_messages::mls::MLS_DOCUMENT_TYPE;
use peppol_publishing::Receives;

/// Accepts a message of another access point to ours, whose seat id is given: a status of a message that we sent
/// ([`receive_status`]), a response to a document that we sent, or a document.
///
/// A document is stored for the organization that receives under its receiver's identifier: document, receipt, event,
/// lines of the audit log and the message log, the tax report that it makes due and the job that answers it
/// ([`crate::receiving::send_status::send_status`]) in one transaction, once for each message. The receipt may be sent
/// when this has returned. A repetition gets the first receipt, even when its receiver is no longer served here.
///
/// Documents of other types or processes than our SMP publishes are refused, because no participant receives them
/// here.
///
/// A document is stored unchanged even when it breaks validation rules.
///
/// # Errors
/// [`ReceiveError`]; nothing is stored then.
pub async fn receive_document<P: Ports>(
    ports: &P,
    seat: &str,
    arriving: &ArrivingDocument,
) -> Result<Arrival, ReceiveError> {
    if arriving.document_type.value() == MLS_DOCUMENT_TYPE {
        return take_once(ports, arriving, receive_status(ports, seat, arriving)).await;
    }
    let kept = match ports.database().enrolled(arriving.network, &arriving.receiver).await? {
        Some(_) if !is_published(arriving) => {
            Err(ReceiveError::NotServed(arriving.receiver.clone()))
        }
        Some(organization) => match within_volume(ports, arriving, organization).await {
            Ok(()) if is_response(&arriving.document_type) => {
                receive_response(ports, seat, arriving, organization).await
            }
            Ok(()) => keep(ports, seat, arriving, organization).await,
            Err(refusal) => Err(refusal),
        },
        None => Err(ReceiveError::NotServed(arriving.receiver.clone())),
    };
    match kept {
        // it may have come while its receiver was served here, as this organization or another
        Err(
            refusal @ (ReceiveError::NotServed(_)
            | ReceiveError::IdTaken
            | ReceiveError::TooMuch(_)),
        ) => {
            let before = ports.database().arrived_before(arriving).await?.ok_or(refusal)?;
            tracing::info!(arriving = ?arriving, "repeated message answered with its first receipt, though it would not be taken now");
            Ok(before)
        }
        kept => kept,
    }
}

/// Checks the receiver's daily limit. Concurrent documents count only what is stored already, so together they may
/// exceed the limit by the number being received at the same time.
async fn within_volume<P: Ports>(
    ports: &P,
    arriving: &ArrivingDocument,
    organization: OrganizationId,
) -> Result<(), ReceiveError> {
    let size = arriving.document.len() as u64;
    if size <= ALWAYS_TAKEN {
        return Ok(());
    }
    let (store, since) = (ports.database(), ports.runtime().now() - VOLUME_WINDOW);
    let volume = store.received_volume(organization, &arriving.sender, since).await?;
    let records = store.issuing_records(organization, &References::default()).await?;
    Ok(volume.check(size, records.organization.plan)?)
}

/// Whether our SMP may publish this document type for a participant. Other documents would never be read, and their
/// sender has to know that.
fn is_published(arriving: &ArrivingDocument) -> bool {
    // whether its organization asked for responses is checked when one is accepted
    let all = Receives { invoice_responses: true };
    all.includes(&arriving.document_type, &arriving.process)
}

/// Stores a document for an organization, once.
async fn keep<P: Ports>(
    ports: &P,
    seat: &str,
    arriving: &ArrivingDocument,
    organization: OrganizationId,
) -> Result<Arrival, ReceiveError> {
    let refused = |error| not_kept(arriving, error);
    let (id, now) = (ReceivedId(ports.runtime().new_id()), ports.runtime().now());
    let (network, document) = (arriving.network, arriving.head());
    let report =
        tax_reports::due(ports, organization, network, Passage::Received, document).await?;
    let status = owed_status(ports, seat, arriving);
    let exchange = received_exchange(ports, arriving, organization).await.map_err(refused)?;
    let counts = ports.counts_received() && network == Network::Live;
    let received = arriving.received(id, now);
    let document = ReceivedDocument { report, status, exchange, counts, ..received };
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
