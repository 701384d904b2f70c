//! The sums of an expense, and its VAT by rate.

use crate::fault::ExpenseFault;
use crate::{ExpenseVat, VatInput};
use invoicing::{Totals, Violations, checks::whole_amount};
use money::{CurrencyCode, Decimal};
use refusals::FieldFault;

/// The most rows of a VAT breakdown.
pub const MAX_VAT_ROWS: usize = 20;

/// The sums and the VAT by rate, which are checked together.
pub(crate) fn figures(
    (total, vat_total, rows): (Option<Decimal>, Option<Decimal>, Option<&[VatInput]>),
    currency: CurrencyCode,
    found: &mut Violations,
) -> Option<(Totals, Vec<ExpenseVat>)> {
    let Some(total) = total else {
        found.add("total", FieldFault::Required);
        return None;
    };
    let rows = rows.unwrap_or_default();
    whole_amounts((total, vat_total, rows), currency, found);
    let vat = breakdown(rows, found)?;
    let tax = vat.iter().map(|row| row.tax_amount).sum::<Decimal>();
    let vat_total = vat_total.unwrap_or(tax);
    let subtotal = total - vat_total;
    let taxable = vat.iter().map(|row| row.taxable_amount).sum::<Decimal>();
    if total < Decimal::ZERO {
        found.add("total", FieldFault::Negative);
    } else if vat_total < Decimal::ZERO || vat_total > total {
        found.add("vat_total", ExpenseFault::VatTotal);
    } else if !vat.is_empty() && (tax != vat_total || taxable != subtotal) {
        let fault = ExpenseFault::Breakdown { taxable, tax, subtotal, vat_total };
        found.add("vat_breakdown", fault);
    } else {
        let round = money::round;
        let (subtotal, vat_total, total) = (round(subtotal), round(vat_total), round(total));
        return Some((Totals { subtotal, vat_total, total }, vat));
    }
    None
}

/// Checks that no amount has decimal places when the currency has none.
fn whole_amounts(
    (total, vat_total, rows): (Decimal, Option<Decimal>, &[VatInput]),
    currency: CurrencyCode,
    found: &mut Violations,
) {
    whole_amount("total", total, currency, found);
    whole_amount("vat_total", vat_total.unwrap_or_default(), currency, found);
    for (n, row) in rows.iter().enumerate().take(MAX_VAT_ROWS) {
        for (name, amount) in
            [("taxable_amount", row.taxable_amount), ("tax_amount", row.tax_amount)]
        {
            let path = format!("vat_breakdown[{n}].{name}");
            whole_amount(&path, amount.unwrap_or_default(), currency, found);
        }
    }
}

fn breakdown(rows: &[VatInput], found: &mut Violations) -> Option<Vec<ExpenseVat>> {
    if rows.len() > MAX_VAT_ROWS {
        found.add("vat_breakdown", ExpenseFault::TooManyRows { most: MAX_VAT_ROWS });
        return None;
    }
    let row = |(n, row): (usize, &VatInput)| {
        let mut part = |name: &str, value: Option<Decimal>, most: Decimal| {
            let path = format!("vat_breakdown[{n}].{name}");
            match value {
                None => found.add(path, FieldFault::Required),
                Some(value) if value < Decimal::ZERO || value > most => {
                    found.add(path, ExpenseFault::OutOfRange { most });
                }
                Some(value) => return Some(value),
            }
            None
        };
        let rate = part("vat_rate", row.vat_rate, Decimal::ONE_HUNDRED);
        let taxable = part("taxable_amount", row.taxable_amount, money::MAX_AMOUNT);
        let tax = part("tax_amount", row.tax_amount, money::MAX_AMOUNT);
        let (taxable_amount, tax_amount) = (money::round(taxable?), money::round(tax?));
        Some(ExpenseVat { category: None, rate: rate?, taxable_amount, tax_amount })
    };
    let rows: Vec<_> = rows.iter().enumerate().map(row).collect();
    rows.into_iter().collect()
}
