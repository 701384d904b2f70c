//! The tax authority's answer to a report.

use crate::ports::{Ports, Runtime};
use ::tax_reports::{NotDecided, ReportId, TaxReportStore};
use peppol_connector::identifiers::Network;
use peppol_messages::mls::MessageStatus;
use persistence::StoreError;

/// Applies a message level status to a report; returns the reason when it has no effect.
///
/// # Errors
/// [`StoreError`].
pub(crate) async fn apply_answer<P: Ports>(
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
