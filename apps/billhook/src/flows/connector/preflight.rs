use super::look_up;
use crate::{
    clock::Clock,
    http::{Part, Timing},
};
use access::{OrganizationId, Tier};
use document_intake::{Document, DocumentFormat, DocumentIntake, Incoming};
use peppol_connector::{
    Dispatch, Network, ParticipantDirectory, ParticipantId, RecipientLookup, SendAnswer, SendFacts,
    SendOptions, SubmissionStore, decide_send,
};
use persistence::StoreError;
use serde::Serialize;

/// What a preflight says: the answer of a send that only validates, and what would keep it from
/// being queued now.
#[derive(Debug, Serialize)]
pub struct Preflight {
    /// The verdict.
    #[serde(flatten)]
    pub answer: SendAnswer,
    /// `credit`, `prepayment_overdue`, `ingest` and the like, when a send would be rejected now.
    pub would_be_rejected: Option<peppol_connector::RejectReason>,
    /// The detail of `ingest`.
    pub rejection_error: Option<String>,
}

/// Checks a document as a send would, without keeping anything.
///
/// # Errors
/// Storage.
#[allow(clippy::too_many_arguments)] // the ports, and the request
pub async fn preflight<S, I, D>(
    store: &S,
    intake: &I,
    directory: &D,
    clock: &Clock,
    (organization, tier): (OrganizationId, Tier),
    (format, document): (DocumentFormat, Vec<u8>),
    receiver: Option<(String, ParticipantId)>,
    timing: &Timing,
) -> Result<Preflight, StoreError>
where
    S: SubmissionStore,
    I: DocumentIntake,
    D: ParticipantDirectory,
{
    let network = Network::of(tier);
    let incoming = Incoming { bytes: document.into(), format: Some(format), network };
    let document = intake.examine(incoming).await;
    let recipient = match &receiver {
        // in this lookup the sandbox knows the 0245 alias
        Some((written, id)) => {
            Some(look_up(directory, network, written, &id.looked_up_in(network)).await)
        }
        None => None,
    };
    let number = document.facts.number.as_deref();
    let now = clock.now();
    let facts = store.organization_facts(organization, tier, number, now);
    let facts = timing.wait(Part::Db, facts).await?;
    let decide = |options| decided(&document, &facts, options, receiver.as_ref(), &recipient, now);
    let validated = decide(SendOptions { validate_only: true, ..SendOptions::default() });
    let sent = decide(SendOptions { dispatch: Dispatch::Now, ..SendOptions::default() });
    Ok(Preflight { answer: validated, would_be_rejected: sent.reason, rejection_error: sent.error })
}

fn decided(
    document: &Document,
    organization: &peppol_connector::OrganizationFacts,
    options: SendOptions,
    receiver: Option<&(String, ParticipantId)>,
    recipient: &Option<RecipientLookup>,
    now: time::OffsetDateTime,
) -> SendAnswer {
    decide_send(SendFacts {
        options,
        examined: document.examined.clone(),
        document: &document.facts,
        bytes: &document.bytes,
        organization,
        receiver: receiver.map(|(_, id)| id),
        recipient: recipient.clone(),
        ids: super::new_ids(),
        now,
    })
    .answer
}
