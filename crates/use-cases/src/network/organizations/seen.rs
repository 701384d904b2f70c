//! An organization with its registration and its SML entry.

use crate::{context::Context, network::publishing::entry_of, ports::Ports};
use access::{KeyScope, OrganizationId};
use correspondence::{EmailStore, ReminderSettings};
use invoice_responses::ResponseInbox;
use invoicing::{InvoiceStore, InvoiceType, numbering::SeriesFormat};
use organizations::{OrganizationRecord, OrganizationStore};
use peppol_connector::{ports::SendSettingsStore, sending::SendMode};
use peppol_publishing::Entry;
use persistence::StoreError;
use std::collections::BTreeMap;

/// An organization.
#[derive(Debug)]
pub struct SeenOrganization {
    pub record: OrganizationRecord,
    /// Its entry in the SML, if the caller may see it: see [`entry_of`].
    pub entry: Option<Entry>,
}

/// Loads an organization within the caller's reach. Its registration and its entry are stored in one transaction but
/// read one after the other: when the registration changed between the reads, both are read again.
///
/// # Errors
/// [`StoreError::NotFound`], also for one that is not reached; storage failures.
pub async fn seen_organization<P: Ports>(
    ports: &P,
    reach: KeyScope,
    id: OrganizationId,
) -> Result<SeenOrganization, StoreError> {
    let store = ports.database();
    let mut record = store.organization_record(reach, id).await?;
    loop {
        let entry = entry_of(store, id, &record.account).await?;
        if entry.is_none() {
            return Ok(SeenOrganization { record, entry });
        }
        let again = store.organization_record(reach, id).await?;
        let stands = again.account == record.account;
        record = again;
        if stands {
            return Ok(SeenOrganization { record, entry });
        }
    }
}

/// All settings of an organization.
#[derive(Debug)]
pub struct OrganizationSettings {
    pub record: OrganizationRecord,
    pub series: BTreeMap<InvoiceType, SeriesFormat>,
    pub send_mode: SendMode,
    /// Whether it receives Peppol Invoice Responses.
    pub takes_responses: bool,
    /// The reminder settings of the key's tier.
    pub reminders: ReminderSettings,
}

/// Loads all settings of the organization.
///
/// # Errors
/// [`StoreError::NotFound`]; storage failures.
pub async fn organization_settings<P: Ports>(
    context: &Context<'_, P>,
) -> Result<OrganizationSettings, StoreError> {
    let (store, id) = (context.database(), context.organization);
    Ok(OrganizationSettings {
        record: store.organization_record(KeyScope::Organization(id), id).await?,
        series: store.series_formats(id).await?,
        send_mode: store.send_mode(id).await?,
        takes_responses: store.takes_responses(id).await?,
        reminders: store.reminder_settings(id, context.tier).await?,
    })
}
