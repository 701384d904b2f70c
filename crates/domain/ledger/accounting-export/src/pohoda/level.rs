//! Which level a VAT rate has in Pohoda. Rates change: the day of the supply says which are in force, and former ones
//! have levels of their own.

use money::Decimal;
use time::{Date, macros::date};

/// `typ:vatRateEnum`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    None,
    High,
    Low,
    Third,
    HistoryHigh,
    HistoryLow,
    HistoryThird,
}

impl Level {
    pub const fn name(self) -> &'static str {
        match self {
            Level::None => "none",
            Level::High => "high",
            Level::Low => "low",
            Level::Third => "third",
            Level::HistoryHigh => "historyHigh",
            Level::HistoryLow => "historyLow",
            Level::HistoryThird => "historyThird",
        }
    }

    /// The level in whose sum of the document it is.
    pub const fn summed_as(self) -> Self {
        match self {
            Level::HistoryHigh => Level::High,
            Level::HistoryLow => Level::Low,
            Level::HistoryThird => Level::Third,
            level => level,
        }
    }

    const fn former(self) -> Self {
        match self {
            Level::High => Level::HistoryHigh,
            Level::Low => Level::HistoryLow,
            Level::Third => Level::HistoryThird,
            level => level,
        }
    }
}

/// A rate of a level: per cent, its first day, its last one.
type Rate = (Level, u8, Date, Option<Date>);

/// § 27 of the Slovak act 222/2004.
const SLOVAK: [Rate; 7] = [
    (Level::High, 23, date!(2025 - 01 - 01), None),
    (Level::Low, 19, date!(2025 - 01 - 01), None),
    (Level::Third, 5, date!(2023 - 01 - 01), None),
    (Level::High, 20, date!(2011 - 01 - 01), Some(date!(2024 - 12 - 31))),
    (Level::Low, 10, date!(2007 - 01 - 01), Some(date!(2024 - 12 - 31))),
    (Level::High, 19, date!(2004 - 01 - 01), Some(date!(2010 - 12 - 31))),
    (Level::Low, 6, date!(2010 - 05 - 01), Some(date!(2010 - 12 - 31))),
];

/// § 47 of the Czech act 235/2004.
const CZECH: [Rate; 9] = [
    (Level::High, 21, date!(2013 - 01 - 01), None),
    (Level::Low, 12, date!(2024 - 01 - 01), None),
    (Level::Low, 15, date!(2013 - 01 - 01), Some(date!(2023 - 12 - 31))),
    (Level::Third, 10, date!(2015 - 01 - 01), Some(date!(2023 - 12 - 31))),
    (Level::High, 20, date!(2010 - 01 - 01), Some(date!(2012 - 12 - 31))),
    (Level::Low, 14, date!(2012 - 01 - 01), Some(date!(2012 - 12 - 31))),
    (Level::Low, 10, date!(2010 - 01 - 01), Some(date!(2011 - 12 - 31))),
    (Level::High, 19, date!(2004 - 05 - 01), Some(date!(2009 - 12 - 31))),
    (Level::Low, 9, date!(2008 - 01 - 01), Some(date!(2009 - 12 - 31))),
];

/// The level of a rate on the day of a supply, in a Czech firm or a Slovak one. None of a rate that the country
/// has never had.
pub(super) fn level(country: &str, rate: Decimal, day: Date) -> Option<Level> {
    if rate.is_zero() {
        return Some(Level::None);
    }
    let rates: &[Rate] = if country == "CZ" { &CZECH } else { &SLOVAK };
    let same = || rates.iter().filter(|known| Decimal::from(known.1) == rate);
    let is_of_day = |known: &&Rate| known.2 <= day && known.3.is_none_or(|last| day <= last);
    let of_day = same().find(is_of_day).map(|known| known.0);
    of_day.or_else(|| same().next().map(|known| known.0.former()))
}
