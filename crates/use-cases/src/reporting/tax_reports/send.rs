//! Sends a report to the access point of the tax authority.

use crate::{ports::Ports, sending::attempt::attempt};
use ::tax_reports::{KeptReport, Reporting};
use access::OrganizationId;
use peppol_connector::submissions::{RetryClass, Trace};
use persistence::StoreError;

/// The receipt, or the error that its absence means.
pub(super) async fn send<P: Ports>(
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
