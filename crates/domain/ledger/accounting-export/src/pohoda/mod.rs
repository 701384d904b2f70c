//! The import of Pohoda (Stormware, dataPack 2.0): each document with one item for each VAT category
//! and rate, as a bookkeeper posts it.

mod external_id;
mod field;
mod header;
mod level;
mod partner;
mod posted;
mod sums;
mod supply;
#[cfg(test)]
mod tests;

use crate::{Entry, Firm};
pub use external_id::write_external_id;
pub use field::MAX_ICO;
pub use header::invoice_type;
pub use partner::write_partner;

use posted::Posted;
use xml::Writer;

const DATA: &str = "http://www.stormware.cz/schema/version_2/data.xsd";
const INVOICE: &str = "http://www.stormware.cz/schema/version_2/invoice.xsd";
const TYPE: &str = "http://www.stormware.cz/schema/version_2/type.xsd";

/// The beginning of the file, before the documents. Pohoda compares the IČO with that of the firm whose books are
/// open.
pub(crate) fn head(ico: &str, id: &str) -> String {
    let mut escaped = String::new();
    if !ico.is_empty() && ico.chars().count() <= MAX_ICO {
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

/// The end of the file, after the documents.
pub(crate) const FOOT: &str = "</dat:dataPack>\n";

/// A document, with amounts in the firm's home currency or in the currency of the document.
pub(crate) fn item(entry: &Entry, firm: &Firm) -> String {
    let mut writer = Writer::new();
    let id = entry.id.to_string();
    writer.group("dat:dataPackItem", &[("version", "2.0"), ("id", &id)], |writer| {
        write_invoice(writer, entry, firm, None);
    });
    // the XML declaration is written once, before all documents
    let text = writer.finish();
    text.split_once('\n').map(|(_, item)| item.to_owned()).unwrap_or_default()
}

/// Writes a document as an invoice of Pohoda, under an external id if there is one.
pub fn write_invoice(writer: &mut Writer, entry: &Entry, firm: &Firm, external_id: Option<&str>) {
    let items = Posted::all(entry, firm);
    writer.group("inv:invoice", &[("version", "2.0")], |writer| {
        writer.group("inv:invoiceHeader", &[], |writer| {
            if let Some(id) = external_id {
                write_external_id(writer, "inv:extId", id);
            }
            header::header(writer, entry, &items, firm);
        });
        let details = |writer: &mut Writer| sums::details(writer, entry, &items, firm);
        writer.group("inv:invoiceDetail", &[], details);
        let summary = |writer: &mut Writer| sums::summary(writer, entry, &items, firm);
        writer.group("inv:invoiceSummary", &[], summary);
    });
}
