//! The ports of a central bank and of a cache of rates.

use crate::CentralBank;
use money::Decimal;
use persistence::{StoreError, port};
use std::{collections::BTreeMap, future::Future};
use time::Date;

/// One day's published rates of a central bank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DailyRates {
    /// The day of the rates.
    pub date: Date,
    /// The rates by ISO 4217 code: units of that currency for one unit of the bank's own currency.
    pub rates: BTreeMap<String, Decimal>,
}

impl DailyRates {
    /// The rate of a currency by its ISO 4217 code; `None` when the bank does not quote it.
    #[must_use]
    pub fn rate(&self, currency: &str) -> Option<Decimal> {
        self.rates.get(currency).copied()
    }
}

/// Why a central bank did not give rates.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("exchange_rate")]
pub enum RateError {
    /// There was no answer in time.
    #[error("the central bank cannot be reached: {cause}", cause = .0)]
    Unreachable(String),
    /// The answer is not in the published format.
    #[error("the central bank's answer is not understood: {cause}", cause = .0)]
    Malformed(String),
}

/// A central bank's published rates.
pub trait RateSource: Send + Sync {
    /// The rates that the bank publishes around `date`: at least those of `date`, or of the last day before it, if it
    /// has any.
    ///
    /// # Errors
    /// See [`RateError`]. Calls end within a limited time.
    fn published_rates(
        &self,
        bank: CentralBank,
        date: Date,
    ) -> impl Future<Output = Result<Vec<DailyRates>, RateError>> + Send;
}

port! {
    /// The store of rates that were fetched before.
    pub trait RateCache: Send + Sync {
        /// The bank's rates of the last stored day in `from..=to`.
        async fn cached_rates(
            &self, bank: CentralBank, from: Date, to: Date
        ) -> Result<Option<DailyRates>, StoreError>;

        /// Stores the rates of days. A day that is stored already does not change.
        async fn keep_rates(&self, bank: CentralBank, days: &[DailyRates]) -> Result<(), StoreError>;
    }
}
