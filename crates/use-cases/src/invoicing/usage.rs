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

/// What of its plan an organization has used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UsageReport {
    pub plan: Plan,
    /// Of today in Europe/Bratislava.
    pub month: Month,
    /// Invoices that were issued in it.
    pub invoices: u64,
    /// Transactions over Peppol that count in it.
    pub transactions: u64,
    /// The people and the seats for them.
    pub seats: Seats,
    /// Bytes of the files of its invoices.
    pub stored_bytes: u64,
}

/// What an organization has used of its plan this month.
///
/// # Errors
/// No such organization, or no storage.
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

/// Organizations of a page of [`managed_usage`]: each is asked about by itself.
pub const USAGE_ROWS: u16 = 20;

/// What an organization that a partner manages has used of its plan.
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

/// A page of the organizations of a partner with what each has used of its plan this month, the newest
/// first.
///
/// # Errors
/// Storage.
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
