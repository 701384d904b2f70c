//! The rows that issuing an invoice keeps.

use super::statement::{Statement, Value};
use crate::{
    error::backend,
    sql_types::{AsExact, AsId, AsInstant, AsMoney, BigInt},
};
use events::{EventId, NewEvent};
use invoicing::{Contact, Draft, Issued, Payment};
use persistence::StoreError;
use uuid::Uuid;

/// Draws the next number of a series; its row stays locked until the transaction ends.
pub(crate) fn draw_number(
    draft: &Draft,
    invoice_type: &'static str,
    year: i32,
) -> Statement<'static, BigInt> {
    Statement::new(
        "INSERT INTO number_counters (organization_id, invoice_type, year, next) VALUES (",
    )
    .values([AsId::from(draft.organization).into(), invoice_type.into(), year.into()])
    .sql(
        ", 2) ON CONFLICT (organization_id, invoice_type, year) \
             DO UPDATE SET next = number_counters.next + 1 RETURNING next - 1",
    )
}

/// A row to insert.
#[derive(Debug)]
pub(crate) struct NewRow<'a> {
    /// Table and columns.
    pub(crate) into: &'static str,
    /// In the order of the columns.
    pub(crate) values: Vec<Value<'a>>,
}

/// What must be made before the rows can be: they only borrow.
pub(crate) struct Texts {
    document: String,
    party: Option<String>,
    search_name: Option<String>,
    event_ids: Vec<Uuid>,
}

impl Texts {
    pub(crate) fn of(issued: &Issued<'_>) -> Result<Self, StoreError> {
        let party = issued.new_contact.map(|contact| serde_json::to_string(&contact.party));
        Ok(Self {
            document: serde_json::to_string(&issued.invoice.document).map_err(backend)?,
            party: party.transpose().map_err(backend)?,
            search_name: issued.new_contact.map(|contact| contact.party.search_name()),
            event_ids: issued.events.iter().map(|_| Uuid::now_v7()).collect(),
        })
    }
}

pub(crate) fn invoice_row<'a>(issued: &'a Issued<'_>, texts: &'a Texts) -> NewRow<'a> {
    let invoice = &issued.invoice;
    let document = &invoice.document;
    NewRow {
        into: "invoices (organization_id, id, invoice_type, number, status, customer_id, \
               customer_name, subtotal, vat_total, total, paid_amount, currency, exchange_rate, \
               issue_date, due_date, created_at, version, document)",
        values: vec![
            AsId::from(invoice.organization).into(),
            AsId(invoice.id).into(),
            document.invoice_type.name().into(),
            document.number.as_str().into(),
            invoice.status.name().into(),
            AsId(document.customer_id).into(),
            issued.invoice.customer().name.as_str().into(),
            AsMoney(document.totals.subtotal).into(),
            AsMoney(document.totals.vat_total).into(),
            AsMoney(document.totals.total).into(),
            AsMoney(invoice.paid_amount).into(),
            document.currency.code().into(),
            document.exchange_rate.map(AsExact).into(),
            document.issue_date.into(),
            document.due_date.into(),
            AsInstant(invoice.created_at).into(),
            invoice.version.into(),
            texts.document.as_str().into(),
        ],
    }
}

/// Everything but the invoice itself, the contact first.
pub(crate) fn rows_beside<'a>(
    issued: &'a Issued<'_>,
    texts: &'a Texts,
) -> Result<Vec<NewRow<'a>>, StoreError> {
    let contact = issued.new_contact.map(|contact| contact_row(issued, contact, texts));
    let payments = issued.invoice.payments.iter().map(|payment| payment_row(issued, payment));
    let mut rows: Vec<NewRow<'_>> = contact.into_iter().chain(payments).collect();
    for (position, content) in (0..).zip(issued.files) {
        rows.push(file_row(issued, position, content)?);
    }
    let events = issued.events.iter().zip(&texts.event_ids);
    rows.extend(events.map(|(event, id)| event_row(event, *id)));
    Ok(rows)
}

pub(crate) fn contact_row<'a>(
    issued: &Issued<'_>,
    contact: &'a Contact,
    texts: &'a Texts,
) -> NewRow<'a> {
    NewRow {
        into: "contacts (organization_id, id, search_name, ico, dic, party, created_at)",
        values: vec![
            AsId::from(issued.invoice.organization).into(),
            AsId(contact.id).into(),
            texts.search_name.as_deref().into(),
            contact.party.ico.as_deref().into(),
            contact.party.dic.as_deref().into(),
            texts.party.as_deref().into(),
            AsInstant(issued.invoice.created_at).into(),
        ],
    }
}

fn payment_row<'a>(issued: &Issued<'_>, payment: &'a Payment) -> NewRow<'a> {
    NewRow {
        into: "payments (organization_id, invoice_id, id, amount, paid_on, method)",
        values: vec![
            AsId::from(issued.invoice.organization).into(),
            AsId(issued.invoice.id).into(),
            AsId(payment.id).into(),
            AsMoney(payment.amount).into(),
            payment.date.into(),
            (&*payment.method).into(),
        ],
    }
}

fn file_row<'a>(
    issued: &'a Issued<'_>,
    position: usize,
    content: &'a [u8],
) -> Result<NewRow<'a>, StoreError> {
    let attachments = &issued.invoice.document.attachments;
    let info = attachments.get(position).ok_or_else(|| backend("a file without its record"))?;
    Ok(NewRow {
        into: "attachments (organization_id, invoice_id, position, id, filename, mime_code, \
               description, size, content)",
        values: vec![
            AsId::from(issued.invoice.organization).into(),
            AsId(issued.invoice.id).into(),
            i32::try_from(position).map_err(backend)?.into(),
            AsId(info.id).into(),
            info.filename.as_str().into(),
            info.mime_code.as_str().into(),
            info.description.as_deref().into(),
            i64::try_from(info.size).map_err(backend)?.into(),
            content.into(),
        ],
    })
}

fn event_row(event: &NewEvent, id: Uuid) -> NewRow<'_> {
    NewRow {
        into: "events (organization_id, id, name, payload, created_at, event_id)",
        values: vec![
            AsId::from(event.organization).into(),
            AsId(id).into(),
            event.name.as_str().into(),
            event.body.as_str().into(),
            AsInstant(event.at).into(),
            event.id.as_ref().map(EventId::as_str).into(),
        ],
    }
}
