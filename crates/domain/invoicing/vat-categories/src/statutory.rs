//! The VAT rates of the countries whose firms keep their books here, by the day of the supply. This is the only place
//! that knows them.

use time::{Date, macros::date};

/// Which of a country's rates it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RateLevel {
    /// The standard rate.
    Standard,
    /// The reduced rate; the higher one where there are two.
    Reduced,
    /// The second reduced rate.
    SecondReduced,
}

/// A rate that supplies of some days bear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatutoryRate {
    /// Which one.
    pub level: RateLevel,
    /// Per cent.
    pub percent: u8,
    /// The first day.
    pub first: Date,
    /// The last day; `None` of a rate that is in force.
    pub last: Option<Date>,
}

impl StatutoryRate {
    /// Whether supplies of the day bear it.
    #[must_use]
    pub fn is_of(&self, day: Date) -> bool {
        self.first <= day && self.last.is_none_or(|last| day <= last)
    }
}

const fn rate(level: RateLevel, percent: u8, first: Date, last: Option<Date>) -> StatutoryRate {
    StatutoryRate { level, percent, first, last }
}

use RateLevel::{Reduced, SecondReduced, Standard};

/// § 27 of act 222/2004, in its versions of those days; 23, 19 and 5 % by act 278/2024.
const SLOVAK: [StatutoryRate; 7] = [
    rate(Standard, 23, date!(2025 - 01 - 01), None),
    rate(Reduced, 19, date!(2025 - 01 - 01), None),
    rate(SecondReduced, 5, date!(2023 - 01 - 01), None),
    rate(Standard, 20, date!(2011 - 01 - 01), Some(date!(2024 - 12 - 31))),
    rate(Reduced, 10, date!(2007 - 01 - 01), Some(date!(2024 - 12 - 31))),
    rate(Standard, 19, date!(2004 - 01 - 01), Some(date!(2010 - 12 - 31))),
    rate(SecondReduced, 6, date!(2010 - 05 - 01), Some(date!(2010 - 12 - 31))),
];

/// § 47 of act 235/2004, in its versions of those days; 12 % by act 349/2023.
const CZECH: [StatutoryRate; 9] = [
    rate(Standard, 21, date!(2013 - 01 - 01), None),
    rate(Reduced, 12, date!(2024 - 01 - 01), None),
    rate(Reduced, 15, date!(2013 - 01 - 01), Some(date!(2023 - 12 - 31))),
    rate(SecondReduced, 10, date!(2015 - 01 - 01), Some(date!(2023 - 12 - 31))),
    rate(Standard, 20, date!(2010 - 01 - 01), Some(date!(2012 - 12 - 31))),
    rate(Reduced, 14, date!(2012 - 01 - 01), Some(date!(2012 - 12 - 31))),
    rate(Reduced, 10, date!(2010 - 01 - 01), Some(date!(2011 - 12 - 31))),
    rate(Standard, 19, date!(2004 - 05 - 01), Some(date!(2009 - 12 - 31))),
    rate(Reduced, 9, date!(2008 - 01 - 01), Some(date!(2009 - 12 - 31))),
];

/// The rates of a country (ISO 3166-1) that are in force, and those that were; none where they are not known.
#[must_use]
pub fn statutory_rates(country: &str) -> &'static [StatutoryRate] {
    match country {
        "SK" => &SLOVAK,
        "CZ" => &CZECH,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on(country: &str, day: Date) -> Vec<u8> {
        let rates = statutory_rates(country).iter().filter(|rate| rate.is_of(day));
        rates.map(|rate| rate.percent).collect()
    }

    #[test]
    fn each_day_has_its_rates() {
        for (country, day, expected) in [
            ("SK", date!(2026 - 11 - 28), &[23, 19, 5][..]),
            ("SK", date!(2025 - 01 - 01), &[23, 19, 5]),
            ("SK", date!(2024 - 12 - 31), &[5, 20, 10]),
            ("SK", date!(2022 - 12 - 31), &[20, 10]),
            ("SK", date!(2010 - 12 - 31), &[10, 19, 6]),
            ("CZ", date!(2024 - 01 - 01), &[21, 12]),
            ("CZ", date!(2023 - 12 - 31), &[21, 15, 10]),
            ("CZ", date!(2014 - 12 - 31), &[21, 15]),
            ("CZ", date!(2012 - 06 - 30), &[20, 14]),
            ("CZ", date!(2009 - 12 - 31), &[19, 9]),
            ("DE", date!(2026 - 11 - 28), &[]),
        ] {
            assert_eq!(on(country, day), expected, "{country} {day}");
        }
    }

    #[test]
    fn no_day_has_two_rates_of_a_level() {
        for country in ["SK", "CZ"] {
            let rates = statutory_rates(country);
            for (n, one) in rates.iter().enumerate() {
                let others = rates[..n].iter().filter(|other| other.level == one.level);
                let overlap =
                    |other: &&StatutoryRate| one.is_of(other.first) || other.is_of(one.first);
                assert_eq!(others.filter(overlap).count(), 0, "{country} {one:?}");
            }
        }
    }
}
