//! Sends the status (MLS) to the sender of a received message.

use crate::{
    ports::{Ports, Runtime},
    receiving::responses::not_attached,
    sending::attempt::attempt_service_message,
};
use access::OrganizationId;
use document_intake::{DocumentIntake, Incoming, IntakeBusy};
use invoice_responses::{NotAttached, is_response};
use peppol_connector::{
    documents::Validation,
    identifiers::{InvalidIdentifier, InvalidParticipant, ParticipantId, ReceivedId, Root},
    inbox::{OutgoingStatus, OwedStatus, ReceivedRecord, StatusState},
    ports::{InboxStore, Receipt, StatusStore},
    repair::{Finding, Severity},
    submissions::{FlightAttempt, Jitter, OutgoingMessage, RetryClass, Trace},
};
use peppol_messages::Identifier;
use peppol_messages::mls::{
    Answered, Issue, MLS_DOCUMENT_TYPE, MLS_PROCESS, MessageStatus, MlsRoute, ReasonCode,
};
use peppol_messages::sbdh::MlsType;
use persistence::StoreError;
use time::OffsetDateTime;

/// The retry delay of a status that another worker moved at the same time.
const AFTER_CONFLICT: time::Duration = time::Duration::seconds(5);

/// The remaining work for a status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatusAttempt {
    /// None: it was sent, given up, or is not owed.
    Settled,
    /// Another attempt at this time.
    Again(OffsetDateTime),
}

/// Why an attempt could not be made or stored; the job retries it.
#[derive(Debug, thiserror::Error)]
pub enum SendStatusError {
    /// Storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Too many documents are being parsed.
    #[error(transparent)]
    Busy(#[from] IntakeBusy),
    /// The validation rules are not available.
    #[error("the document cannot be validated now")]
    Unvalidated,
    /// The provider that the status is for cannot be addressed.
    #[error("a service provider has no identifier of the network")]
    Provider(#[from] InvalidParticipant),
    /// The constant identifiers of a status are not valid.
    #[error(transparent)]
    Identifier(#[from] InvalidIdentifier),
}

/// Answers a received message: decides once which status its sender gets, stores it, and makes an attempt to send it.
/// A repeated call continues from the stored state; all attempts use one message id, so the other side accepts it
/// once.
///
/// # Errors
/// [`SendStatusError`]; the stored state stays as it was.
pub async fn send_status<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    id: ReceivedId,
    jitter: Jitter,
) -> Result<StatusAttempt, SendStatusError> {
    let answer = Answer { ports, organization, id };
    match answer.make(jitter).await {
        Err(SendStatusError::Store(StoreError::NotFound)) => Ok(StatusAttempt::Settled),
        Err(SendStatusError::Store(StoreError::Conflict)) => {
            Ok(StatusAttempt::Again(ports.runtime().now() + AFTER_CONFLICT))
        }
        made => made,
    }
}

/// The answer to one message.
struct Answer<'a, P> {
    ports: &'a P,
    organization: OrganizationId,
    id: ReceivedId,
}

impl<P: Ports> Answer<'_, P> {
    async fn make(&self, jitter: Jitter) -> Result<StatusAttempt, SendStatusError> {
        let database = self.ports.database();
        let mut owed = database.owed_status(self.organization, self.id).await?;
        if owed.state != StatusState::Waiting {
            return Ok(StatusAttempt::Settled);
        }
        let record = database.received_record(self.organization, self.id).await?;
        if owed.outgoing.is_none() {
            owed = self.decide(&record, owed).await?;
        }
        let Some(outgoing) = &owed.outgoing else { return Ok(StatusAttempt::Settled) };
        let (began, mut trace) = (self.ports.runtime().now(), Trace::default());
        let result = self.attempt(&record, &owed, outgoing, &mut trace).await?;
        let (now, error) = (self.ports.runtime().now(), result.as_ref().err());
        let error = error.map(|(_, error)| error.clone());
        let attempt = FlightAttempt::over(began, now, error, trace.hops);
        let (after, again) = match result {
            Ok(receipt) => (owed.sent(receipt.evidence, now), None),
            Err((class, error)) => owed.failed(class, error, now, jitter),
        };
        self.keep(&after, Some(&attempt)).await?;
        Ok(again.map_or(StatusAttempt::Settled, StatusAttempt::Again))
    }

    async fn keep(
        &self,
        after: &OwedStatus,
        attempt: Option<&FlightAttempt>,
    ) -> Result<(), StoreError> {
        let database = self.ports.database();
        database.advance_status(self.organization, self.id, after, attempt).await?;
        tracing::info!(
            org.id = %self.organization,
            document.id = %self.id,
            state = after.state.name(),
            response = after.outgoing.as_ref().map(|outgoing| &*outgoing.response),
            to = after.outgoing.as_ref().map(|outgoing| outgoing.to.to_string()),
            attempt = after.attempts,
            error = after.error.as_deref(),
            "attempt to send a message level status concluded"
        );
        Ok(())
    }

    /// Decides on the status and stores it, so that every attempt sends the same.
    async fn decide(
        &self,
        record: &ReceivedRecord,
        owed: OwedStatus,
    ) -> Result<OwedStatus, SendStatusError> {
        let (issues, now) = (self.issues(record).await?, self.ports.runtime().now());
        let document_type =
            Identifier::new(record.document_type.scheme(), record.document_type.value());
        let (about, own) = (&owed.about, owed.from.to_string());
        let answered = Answered {
            seat: &about.provider,
            own: &own,
            document_type: &document_type,
            instance: &about.instance,
            mls_to: about.status.to.as_deref(),
            mls_type: about.status.always.then_some(MlsType::AlwaysSend),
        };
        let is_confirmed = record.acknowledged_at.is_some();
        let status = answered.status(&owed.message_id.to_string(), now, issues, is_confirmed);
        let outgoing = status.map(|(route, status)| outgoing(&route, &status)).transpose()?;
        let after = owed.decided(outgoing, now);
        self.keep(&after, None).await?;
        Ok(after)
    }

    /// The issues of a document: a response to a document that was never sent; none for a document type whose rules we
    /// do not have. Delivery was decided when the document was stored, so a receiver that deregisters later still has
    /// it.
    async fn issues(&self, record: &ReceivedRecord) -> Result<Vec<Issue>, SendStatusError> {
        let database = self.ports.database();
        if is_response(&record.document_type) {
            let why = not_attached(self.ports, self.organization, record).await?;
            return Ok(why.iter().map(unattached).collect());
        }
        let of = |root: &Root| {
            let start = format!("{}::{}##", root.namespace(), root.local_name());
            record.document_type.value().starts_with(&start)
        };
        if !Root::ALL.iter().any(of) {
            return Ok(Vec::new());
        }
        let bytes = database.received_bytes(self.organization, self.id).await?.into();
        // a provider judges a document by the rules of the day on which it came
        let day = service_day::date(record.received_at);
        let incoming = Incoming { bytes, format: None, network: record.network, day };
        let inspected = self.ports.intake().inspect(incoming).await?;
        match inspected.inspection.original {
            Validation::Ran(verdict) => Ok(verdict.findings.iter().map(issue).collect()),
            Validation::Unavailable => Err(SendStatusError::Unvalidated),
        }
    }

    async fn attempt(
        &self,
        record: &ReceivedRecord,
        owed: &OwedStatus,
        outgoing: &OutgoingStatus,
        trace: &mut Trace,
    ) -> Result<Result<Receipt, (RetryClass, String)>, SendStatusError> {
        let message = OutgoingMessage {
            network: record.network,
            message_id: owed.message_id,
            sender: owed.from.clone(),
            receiver: outgoing.to.clone(),
            document_type: format!("busdox-docid-qns::{MLS_DOCUMENT_TYPE}").parse()?,
            process: Identifier::process(MLS_PROCESS).to_string().parse()?,
            made_at: owed.message_id.made_at(owed.due_at),
            attempt: owed.attempts.saturating_add(1),
            ambiguous: false,
        };
        Ok(attempt_service_message(self.ports, &message, &outgoing.document, trace).await?)
    }
}

fn outgoing(
    route: &MlsRoute,
    status: &MessageStatus,
) -> Result<OutgoingStatus, InvalidParticipant> {
    let otherwise = route.otherwise.as_deref().map(str::parse::<ParticipantId>);
    Ok(OutgoingStatus {
        response: status.response.code().to_owned(),
        document: status.write().into_bytes().into(),
        to: route.to.parse()?,
        otherwise: otherwise.transpose()?,
    })
}

/// Why a response matches no sent document, as an issue of the status.
fn unattached(why: &NotAttached) -> Issue {
    let reason = if why.is_syntax() { ReasonCode::Syntax } else { ReasonCode::Rule };
    Issue { location: None, description: why.to_string(), reason }
}

/// A validation finding as an issue of the status. An unreadable document, or one that breaks its schema, is a syntax
/// error.
fn issue(finding: &Finding) -> Issue {
    let is_syntax = ["guard-", "schema-"].iter().any(|start| finding.code.starts_with(start));
    Issue {
        location: Some(finding.field.clone()).filter(|place| place.starts_with('/')),
        description: format!("[{}] {}", finding.code, finding.message),
        reason: match (finding.severity, is_syntax) {
            (Severity::Warning, _) => ReasonCode::Warning,
            (Severity::Error, true) => ReasonCode::Syntax,
            (Severity::Error, false) => ReasonCode::Rule,
        },
    }
}
