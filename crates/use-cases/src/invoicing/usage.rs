use crate::{
    context::Context,
    ports::{Ports, Runtime},
};
use access::{KeyScope, PartnerId, Plan, Tier};
use invoicing::{InvoiceStore, References, figures::UsageStore, files::AttachmentStore};
use members::{SeatStore, Seats};
use organizations::{OrganizationFilter, OrganizationRecord, OrganizationStore};
use peppol_connector::ports::VolumeStore;
use persistence::{Cursor, Listed, Page, StoreError};
use service_day::Month;

/// How much of its plan an organization has used in the current month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UsageReport {
    pub plan: Plan,
    /// The current month in Europe/Bratislava.
    pub month: Month,
    /// Invoices issued in the month.
    pub invoices: u64,
    /// Peppol transactions that count in the month.
    pub transactions: u64,
    /// Members and their seats in the month.
    pub seats: Seats,
    /// Total size of the files attached to its invoices, in bytes.
    pub stored_bytes: u64,
}

/// Loads the usage of an organization's plan in the current month.
///
/// # Errors
/// [`StoreError::NotFound`] for an unknown organization; storage failures.
pub async fn usage<P: Ports>(context: &Context<'_, P>) -> Result<UsageReport, StoreError> {
    let (store, organization) = (context.database(), context.organization);
    let month = Month::of(context.ports.runtime().today());
    let records = store.issuing_records(organization, &References::default()).await?;
    let plan = records.organization.plan;
    let invoices = store.invoices_of_month(organization, month).await?;
    let transactions = store.transactions_of_month(organization, month).await?;
    let seats = store.seats(organization, month).await?;
    let stored_bytes = store.stored_bytes(organization).await?;
    Ok(UsageReport { plan, month, invoices, transactions, seats, stored_bytes })
}

/// Page size of [`managed_usage`], in organizations: each one takes queries of its own.
pub const USAGE_ROWS: u16 = 20;

/// The usage of an organization that a partner manages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManagedUsage {
    pub record: OrganizationRecord,
    pub usage: UsageReport,
}

impl Listed for ManagedUsage {
    fn cursor(&self) -> Cursor {
        self.record.cursor()
    }
}

/// A page of a partner's organizations with the usage of each in the current month, newest first.
///
/// # Errors
/// Storage failures.
pub async fn managed_usage<P: Ports>(
    ports: &P,
    partner: PartnerId,
    after: Option<Cursor>,
    limit: u16,
) -> Result<Page<ManagedUsage>, StoreError> {
    let (reach, any) = (KeyScope::Partner(partner), OrganizationFilter::default());
    let page = ports.database().organization_records(reach, &any, after, limit).await?;
    let mut rows = Vec::with_capacity(page.rows.len());
    for record in page.rows {
        // the plan's use is the same for both tiers
        let context = Context::new(ports, record.organization.id, Tier::Live);
        rows.push(ManagedUsage { usage: usage(&context).await?, record });
    }
    Ok(Page { rows, has_more: page.has_more })
}
