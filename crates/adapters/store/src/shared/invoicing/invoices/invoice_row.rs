//! The row of an invoice, issued here or recorded.

use super::{super::super::sql::*, payment_row::PaymentBasis};
use crate::{
    error::backend,
    sql_types::{AsExact, AsMoney},
};
use access::{Credential, OrganizationId};
use invoicing::{
    AnyInvoice, Contact, Invoice,
    recording::{AnyDocument, InvoiceContent},
};
use money::CurrencyCode;
use serde::Serialize;
use time::OffsetDateTime;

/// The owned values that the row borrows.
pub(crate) struct InvoiceColumns {
    document: String,
    currency: CurrencyCode,
    basis: PaymentBasis,
}

impl InvoiceColumns {
    pub(crate) fn of<C: InvoiceContent + Serialize>(invoice: &Invoice<C>) -> Result<Self> {
        let document = serde_json::to_string(&invoice.document).map_err(backend)?;
        Ok(Self::with(document, &invoice.document))
    }

    /// Of an invoice that was issued here or recorded.
    pub(crate) fn of_any(invoice: &AnyInvoice) -> Result<Self> {
        let document = match &invoice.document {
            AnyDocument::Issued(document) => serde_json::to_string(document),
            AnyDocument::Recorded(document) => serde_json::to_string(document),
        };
        Ok(Self::with(document.map_err(backend)?, &invoice.document))
    }

    fn with(document: String, content: &impl InvoiceContent) -> Self {
        let currency = content.header().currency;
        Self { document, currency, basis: PaymentBasis::of(content) }
    }

    /// The fields of the invoice that its payments repeat.
    pub(crate) const fn basis(&self) -> &PaymentBasis {
        &self.basis
    }
}

/// `by` are the credentials that issued it at once.
pub(crate) fn invoice_row<'a, C: InvoiceContent>(
    organization: OrganizationId,
    invoice: &'a Invoice<C>,
    by: Option<Credential>,
    owned: &'a InvoiceColumns,
) -> NewRow<'a> {
    let header = invoice.document.header();
    row!("invoices",
        organization_id: organization,
        id: invoice.id.0,
        origin: header.origin.name(),
        invoice_type: header.invoice_type.name(),
        number: header.drawn_number(),
        status: invoice.status.name(),
        customer_id: header.customer_id,
        customer_name: header.customer(),
        subtotal: AsMoney(header.totals.subtotal),
        vat_total: AsMoney(header.totals.vat_total),
        total: AsMoney(header.totals.total),
        paid_amount: AsMoney(invoice.paid_amount),
        credited_amount: AsMoney(invoice.credited_amount),
        refunded_amount: AsMoney(invoice.refunded_amount),
        outstanding: AsMoney(invoice.outstanding()),
        original_id: header.original.map(|original| original.0),
        self_billed: header.self_billed,
        project_id: header.project_id.map(|project| project.0),
        tax_date: header.tax_date,
        currency: owned.currency.code(),
        exchange_rate: header.exchange_rate.map(AsExact),
        issue_date: header.issue_date,
        due_date: header.due_date,
        created_at: invoice.created_at,
        version: invoice.version,
        document: owned.document.as_str(),
        payment_symbol: payment_symbol(header.variable_symbol),
        issued_by: by.map(|by| by.id().0),
        issued_by_kind: by.map(Credential::kind),
    )
}

/// The symbol that payments are matched by: without leading zeros, which some banks leave out.
fn payment_symbol(symbol: Option<&str>) -> Option<&str> {
    symbol.map(|symbol| symbol.trim_start_matches('0')).filter(|symbol| !symbol.is_empty())
}

/// Updates a recorded invoice, if it still has the version before.
pub(in super::super::super) fn revise<'a, C: InvoiceContent>(
    organization: OrganizationId,
    invoice: &'a Invoice<C>,
    owned: &'a InvoiceColumns,
) -> Mutation<'a> {
    let header = invoice.document.header();
    Mutation::new(sql!(
        "UPDATE invoices AS i
         SET invoice_type = {invoice_type}, customer_id = {customer_id},
           customer_name = {customer_name}, subtotal = {subtotal}, vat_total = {vat_total},
           total = {total}, paid_amount = {paid_amount}, outstanding = {outstanding},
           credited_amount = {credited_amount}, original_id = {original},
           status = {status},
           currency = {currency},
           issue_date = {issue_date}, due_date = {due_date}, version = {version},
           self_billed = {self_billed}, project_id = {project}, tax_date = {tax_date},
           document = {document}, payment_symbol = {payment_symbol} {from before}
         WHERE i.organization_id = {organization} AND i.id = {id} AND i.version = {before}",
        invoice_type = header.invoice_type.name(),
        customer_id = header.customer_id,
        customer_name = header.customer(),
        subtotal = AsMoney(header.totals.subtotal),
        vat_total = AsMoney(header.totals.vat_total),
        total = AsMoney(header.totals.total),
        paid_amount = AsMoney(invoice.paid_amount),
        outstanding = AsMoney(invoice.outstanding()),
        credited_amount = AsMoney(invoice.credited_amount),
        original = header.original.map(|original| original.0),
        status = invoice.status.name(),
        currency = owned.currency.code(),
        issue_date = header.issue_date,
        due_date = header.due_date,
        version = invoice.version,
        self_billed = header.self_billed,
        project = header.project_id.map(|project| project.0),
        tax_date = header.tax_date,
        document = owned.document.as_str(),
        payment_symbol = payment_symbol(header.variable_symbol),
        organization = organization,
        id = invoice.id.0,
        before = invoice.version - 1,
    ))
}

/// Updates the invoice, which is locked.
pub(super) fn replace<'a, C: InvoiceContent>(
    organization: OrganizationId,
    invoice: &'a Invoice<C>,
    owned: &'a InvoiceColumns,
) -> Mutation<'a> {
    let (header, holds) = (invoice.document.header(), &invoice.holds);
    Mutation::new(sql!(
        "UPDATE invoices AS i
         SET number = {number}, status = {status}, customer_name = {customer_name},
           subtotal = {subtotal}, vat_total = {vat_total}, total = {total},
           paid_amount = {paid_amount}, credited_amount = {credited_amount},
           refunded_amount = {refunded_amount}, outstanding = {outstanding},
           exchange_rate = {exchange_rate},
           issue_date = {issue_date}, due_date = {due_date}, version = {version},
           self_billed = {self_billed}, project_id = {project}, tax_date = {tax_date},
           document = {document}, payment_symbol = {payment_symbol},
           archived_at = {archived_at}, locked_at = {locked_at}, settled_by = {settled_by} {from before}
         WHERE i.organization_id = {organization} AND i.id = {id}",
        number = header.drawn_number(),
        status = invoice.status.name(),
        customer_name = header.customer(),
        subtotal = AsMoney(header.totals.subtotal),
        vat_total = AsMoney(header.totals.vat_total),
        total = AsMoney(header.totals.total),
        paid_amount = AsMoney(invoice.paid_amount),
        credited_amount = AsMoney(invoice.credited_amount),
        refunded_amount = AsMoney(invoice.refunded_amount),
        outstanding = AsMoney(invoice.outstanding()),
        exchange_rate = header.exchange_rate.map(AsExact),
        issue_date = header.issue_date,
        due_date = header.due_date,
        version = invoice.version,
        self_billed = header.self_billed,
        project = header.project_id.map(|project| project.0),
        tax_date = header.tax_date,
        document = owned.document.as_str(),
        payment_symbol = payment_symbol(header.variable_symbol),
        archived_at = holds.archived_at,
        locked_at = holds.locked_at,
        settled_by = holds.settled_by.map(|by| by.0),
        organization = organization,
        id = invoice.id.0,
    ))
}

/// The row of an invoice's contact.
pub(crate) fn contact_row<'a>(
    contact: &'a Contact,
    owned: &'a ContactColumns,
    (organization, created_at): (OrganizationId, OffsetDateTime),
) -> NewRow<'a> {
    row!("contacts",
        organization_id: organization,
        id: contact.id,
        search_name: owned.search_name.as_str(),
        ico: contact.party.ico.as_deref(),
        dic: contact.party.dic.as_deref(),
        ic_dph: contact.party.ic_dph.as_deref(),
        party: owned.party.as_str(),
        profile: contact.profile.name(),
        created_at: created_at,
    )
}

/// The owned values that the row of a contact borrows.
pub(crate) struct ContactColumns {
    party: String,
    search_name: String,
}

impl ContactColumns {
    pub(crate) fn of(contact: &Contact) -> Result<Self> {
        let party = serde_json::to_string(&contact.party).map_err(backend)?;
        Ok(Self { party, search_name: contact.party.search_name() })
    }
}
