//! Deletes tax reports of cancelled invoices, and of documents that were issued again with another date.

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

/// How often a send of a cancelled invoice is checked while it is in progress.
const LOOK_AGAIN: Duration = Duration::minutes(15);

/// Maximum number of sends of an invoice in progress: one in each network.
const LOOKED_AT: u16 = 10;

/// Queues the deletion of the reports of a cancelled invoice that was never delivered. Repeating it deletes none
/// twice. Returns when to call it again: a send in progress may still deliver the document or make a report due.
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
    // loaded before the reports, so that the report of a send that fails in between is among them
    let under_way = database.submissions(organization, &filter, None, LOOKED_AT).await?.rows;
    let under_way: HashSet<_> = under_way.iter().map(|one| one.submission.network).collect();
    let mut reports = of_nobody(ports, organization, invoice).await?;
    reports.retain(|kept| !under_way.contains(&kept.report.network));
    delete(ports, organization, &reports, &to_withdraw(&reports)).await?;
    Ok((!under_way.is_empty()).then(|| now.saturating_add(LOOK_AGAIN)))
}

/// The reports of the invoice's documents whose sends all failed, newest first. For the authority all sends of one
/// document are one, so a document with a send that has not failed keeps its report.
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

/// Queues the deletion of these reports, each once.
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

/// Queues the deletion of reports about earlier documents of the same invoice. The job of a report calls this before
/// the report is sent for the first time, so that neither is lost.
pub(super) async fn delete_superseded<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    by: &KeptReport,
) -> Result<(), StoreError> {
    let ReportedDocument::Sent { invoice_id } = by.report.document else { return Ok(()) };
    let reports = of_nobody(ports, organization, invoice_id).await?;
    delete(ports, organization, &reports, &superseded(&reports, by)).await
}

/// Runs after the authority got a report. A report that was given up, and that an operator had sent anyway, may belong
/// to an invoice that was cancelled or redated in the meantime: its deletion had nothing to delete then, and is due
/// now. Runs again when the job of the report is retried.
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

/// Queues the deletion of a report that arrived after a later report of the invoice, which names the current document.
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
