//! The rows that issuing an invoice inserts.

use super::{
    super::{events::event_row, sql::*},
    invoice_row::{ContactColumns, InvoiceColumns, contact_row},
};
use crate::{error::backend, sql_types::AsMoney};
use access::OrganizationId;
use invoicing::{Invoice, InvoiceId, Issued, Payment};
use uuid::Uuid;

/// Columns that must be made before the rows can be: they only borrow.
pub(crate) struct OwnedColumns {
    pub(crate) invoice: InvoiceColumns,
    contact: Option<ContactColumns>,
    event_ids: Vec<Uuid>,
}

impl OwnedColumns {
    pub(crate) fn of(issued: &Issued<'_>) -> Result<Self> {
        Ok(Self {
            invoice: InvoiceColumns::of(&issued.invoice)?,
            contact: issued.new_contact.map(ContactColumns::of).transpose()?,
            event_ids: issued.events.iter().map(|_| Uuid::now_v7()).collect(),
        })
    }
}

/// Everything but the invoice itself, the contact first.
pub(crate) fn rows_beside<'a>(
    issued: &'a Issued<'_>,
    owned: &'a OwnedColumns,
) -> Result<Vec<NewRow<'a>>> {
    let Invoice { organization, id, payments, .. } = &issued.invoice;
    let payments = payments.iter().map(|payment| payment_row(*organization, *id, payment));
    let mut rows: Vec<NewRow<'_>> =
        new_contact(issued, owned).into_iter().chain(payments).collect();
    for (position, content) in (0..).zip(issued.files) {
        rows.push(file_row(issued, position, content)?);
    }
    let events = issued.events.iter().zip(&owned.event_ids);
    rows.extend(events.map(|(event, id)| event_row(event, *id)));
    Ok(rows)
}

/// The contact to create, if there is one.
pub(crate) fn new_contact<'a>(
    issued: &'a Issued<'_>,
    owned: &'a OwnedColumns,
) -> Option<NewRow<'a>> {
    let (contact, columns) = issued.new_contact.zip(owned.contact.as_ref())?;
    let invoice = &issued.invoice;
    Some(contact_row(contact, columns, (invoice.organization, invoice.created_at)))
}

pub(super) fn payment_row(
    organization: OrganizationId,
    invoice: InvoiceId,
    payment: &Payment,
) -> NewRow<'_> {
    row!("payments",
        organization_id: organization,
        invoice_id: invoice.0,
        id: payment.id,
        amount: AsMoney(payment.amount),
        paid_on: payment.date,
        method: &*payment.method,
        offset_id: payment.offset_id,
    )
}

fn file_row<'a>(issued: &'a Issued<'_>, position: usize, content: &'a [u8]) -> Result<NewRow<'a>> {
    let attachments = &issued.invoice.document.attachments;
    let info = attachments.get(position).ok_or_else(|| backend("a file without its record"))?;
    Ok(row!("attachments",
        organization_id: issued.invoice.organization,
        invoice_id: issued.invoice.id.0,
        position: i32::try_from(position).map_err(backend)?,
        id: info.id,
        filename: info.filename.as_str(),
        mime_code: info.mime_code.as_str(),
        description: info.description.as_deref(),
        size: i64::try_from(info.size).map_err(backend)?,
        content: content,
    ))
}
