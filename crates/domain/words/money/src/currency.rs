use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};
use time::{Date, macros::date};

/// A text that names none of the accepted currencies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[error("is not an accepted currency")]
pub struct UnknownCurrency;

/// The end of a currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ended {
    /// The last day on which it was its country's currency.
    pub last_day: Date,
    /// What took its place.
    pub successor: Currency,
}

/// An invoice currency (BT-5), ISO 4217. What ended is in the specification's list and stays accepted, for documents
/// of its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Currency {
    /// Euro
    Eur,
    /// Czech koruna
    Czk,
    /// United States dollar
    Usd,
    /// Pound sterling
    Gbp,
    /// Polish złoty
    Pln,
    /// Swiss franc
    Chf,
    /// Hungarian forint
    Huf,
    /// Romanian leu
    Ron,
    /// Bulgarian lev
    Bgn,
    /// Swedish krona
    Sek,
    /// Danish krone
    Dkk,
    /// Norwegian krone
    Nok,
    /// Croatian kuna
    Hrk,
    /// Serbian dinar
    Rsd,
    /// Ukrainian hryvnia
    Uah,
    /// Russian rouble
    Rub,
    /// Turkish lira
    Try,
    /// Chinese yuan
    Cny,
    /// Japanese yen
    Jpy,
    /// Canadian dollar
    Cad,
    /// Australian dollar
    Aud,
}

impl Currency {
    /// Every accepted currency.
    pub const ALL: &[Currency] = &[
        Currency::Eur,
        Currency::Czk,
        Currency::Usd,
        Currency::Gbp,
        Currency::Pln,
        Currency::Chf,
        Currency::Huf,
        Currency::Ron,
        Currency::Bgn,
        Currency::Sek,
        Currency::Dkk,
        Currency::Nok,
        Currency::Hrk,
        Currency::Rsd,
        Currency::Uah,
        Currency::Rub,
        Currency::Try,
        Currency::Cny,
        Currency::Jpy,
        Currency::Cad,
        Currency::Aud,
    ];

    /// When it ended; `None` of what is in use.
    #[must_use]
    pub const fn ended(self) -> Option<Ended> {
        let last_day = match self {
            Currency::Bgn => date!(2025 - 12 - 31),
            Currency::Hrk => date!(2022 - 12 - 31),
            _ => return None,
        };
        Some(Ended { last_day, successor: Currency::Eur })
    }

    /// The ISO 4217 code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Currency::Eur => "EUR",
            Currency::Czk => "CZK",
            Currency::Usd => "USD",
            Currency::Gbp => "GBP",
            Currency::Pln => "PLN",
            Currency::Chf => "CHF",
            Currency::Huf => "HUF",
            Currency::Ron => "RON",
            Currency::Bgn => "BGN",
            Currency::Sek => "SEK",
            Currency::Dkk => "DKK",
            Currency::Nok => "NOK",
            Currency::Hrk => "HRK",
            Currency::Rsd => "RSD",
            Currency::Uah => "UAH",
            Currency::Rub => "RUB",
            Currency::Try => "TRY",
            Currency::Cny => "CNY",
            Currency::Jpy => "JPY",
            Currency::Cad => "CAD",
            Currency::Aud => "AUD",
        }
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Currency {
    type Err = UnknownCurrency;

    fn from_str(text: &str) -> Result<Self, UnknownCurrency> {
        Self::ALL.iter().copied().find(|c| c.code() == text).ok_or(UnknownCurrency)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_names_agree() {
        for currency in Currency::ALL {
            assert_eq!(currency.code().parse(), Ok(*currency));
            assert_eq!(format!("{currency:?}").to_uppercase(), currency.code());
        }
        assert_eq!("eur".parse::<Currency>(), Err(UnknownCurrency));
    }
}
