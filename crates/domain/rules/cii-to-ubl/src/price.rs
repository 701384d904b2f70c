//! The price of a line's item (BG-29).

use crate::conversion::Conversion;
use crate::loss::{LossKind, Reason};
use crate::tree::{Element, own_text};
use crate::value::{indicator, same};
use rust_decimal::Decimal;
use xml::white_space::trimmed;

const OTHER_BASE: Reason = Reason::new(
    LossKind::Contradicts,
    "UBL has one base quantity for both prices; that of the net price is carried",
);

const NO_DISCOUNT: Reason = Reason::new(
    LossKind::Homeless,
    "UBL says the gross price with its discount; the document says none, nor prices that give one",
);

/// Net price, base quantity, discount and gross price.
pub(crate) fn write(c: &mut Conversion, agreement: Option<Element<'_>>) {
    let net = c.first(agreement, "NetPriceProductTradePrice");
    let gross = c.first(agreement, "GrossPriceProductTradePrice");
    let net_amount = c.first(net, "ChargeAmount");
    c.amount("PriceAmount", net_amount);
    let net_base = c.first(net, "BasisQuantity");
    let gross_base = c.first(gross, "BasisQuantity");
    c.code_with("BaseQuantity", net_base.or(gross_base), &["unitCode"]);
    if let (Some(net_base), Some(gross_base)) = (net_base, gross_base) {
        c.echo(net_base, gross_base, OTHER_BASE);
    }
    let discount = c.first(gross, "AppliedTradeAllowanceCharge");
    let discount_amount = c.first(discount, "ActualAmount");
    let gross_amount = c.first(gross, "ChargeAmount");
    let of_one_base = net_base.zip(gross_base).is_none_or(|(net, gross)| mean_the_same(net, gross));
    let prices = gross_amount.zip(net_amount).filter(|_| of_one_base && !is_charge(c, discount));
    let implied = prices.and_then(|(gross, net)| difference(&own_text(gross), &own_text(net)));
    if discount_amount.is_none() && implied.is_none() {
        c.note(gross_amount, NO_DISCOUNT);
        return;
    }
    let implied = implied.unwrap_or_default();
    c.group("AllowanceCharge", |c| write_discount(c, discount, gross_amount, &implied));
}

fn mean_the_same(one: Element<'_>, other: Element<'_>) -> bool {
    same(&own_text(one), &own_text(other))
}

/// What the gross price is more than the net price: the discount by its definition (BT-147).
fn difference(gross: &str, net: &str) -> Option<String> {
    if same(gross, net) {
        return Some("0".to_owned());
    }
    let [gross, net] = [gross, net].map(|text| Decimal::from_str_exact(trimmed(text)).ok());
    let discount = gross?.checked_sub(net?)?;
    discount.is_sign_positive().then(|| discount.normalize().to_string())
}

/// Whether what is applied to the price is said to raise it.
fn is_charge(c: &mut Conversion, discount: Option<Element<'_>>) -> bool {
    let said = c.at(discount, &["ChargeIndicator", "Indicator"]);
    said.is_some_and(|said| indicator(&own_text(said)) == "true")
}

/// What makes the net price of the gross price; `implied` where the document does not say it.
fn write_discount(
    c: &mut Conversion,
    discount: Option<Element<'_>>,
    gross_amount: Option<Element<'_>>,
    implied: &str,
) {
    match c.at(discount, &["ChargeIndicator", "Indicator"]) {
        Some(_) => {
            let indicator = c.first(discount, "ChargeIndicator");
            c.indicator("ChargeIndicator", indicator);
        }
        None => c.fixed("ChargeIndicator", "false"),
    }
    match c.first(discount, "ActualAmount") {
        Some(amount) => c.amount("Amount", Some(amount)),
        None => c.given_amount("Amount", implied),
    }
    c.amount("BaseAmount", gross_amount);
}
