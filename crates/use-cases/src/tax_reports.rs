//! Reports of documents to the tax authority: what makes one due, one attempt to send one, its answer.

use crate::{Ports, Runtime, deliver::attempt};
use ::tax_reports::{
    KeptReport, MadeDocument, NotDecided, ReportId, ReportSource, ReportState, Reporting,
    TaxReportStore, report_due, type_code,
};
use access::OrganizationId;
use peppol_connector::{
    InboxStore, Jitter, Network, ReportDue, RetryClass, SubmissionStore, Trace, next_attempt,
};
use peppol_messages::mls::MessageStatus;
use persistence::StoreError;
use time::OffsetDateTime;

/// What became of an attempt to report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reported {
    /// The authority has the report, or has decided: the job can go.
    Settled,
    /// No receipt came: again then.
    Again {
        /// When.
        at: OffsetDateTime,
        /// Why, for people.
        error: String,
    },
    /// No attempt can succeed any more, for people to see.
    Failed(String),
}

/// The report that a document makes due which an organization sends or receives over a network.
///
/// # Errors
/// [`StoreError`].
pub(crate) async fn due<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    network: Network,
    document: &[u8],
) -> Result<Option<ReportDue>, StoreError> {
    if ports.reporting(network).is_none() {
        return Ok(None);
    }
    let firm = ports.database().reporting_firm(organization).await?;
    Ok(report_due(&firm, document, || ports.runtime().new_id()))
}

/// Makes an attempt to send a report, the one with this number. Its document is made once, and its message has
/// the same id each time.
///
/// # Errors
/// [`StoreError`]: it may be tried again.
pub async fn report_document<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    id: ReportId,
    attempts: u16,
    jitter: Jitter,
) -> Result<Reported, StoreError> {
    let mut kept = match ports.database().tax_report(organization, id).await {
        Ok(kept) => kept,
        Err(StoreError::NotFound) => return Ok(Reported::Settled),
        Err(error) => return Err(error),
    };
    if kept.report.state != ReportState::Queued {
        return Ok(Reported::Settled);
    }
    let Some(reporting) = ports.reporting(kept.report.network) else {
        let error = "the tax authority's participant is not set".to_owned();
        return Ok(later((RetryClass::Transient, error), attempts, ports.runtime().now(), jitter));
    };
    if kept.made.is_none() {
        match make(ports, organization, &kept, &reporting).await? {
            Ok(made) => kept.made = Some(made),
            Err(error) => return Ok(Reported::Failed(error)),
        }
    }
    let sent = send(ports, &kept, &reporting, attempts).await;
    let now = ports.runtime().now();
    tracing::info!(
        org.id = %organization,
        report.id = %id,
        attempt = attempts,
        error = sent.as_ref().err().map(|(_, error)| error.as_str()),
        "tax report sent"
    );
    match sent {
        Ok(evidence) => {
            ports.database().keep_report_receipt(organization, id, &evidence, now).await?;
            Ok(Reported::Settled)
        }
        Err(failure) => Ok(later(failure, attempts, now, jitter)),
    }
}

/// The document of a report. A failure is for good: the document that is reported never changes.
async fn make<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    kept: &KeptReport,
    reporting: &Reporting,
) -> Result<Result<MadeDocument, String>, StoreError> {
    let database = ports.database();
    let (bytes, end_user) = match kept.source {
        ReportSource::Sent(id) => {
            let (submission, bytes) = database.submission(organization, id).await?;
            (bytes, submission.sender)
        }
        ReportSource::Received(id) => {
            let bytes = database.received_bytes(organization, id).await?;
            (bytes, database.received_record(organization, id).await?.receiver)
        }
    };
    let code = type_code(database.is_reported(organization, kept).await?);
    let made = (ports.runtime().random_id(), ports.runtime().now());
    match kept.document(&bytes, &end_user, code, reporting, made) {
        Ok(made) => database.keep_tax_document(organization, kept.report.id, &made).await.map(Ok),
        Err(error) => Ok(Err(error.to_string())),
    }
}

/// The receipt of the authority's access point.
async fn send<P: Ports>(
    ports: &P,
    kept: &KeptReport,
    reporting: &Reporting,
    attempts: u16,
) -> Result<Vec<u8>, (RetryClass, String)> {
    let unmade = || (RetryClass::Permanent, "the report has no document".to_owned());
    let message = kept.message(reporting, attempts).ok_or_else(unmade)?;
    let document = kept.made.as_ref().ok_or_else(unmade)?.xml.as_bytes();
    let sent = attempt(ports, &message, document, &mut Trace::default()).await;
    sent.map(|receipt| receipt.evidence)
}

/// After an attempt that brought no receipt: by the schedule of sends.
fn later(
    (class, error): (RetryClass, String),
    attempts: u16,
    now: OffsetDateTime,
    jitter: Jitter,
) -> Reported {
    let at = match class {
        RetryClass::Permanent => None,
        RetryClass::Transient | RetryClass::Unknown => next_attempt(attempts, now, jitter),
    };
    match at {
        Some(at) => Reported::Again { at, error },
        None => Reported::Failed(error),
    }
}

/// What a message level status does about a report; why nothing, else.
///
/// # Errors
/// [`StoreError`].
pub(crate) async fn answered<P: Ports>(
    ports: &P,
    network: Network,
    id: ReportId,
    status: &MessageStatus,
) -> Result<Result<(), String>, StoreError> {
    let database = ports.database();
    let Some((organization, kept)) = database.report_sent_as(network, id).await? else {
        return Ok(Err("it is about an unknown message".to_owned()));
    };
    let Some(reporting) = ports.reporting(network) else {
        return Ok(Err("nothing is reported in this network".to_owned()));
    };
    let now = ports.runtime().now();
    let decided = match kept.report.answered(organization, status, &reporting.authority, now) {
        Ok(decided) => decided,
        Err(NotDecided::Refused(refused)) => return Ok(Err(refused.to_string())),
        Err(NotDecided::Unwritable(error)) => return Ok(Err(error.to_string())),
    };
    match database.decide_report(organization, &decided).await {
        Ok(()) => Ok(Ok(())),
        Err(StoreError::Conflict) => Ok(Err("the report is decided".to_owned())),
        Err(error) => Err(error),
    }
}
