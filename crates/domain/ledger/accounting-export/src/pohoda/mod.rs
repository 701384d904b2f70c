//! The import of Pohoda (Stormware, dataPack 2.0): each document with one item for each VAT category
//! and rate, as a bookkeeper posts it.

mod field;
mod header;
mod level;
mod posted;
mod sums;
mod supply;
#[cfg(test)]
mod tests;

use crate::{Entry, Firm};
use posted::Posted;
use xml::Writer;

const DATA: &str = "http://www.stormware.cz/schema/version_2/data.xsd";
const INVOICE: &str = "http://www.stormware.cz/schema/version_2/invoice.xsd";
const TYPE: &str = "http://www.stormware.cz/schema/version_2/type.xsd";

/// What stands before the documents. Pohoda compares the IČO with that of the firm that it is open for.
pub(crate) fn head(ico: &str, id: &str) -> String {
    let mut escaped = String::new();
    if !ico.is_empty() && ico.chars().count() <= field::ICO_OF_PACK {
        escaped.push_str(" ico=\"");
        xml::escape_attribute(&mut escaped, ico);
        escaped.push('"');
    }
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<dat:dataPack xmlns:dat=\"{DATA}\" \
         xmlns:inv=\"{INVOICE}\" xmlns:typ=\"{TYPE}\" version=\"2.0\" id=\"{id}\"{escaped} \
         application=\"Billhook\" note=\"Billhook\">\n"
    )
}

/// What stands behind them.
pub(crate) const FOOT: &str = "</dat:dataPack>\n";

/// A document; amounts are in the firm's currency or in its own.
pub(crate) fn item(entry: &Entry, firm: &Firm) -> String {
    let mut writer = Writer::new();
    let (id, items) = (entry.id.to_string(), Posted::all(entry, firm));
    writer.group("dat:dataPackItem", &[("version", "2.0"), ("id", &id)], |writer| {
        writer.group("inv:invoice", &[("version", "2.0")], |writer| {
            let header = |writer: &mut Writer| header::header(writer, entry, &items, firm);
            writer.group("inv:invoiceHeader", &[], header);
            let details = |writer: &mut Writer| sums::details(writer, entry, &items, firm);
            writer.group("inv:invoiceDetail", &[], details);
            let summary = |writer: &mut Writer| sums::summary(writer, entry, &items, firm);
            writer.group("inv:invoiceSummary", &[], summary);
        });
    });
    // the declaration stands before all documents, once
    let text = writer.finish();
    text.split_once('\n').map(|(_, item)| item.to_owned()).unwrap_or_default()
}
