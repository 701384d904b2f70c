use crate::{
    Figures, Sums, Vat, Window,
    sums::{at_home, currency_key, sums},
};
use money::{Currency, CurrencyCode, Decimal};
use std::collections::BTreeMap;

/// The summary of an organization's money.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    pub home_currency: Currency,
    pub window: Window,
    /// The amounts that customers owe, overdue or not.
    pub open: Sums,
    /// The part of `open` that is overdue.
    pub overdue: Sums,
    /// The payments that came in this month.
    pub paid: Sums,
    /// The amounts due to suppliers this month.
    pub received_due: Sums,
    /// The amounts owed to suppliers by expenses, whatever their due date.
    pub to_pay: Sums,
    /// The part of `to_pay` that is overdue.
    pub to_pay_overdue: Sums,
    /// The part of `to_pay` that needs an approval.
    pub to_approve: Sums,
    /// The VAT, with the lowest rate first.
    pub vat: Vec<VatRow>,
    pub contracts_stuck: u64,
}

/// The VAT at one rate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VatRow {
    /// The rate in percent.
    pub rate: u8,
    /// The sums in each currency, ordered by its code.
    pub by_currency: Vec<VatSum>,
    /// The base and the VAT in the firm's home currency; `None` when an exchange rate is unknown.
    pub home: Option<(Decimal, Decimal)>,
}

/// The VAT at one rate in one currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VatSum {
    pub currency: CurrencyCode,
    pub taxable_amount: Decimal,
    pub tax_amount: Decimal,
}

/// The summary of these figures.
#[must_use]
pub fn summary(figures: &Figures, home: Currency, window: Window) -> Summary {
    let (owed, payable) = (|| figures.owed.iter(), || figures.payable.iter());
    Summary {
        home_currency: home,
        window,
        open: sums(owed().map(|row| &row.amounts), home),
        overdue: sums(owed().filter(|row| row.overdue).map(|row| &row.amounts), home),
        paid: sums(&figures.paid, home),
        received_due: sums(&figures.received, home),
        to_pay: sums(payable().map(|row| &row.amounts), home),
        to_pay_overdue: sums(payable().filter(|row| row.overdue).map(|row| &row.amounts), home),
        to_approve: sums(payable().filter(|row| row.waits).map(|row| &row.amounts), home),
        vat: vat(&figures.vat, home),
        contracts_stuck: figures.contracts_stuck,
    }
}

fn vat(rows: &[Vat], home: Currency) -> Vec<VatRow> {
    let rows = by_rate(rows);
    let mut by_rate: BTreeMap<u8, Vec<&Vat>> = BTreeMap::new();
    for row in &rows {
        by_rate.entry(row.rate).or_default().push(row);
    }
    let row = |(rate, rows): (u8, Vec<&Vat>)| VatRow {
        rate,
        by_currency: vat_by_currency(&rows),
        home: vat_at_home(&rows, home),
    };
    by_rate.into_iter().map(row).collect()
}

/// One row for each rate, currency and exchange rate, without rows that credit notes reduce to zero.
fn by_rate(rows: &[Vat]) -> Vec<Vat> {
    let mut sums = BTreeMap::new();
    for row in rows {
        let key = (row.rate, currency_key(&row.currency), row.exchange_rate);
        let (taxable_amount, tax_amount) = (Decimal::ZERO, Decimal::ZERO);
        let sum = sums.entry(key);
        let sum = sum.or_insert_with(|| Vat { taxable_amount, tax_amount, ..row.clone() });
        sum.taxable_amount += row.taxable_amount;
        sum.tax_amount += row.tax_amount;
    }
    let is_left = |sum: &Vat| !(sum.taxable_amount.is_zero() && sum.tax_amount.is_zero());
    sums.into_values().filter(is_left).collect()
}

fn vat_by_currency(rows: &[&Vat]) -> Vec<VatSum> {
    let mut sums: BTreeMap<&str, VatSum> = BTreeMap::new();
    for row in rows {
        let sum = sums.entry(currency_key(&row.currency)).or_insert_with(|| VatSum {
            currency: row.currency,
            taxable_amount: Decimal::ZERO,
            tax_amount: Decimal::ZERO,
        });
        sum.taxable_amount += row.taxable_amount;
        sum.tax_amount += row.tax_amount;
    }
    let rounded = |sum: VatSum| VatSum {
        taxable_amount: money::round(sum.taxable_amount),
        tax_amount: money::round(sum.tax_amount),
        ..sum
    };
    sums.into_values().map(rounded).collect()
}

fn vat_at_home(rows: &[&Vat], home: Currency) -> Option<(Decimal, Decimal)> {
    let mut sum = (Decimal::ZERO, Decimal::ZERO);
    for row in rows {
        let at_home = |amount| at_home(amount, row.currency, row.exchange_rate, home);
        sum.0 += at_home(row.taxable_amount)?;
        sum.1 += at_home(row.tax_amount)?;
    }
    Some((money::round(sum.0), money::round(sum.1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Amounts, Home, Month, Owed};
    use peppol_connector::identifiers::Network;
    use proptest::prelude::*;
    use rust_decimal::dec;
    use time::macros::date;

    fn window() -> Window {
        let today = date!(2026 - 11 - 22);
        Window { today, month: Month::of(today), network: Network::Live }
    }

    fn amounts(currency: Currency, rate: Option<Decimal>, count: u64, amount: Decimal) -> Amounts {
        Amounts { currency: currency.into(), exchange_rate: rate, count, amount }
    }

    #[test]
    fn months_end_where_they_end() {
        for (day, first, last) in [
            (date!(2026 - 11 - 22), date!(2026 - 11 - 01), date!(2026 - 11 - 30)),
            (date!(2028 - 02 - 29), date!(2028 - 02 - 01), date!(2028 - 02 - 29)),
            (date!(2027 - 01 - 01), date!(2027 - 01 - 01), date!(2027 - 01 - 31)),
            (date!(2026 - 12 - 31), date!(2026 - 12 - 01), date!(2026 - 12 - 31)),
        ] {
            assert_eq!(Month::of(day), Month { first, last }, "{day}");
        }
    }

    #[test]
    fn sums_are_by_currency_and_at_home_by_the_kept_rates() {
        let owed = |overdue, amounts| Owed { overdue, amounts };
        let figures = Figures {
            owed: vec![
                owed(false, amounts(Currency::Eur, None, 2, dec!(100.50))),
                owed(true, amounts(Currency::Eur, None, 1, dec!(10))),
                owed(true, amounts(Currency::Usd, Some(dec!(1.1)), 1, dec!(110))),
                owed(false, amounts(Currency::Usd, Some(dec!(1.25)), 1, dec!(50))),
                owed(false, amounts(Currency::Czk, None, 3, dec!(500))),
            ],
            ..Figures::default()
        };
        let shown = summary(&figures, Currency::Eur, window());
        assert_eq!((shown.open.count, shown.overdue.count), (8, 2));
        let open: Vec<_> =
            shown.open.by_currency.iter().map(|s| (s.currency.code(), s.count, s.amount)).collect();
        assert_eq!(
            open,
            [("CZK", 3, dec!(500.00)), ("EUR", 3, dec!(110.50)), ("USD", 2, dec!(160.00))]
        );
        // 110.50 + 110 / 1.1 + 50 / 1.25; the crowns have no known rate
        assert_eq!(shown.open.home, Home { amount: dec!(250.50), without_rate: 3 });
        assert_eq!(shown.overdue.home, Home { amount: dec!(110.00), without_rate: 0 });
        assert_eq!(
            shown.paid,
            Sums {
                count: 0,
                by_currency: vec![],
                home: Home { amount: dec!(0.00), without_rate: 0 }
            }
        );
    }

    #[test]
    fn vat_is_by_rate_and_credit_notes_take_away() {
        let vat = |rate, currency: Currency, exchange_rate, taxable_amount, tax_amount| Vat {
            rate,
            currency: currency.into(),
            exchange_rate,
            taxable_amount,
            tax_amount,
        };
        let rows = vec![
            vat(23, Currency::Eur, None, dec!(100), dec!(23)),
            vat(23, Currency::Usd, Some(dec!(2)), dec!(100), dec!(23)),
            vat(23, Currency::Usd, Some(dec!(4)), dec!(-40), dec!(-9.20)),
            vat(5, Currency::Eur, None, dec!(-10), dec!(-0.50)),
            vat(0, Currency::Gbp, None, dec!(7), dec!(0)),
        ];
        let shown = summary(&Figures { vat: rows, ..Figures::default() }, Currency::Eur, window());
        let rates: Vec<_> = shown.vat.iter().map(|row| (row.rate, row.home)).collect();
        let home = |a, b| Some((a, b));
        assert_eq!(
            rates,
            [
                (0, None),
                (5, home(dec!(-10.00), dec!(-0.50))),
                (23, home(dec!(140.00), dec!(32.20)))
            ]
        );
        assert_eq!(shown.vat[2].by_currency[1].tax_amount, dec!(13.80));
        let gone = vec![
            vat(19, Currency::Eur, None, dec!(10), dec!(1.90)),
            vat(19, Currency::Eur, None, dec!(-10), dec!(-1.90)),
        ];
        let shown = summary(&Figures { vat: gone, ..Figures::default() }, Currency::Eur, window());
        assert_eq!(shown.vat, [], "nothing is left of it");
    }

    proptest! {
        /// However the rows are split, the sum of each currency is exact to the cent.
        #[test]
        fn no_cent_is_lost(cents in prop::collection::vec((0_usize..3, -1_000_000_i64..1_000_000), 0..60)) {
            let currencies = [Currency::Eur, Currency::Usd, Currency::Czk];
            let rows = cents.iter().map(|(c, n)| amounts(currencies[*c], None, 1, Decimal::new(*n, 2)));
            let shown = summary(&Figures { paid: rows.collect(), ..Figures::default() }, Currency::Eur, window());
            for (c, currency) in currencies.into_iter().enumerate() {
                let sum: i64 = cents.iter().filter(|(of, _)| *of == c).map(|(_, n)| n).sum();
                let found = shown.paid.by_currency.iter().find(|s| s.currency == currency);
                prop_assert_eq!(found.map_or(Decimal::ZERO, |s| s.amount), Decimal::new(sum, 2));
            }
            prop_assert_eq!(shown.paid.count, cents.len() as u64);
        }
    }
}
