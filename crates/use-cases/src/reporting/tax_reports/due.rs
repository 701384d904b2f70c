//! Which documents need a report.

use crate::ports::{Ports, Runtime};
use ::tax_reports::{Passage, TaxReportStore, report_due};
use access::OrganizationId;
use peppol_connector::{identifiers::Network, submissions::ReportDue};
use persistence::StoreError;

/// The report due for a document that an organization sends or receives over a network.
///
/// # Errors
/// [`StoreError`].
pub(crate) async fn due<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    network: Network,
    passage: Passage<'_>,
    document: &[u8],
) -> Result<Option<ReportDue>, StoreError> {
    if ports.reporting(network).is_none() {
        return Ok(None);
    }
    let firm = ports.database().reporting_firm(organization).await?;
    let due = report_due(&firm, passage, document, || ports.runtime().new_id());
    if let Err(reason) = &due {
        tracing::debug!(org.id = %organization, %reason, "a document is not reported");
    }
    Ok(due.ok())
}
