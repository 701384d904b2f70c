use crate::{Context, Ports, Runtime};
use access::{MonthlyLimit, Plan};
use invoicing::{AttachmentStore, InvoiceStore, Month, References, UsageStore};
use persistence::StoreError;

/// What of its plan an organization has used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UsageReport {
    pub plan: Plan,
    /// Of today in Europe/Bratislava.
    pub month: Month,
    /// Invoices that were issued in it.
    pub invoices: u64,
    pub limit: MonthlyLimit,
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
    let stored_bytes = store.stored_bytes(organization).await?;
    Ok(UsageReport { plan, month, invoices, limit: plan.monthly_invoices(), stored_bytes })
}
