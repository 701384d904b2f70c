use crate::{Amounts, Home, Month, sums::sums};
use money::{Currency, Decimal};
use peppol_connector::identifiers::Network;
use time::{Date, Duration};

/// The number of months in a [`Year`].
pub const MONTHS: usize = 12;

/// The kind of a sum by month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// Documents issued here, with VAT, by the tax point. Credit notes are subtracted; self-billed invoices do not
    /// count.
    Issued,
    /// Incoming payments, by their day.
    Paid,
    /// Expenses that were not rejected, with VAT, by their issue date. Credit notes are subtracted.
    Spent,
}

/// The span of time to sum up, and the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// The first day of the first month.
    pub first: Date,
    /// The last day of the last month.
    pub last: Date,
    /// The network of the expenses: that of the key.
    pub network: Network,
}

/// A sum of a month.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MonthAmounts {
    pub flow: Flow,
    /// A day of the month.
    pub day: Date,
    pub amounts: Amounts,
}

/// The sums of a month, in the firm's home currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MonthRow {
    pub month: Month,
    pub issued: Home,
    pub paid: Home,
    pub spent: Home,
}

/// Twelve months, of which the last is that of a given day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Year {
    pub home_currency: Currency,
    /// The months, the earliest first.
    pub months: Vec<MonthRow>,
}

impl Span {
    /// The twelve months that end with the month of a day.
    #[must_use]
    pub fn until(today: Date, network: Network) -> Self {
        let months = months(today);
        let (first, last) = (months[0].first, months[MONTHS - 1].last);
        Self { first, last, network }
    }
}

impl Year {
    /// Whether there are no sums.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let is_nothing = |sum: &Home| sum.amount == Decimal::ZERO && sum.without_rate == 0;
        self.months
            .iter()
            .all(|row| [&row.issued, &row.paid, &row.spent].map(is_nothing) == [true; 3])
    }
}

/// The months, the earliest first.
fn months(today: Date) -> [Month; MONTHS] {
    let mut months = [Month::of(today); MONTHS];
    for at in (0..MONTHS - 1).rev() {
        months[at] = Month::of(months[at + 1].first.saturating_sub(Duration::days(1)));
    }
    months
}

/// The year that ends with the month of `today`. Rows outside it do not count.
#[must_use]
pub fn year(rows: &[MonthAmounts], home: Currency, today: Date) -> Year {
    let row = |month: Month| {
        let of = |flow| {
            let rows = rows.iter().filter(|row| row.flow == flow && Month::of(row.day) == month);
            sums(rows.map(|row| &row.amounts), home).home
        };
        MonthRow { month, issued: of(Flow::Issued), paid: of(Flow::Paid), spent: of(Flow::Spent) }
    };
    Year { home_currency: home, months: months(today).map(row).to_vec() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_decimal::dec;
    use time::macros::date;

    #[test]
    fn a_year_ends_with_the_month_of_the_day() {
        for (today, first, last) in [
            (date!(2026 - 11 - 23), date!(2025 - 12 - 01), date!(2026 - 11 - 30)),
            (date!(2028 - 02 - 29), date!(2027 - 03 - 01), date!(2028 - 02 - 29)),
            (date!(2026 - 12 - 31), date!(2026 - 01 - 01), date!(2026 - 12 - 31)),
        ] {
            let span = Span::until(today, Network::Live);
            assert_eq!((span.first, span.last), (first, last), "{today}");
        }
    }

    #[test]
    fn each_month_has_its_sums_at_home() {
        let today = date!(2026 - 11 - 23);
        let row = |flow, day, currency: Currency, exchange_rate, amount| MonthAmounts {
            flow,
            day,
            amounts: Amounts { currency: currency.into(), exchange_rate, count: 1, amount },
        };
        let rows = [
            row(Flow::Issued, date!(2025 - 12 - 01), Currency::Eur, None, dec!(10)),
            row(Flow::Issued, date!(2025 - 12 - 31), Currency::Usd, Some(dec!(2)), dec!(10)),
            row(Flow::Paid, date!(2026 - 11 - 30), Currency::Eur, None, dec!(7.50)),
            // half a cent each, which is one cent together
            row(Flow::Paid, date!(2026 - 10 - 01), Currency::Usd, Some(dec!(2)), dec!(0.01)),
            row(Flow::Paid, date!(2026 - 10 - 02), Currency::Usd, Some(dec!(2)), dec!(0.01)),
            row(Flow::Spent, date!(2026 - 11 - 01), Currency::Czk, None, dec!(500)),
            row(Flow::Issued, date!(2025 - 11 - 30), Currency::Eur, None, dec!(99)),
            row(Flow::Issued, date!(2026 - 12 - 01), Currency::Eur, None, dec!(99)),
        ];
        let shown = year(&rows, Currency::Eur, today);
        assert_eq!(shown.months.len(), MONTHS);
        let (first, last) = (&shown.months[0], &shown.months[MONTHS - 1]);
        assert_eq!((first.issued.amount, first.paid.amount), (dec!(15.00), dec!(0.00)));
        assert_eq!((last.issued.amount, last.paid.amount), (dec!(0.00), dec!(7.50)));
        assert_eq!(shown.months[MONTHS - 2].paid.amount, dec!(0.01));
        assert_eq!((last.spent.amount, last.spent.without_rate), (dec!(0.00), 1));
        let of_year: Decimal = shown.months.iter().map(|row| row.issued.amount).sum();
        assert_eq!(of_year, dec!(15.00), "what lies outside does not count");
    }

    #[test]
    fn a_year_without_anything_is_empty() {
        let today = date!(2026 - 11 - 23);
        assert!(year(&[], Currency::Eur, today).is_empty());
        let amounts = Amounts {
            currency: Currency::Czk.into(),
            exchange_rate: None,
            count: 1,
            amount: dec!(1),
        };
        let row = MonthAmounts { flow: Flow::Spent, day: today, amounts };
        assert!(!year(&[row], Currency::Eur, today).is_empty(), "although its rate is not known");
    }
}
