//! The XML of Pohoda (Stormware, version 2.0): requests (`dataPack`) and answers (`responsePack`). Element names and
//! lengths are those of Stormware's schemas `data.xsd`, `invoice.xsd`, `bank.xsd`, `voucher.xsd`, `intDoc.xsd`,
//! `list.xsd`, `response.xsd` and `documentresponse.xsd`; what is a guess is said in `docs/accounting-programs.md`.

mod company;
mod look_up;
mod pack;
mod payment;
mod response;
mod set_off;
#[cfg(test)]
mod tests;

pub use company::company;
pub use look_up::{found, look_up};
pub use pack::data_pack;
pub use response::{BadAnswer, answers};

use accounting_export::{amount, pohoda::write_external_id};
use xml::Writer;

const BANK: &str = "http://www.stormware.cz/schema/version_2/bank.xsd";
const DATA: &str = "http://www.stormware.cz/schema/version_2/data.xsd";
const FILTER: &str = "http://www.stormware.cz/schema/version_2/filter.xsd";
const INTERNAL: &str = "http://www.stormware.cz/schema/version_2/intDoc.xsd";
const INVOICE: &str = "http://www.stormware.cz/schema/version_2/invoice.xsd";
const LIST: &str = "http://www.stormware.cz/schema/version_2/list.xsd";
const TYPE: &str = "http://www.stormware.cz/schema/version_2/type.xsd";
const VOUCHER: &str = "http://www.stormware.cz/schema/version_2/voucher.xsd";

/// The maximum length of a variable or pairing symbol, in characters.
const MAX_SYMBOL: usize = 20;

/// Writes a reference into one of Pohoda's own lists, by its abbreviation, if there is one.
fn list_entry(writer: &mut Writer, element: &str, abbreviation: Option<&str>) {
    if let Some(ids) = abbreviation {
        writer.group(element, &[], |writer| writer.leaf("typ:ids", &[], ids));
    }
}

/// Writes a text on one line, cut to the length of its field.
fn text(writer: &mut Writer, element: &str, text: &str, most: usize) {
    let text: String = crate::posting::bounded(text).chars().take(most).collect();
    let text = text.trim_end();
    if !text.is_empty() {
        writer.leaf(element, &[], text);
    }
}

/// Writes a symbol, unless it is longer than its field: a cut symbol would be another symbol.
fn symbol(writer: &mut Writer, element: &str, symbol: Option<&str>) {
    let fits = |symbol: &&str| !symbol.is_empty() && symbol.chars().count() <= MAX_SYMBOL;
    if let Some(symbol) = symbol.filter(fits) {
        writer.leaf(element, &[], symbol);
    }
}
