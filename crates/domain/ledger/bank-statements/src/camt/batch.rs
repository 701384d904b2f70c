//! The parts of an entry that is a batch: each with its own amount and direction.

use super::at::At;
use crate::amount;
use money::{CurrencyCode, Decimal};

/// What the parts came to, with their signs.
pub(super) struct Parts {
    pub(super) amounts: Vec<Decimal>,
    /// What of the entry is in none of them: charges, or nobody knows.
    pub(super) rest: Decimal,
    /// They add up to the entry, with the charges that it names.
    pub(super) proven: bool,
}

/// The parts of a batch, if each says its amount in the currency of the entry.
pub(super) fn parts(
    entry: &At<'_, '_>,
    details: &[At<'_, '_>],
    (whole, currency): (Decimal, Option<CurrencyCode>),
) -> Option<Parts> {
    let signed = |details: &At<'_, '_>| {
        let amount = amount_of(details, currency)?;
        let went_out = match details.text("CdtDbtInd").as_deref() {
            Some("CRDT") => false,
            Some("DBIT") => true,
            _ => whole.is_sign_negative(),
        };
        Some(if went_out { -amount } else { amount })
    };
    let amounts: Vec<_> = details.iter().map(signed).collect::<Option<_>>()?;
    let rest = whole - amounts.iter().sum::<Decimal>();
    let charges: Decimal = details.iter().chain([entry]).map(|at| charges(at, currency)).sum();
    Some(Parts { amounts, rest, proven: rest.is_zero() || rest == -charges })
}

/// Whether the only part of an entry contradicts it: another direction, another amount in its currency than what was
/// booked with the charges that are named, or only amounts in other currencies without a word of an exchange. What the
/// payer instructed may be more: banks on the way keep their charges.
pub(super) fn differs(
    entry: &At<'_, '_>,
    part: &At<'_, '_>,
    (whole, currency): (Decimal, Option<CurrencyCode>),
) -> bool {
    let turned = match part.text("CdtDbtInd").as_deref() {
        Some("CRDT") => whole.is_sign_negative() && !whole.is_zero(),
        Some("DBIT") => whole.is_sign_positive() && !whole.is_zero(),
        _ => false,
    };
    let booked = BOOKED.iter().find_map(|place| in_currency(&part.one(place)?, currency));
    let charges = charges(entry, currency) + charges(part, currency);
    let agrees = |amount: Decimal| {
        let signed = if whole.is_sign_negative() { -amount } else { amount };
        [signed, signed - charges].contains(&whole)
    };
    turned || booked.map_or_else(|| is_foreign(part, currency), |amount| !agrees(amount))
}

/// Whether it names amounts, none in the currency of the entry, and no exchange.
fn is_foreign(part: &At<'_, '_>, currency: Option<CurrencyCode>) -> bool {
    let named = || PLACES.iter().filter_map(|place| part.one(place));
    let own = |at: &At<'_, '_>| in_currency(at, currency).is_some();
    let kinds = ["InstdAmt", "TxAmt", "CntrValAmt", "AnncdPstngAmt"];
    let exchanged = kinds.iter().any(|kind| part.one(&format!("AmtDtls/{kind}/CcyXchg")).is_some());
    named().next().is_some() && !named().any(|at| own(&at)) && !exchanged
}

/// Where a part says what moved on the account.
const BOOKED: [&str; 3] = ["Amt", "AmtDtls/TxAmt/Amt", "AmtDtls/CntrValAmt/Amt"];

/// Where it says any amount, what moved first.
const PLACES: [&str; 4] =
    ["Amt", "AmtDtls/TxAmt/Amt", "AmtDtls/CntrValAmt/Amt", "AmtDtls/InstdAmt/Amt"];

/// What a part moved on the account: the bank may name it in several currencies.
fn amount_of(details: &At<'_, '_>, currency: Option<CurrencyCode>) -> Option<Decimal> {
    PLACES.iter().find_map(|place| in_currency(&details.one(place)?, currency))
}

fn in_currency(at: &At<'_, '_>, currency: Option<CurrencyCode>) -> Option<Decimal> {
    let own = at.attribute("Ccy").and_then(|code| code.trim().parse().ok());
    (own == currency).then(|| amount::unsigned(&at.own_text()).ok()).flatten()
}

/// The charges that an element names: what the bank keeps, less what it gives back.
fn charges(at: &At<'_, '_>, currency: Option<CurrencyCode>) -> Decimal {
    let of = |charges: &At<'_, '_>| {
        let records = charges.all("Rcrd");
        match records.is_empty() {
            true => charge(charges, currency),
            false => records.iter().map(|record| charge(record, currency)).sum(),
        }
    };
    at.all("Chrgs").iter().map(of).sum()
}

fn charge(at: &At<'_, '_>, currency: Option<CurrencyCode>) -> Decimal {
    let amount = at.one("Amt").or_else(|| at.one("TtlChrgsAndTaxAmt"));
    let amount = amount.and_then(|at| in_currency(&at, currency)).unwrap_or_default();
    if at.text("CdtDbtInd").as_deref() == Some("CRDT") { -amount } else { amount }
}
