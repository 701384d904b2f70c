//! One attempt to send a tax report.

use super::{
    missing_receipt::{ask_for_receipt, overtaken, sooner},
    reported::Reported,
    send::send,
    withdraw::{delete_superseded, got},
};
use crate::ports::{Ports, Runtime};
use ::tax_reports::{
    CannotReport, GivenUp, KeptReport, ReportId, ReportSource, ReportState, Reporting, TaxDataHead,
    TaxDataId, TaxReportStore, Turn, next_try, runs_out, turn,
};
use access::OrganizationId;
use events::ReportIssue;
use peppol_connector::{
    identifiers::ParticipantId,
    ports::{InboxStore, SubmissionStore},
    submissions::{Jitter, RetryClass},
};
use persistence::StoreError;
use time::OffsetDateTime;

/// Makes an attempt to send a report. Its document is generated once, and all attempts use one message id. A report
/// that the authority decided on before its receipt came is sent again only to get the receipt.
///
/// # Errors
/// [`StoreError`]; the caller may retry.
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
        None => Err(NotSent::by((
            RetryClass::Transient,
            "the tax authority's participant is not set".into(),
        ))),
        Some(reporting) => match make(ports, organization, &mut kept, &reporting).await? {
            Made::Ready => send(ports, organization, &kept, &reporting).await?.map_err(NotSent::by),
            Made::Needless => {
                ports.database().forget_deletion(organization, id).await?;
                return Ok(Reported::Settled);
            }
            Made::Never(why) => Err(NotSent::never(&why)),
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
        Err(failure) => match overtaken(ports, organization, id, &failure.error).await? {
            Some(again) => Ok(again),
            None => failed(ports, organization, &kept, failure, jitter).await,
        },
    }
}

/// Whether a report has a document to send.
enum Made {
    Ready,
    /// It waits until this time for an earlier report.
    Held(OffsetDateTime),
    /// A deletion without an earlier report to delete.
    Needless,
    /// No document can be made, now or later: the reported document never changes.
    Never(CannotReport),
}

/// An attempt without a receipt.
struct NotSent {
    class: RetryClass,
    error: String,
    /// The issues that the report lists if it is given up.
    issues: Vec<ReportIssue>,
}

impl NotSent {
    fn by((class, error): (RetryClass, String)) -> Self {
        let issues = vec![ReportIssue { code: None, message: error.clone(), rules: None }];
        Self { class, error, issues }
    }

    fn never(why: &CannotReport) -> Self {
        Self { class: RetryClass::Permanent, error: why.to_string(), issues: why.issues() }
    }
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
    let type_code = match turn(&earlier, kept.report.deletes, kept.report.due_at, now) {
        Turn::Now(type_code) => type_code,
        Turn::Held(at) => return Ok(Made::Held(at)),
        Turn::Needless => return Ok(Made::Needless),
    };
    let (bytes, end_user) = reported(ports, organization, kept.source).await?;
    let id = TaxDataId(ports.runtime().random_id());
    let head = TaxDataHead { id, issued_at: now, type_code };
    let made = match kept.document(&bytes, &end_user, head, reporting) {
        Ok(made) => made,
        Err(why) => return Ok(Made::Never(why)),
    };
    // only a report that can be made replaces earlier ones, and they are deleted before it is sent
    delete_superseded(ports, organization, kept).await?;
    kept.made = Some(database.keep_tax_document(organization, kept.report.id, &made).await?);
    Ok(Made::Ready)
}

/// The reported document, and the organization that sent or received it.
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

/// Handles an attempt without a receipt: sets the time of the next one, or gives the report up. Operators are warned
/// before the deadline.
async fn failed<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    kept: &KeptReport,
    NotSent { class, error, issues }: NotSent,
    jitter: Jitter,
) -> Result<Reported, StoreError> {
    let (now, id, due_at) = (ports.runtime().now(), kept.report.id, kept.report.due_at);
    let attempts = kept.attempts.saturating_add(1);
    let at = match class {
        RetryClass::Permanent => None,
        RetryClass::Transient | RetryClass::Unknown => next_try(due_at, attempts, now, jitter),
    };
    let given_up = at.is_none().then_some(GivenUp { at: now, issues });
    ports.database().report_failed(organization, id, given_up.as_ref()).await?;
    if at.is_none() || runs_out(due_at, now) {
        let is_given_up = at.is_none();
        tracing::error!(
            org.id = %organization, report.id = %id, attempts, %due_at, is_given_up, error,
            "tax report has not reached the authority and its deadline is near"
        );
    } else {
        tracing::warn!(
            org.id = %organization, report.id = %id, attempts, %due_at, error,
            "tax report not sent: trying again"
        );
    }
    Ok(match at {
        Some(at) => Reported::Again { at, error },
        None => Reported::Failed(error),
    })
}
