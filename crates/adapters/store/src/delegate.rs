//! The ports on [`Store`]: each call goes to the backend that is open.

use crate::{Store, timing::counted};
use access::{AccessStore, FoundKey, OrganizationId, Window};
use idempotency::{
    Answer, Claim, Decision, Fingerprint, IdempotencyStore, Scope, UnwritableAnswer,
};
use invoicing::{
    BecomesOverdue, CentralBank, ContactFilter, ContactRow, DailyRates, Draft, Invoice,
    InvoiceFilter, InvoiceStore, InvoiceSummary, InvoiceType, Issued, IssuingRecords, OverdueStore,
    Provision, ProvisionStore, RateCache, References, SeriesFormat, StoredFile,
};
use persistence::{Cursor, Page, StoreError};
use std::collections::BTreeMap;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

macro_rules! delegate {
    ($($name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => { $(
        async fn $name(&self, $($argument: $type),*) -> Result<$result, StoreError> {
            counted(async move {
 match self {
Store::Sqlite(store) => store.$name($($argument),*).await,
Store::Postgres(store) => store.$name($($argument),*).await,
}
})
.await
        }
    )* };
}

impl InvoiceStore for Store {
    async fn issue<R>(
        &self,
        draft: &Draft,
        claim: Option<&Claim>,
        respond: R,
    ) -> Result<(Invoice, Answer), StoreError>
    where
        R: Fn(&Issued<'_>) -> Result<Answer, UnwritableAnswer> + Send + Sync,
    {
        counted(async move {
            match self {
                Store::Sqlite(store) => store.issue(draft, claim, respond).await,
                Store::Postgres(store) => store.issue(draft, claim, respond).await,
            }
        })
        .await
    }

    delegate! {
        issuing_records(organization: OrganizationId, references: &References) -> IssuingRecords;
        invoice(organization: OrganizationId, id: Uuid) -> Invoice;
        invoices(organization: OrganizationId, filter: &InvoiceFilter, after: Option<Cursor>, limit: u16) -> Page<InvoiceSummary>;
        contact(organization: OrganizationId, id: Uuid) -> ContactRow;
        contacts(organization: OrganizationId, filter: &ContactFilter, after: Option<Cursor>, limit: u16) -> Page<ContactRow>;
        files(organization: OrganizationId, invoice: Uuid) -> Vec<StoredFile>;
        series_formats(organization: OrganizationId) -> BTreeMap<InvoiceType, SeriesFormat>;
        set_series_format(organization: OrganizationId, invoice_type: InvoiceType, format: &SeriesFormat) -> ();
    }
}

impl OverdueStore for Store {
    delegate! {
        past_due(today: Date, limit: u16) -> Vec<Invoice>;
        make_overdue(invoices: &[BecomesOverdue]) -> usize;
    }
}

impl RateCache for Store {
    delegate! {
        cached_rates(bank: CentralBank, from: Date, to: Date) -> Option<DailyRates>;
        keep_rates(bank: CentralBank, days: &[DailyRates]) -> ();
    }
}

impl ProvisionStore for Store {
    delegate! {
        is_empty() -> bool;
        provision(provision: &Provision, now: OffsetDateTime) -> ();
    }
}

impl IdempotencyStore for Store {
    delegate! {
        claim(scope: Scope, claim: &Claim, fingerprint: Fingerprint, now: OffsetDateTime) -> Decision;
        release(scope: Scope, claim: &Claim) -> ();
        forget_answers(before: OffsetDateTime) -> usize;
    }
}

impl AccessStore for Store {
    delegate! {
        key(hash: &[u8; 32], named: Option<OrganizationId>) -> Option<FoundKey>;
        count_request(organization: OrganizationId, operation: &'static str, now: i64) -> Window;
        has_live_key() -> bool;
    }
}
