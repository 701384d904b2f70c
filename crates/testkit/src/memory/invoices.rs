use super::{Data, MemoryStore};
use access::OrganizationId;
use idempotency::{Answer, Claim, UnwritableAnswer};
use invoicing::{
    ContactFilter, ContactRow, Draft, Invoice, InvoiceFilter, InvoiceStore, InvoiceSummary,
    InvoiceType, Issued, IssuingRecords, OriginalInvoice, References, SeriesFormat, StoredFile,
    Vehicle,
};
use persistence::{Cursor, Page, StoreError};
use std::{cmp::Reverse, collections::BTreeMap};
use time::OffsetDateTime;
use uuid::Uuid;

impl InvoiceStore for MemoryStore {
    async fn issuing_records(
        &self,
        id: OrganizationId,
        references: &References,
    ) -> Result<IssuingRecords, StoreError> {
        let data = self.data();
        let organization = data.organizations.get(&id).cloned().ok_or(StoreError::NotFound)?;
        let accounts = data.bank_accounts.iter().filter(|(owner, _)| *owner == id);
        let mut bank_accounts: Vec<_> = accounts.map(|(_, account)| account.clone()).collect();
        bank_accounts.sort_by_key(|account| account.id);
        let customer = references.customer_id.and_then(|c| data.contacts.get(&(id, c)));
        let original = references.original_invoice_id.and_then(|i| data.invoices.get(&(id, i)));
        Ok(IssuingRecords {
            organization,
            series: data.format(id, references.invoice_type),
            bank_accounts,
            customer: customer.map(|row| row.contact.clone()),
            vehicle: data.vehicle(id, references),
            original: original.map(original_invoice),
        })
    }

    async fn issue<R>(
        &self,
        draft: &Draft,
        claim: Option<&Claim>,
        respond: R,
    ) -> Result<(Invoice, Answer), StoreError>
    where
        R: Fn(&Issued<'_>) -> Result<Answer, UnwritableAnswer> + Send + Sync,
    {
        let mut data = self.data();
        let mut copy = data.clone();
        let issued = copy.issue(draft, claim, respond)?;
        *data = copy;
        Ok(issued)
    }

    async fn invoice(&self, organization: OrganizationId, id: Uuid) -> Result<Invoice, StoreError> {
        self.data().invoices.get(&(organization, id)).cloned().ok_or(StoreError::NotFound)
    }

    async fn invoices(
        &self,
        organization: OrganizationId,
        filter: &InvoiceFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<InvoiceSummary>, StoreError> {
        let data = self.data();
        let own = data.invoices.values().filter(|i| i.organization == organization);
        let rows = own.map(summary).filter(|row| matches(row, filter)).collect();
        Ok(page(rows, after, limit, |row| (row.created_at, row.id)))
    }

    async fn contact(
        &self,
        organization: OrganizationId,
        id: Uuid,
    ) -> Result<ContactRow, StoreError> {
        self.data().contacts.get(&(organization, id)).cloned().ok_or(StoreError::NotFound)
    }

    async fn contacts(
        &self,
        organization: OrganizationId,
        filter: &ContactFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<ContactRow>, StoreError> {
        let name = filter.search_name().unwrap_or_default();
        let data = self.data();
        let own = data.contacts.iter().filter(|((owner, _), _)| *owner == organization);
        let rows = own
            .map(|(_, row)| row.clone())
            .filter(|row| row.contact.party.search_name().contains(&name))
            .filter(|row| filter.ico.is_none() || row.contact.party.ico == filter.ico)
            .filter(|row| filter.dic.is_none() || row.contact.party.dic == filter.dic)
            .collect();
        Ok(page(rows, after, limit, |row| (row.created_at, row.contact.id)))
    }

    async fn files(
        &self,
        organization: OrganizationId,
        id: Uuid,
    ) -> Result<Vec<StoredFile>, StoreError> {
        let data = self.data();
        let invoice = data.invoices.get(&(organization, id)).ok_or(StoreError::NotFound)?;
        let contents = data.files.get(&id).into_iter().flatten().cloned();
        let infos = invoice.document.attachments.iter().cloned();
        Ok(infos.zip(contents).map(|(info, content)| StoredFile { info, content }).collect())
    }

    async fn series_formats(
        &self,
        id: OrganizationId,
    ) -> Result<BTreeMap<InvoiceType, SeriesFormat>, StoreError> {
        let data = self.data();
        data.organizations.get(&id).ok_or(StoreError::NotFound)?;
        Ok(InvoiceType::ALL.into_iter().map(|t| (t, data.format(id, t))).collect())
    }

    async fn set_series_format(
        &self,
        id: OrganizationId,
        invoice_type: InvoiceType,
        format: &SeriesFormat,
    ) -> Result<(), StoreError> {
        let mut data = self.data();
        data.organizations.get(&id).ok_or(StoreError::NotFound)?;
        data.formats.insert((id, invoice_type), format.clone());
        Ok(())
    }
}

impl Data {
    fn format(&self, organization: OrganizationId, invoice_type: InvoiceType) -> SeriesFormat {
        let set = self.formats.get(&(organization, invoice_type)).cloned();
        set.unwrap_or_else(|| SeriesFormat::default_for(invoice_type))
    }

    fn vehicle(&self, organization: OrganizationId, references: &References) -> Option<Vehicle> {
        let own = || self.vehicles.iter().filter(|(owner, _)| *owner == organization);
        let found = match (references.vehicle_id, &references.vehicle_plate) {
            (Some(id), _) => own().find(|(_, vehicle)| vehicle.id == id),
            (None, Some(plate)) => own().find(|(_, vehicle)| vehicle.plate == *plate),
            (None, None) => None,
        };
        found.map(|(_, vehicle)| vehicle.clone())
    }
}

fn original_invoice(invoice: &Invoice) -> OriginalInvoice {
    let document = &invoice.document;
    OriginalInvoice {
        id: invoice.id,
        number: document.number.clone(),
        issue_date: document.issue_date,
        currency: document.currency,
        invoice_type: document.invoice_type,
        self_billed: document.self_billed,
        status: invoice.status,
    }
}

fn summary(invoice: &Invoice) -> InvoiceSummary {
    let document = &invoice.document;
    let customer = if document.self_billed { &document.seller } else { &document.buyer };
    InvoiceSummary {
        id: invoice.id,
        invoice_type: document.invoice_type,
        number: document.number.clone(),
        status: invoice.status,
        customer_id: document.customer_id,
        customer_name: customer.name.clone(),
        subtotal: document.totals.subtotal,
        vat_total: document.totals.vat_total,
        total: document.totals.total,
        paid_amount: invoice.paid_amount,
        currency: document.currency,
        exchange_rate: document.exchange_rate,
        issue_date: document.issue_date,
        due_date: document.due_date,
        created_at: invoice.created_at,
    }
}

fn matches(row: &InvoiceSummary, filter: &InvoiceFilter) -> bool {
    filter.status.is_none_or(|status| status == row.status)
        && filter.invoice_type.is_none_or(|t| t == row.invoice_type)
        && filter.customer_id.is_none_or(|customer| customer == row.customer_id)
        && filter.number.as_ref().is_none_or(|number| *number == row.number)
        && filter.currency.is_none_or(|currency| currency == row.currency)
        && filter.issued_from.is_none_or(|from| from <= row.issue_date)
        && filter.issued_to.is_none_or(|to| row.issue_date <= to)
        && filter.due_from.is_none_or(|from| from <= row.due_date)
        && filter.due_to.is_none_or(|to| row.due_date <= to)
}

fn page<T>(
    mut rows: Vec<T>,
    after: Option<Cursor>,
    limit: u16,
    place: impl Fn(&T) -> (OffsetDateTime, Uuid),
) -> Page<T> {
    rows.retain(|row| after.is_none_or(|cursor| place(row) < (cursor.created_at, cursor.id)));
    rows.sort_by_key(|row| Reverse(place(row)));
    Page::of_one_more(rows, limit)
}
