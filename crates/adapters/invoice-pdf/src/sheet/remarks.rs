//! What the law wants said, in the order it is printed.

use crate::model::{DocumentKind, InvoicePage, OriginalInvoice, PaidAdvance};
use crate::texts::Texts;
use languages::{date, money};

pub(super) fn remarks(page: &InvoicePage) -> Vec<String> {
    let texts = Texts::of(page.language);
    let of_kind = match page.kind {
        DocumentKind::Proforma => Some(texts.remarks.proforma.to_owned()),
        DocumentKind::SelfInvoice => Some(texts.remarks.self_billing.to_owned()),
        _ => None,
    };
    let correction = page.original.as_ref().map(|original| corrects(page, original));
    let vat = page.vat_remarks.iter().map(|remark| texts.vat_remark(remark));
    let advances = page.advances.iter().map(|advance| paid(page, advance));
    let all = of_kind.into_iter().chain(correction).chain(advances).chain(vat);
    all.filter(|remark| !remark.trim().is_empty()).collect()
}

/// Names an advance, and what was paid of it.
fn paid(page: &InvoicePage, advance: &PaidAdvance) -> String {
    let (remarks, day) =
        (&Texts::of(page.language).remarks, date(advance.issue_date, page.language));
    let amount = money(advance.amount, &page.currency, page.language);
    format!("{} {}{}{day}: {amount}", remarks.advance, advance.number, remarks.dated)
}

/// Names the document that this one corrects.
fn corrects(page: &InvoicePage, original: &OriginalInvoice) -> String {
    let remarks = &Texts::of(page.language).remarks;
    let before = match page.kind {
        DocumentKind::CreditNote => remarks.credits,
        DocumentKind::DebitNote => remarks.debits,
        _ => remarks.refers,
    };
    let dated = original
        .issue_date
        .map(|day| format!("{}{}", remarks.dated, date(day, page.language)))
        .unwrap_or_default();
    format!("{before} {}{dated}", original.number)
}
