use crate::{Line, Totals, VatBreakdown};
use money::{AmountError, Currency, Decimal};
use std::collections::BTreeMap;
use vat_categories::{ReasonLanguage, VatCategory, VatRate, exempt_vatex};

/// The VAT breakdown of lines, with the highest rate first. Taxable amounts are summed for each category and rate,
/// and the VAT is computed on the sum (BR-CO-17, BR-S-08 and similar rules).
///
/// `exemption_reason` (BT-120) is the caller's reason for rows at rate 0. Without one, a supplier who is not a VAT
/// payer gets the usual text.
///
/// # Errors
/// [`AmountError::TooLarge`].
pub fn vat_breakdown(
    lines: &[Line],
    exemption_reason: Option<&str>,
    currency: Currency,
) -> Result<Vec<VatBreakdown>, AmountError> {
    let mut sums: BTreeMap<(VatRate, VatCategory), Decimal> = BTreeMap::new();
    for line in lines {
        let sum = sums.entry((line.vat_rate, line.vat_category)).or_default();
        *sum = bounded(*sum + line.net_amount)?;
    }
    let row = |((rate, category), taxable): (_, Decimal)| {
        let tax = money::vat_amount(taxable, Decimal::from(VatRate::percent(rate)), currency)?;
        Ok(VatBreakdown {
            category,
            rate,
            taxable_amount: taxable,
            tax_amount: tax,
            exemption_reason: reason(category, exemption_reason),
            exemption_code: code(category, exemption_reason).map(str::to_owned),
        })
    };
    sums.into_iter().rev().map(row).collect()
}

/// BT-120 of a category: the caller's text when the rate is 0; Z never has one (BR-Z-10).
fn reason(category: VatCategory, given: Option<&str>) -> Option<String> {
    match category {
        VatCategory::Standard | VatCategory::ZeroRated => None,
        VatCategory::OutsideScope => {
            given.or_else(|| category.default_reason(ReasonLanguage::Slovak)).map(str::to_owned)
        }
        _ => given.map(str::to_owned),
    }
}

/// BT-121 of a category; for an exempt supply it follows from the caller's text.
fn code(category: VatCategory, given: Option<&str>) -> Option<&'static str> {
    match category {
        VatCategory::Exempt => given.and_then(exempt_vatex),
        _ => category.vatex(),
    }
}

/// The sums of the document (BR-CO-10, BR-CO-13, BR-CO-14, BR-CO-15).
///
/// # Errors
/// [`AmountError::TooLarge`].
pub fn totals(breakdown: &[VatBreakdown]) -> Result<Totals, AmountError> {
    let subtotal = bounded(breakdown.iter().map(|row| row.taxable_amount).sum())?;
    let vat_total = bounded(breakdown.iter().map(|row| row.tax_amount).sum())?;
    let total = bounded(subtotal + vat_total)?;
    Ok(Totals {
        subtotal: money::round(subtotal),
        vat_total: money::round(vat_total),
        total: money::round(total),
    })
}

fn bounded(amount: Decimal) -> Result<Decimal, AmountError> {
    if amount.abs() <= money::MAX_AMOUNT { Ok(amount) } else { Err(AmountError::TooLarge) }
}
