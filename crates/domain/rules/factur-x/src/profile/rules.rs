//! Rules of ZUGFeRD 2.4 beyond those of EN 16931. Later releases leave them out, so that a document which obeys them is
//! taken by all.

use super::{Refused, at, children, named, value};
use xml::Node;

const TRANSACTION: &str = "SupplyChainTradeTransaction";
const AGREEMENT: &str = "ApplicableHeaderTradeAgreement";
const DELIVERY: &str = "ApplicableHeaderTradeDelivery";
const SETTLEMENT: &str = "ApplicableHeaderTradeSettlement";

/// Type of an advance invoice, before anything was delivered.
const ADVANCE: &str = "386";

/// What the rules refuse.
pub(super) fn refused(root: Node<'_, '_>) -> Vec<Refused> {
    [undated(root), without_terms(root)].into_iter().flatten().collect()
}

/// BR-FX-EN-04: between two parties in Germany it says when was delivered, and, where it says that by a period, something of
/// the delivery besides.
fn undated(root: Node<'_, '_>) -> Option<Refused> {
    let is_advance =
        at(root, &["ExchangedDocument", "TypeCode"]).is_some_and(|it| value(it) == ADVANCE);
    if is_advance
        || !["SellerTradeParty", "BuyerTradeParty"].into_iter().all(|it| is_german(root, it))
    {
        return None;
    }
    let delivery = at(root, &[TRANSACTION, DELIVERY]);
    let is_dated = delivery.is_some_and(|it| named(it, "OccurrenceDateTime").next().is_some());
    let says_where = delivery.is_some_and(|it| it.descendants().any(|node| is_said(node)));
    if is_dated || (has_period(root) && says_where) {
        return None;
    }
    let why = "The profile EN 16931 of ZUGFeRD asks between two parties in Germany for the day of delivery (BT-72), or for the \
               period of the invoice (BG-14) or of every line (BG-26) with the country of delivery (BT-80). Say one of them.";
    Some(Refused::at(delivery.unwrap_or(root), "BR-FX-EN-04", Some("BT-72"), why.to_owned()))
}

fn is_german(root: Node<'_, '_>, party: &'static str) -> bool {
    let country = at(root, &[TRANSACTION, AGREEMENT, party, "PostalTradeAddress", "CountryID"]);
    country.is_some_and(|country| value(country).eq_ignore_ascii_case("DE"))
}

fn is_said(node: Node<'_, '_>) -> bool {
    node.text().is_some_and(|text| !xml::white_space::trimmed(text).is_empty())
}

/// Whether the invoice has a period, or every line has one.
fn has_period(root: Node<'_, '_>) -> bool {
    let has = |group| children(group, "BillingSpecifiedPeriod").next().is_some();
    at(root, &[TRANSACTION, SETTLEMENT]).is_some_and(has)
        || named(root, "SpecifiedLineTradeSettlement").all(has)
}

/// BR-CO-25: something is due, and it is not said when.
fn without_terms(root: Node<'_, '_>) -> Option<Refused> {
    let settlement = at(root, &[TRANSACTION, SETTLEMENT])?;
    let due = named(settlement, "DuePayableAmount").next()?;
    let amount = value(due);
    let is_due = !amount.starts_with('-') && amount.contains(|digit| matches!(digit, '1'..='9'));
    let terms = || children(settlement, "SpecifiedTradePaymentTerms");
    let said = ["DueDateDateTime", "Description"];
    if !is_due || terms().any(|it| said.iter().any(|name| children(it, name).next().is_some())) {
        return None;
    }
    let why = "Something is due (BT-115): say the due date (BT-9) or the terms of payment (BT-20), as EN 16931 and ZUGFeRD 2.4 \
               ask for.";
    Some(Refused::at(due, "BR-CO-25", Some("BT-9"), why.to_owned()))
}
