//! The level of a VAT rate in Pohoda. Rates change: the day of the supply decides which are in force, and former
//! rates have levels of their own.

use money::Decimal;
use time::Date;
use vat_categories::{RateLevel, statutory_rates};

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
    const fn of(level: RateLevel) -> Self {
        match level {
            RateLevel::Standard => Level::High,
            RateLevel::Reduced => Level::Low,
            RateLevel::SecondReduced => Level::Third,
        }
    }

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

    /// The level under which it is summed up in the document.
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

/// The level of a rate on the day of a supply, for a Czech or a Slovak firm; `None` for a rate that the country has
/// never had.
pub(super) fn level(country: &str, rate: Decimal, day: Date) -> Option<Level> {
    if rate.is_zero() {
        return Some(Level::None);
    }
    // a firm of another country keeps Slovak books
    let rates = statutory_rates(if country == "CZ" { "CZ" } else { "SK" });
    let same = || rates.iter().filter(|known| Decimal::from(known.percent) == rate);
    let of_day = same().find(|known| known.is_of(day)).map(|known| Level::of(known.level));
    of_day.or_else(|| same().next().map(|known| Level::of(known.level).former()))
}
