//! Checks of a note against its original and the other notes to it, and of the date of a document against those of the
//! documents that it corrects or settles.

use super::trading::as_trading_party;
use crate::faults::NoteFault;
use crate::{
    InvoiceRequest, InvoiceType, IssuingRecords, Line, MAX_ITEMS, Totals, VatBreakdown, Violations,
    corrections::{VatRefused, taxed, with_rest_of},
    drafts::EditedDocument,
    recording::OriginalInvoice,
    settling::Advance,
};
use money::{Currency, Decimal};
use std::borrow::Cow;
use time::Date;
use vat_categories::{StatutoryRate, TaxTreatment, VatRate};

/// The invoice that a credit or debit note refers to, if it exists.
pub(super) fn corrected<'a>(
    request: &InvoiceRequest,
    records: &'a IssuingRecords,
) -> Option<&'a OriginalInvoice> {
    let is_note = request.invoice_type.is_some_and(InvoiceType::is_note);
    records.original.as_ref().filter(|_| is_note && request.original_invoice_id.is_some())
}

/// The invoice that a credit note refers to, if it exists.
pub(super) fn credited<'a>(
    request: &InvoiceRequest,
    records: &'a IssuingRecords,
) -> Option<&'a OriginalInvoice> {
    let is_credit = request.invoice_type == Some(InvoiceType::CreditNote);
    corrected(request, records).filter(|_| is_credit)
}

/// The request, with the reason of what it credits where it gives none: at a rate of 0 that makes the category. A
/// seller who is no VAT payer has a reason of its own.
pub(super) fn with_reason<'a>(
    request: &'a InvoiceRequest,
    records: &IssuingRecords,
) -> Cow<'a, InvoiceRequest> {
    let original = credited(request, records).filter(|_| request.exemption_reason.is_none());
    let is_payer = |original: &&OriginalInvoice| match &records.customer {
        Some(supplier) if original.self_billed => {
            as_trading_party(supplier.party.clone()).vat_payer
        }
        _ => !original.self_billed && records.organization.is_vat_payer(),
    };
    match original.filter(is_payer).and_then(|original| original.exemption_reason.clone()) {
        None => Cow::Borrowed(request),
        exemption_reason => Cow::Owned(InvoiceRequest { exemption_reason, ..request.clone() }),
    }
}

/// The breakdown of a credit note, which leaves no cents of its original behind; that of every other document as it
/// is. What an edit leaves as it is keeps its VAT.
pub(super) fn cleared(
    mut rows: Vec<VatBreakdown>,
    lines: &[Line],
    currency: Currency,
    (request, records): (&InvoiceRequest, &IssuingRecords),
) -> Vec<VatBreakdown> {
    let Some(original) = credited(request, records) else { return rows };
    if let Some(kept) = kept_by_edit(records, lines, &rows) {
        for (row, group) in rows.iter_mut().zip(&kept.taxed) {
            row.tax_amount = group.tax;
        }
        return rows;
    }
    match original.vat_left() {
        Some(left) => left.cleared(rows, lines, currency),
        None => with_rest_of(original, rows),
    }
}

/// The document before an edit that does not change its taxed amounts.
fn kept_by_edit<'a>(
    records: &'a IssuingRecords,
    lines: &[Line],
    rows: &[VatBreakdown],
) -> Option<&'a EditedDocument> {
    records.edited.as_ref().filter(|edited| edited.says(&taxed(lines, rows)))
}

/// A credit note takes back no more than what is left of its original: in all, and of its VAT by category and rate. An
/// edit that leaves its figures leaves them.
pub(super) fn within_original(
    (original, records): (&OriginalInvoice, &IssuingRecords),
    lines: &[Line],
    (rows, totals): (&[VatBreakdown], &Totals),
    found: &mut Violations,
) {
    if found.covers("original_invoice_id") || kept_by_edit(records, lines, rows).is_some() {
        return;
    }
    // a negative quantity that is not allowed is reported already, and explains the wrong sums
    if !original.takes_off && lines.iter().any(|line| line.quantity < Decimal::ZERO) {
        return;
    }
    let vat = original.vat_left().map_or(Ok(()), |left| left.check(&taxed(lines, rows)));
    if let Err(refused @ VatRefused::Another { .. }) = &vat {
        return of_line(refused, lines, original, found);
    }
    let left = money::round(original.balance.creditable()).max(Decimal::ZERO);
    let (number, currency, total) = (&original.number, original.currency, totals.total);
    if total > left {
        found.add("items", NoteFault::Beyond { total, currency, number: number.clone(), left });
    } else if total < Decimal::ZERO {
        found.add("items", NoteFault::TakesNothingBack { total, currency });
    } else if let Err(refused) = &vat {
        of_line(refused, lines, original, found);
    }
}

fn of_line(
    refused: &VatRefused,
    lines: &[Line],
    original: &OriginalInvoice,
    found: &mut Violations,
) {
    let at = lines.iter().position(|line| refused.is_of(line)).unwrap_or_default();
    let field = match refused {
        VatRefused::Another { rate, treatment, .. } => what_differs(*rate, *treatment, original),
        VatRefused::Beyond { .. } => "vat_rate",
    };
    let field = match field {
        "exemption_reason" => field.to_owned(),
        of_item => format!("items[{at}].{of_item}"),
    };
    found.add(field, refused);
}

/// The field in which a group differs from the groups of the original: the rate, else the treatment, else the reason
/// that makes a rate of 0 exempt (E) or not (Z).
fn what_differs(
    rate: VatRate,
    treatment: TaxTreatment,
    original: &OriginalInvoice,
) -> &'static str {
    let mut of_rate = original.taxed.iter().flatten().filter(|group| group.rate == rate);
    match of_rate.next() {
        None => "vat_rate",
        // all lines of a rate share the treatment
        Some(group) if group.treatment == treatment => "exemption_reason",
        Some(_) => "tax_treatment",
    }
}

/// Checks that former rates are only used on notes, which the law corrects at the rate of the supply. `supplied` is
/// the tax point of the original, or else of the note itself (`own`). The latter also counts if another system issued
/// the original, because only its issue date is known. A rate on the original is right whatever its day, for example
/// on rows that deduct an earlier advance. An issued document keeps the rates it was issued with.
pub(super) fn former_rates(
    request: &InvoiceRequest,
    records: &IssuingRecords,
    own: Date,
    found: &mut Violations,
) {
    let original = corrected(request, records);
    let supplied = original.map_or(own, |original| original.tax_date);
    let is_own_too = original.is_some_and(|original| original.taxed.is_none());
    let is_of_supply = |rate: VatRate| rate.is_of(supplied) || (is_own_too && rate.is_of(own));
    let is_note = request.invoice_type.is_some_and(InvoiceType::is_note);
    let on_original = original.and_then(|original| original.taxed.as_deref()).unwrap_or_default();
    let kept = records.edited.as_ref().map(|edited| &*edited.taxed).unwrap_or_default();
    let is_right = |rate: VatRate| {
        (is_note && is_of_supply(rate))
            || on_original.iter().chain(kept).any(|group| group.rate == rate)
    };
    for (i, item) in request.items.iter().flatten().enumerate().take(MAX_ITEMS) {
        let Some(rate) = item.vat_rate.filter(|rate| rate.is_former() && !is_right(*rate)) else {
            continue;
        };
        for StatutoryRate { first, last, .. } in rate.periods() {
            let last = last.unwrap_or(supplied);
            let fault = match is_note {
                true => NoteFault::FormerRate { rate, first: *first, last },
                false => NoteFault::FormerRateOfNotes { rate, first: *first, last },
            };
            found.add(format!("items[{i}].vat_rate"), fault);
        }
    }
}

/// Checks that a note is not dated before its original, nor a document before an advance that it settles. An edit that
/// does not change the date is not checked.
pub(super) fn not_before(
    issue_date: Date,
    original: Option<&OriginalInvoice>,
    advances: &[Advance],
    records: &IssuingRecords,
    found: &mut Violations,
) {
    let is_kept = records.edited.as_ref().is_some_and(|edited| edited.issue_date == issue_date);
    if is_kept || found.covers("issue_date") {
        return;
    }
    if let Some(original) = original.filter(|original| issue_date < original.issue_date) {
        let (number, day) = (original.number.clone(), original.issue_date);
        found.add("issue_date", NoteFault::BeforeOriginal { number, day });
    }
    if let Some(advance) = advances.iter().find(|advance| issue_date < advance.issue_date) {
        let (number, day) = (advance.number.clone(), advance.issue_date);
        found.add("issue_date", NoteFault::BeforeAdvance { number, day });
    }
}
