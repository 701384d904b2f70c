//! Invoices with their numbers, customers and files; exchange rates.

mod changes;
mod contact_figures;
pub(in super::super) mod contacts;
mod customers;
mod file_removal;
pub(in super::super::super) mod file_rows;
mod files;
pub(in super::super::super) mod history;
pub(in super::super::super) mod invoice_row;
pub(in super::super::super) mod issued_rows;
pub(in super::super) mod list;
pub(in super::super::super) mod lock;
mod merge;
pub(in super::super::super) mod note_effect;
pub(in super::super::super) mod number;
mod overdue;
pub(in super::super::super) mod payment_row;
pub(in super::super) mod payments;
mod pdf_log;
#[cfg(test)]
mod plans;
mod rates;
pub(in super::super) mod read;
pub(in super::super) mod series;
pub(in super::super) mod state;
mod vat_row;
mod views;

use super::super::{
    ledger::projects::named,
    network::organizations::{
        rows::{issuer, organization},
        vehicles::vehicle,
    },
    sql::*,
};
use access::OrganizationId;
use contacts::{contact, customer};
use file_rows::files;
use idempotency::{Answer, Lease, UnwritableAnswer};
use invoicing::{
    AnyInvoice, Contact, ContactId, Draft, Invoice, InvoiceFilter, InvoiceId, InvoiceStore,
    InvoiceSummary, InvoiceType, Issued, IssuingRecords, References,
    files::StoredFile,
    numbering::{Series, SeriesFormat},
    records::{ContactFigures, ContactFilter, ContactLookup, ContactRow, inherited_project},
};
use persistence::{Cursor, Page};
use read::{advances, invoice, original};
use series::series_formats;
use std::collections::BTreeMap;

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl InvoiceStore for Backend {
    async fn issuing_records(
        &self,
        id: OrganizationId,
        references: &References,
    ) -> Result<IssuingRecords> {
        if references.name_nothing() {
            let (organization, series, bank_accounts) =
                self.issuer(id, references.invoice_type).await?;
            let records = IssuingRecords::of(organization);
            return Ok(IssuingRecords { series, bank_accounts, ..records });
        }
        let mut conn = self.reader().await?;
        let (issuer, customer, vehicle, original, advances) = concurrently!(conn:
            issuer(id, references.invoice_type),
            customer(id, references.customer_id),
            vehicle(id, references),
            original(id, references.original_invoice_id),
            advances(id, &references.advances),
        );
        let (organization, series, bank_accounts) = issuer;
        let records = IssuingRecords::of(organization);
        let records = IssuingRecords { series, bank_accounts, customer, vehicle, ..records };
        let inherited = || inherited_project(original.as_ref(), &advances);
        let project = match references.project_id.or_else(inherited) {
            Some(project) => named(read_conn!(conn), id, project).await?,
            None => None,
        };
        Ok(IssuingRecords { original, advances, project, ..records })
    }

    async fn issue<R>(
        &self,
        draft: &Draft,
        lease: Option<&Lease>,
        respond: R,
    ) -> Result<(Invoice, Answer)>
    where
        R: Fn(&Issued<'_>) -> std::result::Result<Answer, UnwritableAnswer> + Send + Sync,
    {
        super::super::super::issue::issue(self, draft, lease, respond).await
    }

    async fn invoice(&self, organization: OrganizationId, id: InvoiceId) -> Result<AnyInvoice> {
        reading!(self, conn => read::settled_invoice(conn, organization, id))
    }

    async fn invoices(
        &self,
        organization: OrganizationId,
        filter: &InvoiceFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<InvoiceSummary>> {
        if contains_nul([&filter.number]) {
            return Ok(Page::empty());
        }
        self.page(
            list::query(limit, organization, filter, after),
            limit,
            list::SummaryRow::into_domain,
        )
        .await
    }

    async fn contact(&self, organization: OrganizationId, id: ContactId) -> Result<ContactRow> {
        reading!(self, conn => contact(conn, organization, id))
    }

    async fn contacts_like(
        &self,
        organization: OrganizationId,
        lookup: &ContactLookup,
    ) -> Result<Vec<Contact>> {
        reading!(self, conn => contacts::contacts_like(conn, organization, lookup))
    }

    async fn contacts(
        &self,
        organization: OrganizationId,
        filter: &ContactFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<ContactRow>> {
        if contains_nul([&filter.name, &filter.ico, &filter.dic, &filter.ic_dph, &filter.any]) {
            return Ok(Page::empty());
        }
        reading!(self, conn => contacts::contacts(conn, organization, filter, after, limit))
    }

    async fn contact_figures(
        &self,
        organization: OrganizationId,
        contacts: &[ContactId],
    ) -> Result<Vec<ContactFigures>> {
        contact_figures::of(self, organization, contacts).await
    }

    async fn files(&self, organization: OrganizationId, id: InvoiceId) -> Result<Vec<StoredFile>> {
        let mut conn = self.reader().await?;
        let (files, _) = concurrently!(conn: files(organization, id), invoice(organization, id));
        Ok(files)
    }

    async fn series_formats(
        &self,
        id: OrganizationId,
    ) -> Result<BTreeMap<InvoiceType, SeriesFormat>> {
        let mut conn = self.reader().await?;
        let (formats, _) = concurrently!(conn: series_formats(id), organization(id));
        Ok(formats)
    }

    async fn next_count(
        &self,
        organization: OrganizationId,
        series: &Series,
        at_least: i64,
    ) -> Result<i64> {
        reading!(self, conn => number::next_count(conn, organization, series, at_least))
    }

    async fn set_series_format(
        &self,
        organization: OrganizationId,
        invoice_type: InvoiceType,
        format: &SeriesFormat,
    ) -> Result<()> {
        let mut conn = self.writer().await?;
        series::set(organization, invoice_type, format).execute(&mut conn).await.map(drop)
    }
}
