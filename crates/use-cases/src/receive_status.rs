//! What another access point says of a message that we sent (Message Level Status).

use crate::{
    Ports, ReceiveError, Runtime, SubmissionSender, responses::response_answered,
    retry::retry_on_conflict, tax_reports,
};
use ::tax_reports::ReportId;
use access::OrganizationId;
use invoice_responses::{ResponseId, ResponseStore};
use peppol_connector::{
    Actor, Arrival, ArrivingDocument, AttemptOutcome, DirectoryError, Jitter, MessageId, Move,
    ParticipantDirectory, Receipt, RetryClass, ServiceMessage, Submission, SubmissionId,
    SubmissionLists, advance,
};
use peppol_messages::as4::signer_of;
use peppol_messages::mls::{MessageStatus, ResponseCode, is_of_provider};
use peppol_messages::trust::Certificate;
use persistence::StoreError;

/// Longest text of a rejection that is kept, in characters.
const LONGEST_REASON: usize = 1_000;

/// Moves the submission that a status is about: delivered when it was accepted, failed when it was rejected. A
/// status that counts for nothing is taken and kept all the same: nobody helps it to be sent again. It moves its submission
/// once, however often it comes.
///
/// # Errors
/// [`ReceiveError::NotServed`] when it is for another provider than ours, which has this seat id; storage.
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
        let response = ResponseId(message_id.0);
        let sent = ports.database().response_sent_as(arriving.network, response).await?;
        if let Some(organization) = sent {
            let by = (provider, &status);
            return match response_answered(ports, organization, response, by).await? {
                Ok(()) => Ok(Arrival::Kept),
                Err(why) => ignored(&why),
            };
        }
        // of documents none; the tax authority answers reports
        let answered =
            tax_reports::answered(ports, arriving.network, ReportId(message_id.0), &status);
        return match answered.await? {
            Ok(()) => Ok(Arrival::Kept),
            Err(why) => ignored(&why),
        };
    };
    let told = Told { arriving, status, provider };
    retry_on_conflict(|| told.moves(ports, organization, id)).await
}

/// A status of a message of ours.
struct Told<'a> {
    arriving: &'a ArrivingDocument,
    status: MessageStatus,
    /// Seat id of who signed it.
    provider: &'a str,
}

impl Told<'_> {
    async fn moves<P: Ports>(
        &self,
        ports: &P,
        organization: OrganizationId,
        id: SubmissionId,
    ) -> Result<Arrival, ReceiveError> {
        let submission = ports.database().submission_record(organization, id).await?.submission;
        let receipts = ports.database().submission_receipts(organization, submission.id).await?;
        if recipient(ports, &receipts, &submission).await?.as_deref() != Some(self.provider) {
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
    tracing::warn!(arriving = ?arriving, why, "a message level status is ignored");
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

/// What a rejection says, for people.
pub(crate) fn reason(status: &MessageStatus) -> String {
    let description = status.description.iter().cloned();
    let issues = status.issues.iter().map(|issue| match &issue.location {
        Some(place) => format!("{} ({place})", issue.description),
        None => issue.description.clone(),
    });
    let texts: Vec<_> = description.chain(issues).collect();
    texts.join("; ").chars().take(LONGEST_REASON).collect()
}

/// Seat id of the access point that a document was sent to: that of its receipts, else (the status overtook it) the
/// one that the directory names.
pub(crate) async fn recipient<P: Ports>(
    ports: &P,
    receipts: &[Vec<u8>],
    submission: &Submission,
) -> Result<Option<String>, ReceiveError> {
    if let Some(signer) = receipts.iter().find_map(|receipt| signer_of(receipt)) {
        return Ok(Some(signer.common_name));
    }
    match addressed(ports, &submission.into()).await {
        // a receipt for a status that is not believed would end it
        Err(error) if error.class() == RetryClass::Transient => Err(ReceiveError::Directory(error)),
        found => Ok(found.ok().flatten()),
    }
}

/// Seat id of the access point that a message goes to, as the directory names it.
pub(crate) async fn addressed<P: Ports>(
    ports: &P,
    message: &ServiceMessage,
) -> Result<Option<String>, DirectoryError> {
    let ServiceMessage { network, receiver, document_type, process, .. } = message;
    let point = ports.network().receiving_point(*network, receiver, document_type, process).await?;
    let certificate = Certificate::of_der(&point.certificate).ok();
    Ok(certificate.map(|certificate| certificate.common_name))
}
