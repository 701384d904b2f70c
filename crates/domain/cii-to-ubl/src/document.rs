//! The document as a whole, in the order of UBL.

use crate::conversion::Conversion;
use crate::document_kind::DocumentKind;
use crate::ledger::Ledger;
use crate::loss::{LossKind, Reason};
use crate::tree::{Element, children, own_text};
use crate::value::{tax_point_code, trimmed};
use crate::{delivery, lines, notes, parties, payment, references, taxes, totals};

const OTHER_TAX_POINT: Reason = Reason::new(
    LossKind::Contradicts,
    "UBL has one VAT point for the whole document; another one is carried",
);

/// The parts of the document that the mapping starts from.
#[derive(Clone, Copy)]
pub(crate) struct Parts<'a> {
    context: Option<Element<'a>>,
    pub(crate) head: Option<Element<'a>>,
    transaction: Option<Element<'a>>,
    pub(crate) agreement: Option<Element<'a>>,
    pub(crate) delivery: Option<Element<'a>>,
    pub(crate) settlement: Option<Element<'a>>,
}

/// The document in UBL, and the account of what went into it.
pub(crate) fn converted(root: Element<'_>) -> (String, Ledger) {
    let (kind, currency) = decided(root);
    let mut c = Conversion::new(kind, currency);
    let parts = parts(&mut c, root);
    head(&mut c, &parts);
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
    let parts = parts(&mut look, root);
    let type_code = look.first(parts.head, "TypeCode").map(own_text).unwrap_or_default();
    let currency = look.first(parts.settlement, "InvoiceCurrencyCode").map(own_text);
    (DocumentKind::of(trimmed(&type_code)), currency.map(|currency| trimmed(&currency).to_owned()))
}

fn parts<'a>(c: &mut Conversion, root: Element<'a>) -> Parts<'a> {
    let transaction = c.first(Some(root), "SupplyChainTradeTransaction");
    Parts {
        context: c.first(Some(root), "ExchangedDocumentContext"),
        head: c.first(Some(root), "ExchangedDocument"),
        transaction,
        agreement: c.first(transaction, "ApplicableHeaderTradeAgreement"),
        delivery: c.first(transaction, "ApplicableHeaderTradeDelivery"),
        settlement: c.first(transaction, "ApplicableHeaderTradeSettlement"),
    }
}

/// From CustomizationID to InvoicePeriod.
fn head(c: &mut Conversion, parts: &Parts<'_>) {
    let guideline = c.at(parts.context, &["GuidelineSpecifiedDocumentContextParameter", "ID"]);
    c.code("CustomizationID", guideline);
    let process = c.at(parts.context, &["BusinessProcessSpecifiedDocumentContextParameter", "ID"]);
    c.code("ProfileID", process);
    let number = c.first(parts.head, "ID");
    c.code("ID", number);
    let issued = c.first(parts.head, "IssueDateTime");
    c.day("IssueDate", issued);
    let type_code = c.first(parts.head, "TypeCode");
    match c.kind {
        DocumentKind::Invoice => {
            payment::due_date(c, parts.settlement, "DueDate");
            c.code(c.kind.type_code(), type_code);
            notes::write(c, parts);
            tax_point_day(c, parts.settlement);
        }
        DocumentKind::CreditNote => {
            tax_point_day(c, parts.settlement);
            c.code(c.kind.type_code(), type_code);
            notes::write(c, parts);
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
    period(c, parts.settlement, true);
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

/// BG-14 and BG-26. The document's also has BT-8, which CII says in each VAT breakdown.
pub(crate) fn period(c: &mut Conversion, settlement: Option<Element<'_>>, of_document: bool) {
    let period = c.first(settlement, "BillingSpecifiedPeriod");
    c.group("InvoicePeriod", |c| {
        let start = c.first(period, "StartDateTime");
        c.day("StartDate", start);
        let end = c.first(period, "EndDateTime");
        c.day("EndDate", end);
        if of_document {
            tax_point(c, settlement);
        }
    });
}

fn tax_point(c: &mut Conversion, settlement: Option<Element<'_>>) {
    let mut codes = Vec::new();
    for tax in children(settlement, "ApplicableTradeTax") {
        codes.extend(c.first(Some(tax), "DueDateTypeCode"));
    }
    let Some((first, others)) = codes.split_first() else { return };
    c.recoded("DescriptionCode", Some(*first), tax_point_code);
    for other in others {
        c.echo(*first, *other, OTHER_TAX_POINT);
    }
}
