//! Document totals (BG-22), as they stand: nothing is calculated.

use crate::{
    conversion::Conversion,
    tree::{Element, at, attribute, children, value},
};

/// Whether a VAT total is in another currency than the document: it is BT-111, and rows below it are no breakdown.
pub(crate) fn is_of_other(root: Element<'_>, total: Element<'_>) -> bool {
    let own = value(at(Some(root), &["DocumentCurrencyCode"]));
    let said = at(Some(total), &["TaxAmount"]).and_then(|amount| attribute(amount, "currencyID"));
    !own.is_empty() && said.is_some_and(|said| said != own)
}

/// The sums, charges before allowances.
pub(crate) fn write(c: &mut Conversion, root: Element<'_>) {
    let sums = at(Some(root), &["LegalMonetaryTotal"]);
    c.group("SpecifiedTradeSettlementHeaderMonetarySummation", |c| {
        c.amount("LineTotalAmount", at(sums, &["LineExtensionAmount"])); // BT-106
        c.amount("ChargeTotalAmount", at(sums, &["ChargeTotalAmount"])); // BT-108
        c.amount("AllowanceTotalAmount", at(sums, &["AllowanceTotalAmount"])); // BT-107
        c.amount("TaxBasisTotalAmount", at(sums, &["TaxExclusiveAmount"])); // BT-109
        vat_totals(c, root);
        c.amount("RoundingAmount", at(sums, &["PayableRoundingAmount"])); // BT-114
        c.amount("GrandTotalAmount", at(sums, &["TaxInclusiveAmount"])); // BT-112
        c.amount("TotalPrepaidAmount", at(sums, &["PrepaidAmount"])); // BT-113
        c.amount("DuePayableAmount", at(sums, &["PayableAmount"])); // BT-115
    });
}

/// BT-110 in the document's currency (BT-5) and BT-111 in the accounting currency (BT-6): one each. A total in a third currency
/// has no term, and another amount in one of these contradicts the first.
fn vat_totals(c: &mut Conversion, root: Element<'_>) {
    let known = ["DocumentCurrencyCode", "TaxCurrencyCode"].map(|it| value(at(Some(root), &[it])));
    let mut written: Vec<(&str, Element<'_>)> = Vec::new();
    let amounts = children(Some(root), "TaxTotal").filter_map(|it| at(Some(it), &["TaxAmount"]));
    for amount in amounts {
        let currency = attribute(amount, "currencyID").unwrap_or(&known[0]);
        if !known.iter().any(|known| known == currency) {
            continue;
        }
        match written.iter().find(|(other, _)| *other == currency) {
            None => {
                c.code("TaxTotalAmount", Some(amount), &["currencyID"]);
                written.push((currency, amount));
            }
            Some((_, first)) if value(Some(*first)) == value(Some(amount)) => {
                c.carried(amount);
                c.attribute_carried(amount, "currencyID");
            }
            Some(_) => {}
        }
    }
}
