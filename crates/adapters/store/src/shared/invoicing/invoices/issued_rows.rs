//! The rows that are inserted when an invoice is issued.

use super::{
    super::super::{events::event_row, sql::*},
    file_rows::{Hash, content_row, file_row, hash},
    invoice_row::{ContactColumns, InvoiceColumns, contact_row},
    payment_row::payment_row,
    vat_row::vat_row,
};
use crate::error::backend;
use invoicing::{Invoice, Issued};
use std::collections::BTreeMap;
use uuid::Uuid;

/// The owned values that the rows borrow.
pub(crate) struct OwnedColumns {
    pub(crate) invoice: InvoiceColumns,
    contact: Option<ContactColumns>,
    event_ids: Vec<Uuid>,
    /// The hashes of the files, in their order.
    hashes: Vec<Hash>,
}

impl OwnedColumns {
    pub(crate) fn of(issued: &Issued<'_>) -> Result<Self> {
        Ok(Self {
            invoice: InvoiceColumns::of(&issued.invoice)?,
            contact: issued.new_contact.map(ContactColumns::of).transpose()?,
            event_ids: issued.events.iter().map(|_| Uuid::now_v7()).collect(),
            hashes: issued.files.iter().map(|content| hash(content)).collect(),
        })
    }

    /// The contents of the files, each once, to be inserted with [`super::file_rows::ONCE`]. In the order of their
    /// hashes, so that two transactions that insert the same ones do not deadlock.
    pub(crate) fn contents<'a>(&'a self, issued: &'a Issued<'_>) -> Vec<NewRow<'a>> {
        let all: BTreeMap<&Hash, &Vec<u8>> = self.hashes.iter().zip(issued.files).collect();
        let owner = issued.invoice.organization;
        all.into_iter().map(|(hash, content)| content_row(owner, hash, content)).collect()
    }
}

/// All rows but that of the invoice, the contact first.
pub(crate) fn rows_beside<'a>(
    issued: &'a Issued<'_>,
    owned: &'a OwnedColumns,
) -> Result<Vec<NewRow<'a>>> {
    let Invoice { organization, id, payments, .. } = &issued.invoice;
    let basis = owned.invoice.basis();
    let payments = payments.iter().map(|payment| payment_row((*organization, *id), basis, payment));
    let mut rows: Vec<NewRow<'_>> =
        new_contact(issued, owned).into_iter().chain(payments).collect();
    if let Some(figures) = &issued.vat {
        rows.push(vat_row((*organization, *id), figures)?);
    }
    let infos = issued.invoice.document.attachments.iter().zip(&owned.hashes);
    if issued.files.len() > issued.invoice.document.attachments.len() {
        return Err(backend("a file without its record"));
    }
    for (position, (info, hash)) in (0..).zip(infos) {
        rows.push(file_row((*organization, *id), position, info, hash)?);
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
