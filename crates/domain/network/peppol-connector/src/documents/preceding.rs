//! The invoice that a note refers to (BG-3).

use super::elements::{Parent, all, compact_date, iso_date, text};
use time::Date;
use xml::Node;

/// The preceding invoice that a note refers to (BG-3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrecedingInvoice {
    /// Preceding invoice reference (BT-25).
    pub number: String,
    /// Preceding invoice issue date (BT-26).
    pub issue_date: Option<Date>,
}

/// The invoices that a UBL document refers to.
pub(super) fn all_of_ubl<'a, 'i: 'a>(
    root: impl Parent<'a, 'i>,
) -> impl Iterator<Item = PrecedingInvoice> {
    all(root, &["BillingReference", "InvoiceDocumentReference"]).into_iter().filter_map(|node| {
        let issue_date = text(node, &["IssueDate"]).and_then(|day| iso_date(&day));
        Some(PrecedingInvoice { number: text(node, &["ID"])?, issue_date })
    })
}

/// The only one of a UBL document.
pub(super) fn of_ubl<'a, 'i: 'a>(root: impl Parent<'a, 'i>) -> Option<PrecedingInvoice> {
    only(all_of_ubl(root))
}

/// The only one of a CII document.
pub(super) fn of_cii(root: Node<'_, '_>) -> Option<PrecedingInvoice> {
    const PATH: [&str; 3] = [
        "SupplyChainTradeTransaction",
        "ApplicableHeaderTradeSettlement",
        "InvoiceReferencedDocument",
    ];
    only(all(root, &PATH).into_iter().filter_map(|node| {
        let day = text(node, &["FormattedIssueDateTime", "DateTimeString"]);
        let issue_date = day.and_then(|day| compact_date(&day));
        Some(PrecedingInvoice { number: text(node, &["IssuerAssignedID"])?, issue_date })
    }))
}

/// What a note takes back of each of several is not said.
fn only(mut all: impl Iterator<Item = PrecedingInvoice>) -> Option<PrecedingInvoice> {
    let first = all.next()?;
    all.all(|other| other.number == first.number).then_some(first)
}
