//! Reports of documents to the tax authority: what makes one due, one attempt to send one, its answer.

mod missing_receipt;
mod withdraw;

use crate::{Ports, Runtime, deliver::attempt};
use ::tax_reports::{
    KeptReport, NotDecided, ReportId, ReportSource, ReportState, Reporting, TaxReportStore, Turn,
    next_try, report_due, runs_out, turn,
};
use access::OrganizationId;
use missing_receipt::{ask_for_receipt, overtaken, sooner};
use peppol_connector::{
    InboxStore, Jitter, Network, ParticipantId, ReportDue, RetryClass, SubmissionStore, Trace,
};
use peppol_messages::mls::MessageStatus;
use persistence::StoreError;
use time::OffsetDateTime;
use withdraw::{delete_superseded, got};

pub use withdraw::withdraw_reports;

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

/// Makes an attempt to send a report. Its document is made once, and its message has the same id each time. One that the
/// authority decided on before its receipt came is sent once more, for the receipt alone.
///
/// # Errors
/// [`StoreError`]: it may be tried again.
pub async fn report_document<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    id: ReportId,
    jitter: Jitter,
) -> Result<Reported, StoreError> {
    let mut kept = match ports.database().tax_report(organization, id).await {
        Ok(kept) => kept,
        Err(StoreError::NotFound) => return Ok(Reported::Settled),
        Err(error) => return Err(error),
    };
    if kept.report.state != ReportState::Queued {
        let again = ask_for_receipt(ports, organization, &kept).await?;
        return Ok(sooner(got(ports, organization, &kept).await?, again));
    }
    let sent = match ports.reporting(kept.report.network) {
        None => Err((RetryClass::Transient, "the tax authority's participant is not set".into())),
        Some(reporting) => match make(ports, organization, &mut kept, &reporting).await? {
            Made::Ready => send(ports, organization, &kept, &reporting).await?,
            Made::Needless => {
                ports.database().forget_deletion(organization, id).await?;
                return Ok(Reported::Settled);
            }
            Made::Never(error) => Err((RetryClass::Permanent, error)),
            Made::Held(at) => {
                let error = "an earlier report of the document is under way".to_owned();
                return Ok(Reported::Again { at, error });
            }
        },
    };
    match sent {
        Ok(evidence) => {
            let now = ports.runtime().now();
            ports.database().keep_report_receipt(organization, id, &evidence, now).await?;
            tracing::info!(org.id = %organization, report.id = %id, "tax report sent");
            got(ports, organization, &kept).await
        }
        Err(failure) => match overtaken(ports, organization, id, &failure.1).await? {
            Some(again) => Ok(again),
            None => failed(ports, organization, &kept, failure, jitter).await,
        },
    }
}

/// Whether a report has a document that can be sent.
enum Made {
    Ready,
    /// It waits until then for an earlier report.
    Held(OffsetDateTime),
    /// There is nothing that it could delete.
    Needless,
    /// It can have none: the document that is reported never changes.
    Never(String),
}

async fn make<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    kept: &mut KeptReport,
    reporting: &Reporting,
) -> Result<Made, StoreError> {
    if kept.made.is_some() {
        return Ok(Made::Ready);
    }
    let (database, now) = (ports.database(), ports.runtime().now());
    let earlier = database.earlier_reports(organization, kept).await?;
    let code = match turn(&earlier, kept.report.deletes, kept.report.due_at, now) {
        Turn::Now(code) => code,
        Turn::Held(at) => return Ok(Made::Held(at)),
        Turn::Needless => return Ok(Made::Needless),
    };
    let (bytes, end_user) = reported(ports, organization, kept.source).await?;
    let made = (ports.runtime().random_id(), now);
    let made = match kept.document(&bytes, &end_user, code, reporting, made) {
        Ok(made) => made,
        Err(error) => return Ok(Made::Never(error.to_string())),
    };
    // only what can be reported takes the place of anything; and before it can leave
    delete_superseded(ports, organization, kept).await?;
    kept.made = Some(database.keep_tax_document(organization, kept.report.id, &made).await?);
    Ok(Made::Ready)
}

/// The document that a report is about, and who sent or received it.
async fn reported<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    source: ReportSource,
) -> Result<(Vec<u8>, ParticipantId), StoreError> {
    let database = ports.database();
    let source = match source {
        ReportSource::Withdrawn(id) => database.tax_report(organization, id).await?.source,
        of_document => of_document,
    };
    Ok(match source {
        ReportSource::Withdrawn(_) => return Err(StoreError::NotFound),
        ReportSource::Sent(id) => {
            let (submission, bytes) = database.submission(organization, id).await?;
            (bytes, submission.sender)
        }
        ReportSource::Received(id) => {
            let bytes = database.received_bytes(organization, id).await?;
            (bytes, database.received_record(organization, id).await?.receiver)
        }
    })
}

/// The receipt of the authority's access point.
async fn send<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    kept: &KeptReport,
    reporting: &Reporting,
) -> Result<Result<Vec<u8>, (RetryClass, String)>, StoreError> {
    let Some((message, made)) = kept.message(reporting).zip(kept.made.as_ref()) else {
        return Ok(Err((RetryClass::Permanent, "the report has no document".to_owned())));
    };
    let sent =
        attempt(ports, organization, &message, made.xml.as_bytes(), &mut Trace::default()).await?;
    Ok(sent.map(|receipt| receipt.evidence))
}

/// After an attempt that brought no receipt: when the next one follows, or that it is given up. Operators are told
/// before the deadline.
async fn failed<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    kept: &KeptReport,
    (class, error): (RetryClass, String),
    jitter: Jitter,
) -> Result<Reported, StoreError> {
    let (now, id, due_at) = (ports.runtime().now(), kept.report.id, kept.report.due_at);
    let attempts = kept.attempts.saturating_add(1);
    let at = match class {
        RetryClass::Permanent => None,
        RetryClass::Transient | RetryClass::Unknown => next_try(due_at, attempts, now, jitter),
    };
    ports.database().report_failed(organization, id, at.is_none().then_some(now)).await?;
    if at.is_none() || runs_out(due_at, now) {
        let is_given_up = at.is_none();
        tracing::error!(
            org.id = %organization, report.id = %id, attempts, %due_at, is_given_up, error,
            "a tax report is not with the authority, and its deadline comes"
        );
    } else {
        tracing::warn!(
            org.id = %organization, report.id = %id, attempts, %due_at, error,
            "a tax report is tried again"
        );
    }
    Ok(match at {
        Some(at) => Reported::Again { at, error },
        None => Reported::Failed(error),
    })
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
