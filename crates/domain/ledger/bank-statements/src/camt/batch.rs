//! The parts of an entry that is a batch: each with its own amount and direction.

use super::{at::At, entry::Entry};
use crate::{MAX_LINES, ReadLine, Unproven, amount};
use money::{CurrencyCode, Decimal};

/// The parts of an entry, which are read one after the other.
pub(super) struct Parts<'a> {
    shared: &'a Entry<'a>,
    /// The charges that the entry and its parts name.
    charges: Decimal,
    of_entry: Decimal,
    /// What the entry is, if its first part is the only one.
    only: Option<ReadLine>,
    count: usize,
    /// A line for each part, while each says its amount in the currency of the entry; no more of them than are taken.
    lines: Option<Vec<ReadLine>>,
    sum: Decimal,
}

impl<'a> Parts<'a> {
    pub(super) fn of(entry: &At<'_, '_>, shared: &'a Entry<'a>) -> Self {
        let of_entry = charges(entry, shared.currency);
        let (lines, sum) = (Some(Vec::new()), Decimal::ZERO);
        Self { shared, charges: of_entry, of_entry, only: None, count: 0, lines, sum }
    }

    /// Reads the next part.
    pub(super) fn add(&mut self, part: &At<'_, '_>) {
        let (whole, currency) = (self.shared.amount, self.shared.currency);
        let charges = charges(part, currency);
        self.charges += charges;
        self.count += 1;
        self.only = (self.count == 1).then(|| {
            let mut read = self.shared.line(Some(part), whole);
            let differs = differs(part, (whole, currency), self.of_entry + charges);
            read.line.unproven = differs.then_some(Unproven::DetailsDiffer);
            read
        });
        let amount = signed(part, (whole, currency));
        self.sum += amount.unwrap_or_default();
        self.lines = self.lines.take().zip(amount).map(|(mut lines, amount)| {
            if lines.len() <= MAX_LINES {
                lines.push(self.shared.line(Some(part), amount));
            }
            lines
        });
    }

    /// The lines of the entry. A batch whose parts are not listed, or do not say their amounts, says nothing of one payer.
    pub(super) fn into_lines(self) -> Vec<ReadLine> {
        if let Some(only) = self.only {
            return vec![only];
        }
        let whole = self.shared.amount;
        let Some(mut lines) = self.lines.filter(|_| self.count > 0) else {
            return vec![self.shared.line(None, whole)];
        };
        // what is in none of the parts is of nobody: charges, or nobody knows
        let rest = whole - self.sum;
        if !rest.is_zero() {
            lines.push(self.shared.line(None, rest));
        }
        if !rest.is_zero() && rest != -self.charges {
            lines.iter_mut().for_each(|read| read.line.unproven = Some(Unproven::PartOfBatch));
        }
        lines
    }
}

/// What a part moved, with its sign, if it says so in the currency of the entry.
fn signed(
    part: &At<'_, '_>,
    (whole, currency): (Decimal, Option<CurrencyCode>),
) -> Option<Decimal> {
    let amount = amount_of(part, currency)?;
    let went_out = match part.text("CdtDbtInd").as_deref() {
        Some("CRDT") => false,
        Some("DBIT") => true,
        _ => whole.is_sign_negative(),
    };
    Some(if went_out { -amount } else { amount })
}

/// Whether the only part of an entry contradicts it: another direction, another amount in its currency than what was
/// booked with the charges that are named, or only amounts in other currencies without a word of an exchange. What the
/// payer instructed may be more: banks on the way keep their charges.
fn differs(
    part: &At<'_, '_>,
    (whole, currency): (Decimal, Option<CurrencyCode>),
    charges: Decimal,
) -> bool {
    let turned = match part.text("CdtDbtInd").as_deref() {
        Some("CRDT") => whole.is_sign_negative() && !whole.is_zero(),
        Some("DBIT") => whole.is_sign_positive() && !whole.is_zero(),
        _ => false,
    };
    let booked = BOOKED.iter().find_map(|place| in_currency(&part.one(place)?, currency));
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
