//! The ports on a backend: takes a connection, calls the query.

use super::{
    super::Backend,
    access, contacts,
    contacts::{contact, customer},
    files::files,
    idempotency,
    invoices::{invoice, invoice_payments, original},
    list,
    organization::{issuer, organization},
    provision, rates,
    series::{self, series_formats},
    vehicles::vehicle,
};
use crate::error::translate;
use ::access::{AccessStore, FoundKey, OrganizationId, Window};
use ::idempotency::{
    Answer, Claim, Decision, Fingerprint, IdempotencyStore, Scope, UnwritableAnswer,
};
use invoicing::{
    CentralBank, ContactFilter, ContactRow, DailyRates, Draft, Invoice, InvoiceFilter,
    InvoiceStore, InvoiceSummary, InvoiceType, Issued, IssuingRecords, Provision, ProvisionStore,
    RateCache, References, SeriesFormat, StoredFile,
};
use persistence::{Cursor, Page, StoreError};
use std::collections::BTreeMap;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

type Result<T> = std::result::Result<T, StoreError>;

impl InvoiceStore for Backend {
    async fn issuing_records(
        &self,
        id: OrganizationId,
        references: &References,
    ) -> Result<IssuingRecords> {
        let mut conn = self.reader().await?;
        let (issuer, customer, vehicle, original) = together!(conn:
            issuer(id, references.invoice_type),
            customer(id, references.customer_id),
            vehicle(id, references),
            original(id, references.original_invoice_id),
        );
        let (organization, series, bank_accounts) = issuer;
        Ok(IssuingRecords { organization, series, bank_accounts, customer, vehicle, original })
    }

    async fn issue<R>(
        &self,
        draft: &Draft,
        claim: Option<&Claim>,
        respond: R,
    ) -> Result<(Invoice, Answer)>
    where
        R: Fn(&Issued<'_>) -> std::result::Result<Answer, UnwritableAnswer> + Send + Sync,
    {
        super::super::issue::issue(self, draft, claim, respond).await
    }

    async fn invoice(&self, organization: OrganizationId, id: Uuid) -> Result<Invoice> {
        let mut conn = self.reader().await?;
        let (invoice, payments) =
            together!(conn: invoice(organization, id), invoice_payments(organization, id));
        Ok(Invoice { payments, ..invoice })
    }

    async fn invoices(
        &self,
        organization: OrganizationId,
        filter: &InvoiceFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<InvoiceSummary>> {
        let mut conn = self.reader().await?;
        list::invoices(lane!(conn), organization, filter, after, limit).await
    }

    async fn contact(&self, organization: OrganizationId, id: Uuid) -> Result<ContactRow> {
        let mut conn = self.reader().await?;
        contact(lane!(conn), organization, id).await
    }

    async fn contacts(
        &self,
        organization: OrganizationId,
        filter: &ContactFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<ContactRow>> {
        let mut conn = self.reader().await?;
        contacts::contacts(lane!(conn), organization, filter, after, limit).await
    }

    async fn files(&self, organization: OrganizationId, id: Uuid) -> Result<Vec<StoredFile>> {
        let mut conn = self.reader().await?;
        let (files, _) = together!(conn: files(organization, id), invoice(organization, id));
        Ok(files)
    }

    async fn series_formats(
        &self,
        id: OrganizationId,
    ) -> Result<BTreeMap<InvoiceType, SeriesFormat>> {
        let mut conn = self.reader().await?;
        let (formats, _) = together!(conn: series_formats(id), organization(id));
        Ok(formats)
    }

    async fn set_series_format(
        &self,
        organization: OrganizationId,
        invoice_type: InvoiceType,
        format: &SeriesFormat,
    ) -> Result<()> {
        let mut conn = self.writer().await?;
        series::set_series_format(&mut conn, organization, invoice_type, format)
            .await
            .map(drop)
            .map_err(translate)
    }
}

impl RateCache for Backend {
    async fn cached_rates(
        &self,
        bank: CentralBank,
        from: Date,
        to: Date,
    ) -> Result<Option<DailyRates>> {
        let mut conn = self.reader().await?;
        rates::cached_rates(lane!(conn), bank, from, to).await
    }

    async fn keep_rates(&self, bank: CentralBank, days: &[DailyRates]) -> Result<()> {
        let mut transaction = self.begin().await?;
        let kept = rates::keep_rates(transaction.conn(), bank, days).await;
        transaction.finish(kept.map_err(translate)).await
    }
}

impl ProvisionStore for Backend {
    async fn is_empty(&self) -> Result<bool> {
        let mut conn = self.reader().await?;
        provision::is_empty(lane!(conn)).await
    }

    async fn provision(&self, provision: &Provision, now: OffsetDateTime) -> Result<()> {
        let mut transaction = self.begin().await?;
        let kept = provision::provision(transaction.conn(), provision, now).await;
        transaction.finish(kept.map_err(translate)).await
    }
}

impl IdempotencyStore for Backend {
    async fn claim(
        &self,
        scope: Scope,
        claim: &Claim,
        fingerprint: Fingerprint,
        now: OffsetDateTime,
    ) -> Result<Decision> {
        let mut relaxed = self.relaxed().await?;
        let conn = relaxed.conn();
        let decision = idempotency::claim(conn, scope, claim, fingerprint, now).await;
        relaxed.finish(decision).await
    }

    async fn release(&self, scope: Scope, claim: &Claim) -> Result<()> {
        let mut relaxed = self.relaxed().await?;
        let released = idempotency::release(relaxed.conn(), scope, claim).await;
        relaxed.finish(released).await
    }

    async fn forget_answers(&self, before: OffsetDateTime) -> Result<usize> {
        let mut conn = self.writer().await?;
        idempotency::forget_answers(&mut conn, before).await
    }
}

impl AccessStore for Backend {
    async fn key(
        &self,
        hash: &[u8; 32],
        named: Option<OrganizationId>,
    ) -> Result<Option<FoundKey>> {
        let mut conn = self.reader().await?;
        access::key(lane!(conn), hash, named).await
    }

    async fn count_request(
        &self,
        organization: OrganizationId,
        operation: &'static str,
        now: i64,
    ) -> Result<Window> {
        self.counted(organization, operation, now).await
    }

    async fn has_live_key(&self) -> Result<bool> {
        let mut conn = self.reader().await?;
        access::has_live_key(lane!(conn)).await
    }
}
