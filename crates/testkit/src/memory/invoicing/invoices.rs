use crate::memory::{
    Result,
    page::page,
    store::{Data, MemoryStore},
};
use access::OrganizationId;
use idempotency::{Answer, Lease, UnwritableAnswer};
use invoicing::{
    AnyInvoice, Contact, ContactId, Draft, Invoice, InvoiceFilter, InvoiceId, InvoiceStatus,
    InvoiceStore, InvoiceSummary, InvoiceType, Issued, IssuingRecords, Party, References, Vehicle,
    files::StoredFile,
    is_owed,
    numbering::{Series, SeriesFormat},
    recording::{AnyDocument, InvoiceContent, Origin, OriginalInvoice},
    records::{ContactFigures, ContactFilter, ContactLookup, ContactRow, inherited_project},
};
use money::Decimal;
use persistence::{Cursor, Page};
use std::collections::BTreeMap;

impl InvoiceStore for MemoryStore {
    async fn issuing_records(
        &self,
        id: OrganizationId,
        references: &References,
    ) -> Result<IssuingRecords> {
        let data = self.data();
        let organization = data.organization(id)?.clone();
        let accounts = data.bank_accounts_in_use(id).into_iter();
        let bank_accounts = accounts.map(|record| record.account).collect();
        let customer = references.customer_id.and_then(|c| data.contacts.find(id, c));
        let customer = customer.filter(|row| row.retired_at.is_none());
        let original = references.original_invoice_id.and_then(|it| data.state((id, it)).ok());
        let original = original.map(OriginalInvoice::of);
        let advances: Vec<_> = references
            .advances
            .iter()
            .filter_map(|advance| data.invoices.find(id, *advance))
            .map(|advance| AnyInvoice { payments: Vec::new(), ..advance.clone() })
            .collect();
        let inherited = || inherited_project(original.as_ref(), &advances);
        let project = data.named_project(id, references.project_id.or_else(inherited));
        Ok(IssuingRecords {
            organization,
            series: data.format(id, references.invoice_type),
            bank_accounts,
            customer: customer.map(|row| row.contact.clone()),
            vehicle: data.vehicle(id, references),
            original,
            advances,
            project,
            edited: None,
        })
    }

    async fn issue<R>(
        &self,
        draft: &Draft,
        lease: Option<&Lease>,
        respond: R,
    ) -> Result<(Invoice, Answer)>
    where
        R: Fn(&Issued<'_>) -> Result<Answer, UnwritableAnswer> + Send + Sync,
    {
        self.change(|data| data.issue(draft, lease, respond))
    }

    async fn invoice(&self, organization: OrganizationId, id: InvoiceId) -> Result<AnyInvoice> {
        self.data().invoices.one(organization, id).cloned()
    }

    async fn invoices(
        &self,
        organization: OrganizationId,
        filter: &InvoiceFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<InvoiceSummary>> {
        let data = self.data();
        let own = data.invoices.of(organization);
        let own = own.filter(|it| was_paid(it, filter) && is_advance(it, filter));
        let project = filter.project_id;
        let own = own.filter(|it| project.is_none() || it.document.header().project_id == project);
        let rows = own.map(AnyInvoice::summary).filter(|row| matches(row, filter));
        Ok(page(rows, after, limit))
    }

    async fn contact(&self, organization: OrganizationId, id: ContactId) -> Result<ContactRow> {
        self.data().contacts.one(organization, id).cloned()
    }

    async fn contacts_like(
        &self,
        organization: OrganizationId,
        lookup: &ContactLookup,
    ) -> Result<Vec<Contact>> {
        let data = self.data();
        let own = data.contacts.of(organization);
        let mut rows: Vec<_> = own.filter(|row| row.retired_at.is_none()).collect();
        rows.sort_by_key(|row| (row.created_at, row.contact.id));
        let alike = |party: &Party| {
            let numbers = [&party.dic, &party.ic_dph].into_iter().flatten();
            party.search_name() == lookup.search_name
                || (party.ico.is_some() && party.ico == lookup.ico)
                || numbers.into_iter().any(|number| lookup.tax_numbers.contains(number))
        };
        let found = rows.into_iter().filter(|row| alike(&row.contact.party)).take(50);
        Ok(found.map(|row| row.contact.clone()).collect())
    }

    async fn contacts(
        &self,
        organization: OrganizationId,
        filter: &ContactFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<ContactRow>> {
        let name = filter.search_name().unwrap_or_default();
        let wanted = |row: &ContactRow| {
            let party = &row.contact.party;
            party.search_name().contains(&name)
                && (filter.ico.is_none() || party.ico == filter.ico)
                && (filter.dic.is_none() || party.dic == filter.dic)
                && (filter.ic_dph.is_none() || party.ic_dph == filter.ic_dph)
                && is_any(party, filter)
                && filter.retired == row.retired_at.is_some()
        };
        Ok(self.data().contacts.page(organization, wanted, after, limit))
    }

    async fn contact_figures(
        &self,
        organization: OrganizationId,
        contacts: &[ContactId],
    ) -> Result<Vec<ContactFigures>> {
        let data = self.data();
        let own = data.invoices.of(organization);
        let rows = own.filter_map(|invoice| ContactFigures::of(&invoice.summary()));
        let mut sums: Vec<ContactFigures> = Vec::new();
        for row in rows.filter(|row| contacts.contains(&row.contact)) {
            let key = (row.contact, row.currency);
            match sums.iter_mut().find(|sum| (sum.contact, sum.currency) == key) {
                Some(sum) => {
                    sum.documents += row.documents;
                    sum.turnover += row.turnover;
                    sum.owed += row.owed;
                }
                None => sums.push(row),
            }
        }
        Ok(sums)
    }

    async fn files(&self, organization: OrganizationId, id: InvoiceId) -> Result<Vec<StoredFile>> {
        let data = self.data();
        let invoice = data.invoices.one(organization, id)?;
        let contents = data.files.get(&id).into_iter().flatten().cloned();
        let infos = match &invoice.document {
            AnyDocument::Issued(document) => document.attachments.as_slice(),
            AnyDocument::Recorded(_) => &[],
        };
        let infos = infos.iter().cloned();
        Ok(infos.zip(contents).map(|(info, content)| StoredFile { info, content }).collect())
    }

    async fn series_formats(
        &self,
        id: OrganizationId,
    ) -> Result<BTreeMap<InvoiceType, SeriesFormat>> {
        let data = self.data();
        data.must_exist(id)?;
        Ok(InvoiceType::ALL.into_iter().map(|t| (t, data.format(id, t))).collect())
    }

    async fn next_count(
        &self,
        organization: OrganizationId,
        series: &Series,
        at_least: i64,
    ) -> Result<i64> {
        Ok(self.data().next_count(organization, series, at_least))
    }

    async fn set_series_format(
        &self,
        id: OrganizationId,
        invoice_type: InvoiceType,
        format: &SeriesFormat,
    ) -> Result<()> {
        let mut data = self.data();
        data.must_exist(id)?;
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
        let own = || {
            let own = self.vehicles.of(organization);
            own.filter(|record| record.retired_at.is_none()).map(|record| &record.vehicle)
        };
        let found = match (references.vehicle_id, &references.vehicle_plate) {
            (Some(id), _) => own().find(|vehicle| vehicle.id == id),
            (None, Some(plate)) => own().find(|vehicle| vehicle.plate == *plate),
            (None, None) => None,
        };
        found.cloned()
    }
}

/// Whether it is an advance that may be settled, when the filter asks for those.
fn is_advance(invoice: &AnyInvoice, filter: &InvoiceFilter) -> bool {
    let header = invoice.document.header();
    let is_advance = matches!(header.invoice_type, InvoiceType::Proforma | InvoiceType::Invoice)
        && header.origin == Origin::Native
        && invoice.status == InvoiceStatus::Paid
        && invoice.paid_amount > Decimal::ZERO
        && invoice.credited_amount.is_zero()
        && invoice.holds.settled_by.is_none();
    !filter.open_advances || is_advance
}

/// Whether the name contains the text, or one of the numbers begins with it.
fn is_any(party: &Party, filter: &ContactFilter) -> bool {
    let numbers = [&party.ico, &party.dic, &party.ic_dph];
    filter.search_any().is_none_or(|(text, number)| {
        party.search_name().contains(&text)
            || numbers.into_iter().flatten().any(|one| one.starts_with(&number))
    })
}

/// Whether a payment came in during the days of the filter.
fn was_paid(invoice: &AnyInvoice, filter: &InvoiceFilter) -> bool {
    let comes_in = invoice.document.header().invoice_type.is_receivable();
    filter.paid_between.is_none_or(|(from, to)| {
        comes_in && invoice.payments.iter().any(|payment| (from..=to).contains(&payment.date))
    })
}

fn matches(row: &InvoiceSummary, filter: &InvoiceFilter) -> bool {
    filter.origin.is_none_or(|origin| origin == row.origin)
        && filter.status.is_none_or(|status| status == row.status)
        && filter.invoice_type.is_none_or(|t| t == row.invoice_type)
        && filter.customer_id.is_none_or(|customer| customer == row.customer_id)
        && filter.number.as_ref().is_none_or(|number| *number == row.number)
        && filter.currency.is_none_or(|currency| row.currency == currency)
        && filter.issued_from.is_none_or(|from| from <= row.issue_date)
        && filter.issued_to.is_none_or(|to| row.issue_date <= to)
        && filter.due_from.is_none_or(|from| row.due_date.is_some_and(|day| from <= day))
        && filter.due_to.is_none_or(|to| row.due_date.is_some_and(|day| day <= to))
        && (!filter.owed || is_owed(row.invoice_type, row.status))
}
