//! Exchange rates published by the European Central Bank and the Czech National Bank.
//!
//! Three parts, each usable alone:
//!
//! * pure readers of the published formats: [`read_ecb`], [`read_cnb`];
//! * the pure choice of the day: [`rates_for`] (the day's rates, or the last published before);
//! * [`CentralBankClient`], which fetches within a bounded time and size.
//!
//! All rates are "units of the foreign currency per one unit of the home currency", the
//! direction of `exchange_rate` in the Agent API (section "Invoice creation request").

mod client;
mod cnb;
mod download;
mod ecb;
mod error;
mod lookup;
mod rates;
mod source;

pub use client::{CentralBankClient, Settings};
pub use cnb::read_cnb;
pub use ecb::read_ecb;
pub use error::{FormatError, RateError};
pub use invoicing::{CentralBank, rates::DailyRates};
pub use lookup::{DEFAULT_MAX_DAYS_BACK, is_recent_enough, rates_for};
