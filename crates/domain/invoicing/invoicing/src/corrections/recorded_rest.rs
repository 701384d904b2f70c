use crate::{VatBreakdown, corrections::StandingNote, recording::OriginalInvoice};
use money::Decimal;

/// The breakdown of a credit note to an invoice of another system, of which only the totals are known. A note that
/// takes back the whole rest without VAT also takes back the whole rest of the VAT, however the other system rounded
/// it (for example per line): a difference of at most one unit, which EN 16931 allows (BR-CO-17), is added to the
/// largest VAT amount.
pub(crate) fn with_rest_of(
    original: &OriginalInvoice,
    mut rows: Vec<VatBreakdown>,
) -> Vec<VatBreakdown> {
    let base_left = original.subtotal
        - original.notes.iter().map(StandingNote::base_taken_back).sum::<Decimal>();
    let base: Decimal = rows.iter().map(|row| row.taxable_amount).sum();
    let tax: Decimal = rows.iter().map(|row| row.tax_amount).sum();
    let difference = original.balance.creditable() - base - tax;
    let is_rest = base == base_left && difference.abs() <= Decimal::ONE;
    let taxed = rows.iter_mut().filter(|row| row.rate.percent() != 0);
    // the first one of the same VAT: the highest rate
    let largest = taxed.rev().max_by_key(|row| row.tax_amount);
    if let Some(row) = largest.filter(|row| is_rest && row.tax_amount + difference >= Decimal::ZERO)
    {
        row.tax_amount += difference;
    }
    rows
}
