//! The other party of a document.

use super::field::{CITY, COMPANY, DIC, Field, IC_DPH, ICO, STREET, ZIP};
use crate::{Firm, Partner};
use xml::Writer;

/// Writes fields, and collects the texts that do not fit.
pub(super) struct Fields<'w> {
    pub writer: &'w mut Writer,
    pub notes: Vec<String>,
}

impl Fields<'_> {
    pub(super) fn add(&mut self, field: &Field, text: &str) {
        let (shown, note) = field.fit(text);
        if let Some(text) = shown {
            self.writer.leaf(field.element, &[], &text);
        }
        self.notes.extend(note);
    }
}

/// Writes the other party into an element, and drops the texts that do not fit.
pub fn write_partner(writer: &mut Writer, element: &str, partner: &Partner, firm: &Firm) {
    identity(&mut Fields { writer, notes: Vec::new() }, element, partner, firm);
}

/// Writes the other party into an element, and adds the texts that do not fit to the notes.
pub(super) fn identity(fields: &mut Fields<'_>, element: &str, partner: &Partner, firm: &Firm) {
    let identity = fields.writer.open(element, &[]);
    let opened = fields.writer.open("typ:address", &[]);
    address(fields, partner, firm);
    fields.writer.close(opened);
    fields.writer.close(identity);
}

fn address(fields: &mut Fields<'_>, partner: &Partner, firm: &Firm) {
    // IČ DPH is Slovak: the VAT number of a Czech firm is its DIČ
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
