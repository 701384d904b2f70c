//! Exchange rates of the central banks.

mod exchange_rate;
mod ports;

pub use exchange_rate::{DEFAULT_RATE_DAYS_BACK, is_last_published, pick_rate};
pub use ports::{DailyRates, RateCache, RateError, RateSource};
