//! The price of a line's item (BG-29).

use crate::conversion::Conversion;
use crate::loss::{LossKind, Reason};
use crate::tree::{Element, own_text};
use crate::value::same;

const OTHER_BASE: Reason = Reason::new(
    LossKind::Contradicts,
    "UBL has one base quantity for both prices; that of the net price is carried",
);

const NO_DISCOUNT: Reason = Reason::new(
    LossKind::Homeless,
    "UBL says the gross price with its discount; the document says none, and it is not calculated",
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
    let equal = match (net_amount, gross_amount) {
        (Some(net), Some(gross)) => same(&own_text(net), &own_text(gross)),
        _ => false,
    };
    if discount_amount.is_none() && !equal {
        c.note(gross_amount, NO_DISCOUNT);
        return;
    }
    c.group("AllowanceCharge", |c| write_discount(c, discount, gross_amount));
}

/// What makes the net price of the gross price; nothing is said by 0.
fn write_discount(
    c: &mut Conversion,
    discount: Option<Element<'_>>,
    gross_amount: Option<Element<'_>>,
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
        None => c.zero("Amount"),
    }
    c.amount("BaseAmount", gross_amount);
}
