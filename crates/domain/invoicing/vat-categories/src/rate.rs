//! The VAT rates an invoice line may carry (BT-152).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use time::Date;

use crate::{StatutoryRate, statutory_rates};

/// The VAT rate of a line in per cent (BT-152): the Slovak rates in force from
/// 2025-01-01 (§ 27 of Act 222/2004), zero, and the former rates, which former supplies have ([`statutory_rates`]).
///
/// In JSON it is a whole number; everything else is refused by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "i64", into = "u8")]
pub enum VatRate {
    /// 0 %: exempt, cross-border, zero rated or outside the scope of VAT.
    Zero,
    /// 5 %: the second reduced rate.
    Five,
    /// 10 %: the reduced rate of supplies until 2024.
    Ten,
    /// 19 %: the first reduced rate; the standard rate until 2010.
    Nineteen,
    /// 20 %: the standard rate of supplies from 2011 until 2024.
    Twenty,
    /// 23 %: the standard rate.
    TwentyThree,
}

impl VatRate {
    /// All rates, former ones too, lowest first.
    pub const ALL: [Self; 6] =
        [Self::Zero, Self::Five, Self::Ten, Self::Nineteen, Self::Twenty, Self::TwentyThree];

    /// The rate as a whole number of per cent.
    #[must_use]
    pub const fn percent(self) -> u8 {
        match self {
            Self::Zero => 0,
            Self::Five => 5,
            Self::Ten => 10,
            Self::Nineteen => 19,
            Self::Twenty => 20,
            Self::TwentyThree => 23,
        }
    }

    /// When supplies have borne it; the days in force come first.
    pub fn periods(self) -> impl Iterator<Item = &'static StatutoryRate> {
        statutory_rates("SK").iter().filter(move |known| known.percent == self.percent())
    }

    /// Whether supplies of the day bear it.
    #[must_use]
    pub fn is_of(self, day: Date) -> bool {
        self.is_zero() || self.periods().any(|period| period.is_of(day))
    }

    /// Whether no supply bears it any more.
    #[must_use]
    pub fn is_former(self) -> bool {
        !self.is_zero() && self.periods().all(|period| period.last.is_some())
    }

    /// Whether the line bears no VAT, so that its category needs a reason.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        matches!(self, Self::Zero)
    }
}

/// A rate that no Slovak invoice line may carry.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[error(
    "VAT rate {found} is not allowed; use 0, 5, 19 or 23, or 10 or 20 for supplies before 2025"
)]
pub struct UnknownVatRate {
    /// What stood in place of the rate.
    pub found: String,
}

impl TryFrom<i64> for VatRate {
    type Error = UnknownVatRate;

    fn try_from(percent: i64) -> Result<Self, Self::Error> {
        Self::ALL
            .into_iter()
            .find(|rate| i64::from(rate.percent()) == percent)
            .ok_or_else(|| UnknownVatRate { found: percent.to_string() })
    }
}

impl FromStr for VatRate {
    type Err = UnknownVatRate;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|rate| rate.percent().to_string() == text)
            .ok_or_else(|| UnknownVatRate { found: text.chars().take(20).collect() })
    }
}

impl From<VatRate> for u8 {
    fn from(rate: VatRate) -> Self {
        rate.percent()
    }
}

impl fmt::Display for VatRate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.percent().fmt(f)
    }
}
