//! The header of a document.

use super::{
    field::{ITEM_TEXT, NUMBER, ORIGINAL, SYMBOL, TEXT},
    partner::{Fields, identity},
    posted::Posted,
    supply::Supply,
};
use crate::{Direction, Entry, EntryKind, Firm};
use xml::Writer;

/// Writes the header.
pub(super) fn header(writer: &mut Writer, entry: &Entry, items: &[Posted], firm: &Firm) {
    writer.leaf("inv:invoiceType", &[], invoice_type(entry));
    let mut fields = Fields { writer, notes: Vec::new() };
    numbers(&mut fields, entry);
    dates(fields.writer, entry);
    of_document(items).write(fields.writer);
    fields.add(&TEXT, &entry.number);
    identity(&mut fields, "inv:partnerIdentity", &entry.partner, firm);
    let items = items.iter().filter_map(|item| ITEM_TEXT.fit(&item.text).1);
    fields.notes.extend(items);
    if !fields.notes.is_empty() {
        fields.writer.leaf("inv:note", &[], &fields.notes.join("\n"));
    }
}

/// Pohoda's type of a document (`invoiceTypeType`).
#[must_use]
pub const fn invoice_type(entry: &Entry) -> &'static str {
    match (entry.direction, entry.kind) {
        (Direction::Issued, EntryKind::Invoice) => "issuedInvoice",
        (Direction::Issued, EntryKind::CreditNote) => "issuedCreditNotice",
        (Direction::Issued, EntryKind::DebitNote) => "issuedDebitNote",
        (Direction::Received, EntryKind::Invoice) => "receivedInvoice",
        (Direction::Received, EntryKind::CreditNote) => "receivedCreditNotice",
        (Direction::Received, EntryKind::DebitNote) => "receivedDebitNote",
    }
}

/// Writes the numbers. A received document gets a number of the firm's own series.
fn numbers(fields: &mut Fields<'_>, entry: &Entry) {
    if entry.direction == Direction::Issued {
        let number = fields.writer.open("inv:number", &[]);
        fields.add(&NUMBER, &entry.number);
        fields.writer.close_unless_empty(number);
    }
    fields.add(&SYMBOL, entry.variable_symbol.as_deref().unwrap_or_default());
    if entry.direction == Direction::Received {
        fields.add(&ORIGINAL, &entry.number);
    }
}

fn dates(writer: &mut Writer, entry: &Entry) {
    writer.leaf("inv:date", &[], &entry.issue_date.to_string());
    writer.leaf("inv:dateTax", &[], &entry.tax_date.to_string());
    writer.leaf("inv:dateAccounting", &[], &entry.tax_date.to_string());
    if let Some(due) = entry.due_date {
        writer.leaf("inv:dateDue", &[], &due.to_string());
    }
}

/// The classification of the document: that of its items. Items that differ have their own.
pub(super) fn of_document(items: &[Posted]) -> Supply {
    let mut all = items.iter().map(|item| item.supply);
    let first = all.next().unwrap_or(Supply::Inland);
    if all.all(|supply| supply == first) { first } else { Supply::Inland }
}
