//! Documents of the fixtures, and what an inspection says of them.

use document_intake::{Document, Incoming, OfficialRules, inspect};
use peppol_connector::{documents::Validation, identifiers::Network};
use std::sync::LazyLock;
use time::macros::date;
use xml::parses_on_this_thread;

pub static UBL: LazyLock<String> = LazyLock::new(|| fixtures::text("documents/ubl/invoice.xml"));
pub static CII: LazyLock<String> = LazyLock::new(|| fixtures::text("documents/cii/card.xml"));
pub const BILLING: &str =
    "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0";

pub fn incoming(document: &str) -> Incoming {
    let (bytes, day) = (document.as_bytes().into(), date!(2026 - 11 - 28));
    Incoming { bytes, format: None, network: Network::Live, day }
}

/// The document with the number of parses that it took.
pub fn inspection(document: &str) -> (Document, u64) {
    let before = parses_on_this_thread();
    let inspection = inspect(&OfficialRules, &incoming(document));
    (inspection, parses_on_this_thread() - before)
}

pub fn codes(validation: &Validation) -> Vec<&str> {
    let Validation::Ran(verdict) = validation else { return Vec::new() };
    verdict.findings.iter().map(|finding| finding.code.as_str()).collect()
}

/// The document without the first element of this name.
pub fn without(document: &str, element: &str) -> String {
    let (start, end) = (format!("<{element}"), format!("</{element}>"));
    let from = document.find(&start).expect("the element");
    let to = from + document[from..].find(&end).expect("its end") + end.len();
    [&document[..from], &document[to..]].concat()
}
