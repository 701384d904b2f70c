//! The document level terms: BT-1 to BT-24, and what the document refers to.

use crate::{DocumentType, Profile, Rules, Syntax, writer::UblWriter};
use invoicing::{Document, terms::HeaderTexts};

/// Specification, number, dates, type, note and currencies.
///
/// A tax point date (BT-7) is not written: it is for a date that differs from what the law derives
/// from the delivery date (BT-72), and of that nothing is known here.
pub(crate) fn header(
    xml: &mut UblWriter,
    document: &Document,
    document_type: DocumentType,
    profile: &Profile,
) {
    xml.leaf("CustomizationID", profile.customization_id); // BT-24
    xml.leaf("ProfileID", profile.profile_id); // BT-23
    xml.leaf("ID", &document.number); // BT-1
    xml.date("IssueDate", Some(document.issue_date)); // BT-2
    match document_type.syntax {
        Syntax::Invoice => {
            xml.date("DueDate", Some(document.due_date)); // BT-9
            xml.leaf("InvoiceTypeCode", document_type.code); // BT-3
        }
        Syntax::CreditNote => xml.leaf("CreditNoteTypeCode", document_type.code), // BT-3
    }
    // the order and the project are among the references
    let HeaderTexts { note, order_number: _, buyer_reference: _, .. } = &document.texts;
    let HeaderTexts { project_reference: _, internal_note: _, .. } = &document.texts;
    xml.optional("Note", note.as_deref()); // BT-22
    xml.leaf("DocumentCurrencyCode", document.currency.code()); // BT-5
    let accounting = document.accounting_vat();
    xml.optional("TaxCurrencyCode", accounting.map(|(currency, _)| currency.code())); // BT-6
    xml.optional("BuyerReference", buyer_reference(document, profile.rules)); // BT-10
}

/// The buyer reference (BT-10). Peppol wants one, or an order number (PEPPOL-EN16931-R003). Where the buyer gave
/// neither, the variable symbol stands in: it is what a Slovak or Czech buyer quotes when paying, and it comes back
/// with the payment. For XRechnung it is the buyer's own word, or the Leitweg-ID that its address names: nothing of ours
/// would find its way there.
fn buyer_reference(document: &Document, rules: Rules) -> Option<&str> {
    let HeaderTexts { order_number, buyer_reference, .. } = &document.texts;
    match (buyer_reference, order_number) {
        (Some(given), _) => Some(given),
        (None, _) if rules == Rules::German => leitweg_id(document),
        (None, Some(_)) => None,
        (None, None) => document.variable_symbol.as_deref().or(Some(&document.number)),
    }
}

/// The Leitweg-ID of a public buyer: its electronic address of scheme 0204.
fn leitweg_id(document: &Document) -> Option<&str> {
    document.buyer.peppol_id.as_deref()?.strip_prefix("0204:")
}

/// The order (BT-13) and the preceding invoice (BG-3).
pub(crate) fn references(xml: &mut UblWriter, document: &Document) {
    xml.group("OrderReference", |xml| xml.optional("ID", document.texts.order_number.as_deref()));
    let original = document.original.iter().map(|one| (&one.number, one.issue_date));
    let taxed = document.advances.iter().filter(|advance| advance.is_taxed());
    let advances = taxed.map(|advance| (&advance.number, advance.issue_date));
    for (number, issue_date) in original.chain(advances) {
        xml.group("BillingReference", |xml| {
            xml.group("InvoiceDocumentReference", |xml| {
                xml.leaf("ID", number); // BT-25
                xml.date("IssueDate", Some(issue_date)); // BT-26
            });
        });
    }
}

/// The project (BT-11). A credit note has no element for it: it is a reference to a document of type 50 there
/// (PEPPOL-EN16931-R080, UNCL 1001 code 50).
pub(crate) fn project(xml: &mut UblWriter, document: &Document, syntax: Syntax) {
    let reference = document.texts.project_reference.as_deref();
    match syntax {
        Syntax::Invoice => xml.group("ProjectReference", |xml| xml.optional("ID", reference)),
        Syntax::CreditNote => {
            let Some(reference) = reference else { return };
            xml.group("AdditionalDocumentReference", |xml| {
                xml.leaf("ID", reference);
                xml.leaf("DocumentTypeCode", "50");
            });
        }
    }
}

/// Proformas that were paid in advance: no invoices, so that they are supporting documents (BG-24).
pub(crate) fn proformas(xml: &mut UblWriter, document: &Document) {
    for advance in document.advances.iter().filter(|advance| !advance.is_taxed()) {
        xml.group("AdditionalDocumentReference", |xml| {
            xml.leaf("ID", &advance.number); // BT-122
            xml.leaf("DocumentDescription", "Zálohová faktúra"); // BT-123
        });
    }
}
