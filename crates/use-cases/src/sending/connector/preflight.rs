use super::{asked::facts_for, look_up};
use crate::{context::Context, ports::Ports};
use document_intake::{Document, DocumentIntake, Incoming, IntakeBusy};
use peppol_connector::{
    documents::{RulesVersion, Upcoming},
    identifiers::ParticipantId,
    sending::{
        Dispatch, DocumentFormat, OrganizationFacts, RecipientLookup, SendAnswer, SendFacts,
        SendOptions, decide_send,
    },
    submissions::RejectReason,
};
use persistence::StoreError;
use time::OffsetDateTime;

/// The result of a preflight: the answer of a send that only validates, and the reason why a send would be rejected
/// now.
#[derive(Debug)]
pub struct Preflight {
    /// The answer of a send with `options.validateOnly`.
    pub answer: SendAnswer,
    /// The reason why a send would be rejected now: `credit`, `prepayment_overdue`, `ingest` and the like.
    pub would_be_rejected: Option<RejectReason>,
    /// The detail of the reason `ingest`.
    pub rejection_error: Option<String>,
    /// The rules that the document was judged by; `None` when the validator was unavailable.
    pub rules: Option<RulesVersion>,
    /// What the next release of the rules refuses in the document as it would be sent.
    pub upcoming: Option<Upcoming>,
}

/// Why a preflight failed.
#[derive(Debug, thiserror::Error)]
pub enum PreflightError {
    /// Too many documents are being inspected.
    #[error(transparent)]
    Busy(#[from] IntakeBusy),
    /// Storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Checks a document as a send would. Stores nothing.
///
/// # Errors
/// [`PreflightError`].
pub async fn preflight<P: Ports>(
    context: &Context<'_, P>,
    (format, document): (DocumentFormat, Vec<u8>),
    receiver: Option<(String, ParticipantId)>,
) -> Result<Preflight, PreflightError> {
    let network = context.network();
    let day = context.today();
    let incoming = Incoming { bytes: document.into(), format: Some(format), network, day };
    let document = context.ports.intake().inspect(incoming).await?;
    let recipient = match &receiver {
        // in this lookup the sandbox accepts the alias with 0245
        Some((written, id)) => {
            Some(look_up(context.ports, network, written, &id.looked_up_in(network)).await)
        }
        None => None,
    };
    let now = context.now();
    let named = receiver.as_ref().map(|(_, id)| id);
    let facts = facts_for(context, &document.facts, named, now).await?;
    let known =
        Known { document: &document, facts: &facts, receiver: named, recipient: &recipient, now };
    let validate_only = SendOptions { validate_only: true, ..SendOptions::default() };
    let now = SendOptions { dispatch: Dispatch::Now, ..SendOptions::default() };
    let validated = known.decided(context, validate_only);
    let sent = known.decided(context, now);
    let judged = document.inspection.of_sendable();
    Ok(Preflight {
        answer: validated,
        would_be_rejected: sent.reason,
        rejection_error: sent.error,
        rules: judged.rules(),
        upcoming: judged.upcoming().cloned(),
    })
}

/// The facts that both decisions use.
struct Known<'a> {
    document: &'a Document,
    facts: &'a OrganizationFacts,
    receiver: Option<&'a ParticipantId>,
    recipient: &'a Option<RecipientLookup>,
    now: OffsetDateTime,
}

impl Known<'_> {
    fn decided<P: Ports>(&self, context: &Context<'_, P>, options: SendOptions) -> SendAnswer {
        decide_send(SendFacts {
            options,
            inspection: self.document.inspection.clone(),
            document: &self.document.facts,
            bytes: &self.document.bytes,
            organization: self.facts,
            receiver: self.receiver,
            recipient: self.recipient.clone(),
            ids: context.new_ids(),
            now: self.now,
        })
        .answer
    }
}
