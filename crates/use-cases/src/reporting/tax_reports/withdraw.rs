//! Reports that are deleted: of cancelled invoices, and of documents that were dated again.

use super::reported::Reported;
use crate::ports::{Ports, Runtime};
use ::tax_reports::{
    KeptReport, ReportId, ReportSource, ReportedDocument, TaxReportStore, superseded, to_withdraw,
};
use access::OrganizationId;
use invoicing::{InvoiceStatus, InvoiceStore};
use peppol_connector::{
    identifiers::InvoiceId,
    ports::SubmissionLists,
    submissions::{JobId, ReportDue, State, SubmissionFilter},
};
use persistence::StoreError;
use std::collections::HashSet;
use time::{Duration, OffsetDateTime};

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
        let due = ReportDue {
            report: ReportId(runtime.new_id()),
            job: JobId(runtime.new_id()),
            original,
        };
        database.withdraw_report(organization, kept, &due, runtime.now()).await?;
        tracing::info!(org.id = %organization, report.id = %kept.report.id, "tax report withdrawn");
    }
    Ok(())
}

/// Has the reports of earlier documents of the invoice deleted that a report is about. It is asked before the report
/// leaves for the first time, by its own job, so that neither is lost.
pub(super) async fn delete_superseded<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    by: &KeptReport,
) -> Result<(), StoreError> {
    let ReportedDocument::Sent { invoice_id } = by.report.document else { return Ok(()) };
    let reports = of_nobody(ports, organization, invoice_id).await?;
    delete(ports, organization, &reports, &superseded(&reports, by)).await
}

/// After the authority got a report. One that was given up, and that an operator had sent all the same, may be of an
/// invoice that was cancelled or dated again meanwhile: its deletion had nothing to delete then, and is due now. Asked
/// again when the job of the report comes back.
pub(super) async fn got<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    kept: &KeptReport,
) -> Result<Reported, StoreError> {
    let (ReportSource::Sent(_), ReportedDocument::Sent { invoice_id: invoice }) =
        (kept.source, kept.report.document)
    else {
        return Ok(Reported::Settled);
    };
    match ports.database().invoice(organization, invoice).await {
        Ok(found) if found.status == InvoiceStatus::Cancelled => {}
        Ok(_) | Err(StoreError::NotFound) => {
            delete_outdated(ports, organization, invoice, kept).await?;
            return Ok(Reported::Settled);
        }
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

/// Has deleted what the authority got after a later report of the invoice: that one tells which document the invoice is.
async fn delete_outdated<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    invoice: InvoiceId,
    got: &KeptReport,
) -> Result<(), StoreError> {
    let reports = ports.database().invoice_reports(organization, invoice).await?;
    let mut of_documents = reports.iter().filter(|kept| {
        kept.report.network == got.report.network && matches!(kept.source, ReportSource::Sent(_))
    });
    match of_documents.next() {
        Some(newest) if newest.report.id != got.report.id => {
            delete_superseded(ports, organization, newest).await
        }
        _ => Ok(()),
    }
}
