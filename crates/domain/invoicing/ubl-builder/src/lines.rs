//! Invoice lines (BG-25) with item (BG-31), price (BG-29) and VAT (BG-30).

use crate::{Syntax, tax, writer::UblWriter};
use invoicing::{Document, Line};
use money::Currency;

/// The lines, numbered from 1.
pub(crate) fn lines(xml: &mut UblWriter, document: &Document, syntax: Syntax) {
    let (group, quantity) = match syntax {
        Syntax::Invoice => ("InvoiceLine", "InvoicedQuantity"),
        Syntax::CreditNote => ("CreditNoteLine", "CreditedQuantity"),
    };
    for (number, line) in (1_usize..).zip(&document.lines) {
        xml.group(group, |xml| {
            xml.leaf("ID", &number.to_string()); // BT-126
            let unit = [("unitCode", line.unit.rec20())]; // BT-130
            xml.leaf_with(quantity, &unit, &line.quantity.normalize().to_string()); // BT-129
            xml.amount("LineExtensionAmount", line.net_amount, document.currency); // BT-131
            item(xml, line);
            price(xml, line, document.currency);
        });
    }
}

/// The first line of the description is the item's name, the rest its description.
fn item(xml: &mut UblWriter, line: &Line) {
    let text = line.description.trim();
    let (name, description) = text.split_once(['\n', '\r']).unwrap_or((text, ""));
    xml.group("Item", |xml| {
        xml.leaf("Description", description.trim()); // BT-154
        xml.leaf("Name", name.trim()); // BT-153
        tax::line_category(xml, line.vat_category, line.vat_rate);
    });
}

/// The net price (BT-146), with all its decimals.
fn price(xml: &mut UblWriter, line: &Line, currency: Currency) {
    let price = line.unit_price.normalize().to_string();
    xml.group("Price", |xml| {
        xml.leaf_with("PriceAmount", &[("currencyID", currency.code())], &price);
    });
}
