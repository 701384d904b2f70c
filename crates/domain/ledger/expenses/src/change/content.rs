//! The content of an expense after a correction.

use super::ExpenseCorrection;
use crate::{
    ExpenseContent, ExpenseVat,
    fault::ExpenseFault,
    figures::figures,
    input::{check_note, due, symbol},
};
use invoicing::{
    Totals, Violations,
    checks::{TextShape, check_text},
};
use money::Decimal;

pub(super) fn corrected(
    before: &ExpenseContent,
    by: &ExpenseCorrection,
    found: &mut Violations,
) -> ExpenseContent {
    let number = by
        .number
        .as_deref()
        .and_then(|text| check_text("number", text, 1, 200, TextShape::Line, found));
    let variable_symbol = match by.variable_symbol.as_deref() {
        Some(text) => symbol(Some(text), found),
        None => before.variable_symbol.clone(),
    };
    let issue_date = by.issue_date.unwrap_or(before.issue_date);
    let due_date = by.due_date.or(before.due_date);
    if by.issue_date.is_some() || by.due_date.is_some() {
        due(issue_date, due_date, found);
    }
    let sums = corrected_figures(before, by, found);
    let (totals, vat) = sums.unwrap_or_else(|| (before.totals, before.vat.clone()));
    ExpenseContent {
        number: number.unwrap_or_else(|| before.number.clone()),
        variable_symbol,
        issue_date,
        delivery_date: by.delivery_date.or(before.delivery_date),
        due_date,
        totals,
        vat,
        note: match by.note.as_deref() {
            Some(text) => check_note(Some(text), found),
            None => before.note.clone(),
        },
        project_id: by.project_id.unwrap_or(before.project_id),
        ..before.clone()
    }
}

/// The sums and the VAT by rate after a correction that changes them. What it does not name stays: a total that the
/// rows do not add up to is refused, and does not remove them.
fn corrected_figures(
    before: &ExpenseContent,
    by: &ExpenseCorrection,
    found: &mut Violations,
) -> Option<(Totals, Vec<ExpenseVat>)> {
    let total = by.total.unwrap_or(before.totals.total);
    let vat_total = by.vat_total.unwrap_or(before.totals.vat_total);
    let rows = by.vat_breakdown.as_ref().map(|rows| rows.as_deref().unwrap_or_default());
    if let Some(rows) = rows.filter(|rows| !rows.is_empty()) {
        return figures((Some(total), by.vat_total, Some(rows)), before.currency, found);
    }
    if rows.is_none() && (total, vat_total) == (before.totals.total, before.totals.vat_total) {
        return None;
    }
    let (totals, _) = figures((Some(total), Some(vat_total), None), before.currency, found)?;
    let kept = if rows.is_none() { before.vat.clone() } else { Vec::new() };
    let taxable = kept.iter().map(|row| row.taxable_amount).sum::<Decimal>();
    let tax = kept.iter().map(|row| row.tax_amount).sum::<Decimal>();
    if !kept.is_empty() && (taxable, tax) != (totals.subtotal, totals.vat_total) {
        let is_total = total != before.totals.total;
        let fault = ExpenseFault::OtherThanBreakdown { taxable, tax };
        found.add(if is_total { "total" } else { "vat_total" }, fault);
    }
    Some((totals, kept))
}
