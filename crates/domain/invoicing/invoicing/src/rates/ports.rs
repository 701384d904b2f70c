//! What a central bank and a cache of rates must do.

use crate::CentralBank;
use money::Decimal;
use persistence::{StoreError, port};
use std::{collections::BTreeMap, future::Future};
use time::Date;

/// One day's published rates of a central bank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DailyRates {
    /// The day they are of.
    pub date: Date,
    /// By ISO 4217 code: units of that currency per one unit of the bank's own.
    pub rates: BTreeMap<String, Decimal>,
}

impl DailyRates {
    /// The rate of a currency by its ISO 4217 code; `None` when the bank does not quote it.
    #[must_use]
    pub fn rate(&self, currency: &str) -> Option<Decimal> {
        self.rates.get(currency).copied()
    }
}

/// A central bank could not be asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RateError {
    /// No answer in time.
    #[error("the central bank cannot be reached: {0}")]
    Unreachable(String),
    /// An answer that is not in the published format.
    #[error("the central bank's answer is not understood: {0}")]
    Malformed(String),
}

/// A central bank's published rates.
pub trait RateSource: Send + Sync {
    /// The days' rates that the bank publishes around `date`: at least those of `date`, or the last
    /// before it, if it has any.
    ///
    /// # Errors
    /// See [`RateError`]. Bounded in time.
    fn published_rates(
        &self,
        bank: CentralBank,
        date: Date,
    ) -> impl Future<Output = Result<Vec<DailyRates>, RateError>> + Send;
}

port! {
    /// Rates that were fetched before.
    pub trait RateCache: Send + Sync {
        /// The bank's rates of the last day in `from..=to` that is kept.
        async fn cached_rates(
            &self, bank: CentralBank, from: Date, to: Date
        ) -> Result<Option<DailyRates>, StoreError>;

        /// Keeps days' rates. What is kept already stays.
        async fn keep_rates(&self, bank: CentralBank, days: &[DailyRates]) -> Result<(), StoreError>;
    }
}
