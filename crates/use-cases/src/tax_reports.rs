//! Reports of documents to the tax authority: what makes one due, one attempt to send one, its answer.

use crate::{Ports, Runtime, deliver::attempt};
use ::tax_reports::{
    KeptReport, NotDecided, ReportId, ReportSource, ReportState, ReportedDocument, Reporting,
    TaxReportStore, Turn, next_try, report_due, runs_out, superseded, to_withdraw, turn,
};
use access::OrganizationId;
use invoicing::{InvoiceStatus, InvoiceStore};
use peppol_connector::{
    InboxStore, InvoiceId, Jitter, JobId, Network, ParticipantId, ReportDue, RetryClass, State,
    SubmissionFilter, SubmissionLists, SubmissionStore, Trace,
};
use peppol_messages::mls::MessageStatus;
use persistence::StoreError;
use std::collections::HashSet;
use time::{Duration, OffsetDateTime};

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

/// Makes an attempt to send a report. Its document is made once, and its message has the same id each time.
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
        return got(ports, organization, &kept).await;
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
        Err(failure) => failed(ports, organization, &kept, failure, jitter).await,
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
    delete_superseded(ports, organization, kept).await?;
    let (bytes, end_user) = reported(ports, organization, kept.source).await?;
    let made = (ports.runtime().random_id(), now);
    match kept.document(&bytes, &end_user, code, reporting, made) {
        Ok(made) => {
            let kept_document = database.keep_tax_document(organization, kept.report.id, &made);
            kept.made = Some(kept_document.await?);
            Ok(Made::Ready)
        }
        Err(error) => Ok(Made::Never(error.to_string())),
    }
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

/// How often it is looked whether a send of a cancelled invoice is still under way.
const LOOK_AGAIN: Duration = Duration::minutes(15);

/// Sends of an invoice that are under way at most: there is one in each network.
const LOOKED_AT: u16 = 10;

/// Has the reports of a cancelled invoice deleted that was never delivered. Called again, it deletes none twice.
/// Returns when to call it again: a send that is under way delivers the document, or makes a report due that is deleted.
///
/// # Errors
/// [`StoreError`].
pub async fn withdraw_reports<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    invoice: InvoiceId,
) -> Result<Option<OffsetDateTime>, StoreError> {
    let (database, now) = (ports.database(), ports.runtime().now());
    let states = vec![State::Queued, State::Sending];
    let filter = SubmissionFilter { invoice: Some(invoice), states, ..SubmissionFilter::default() };
    // before the reports: one that fails in between has its report among them
    let under_way = database.submissions(organization, &filter, None, LOOKED_AT).await?.rows;
    let under_way: HashSet<_> = under_way.iter().map(|one| one.submission.network).collect();
    let mut reports = of_nobody(ports, organization, invoice).await?;
    reports.retain(|kept| !under_way.contains(&kept.report.network));
    delete(ports, organization, &reports, &to_withdraw(&reports)).await?;
    Ok((!under_way.is_empty()).then(|| now.saturating_add(LOOK_AGAIN)))
}

/// The reports of those documents of an invoice that nobody has, the newest first. The authority knows one document of
/// all sends of it: none is deleted that somebody has.
async fn of_nobody<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    invoice: InvoiceId,
) -> Result<Vec<KeptReport>, StoreError> {
    let database = ports.database();
    let mut reports = database.invoice_reports(organization, invoice).await?;
    let mut delivered = HashSet::new();
    for kept in &reports {
        let ReportSource::Sent(id) = kept.source else { continue };
        let record = database.submission_record(organization, id).await?;
        if record.submission.progress.state != State::Failed {
            delivered.insert(kept.report.subject());
        }
    }
    reports.retain(|kept| !delivered.contains(&kept.report.subject()));
    Ok(reports)
}

/// Has some of these reports deleted, each once.
async fn delete<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    reports: &[KeptReport],
    ids: &[ReportId],
) -> Result<(), StoreError> {
    let (database, runtime) = (ports.database(), ports.runtime());
    for kept in reports.iter().filter(|kept| ids.contains(&kept.report.id)) {
        let original = kept.report.original;
        let due = ReportDue { report: runtime.new_id(), job: JobId(runtime.new_id()), original };
        database.withdraw_report(organization, kept, &due, runtime.now()).await?;
        tracing::info!(org.id = %organization, report.id = %kept.report.id, "tax report is deleted");
    }
    Ok(())
}

/// Has the reports of earlier documents of the invoice deleted that a report is about. It is asked before the report
/// leaves for the first time, by its own job, so that neither is lost.
async fn delete_superseded<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    by: &KeptReport,
) -> Result<(), StoreError> {
    let ReportedDocument::Sent { invoice_id } = by.report.document else { return Ok(()) };
    let reports = of_nobody(ports, organization, InvoiceId(invoice_id)).await?;
    delete(ports, organization, &reports, &superseded(&reports, by)).await
}

/// After the authority got a report. One that was given up, and that an operator had sent all the same, may be of an
/// invoice that was cancelled meanwhile: its deletion had nothing to delete then, and is due now. Asked again when the
/// job of the report comes back.
async fn got<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    kept: &KeptReport,
) -> Result<Reported, StoreError> {
    let (ReportSource::Sent(_), ReportedDocument::Sent { invoice_id }) =
        (kept.source, kept.report.document)
    else {
        return Ok(Reported::Settled);
    };
    let invoice = InvoiceId(invoice_id);
    match ports.database().invoice(organization, invoice).await {
        Ok(found) if found.status == InvoiceStatus::Cancelled => {}
        Ok(_) | Err(StoreError::NotFound) => return Ok(Reported::Settled),
        Err(error) => return Err(error),
    }
    Ok(match withdraw_reports(ports, organization, invoice).await? {
        None => Reported::Settled,
        Some(at) => {
            let error = "a send of the cancelled invoice is under way".to_owned();
            Reported::Again { at, error }
        }
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
