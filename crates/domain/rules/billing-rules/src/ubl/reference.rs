//! References to other documents.

use super::context::Ubl;
use super::entry::{Entry, Test, Tested, fatal, holds};
use crate::index::{Attribute, Element};
use crate::names::ubl::{cac, cbc};

/// Rules of `AdditionalDocumentReference`.
pub(crate) static ADDITIONAL: &[Entry] = &[
    fatal(
        "BR-52",
        &["BG-24", "BT-122"],
        Test::HasText(&[cbc::ID]),
        "The supporting document has no reference.",
        "Add cbc:ID to cac:AdditionalDocumentReference.",
    ),
    fatal(
        "UBL-SR-33",
        &["BT-123"],
        Test::AtMostOne(&[cbc::DOCUMENT_DESCRIPTION]),
        "The supporting document has several descriptions.",
        "Keep one cbc:DocumentDescription.",
    ),
    fatal(
        "UBL-SR-43",
        &["BT-18"],
        Test::Check(scheme_is_of_object),
        "A scheme or type code is given for a supporting document that is no invoiced object.",
        "Use cbc:DocumentTypeCode 130 for the invoiced object, and neither code nor scheme for others.",
    ),
];

/// Rules of `BillingReference`.
pub(crate) static PRECEDING: &[Entry] = &[
    fatal(
        "BR-55",
        &["BG-3", "BT-25"],
        Test::Reaches(&[cac::INVOICE_DOCUMENT_REFERENCE, cbc::ID]),
        "The reference to a preceding invoice has no number.",
        "Add cac:InvoiceDocumentReference/cbc:ID.",
    ),
    fatal(
        "UBL-SR-06",
        &["BG-3"],
        Test::AtMostOne(&[cac::INVOICE_DOCUMENT_REFERENCE]),
        "One reference names several preceding invoices.",
        "Use one cac:BillingReference for each.",
    ),
    fatal(
        "UBL-SR-07",
        &["BT-25"],
        Test::Reaches(&[cac::INVOICE_DOCUMENT_REFERENCE, cbc::ID]),
        "The reference to a preceding invoice lacks the invoice's number.",
        "Add cac:InvoiceDocumentReference/cbc:ID.",
    ),
];

/// All tables.
pub(crate) static ALL: &[&[Entry]] = &[ADDITIONAL, PRECEDING];

fn scheme_is_of_object(ubl: &Ubl<'_, '_>, reference: Element) -> Tested {
    let mut codes = ubl.children_named(reference, cbc::DOCUMENT_TYPE_CODE).peekable();
    if codes.peek().is_none() {
        let mut ids = ubl.children_named(reference, cbc::ID);
        return holds(!ids.any(|id| ubl.has(id, Attribute::SchemeId)));
    }
    // The official rule asks for the local name alone here.
    let credit_note = ubl.node(Element::ROOT).tag_name().name() == "CreditNote";
    holds(codes.any(|code| ubl.is(code, "130") || (credit_note && ubl.is(code, "50"))))
}

/// Whether the reference is to the invoiced object.
pub(crate) fn is_invoiced_object(ubl: &Ubl<'_, '_>, reference: Element) -> bool {
    ubl.children_named(reference, cbc::DOCUMENT_TYPE_CODE).any(|code| ubl.is(code, "130"))
}
