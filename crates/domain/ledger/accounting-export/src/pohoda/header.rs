//! What a document says of itself and of the other party.

use super::{
    field::{
        CITY, COMPANY, DIC, Field, IC_DPH, ICO, ITEM_TEXT, NUMBER, ORIGINAL, STREET, SYMBOL, TEXT,
        ZIP,
    },
    posted::Posted,
    supply::Supply,
};
use crate::{Direction, Entry, EntryKind, Firm, Partner};
use xml::Writer;

/// Writes fields, and keeps what does not fit.
struct Fields<'w> {
    writer: &'w mut Writer,
    notes: Vec<String>,
}

impl Fields<'_> {
    fn add(&mut self, field: &Field, text: &str) {
        let (shown, note) = field.fit(text);
        if let Some(text) = shown {
            self.writer.leaf(field.element, &[], &text);
        }
        self.notes.extend(note);
    }
}

/// Writes what stands in the header.
pub(super) fn header(writer: &mut Writer, entry: &Entry, items: &[Posted], firm: &Firm) {
    writer.leaf("inv:invoiceType", &[], kind(entry));
    let mut fields = Fields { writer, notes: Vec::new() };
    numbers(&mut fields, entry);
    dates(fields.writer, entry);
    of_document(items).write(fields.writer);
    fields.add(&TEXT, &entry.number);
    let identity = fields.writer.open("inv:partnerIdentity", &[]);
    let opened = fields.writer.open("typ:address", &[]);
    address(&mut fields, &entry.partner, firm);
    fields.writer.close(opened);
    fields.writer.close(identity);
    let items = items.iter().filter_map(|item| ITEM_TEXT.fit(&item.text).1);
    fields.notes.extend(items);
    if !fields.notes.is_empty() {
        fields.writer.leaf("inv:note", &[], &fields.notes.join("\n"));
    }
}

fn kind(entry: &Entry) -> &'static str {
    match (entry.direction, entry.kind) {
        (Direction::Issued, EntryKind::Invoice) => "issuedInvoice",
        (Direction::Issued, EntryKind::CreditNote) => "issuedCreditNotice",
        (Direction::Issued, EntryKind::DebitNote) => "issuedDebitNote",
        (Direction::Received, EntryKind::Invoice) => "receivedInvoice",
        (Direction::Received, EntryKind::CreditNote) => "receivedCreditNotice",
        (Direction::Received, EntryKind::DebitNote) => "receivedDebitNote",
    }
}

/// A received document gets a number of the firm's own series.
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

/// The classification of the document is that of its items; items that differ say so themselves.
pub(super) fn of_document(items: &[Posted]) -> Supply {
    let mut all = items.iter().map(|item| item.supply);
    let first = all.next().unwrap_or(Supply::Inland);
    if all.all(|supply| supply == first) { first } else { Supply::Inland }
}

fn address(fields: &mut Fields<'_>, partner: &Partner, firm: &Firm) {
    // IČ DPH is Slovak: what is a VAT number elsewhere is the DIČ of a Czech firm
    let is_czech = firm.country == "CZ";
    let dic = if is_czech && partner.dic.is_empty() { &partner.ic_dph } else { &partner.dic };
    fields.add(&COMPANY, &partner.name);
    fields.add(&CITY, &partner.city);
    fields.add(&STREET, &partner.street);
    fields.add(&ZIP, &partner.postal_code);
    fields.add(&ICO, &partner.ico);
    fields.add(&DIC, dic);
    fields.add(&IC_DPH, &partner.ic_dph);
    let country = partner.country.as_str();
    if country.len() == 2 && country.bytes().all(|byte| byte.is_ascii_uppercase()) {
        fields.writer.group("typ:country", &[], |writer| writer.leaf("typ:ids", &[], country));
    }
}
