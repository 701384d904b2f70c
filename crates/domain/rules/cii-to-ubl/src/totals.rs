//! The VAT breakdown and the totals (BG-22, BG-23), as they stand: nothing is calculated.

use crate::conversion::Conversion;
use crate::loss::REPEATED;
use crate::taxes::category_of_breakdown;
use crate::tree::{Element, attribute, children, is_hollow, own_text};
use crate::value::same;
use xml::white_space::trimmed;

/// UBL's totals in its order, and CII's.
const TOTALS: [(&str, &str); 8] = [
    ("LineExtensionAmount", "LineTotalAmount"),
    ("TaxExclusiveAmount", "TaxBasisTotalAmount"),
    ("TaxInclusiveAmount", "GrandTotalAmount"),
    ("AllowanceTotalAmount", "AllowanceTotalAmount"),
    ("ChargeTotalAmount", "ChargeTotalAmount"),
    ("PrepaidAmount", "TotalPrepaidAmount"),
    ("PayableRoundingAmount", "RoundingAmount"),
    ("PayableAmount", "DuePayableAmount"),
];

/// TaxTotal and LegalMonetaryTotal.
pub(crate) fn write(c: &mut Conversion, settlement: Option<Element<'_>>) {
    let sums = c.first(settlement, "SpecifiedTradeSettlementHeaderMonetarySummation");
    let without_tax = c.has_currency() && is_without_tax(c, sums);
    let (mut main, mut other) = tax_totals(c, settlement, sums);
    if main.is_none() && !without_tax {
        // the breakdown needs a total to stand in
        main = other.take();
    }
    let breakdown = children(settlement, "ApplicableTradeTax").filter(|tax| !is_hollow(*tax));
    let breakdown: Vec<_> = breakdown.collect();
    c.group("TaxTotal", |c| {
        c.amount("TaxAmount", main);
        if main.is_none() && without_tax && !breakdown.is_empty() {
            c.given_amount("TaxAmount", "0");
        }
        for tax in breakdown {
            c.group("TaxSubtotal", |c| subtotal(c, tax));
        }
    });
    c.group("TaxTotal", |c| c.amount("TaxAmount", other));
    c.group("LegalMonetaryTotal", |c| {
        for (name, source) in TOTALS {
            let amount = c.first(sums, source);
            c.amount(name, amount);
        }
    });
}

fn subtotal(c: &mut Conversion, tax: Element<'_>) {
    let basis = c.first(Some(tax), "BasisAmount");
    c.amount("TaxableAmount", basis);
    let amount = c.first(Some(tax), "CalculatedAmount");
    c.amount("TaxAmount", amount);
    category_of_breakdown(c, Some(tax));
}

/// The VAT total in the document's currency (BT-110), and the one in another (BT-111).
fn tax_totals<'a>(
    c: &mut Conversion,
    settlement: Option<Element<'_>>,
    sums: Option<Element<'a>>,
) -> (Option<Element<'a>>, Option<Element<'a>>) {
    let currency = c.first(settlement, "InvoiceCurrencyCode").map(own_text).unwrap_or_default();
    let is_main = |amount: &Element<'_>| {
        attribute(*amount, "currencyID").is_none_or(|(_, own)| same(own, &currency))
    };
    let all = children(sums, "TaxTotalAmount").filter(|amount| !is_hollow(*amount));
    let (mut main, mut other) = (None, None);
    for amount in all {
        let place = if is_main(&amount) { &mut main } else { &mut other };
        match place {
            None => *place = Some(amount),
            Some(_) => c.note(Some(amount), REPEATED),
        }
    }
    (main, other)
}

/// Whether the total with VAT is that without: then the VAT total in the document's currency, which
/// UBL asks for and CII may leave out, is zero.
fn is_without_tax(c: &mut Conversion, sums: Option<Element<'_>>) -> bool {
    let without = c.first(sums, "TaxBasisTotalAmount").map(own_text);
    let with = c.first(sums, "GrandTotalAmount").map(own_text);
    match (without, with) {
        (Some(without), Some(with)) => !trimmed(&with).is_empty() && same(&without, &with),
        _ => false,
    }
}
