//! Gets the receipt of a report when the authority decided on it before the receipt came.

use super::{reported::Reported, send::send};
use crate::ports::{Ports, Runtime};
use ::tax_reports::{KeptReport, ReportId, TaxReportStore};
use access::OrganizationId;
use peppol_connector::submissions::{RetryClass, next_receipt_request};
use persistence::StoreError;

/// Sends such a report once more under the same ids: the authority's access point recognizes the message and answers
/// with the receipt, which puts the message into the message log. Returns the next time to ask if it fails.
pub(super) async fn ask_for_receipt<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    kept: &KeptReport,
) -> Result<Option<Reported>, StoreError> {
    let asks = kept.receipt_missing_since().zip(ports.reporting(kept.report.network));
    let Some((since, reporting)) = asks else { return Ok(None) };
    let sent = send(ports, organization, kept, &reporting).await?;
    let (id, now) = (kept.report.id, ports.runtime().now());
    let (class, error) = match sent {
        Ok(evidence) => {
            ports.database().keep_report_receipt(organization, id, &evidence, now).await?;
            tracing::info!(org.id = %organization, report.id = %id, "late receipt of a tax report saved");
            return Ok(None);
        }
        Err(failed) => failed,
    };
    let again = next_receipt_request(since, now).filter(|_| class != RetryClass::Permanent);
    tracing::warn!(
        org.id = %organization, report.id = %id, error, again = ?again,
        "receipt of a tax report is still missing although the authority has decided"
    );
    Ok(again.map(|at| Reported::Again { at, error }))
}

/// The next step after an attempt without a receipt when the authority has decided in the meantime: ask for the
/// receipt.
pub(super) async fn overtaken<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    id: ReportId,
    error: &str,
) -> Result<Option<Reported>, StoreError> {
    let kept = ports.database().tax_report(organization, id).await?;
    let Some(since) = kept.receipt_missing_since() else { return Ok(None) };
    let now = ports.runtime().now();
    let at = next_receipt_request(since, now).unwrap_or(now);
    Ok(Some(Reported::Again { at, error: error.to_owned() }))
}

/// The earlier of two next steps.
pub(super) fn sooner(one: Reported, other: Option<Reported>) -> Reported {
    let at = |of: &Reported| match of {
        Reported::Again { at, .. } => Some(*at),
        Reported::Settled | Reported::Failed(_) => None,
    };
    let is_sooner = |other: &Reported| at(&one).is_none_or(|first| at(other) < Some(first));
    match other.filter(is_sooner) {
        Some(other) => other,
        None => one,
    }
}
