//! The document as a whole, in the order of UBL.

use crate::conversion::Conversion;
use crate::document_kind::DocumentKind;
use crate::ledger::Ledger;
use crate::parts::Parts;
use crate::period::{OTHER_TAX_POINT, period_of_document};
use crate::tree::{Element, children, own_text};
use crate::{Target, delivery, lines, notes, parties, payment, references, taxes, totals};
use xml::{Sources, white_space::trimmed};

/// The document in UBL, the account of what went into it, and where that comes from.
pub(crate) fn converted(root: Element<'_>, target: &Target) -> (String, Ledger, Sources) {
    let (kind, currency) = decided(root);
    let mut c = Conversion::new(kind, currency);
    let parts = Parts::of(&mut c, root);
    head(&mut c, &parts, target);
    references::write(&mut c, &parts);
    parties::write(&mut c, &parts);
    delivery::write(&mut c, &parts);
    payment::write(&mut c, &parts);
    taxes::write_charges(&mut c, parts.settlement);
    totals::write(&mut c, parts.settlement);
    lines::write(&mut c, parts.transaction);
    c.finish()
}

/// What has to be known before the first element is written: the kind of document, and its
/// currency.
fn decided(root: Element<'_>) -> (DocumentKind, Option<String>) {
    let mut look = Conversion::new(DocumentKind::Invoice, None);
    let parts = Parts::of(&mut look, root);
    let type_code = look.first(parts.head, "TypeCode").map(own_text).unwrap_or_default();
    let currency = look.first(parts.settlement, "InvoiceCurrencyCode").map(own_text);
    (DocumentKind::of(trimmed(&type_code)), currency.map(|currency| trimmed(&currency).to_owned()))
}

/// From CustomizationID to InvoicePeriod.
fn head(c: &mut Conversion, parts: &Parts<'_>, target: &Target) {
    context(c, parts, target);
    let number = c.first(parts.head, "ID");
    c.code("ID", number);
    let issued = c.first(parts.head, "IssueDateTime");
    c.day("IssueDate", issued);
    let type_code = c.first(parts.head, "TypeCode");
    match c.kind {
        DocumentKind::Invoice => {
            payment::due_date(c, parts.settlement, "DueDate");
            c.code(c.kind.type_code(), type_code);
            notes::write(c, parts, target);
            tax_point_day(c, parts.settlement);
        }
        DocumentKind::CreditNote => {
            tax_point_day(c, parts.settlement);
            c.code(c.kind.type_code(), type_code);
            notes::write(c, parts, target);
        }
    }
    let currency = c.first(parts.settlement, "InvoiceCurrencyCode");
    c.code("DocumentCurrencyCode", currency);
    let tax_currency = c.first(parts.settlement, "TaxCurrencyCode");
    c.code("TaxCurrencyCode", tax_currency);
    let account = c.at(parts.settlement, &["ReceivableSpecifiedTradeAccountingAccount", "ID"]);
    c.text("AccountingCost", account);
    let reference = c.first(parts.agreement, "BuyerReference");
    c.text("BuyerReference", reference);
    period_of_document(c, parts.settlement);
}

/// BT-24 and BT-23. Where the target is a specification, it is that, and the process is that of the specification where the
/// document names none: it says what the trade is about and not how it is written.
fn context(c: &mut Conversion, parts: &Parts<'_>, target: &Target) {
    let guideline = c.at(parts.context, &["GuidelineSpecifiedDocumentContextParameter", "ID"]);
    let process = c.at(parts.context, &["BusinessProcessSpecifiedDocumentContextParameter", "ID"]);
    let Target::Specification { customization, process: of_specification } = target else {
        c.code("CustomizationID", guideline);
        c.code("ProfileID", process);
        return;
    };
    c.fixed("CustomizationID", customization);
    if let Some(guideline) = guideline {
        c.implied(guideline);
    }
    match process {
        Some(own) => c.code("ProfileID", Some(own)),
        None => c.fixed("ProfileID", of_specification),
    }
}

/// BT-7. CII says it in each VAT breakdown.
fn tax_point_day(c: &mut Conversion, settlement: Option<Element<'_>>) {
    let mut days = Vec::new();
    for tax in children(settlement, "ApplicableTradeTax") {
        days.extend(c.at(Some(tax), &["TaxPointDate", "DateString"]));
    }
    let Some((first, others)) = days.split_first() else { return };
    c.day_string("TaxPointDate", Some(*first));
    for other in others {
        c.echo(*first, *other, OTHER_TAX_POINT);
    }
}
