//! The rows that issuing an invoice inserts.

use super::super::sql::*;
use crate::{
    error::backend,
    sql_types::{AsExact, AsMoney},
};
use events::{EventId, NewEvent};
use invoicing::{Contact, Issued, Payment};
use uuid::Uuid;

/// Columns that must be made before the rows can be: they only borrow.
pub(crate) struct OwnedColumns {
    document: String,
    party: Option<String>,
    search_name: Option<String>,
    event_ids: Vec<Uuid>,
}

impl OwnedColumns {
    pub(crate) fn of(issued: &Issued<'_>) -> Result<Self> {
        let party = issued.new_contact.map(|contact| serde_json::to_string(&contact.party));
        Ok(Self {
            document: serde_json::to_string(&issued.invoice.document).map_err(backend)?,
            party: party.transpose().map_err(backend)?,
            search_name: issued.new_contact.map(|contact| contact.party.search_name()),
            event_ids: issued.events.iter().map(|_| Uuid::now_v7()).collect(),
        })
    }
}

pub(crate) fn invoice_row<'a>(issued: &'a Issued<'_>, owned: &'a OwnedColumns) -> NewRow<'a> {
    let invoice = &issued.invoice;
    let document = &invoice.document;
    row!("invoices",
        organization_id: invoice.organization,
        id: invoice.id,
        invoice_type: document.invoice_type.name(),
        number: document.number.as_str(),
        status: invoice.status.name(),
        customer_id: document.customer_id,
        customer_name: invoice.customer().name.as_str(),
        subtotal: AsMoney(document.totals.subtotal),
        vat_total: AsMoney(document.totals.vat_total),
        total: AsMoney(document.totals.total),
        paid_amount: AsMoney(invoice.paid_amount),
        currency: document.currency.code(),
        exchange_rate: document.exchange_rate.map(AsExact),
        issue_date: document.issue_date,
        due_date: document.due_date,
        created_at: invoice.created_at,
        version: invoice.version,
        document: owned.document.as_str(),
    )
}

/// Everything but the invoice itself, the contact first.
pub(crate) fn rows_beside<'a>(
    issued: &'a Issued<'_>,
    owned: &'a OwnedColumns,
) -> Result<Vec<NewRow<'a>>> {
    let contact = issued.new_contact.map(|contact| contact_row(issued, contact, owned));
    let payments = issued.invoice.payments.iter().map(|payment| payment_row(issued, payment));
    let mut rows: Vec<NewRow<'_>> = contact.into_iter().chain(payments).collect();
    for (position, content) in (0..).zip(issued.files) {
        rows.push(file_row(issued, position, content)?);
    }
    let events = issued.events.iter().zip(&owned.event_ids);
    rows.extend(events.map(|(event, id)| event_row(event, *id)));
    Ok(rows)
}

pub(crate) fn contact_row<'a>(
    issued: &Issued<'_>,
    contact: &'a Contact,
    owned: &'a OwnedColumns,
) -> NewRow<'a> {
    row!("contacts",
        organization_id: issued.invoice.organization,
        id: contact.id,
        search_name: owned.search_name.as_deref(),
        ico: contact.party.ico.as_deref(),
        dic: contact.party.dic.as_deref(),
        party: owned.party.as_deref(),
        created_at: issued.invoice.created_at,
    )
}

fn payment_row<'a>(issued: &Issued<'_>, payment: &'a Payment) -> NewRow<'a> {
    row!("payments",
        organization_id: issued.invoice.organization,
        invoice_id: issued.invoice.id,
        id: payment.id,
        amount: AsMoney(payment.amount),
        paid_on: payment.date,
        method: &*payment.method,
    )
}

fn file_row<'a>(issued: &'a Issued<'_>, position: usize, content: &'a [u8]) -> Result<NewRow<'a>> {
    let attachments = &issued.invoice.document.attachments;
    let info = attachments.get(position).ok_or_else(|| backend("a file without its record"))?;
    Ok(row!("attachments",
        organization_id: issued.invoice.organization,
        invoice_id: issued.invoice.id,
        position: i32::try_from(position).map_err(backend)?,
        id: info.id,
        filename: info.filename.as_str(),
        mime_code: info.mime_code.as_str(),
        description: info.description.as_deref(),
        size: i64::try_from(info.size).map_err(backend)?,
        content: content,
    ))
}

fn event_row(event: &NewEvent, id: Uuid) -> NewRow<'_> {
    row!("events",
        organization_id: event.organization,
        id: id,
        name: event.name.as_str(),
        payload: event.body.as_str(),
        created_at: event.at,
        event_id: event.id.as_ref().map(EventId::as_str),
    )
}
