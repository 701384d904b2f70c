//! The VAT of a document as a bookkeeper posts it.

use super::{level::Level, level::level, supply::Supply};
use crate::{Direction, Entry, Firm, Partner, VatLine};
use money::Decimal;
use party_identifiers::{compact, country_of_vat_prefix, is_vat_number};

/// An item: the VAT of one category and rate.
#[derive(Debug)]
pub(super) struct Posted {
    pub text: String,
    pub level: Level,
    /// The rate in percent.
    pub rate: Decimal,
    pub base: Decimal,
    pub tax: Decimal,
    pub supply: Supply,
}

impl Posted {
    /// The items of a document. Without a breakdown the whole amount is one item without VAT: the sum is right, and a
    /// person splits it.
    pub fn all(entry: &Entry, firm: &Firm) -> Vec<Self> {
        if entry.vat.is_empty() {
            let text = format!("{} without VAT breakdown", entry.number);
            return vec![Self::whole(text, entry.total, Supply::Inland)];
        }
        entry.vat.iter().map(|line| Self::of(entry, line, firm)).collect()
    }

    fn of(entry: &Entry, line: &VatLine, firm: &Firm) -> Self {
        let (rate, supply) = (line.rate.normalize(), Supply::of(entry, line, firm));
        let text = format!("{} {} {rate} %", entry.number, line.category);
        let is_foreign = entry.direction == Direction::Received && charges_foreign_vat(entry, firm);
        let level = level(&firm.country, rate, entry.tax_date).filter(|_| !is_foreign);
        match level {
            Some(level) => Self { text, level, rate, base: line.base, tax: line.tax, supply },
            // foreign VAT is part of the price, because it is not in this country's return
            None => Self::whole(text, line.base + line.tax, Supply::LeftOut),
        }
    }

    const fn whole(text: String, base: Decimal, supply: Supply) -> Self {
        let (rate, tax) = (Decimal::ZERO, Decimal::ZERO);
        Self { text, level: Level::None, rate, base, tax, supply }
    }
}

/// Whether the partner charges VAT of another country than the firm's, by its VAT numbers, or else by its address. A
/// foreign firm that is registered in this country charges this country's VAT.
pub(super) fn charges_foreign_vat(entry: &Entry, firm: &Firm) -> bool {
    let Partner { ic_dph, dic, country, .. } = &entry.partner;
    let numbers = [ic_dph, dic].map(|number| compact(number));
    let states = || numbers.iter().filter(|number| is_vat_number(number));
    let mut countries = states().map(|number| country_of_vat_prefix(&number[..2]));
    match countries.next() {
        Some(first) => first != firm.country && countries.all(|next| next != firm.country),
        None => !country.is_empty() && *country != firm.country,
    }
}
