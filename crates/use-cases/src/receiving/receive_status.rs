//! Receives the Message Level Status (MLS) of a message that we sent.

use crate::{
    ports::{Ports, Runtime},
    receiving::{receive_error::ReceiveError, responses::response_answered},
    reporting::tax_reports,
    retry::retry_on_conflict,
    sending::{addressed::recipient, deliver::SubmissionSender, rejection::reason},
};
use access::OrganizationId;
use invoice_responses::{ResponseId, ResponseStore};
use peppol_connector::{
    identifiers::{MessageId, SubmissionId},
    inbox::{Arrival, ArrivingDocument},
    ports::{AttemptOutcome, Receipt, SubmissionLists},
    submissions::{Actor, Jitter, Move, advance},
};
use peppol_messages::mls::{MessageStatus, ResponseCode, is_of_provider};
use persistence::StoreError;

/// Moves the submission that a status is about: delivered when it was accepted, failed when it was rejected. A status
/// without effect is accepted and stored too, because sending it again would not help. It moves its submission once,
/// even when it is repeated.
///
/// # Errors
/// [`ReceiveError::NotServed`] when it is addressed to another provider than ours, whose seat id is given; storage
/// failures.
pub async fn receive_status<P: Ports>(
    ports: &P,
    seat: &str,
    arriving: &ArrivingDocument,
) -> Result<Arrival, ReceiveError> {
    if !is_of_provider(&arriving.receiver.to_string(), seat) {
        return Err(ReceiveError::NotServed(arriving.receiver.clone()));
    }
    let ignored = |why: &str| Ok(ignored(arriving, why));
    let status = match MessageStatus::read(&arriving.document) {
        Ok(status) => status,
        Err(error) => return ignored(&error.to_string()),
    };
    let provider = arriving.message.as_ref().map_or("", |message| &message.provider);
    if !is_of_provider(&format!("0242:{}", status.sender), provider) {
        return ignored("its sender is not the access point that signed it");
    }
    let Ok(message_id) = status.about.parse::<MessageId>() else {
        return ignored("it is about no message of ours");
    };
    let Some((organization, id)) = ports.database().sent_as(arriving.network, message_id).await?
    else {
        let response = ResponseId::from(message_id);
        let sent = ports.database().response_sent_as(arriving.network, response).await?;
        if let Some(organization) = sent {
            let by = (provider, &status);
            return match response_answered(ports, organization, response, by).await? {
                Ok(()) => Ok(Arrival::Kept),
                Err(why) => ignored(&why),
            };
        }
        // documents have no report here: the tax authority answers reports
        let answered =
            tax_reports::apply_answer(ports, arriving.network, message_id.into(), &status);
        return match answered.await? {
            Ok(()) => Ok(Arrival::Kept),
            Err(why) => ignored(&why),
        };
    };
    let status = StatusOfOurs { arriving, status, provider };
    retry_on_conflict(|| status.moves(ports, organization, id)).await
}

/// A status of a message that we sent.
struct StatusOfOurs<'a> {
    arriving: &'a ArrivingDocument,
    status: MessageStatus,
    /// Seat id of the signer.
    provider: &'a str,
}

impl StatusOfOurs<'_> {
    async fn moves<P: Ports>(
        &self,
        ports: &P,
        organization: OrganizationId,
        id: SubmissionId,
    ) -> Result<Arrival, ReceiveError> {
        let submission = ports.database().submission_record(organization, id).await?.submission;
        let receipts = ports.database().submission_receipts(organization, submission.id).await?;
        if recipient(ports, &receipts, &submission.message()).await?.as_deref()
            != Some(self.provider)
        {
            return Ok(ignored(self.arriving, "the message went to another access point"));
        }
        let by = match self.status.response {
            ResponseCode::Delivered | ResponseCode::Accepted => Move::Delivered,
            ResponseCode::Rejected => Move::RefusedByReceiver,
        };
        let (actor, now) = (Actor::Network, ports.runtime().now());
        if advance(submission.progress, actor, by, now, Jitter(0)).is_err() {
            return Ok(ignored(self.arriving, "what became of the message is known"));
        }
        let (receipt, reason) = (proof(self.arriving), reason(&self.status));
        let outcome = match by {
            Move::Delivered => AttemptOutcome::Receipt(&receipt),
            _ => AttemptOutcome::Error(&reason),
        };
        let sender = SubmissionSender(ports);
        match sender.keep(organization, &submission, actor, by, outcome, Jitter(0)).await? {
            Some(_) => Ok(Arrival::Kept),
            None => Err(StoreError::Conflict.into()),
        }
    }
}

fn ignored(arriving: &ArrivingDocument, why: &str) -> Arrival {
    tracing::warn!(arriving = ?arriving, why, "message level status ignored");
    Arrival::Kept
}

/// The status as evidence of the delivery.
fn proof(arriving: &ArrivingDocument) -> Receipt {
    Receipt {
        transaction_id: arriving.message.as_ref().map(|message| message.message_id.clone()),
        evidence: arriving.document.to_vec(),
        duplicate: false,
        delivered: true,
    }
}
