//! The items of a document, and their sums.

use super::{field::ITEM_TEXT, header::of_document, level::Level, posted::Posted};
use crate::{Entry, Firm, amount};
use money::Decimal;
use xml::Writer;

/// Writes the items.
pub(super) fn details(writer: &mut Writer, entry: &Entry, items: &[Posted], firm: &Firm) {
    let common = of_document(items);
    for item in items {
        writer.group("inv:invoiceItem", &[], |writer| {
            if let (Some(text), _) = ITEM_TEXT.fit(&item.text) {
                writer.leaf(ITEM_TEXT.element, &[], &text);
            }
            writer.leaf("inv:quantity", &[], "1");
            writer.leaf("inv:payVAT", &[], "false");
            writer.leaf("inv:rateVAT", &[], item.level.name());
            writer.leaf("inv:percentVAT", &[], &item.rate.to_string());
            writer.group(currency_element(entry, firm), &[], |writer| {
                writer.leaf("typ:unitPrice", &[], &amount(item.base));
                writer.leaf("typ:price", &[], &amount(item.base));
                writer.leaf("typ:priceVAT", &[], &amount(item.tax));
            });
            if item.supply != common {
                item.supply.write(writer);
            }
        });
    }
}

/// Writes the sums.
pub(super) fn summary(writer: &mut Writer, entry: &Entry, items: &[Posted], firm: &Firm) {
    writer.leaf("inv:roundingDocument", &[], "none");
    writer.group(currency_element(entry, firm), &[], |writer| {
        if entry.currency == firm.currency {
            by_level(writer, items);
            if !entry.rounding.is_zero() {
                writer.group("typ:round", &[], |writer| {
                    writer.leaf("typ:priceRound", &[], &amount(entry.rounding));
                });
            }
        } else {
            foreign(writer, entry, firm);
        }
    });
}

fn currency_element(entry: &Entry, firm: &Firm) -> &'static str {
    if entry.currency == firm.currency { "inv:homeCurrency" } else { "inv:foreignCurrency" }
}

fn by_level(writer: &mut Writer, items: &[Posted]) {
    for (wanted, base, tax) in [
        (Level::None, "typ:priceNone", None),
        (Level::Low, "typ:priceLow", Some("typ:priceLowVAT")),
        (Level::High, "typ:priceHigh", Some("typ:priceHighVAT")),
        (Level::Third, "typ:price3", Some("typ:price3VAT")),
    ] {
        let of_level = || items.iter().filter(|item| item.level.summed_as() == wanted);
        writer.leaf(base, &[], &amount(of_level().map(|item| item.base).sum()));
        if let Some(tax) = tax {
            writer.leaf(tax, &[], &amount(of_level().map(|item| item.tax).sum()));
        }
    }
}

/// Writes the amounts in a foreign currency. Without a rate Pohoda takes that of its own list for the day.
fn foreign(writer: &mut Writer, entry: &Entry, firm: &Firm) {
    writer.group("typ:currency", &[], |writer| {
        writer.leaf("typ:ids", &[], entry.currency.code());
    });
    if let Some((rate, quantity)) = entry.exchange_rate.and_then(|rate| quoted(rate, firm)) {
        writer.leaf("typ:rate", &[], &rate.to_string());
        writer.leaf("typ:amount", &[], &quantity.to_string());
    }
    writer.leaf("typ:priceSum", &[], &amount(entry.total));
}

/// A rate as the central bank of the firm's country quotes it: the units of a currency for one euro (ECB), or the
/// crowns for one unit of a currency (CNB), or for 100 or 1,000 units when one costs less than a crown.
fn quoted(rate: Decimal, firm: &Firm) -> Option<(Decimal, Decimal)> {
    if rate <= Decimal::ZERO {
        return None;
    }
    if firm.country != "CZ" {
        return Some((rate.normalize(), Decimal::ONE));
    }
    let one = Decimal::ONE.checked_div(rate)?;
    let quantities = [1, 100, 1_000].map(Decimal::from);
    let quantity = quantities.into_iter().find(|many| one * many >= Decimal::ONE);
    let quantity = quantity.unwrap_or(quantities[2]);
    // the CNB publishes three decimals, which the reciprocal of the reciprocal restores exactly
    let rate = (one * quantity).round_dp(DECIMALS);
    (!rate.is_zero()).then(|| (rate.normalize(), quantity))
}

/// The decimals of a rate in crowns.
const DECIMALS: u32 = 4;
