//! The central banks' rates: over HTTP, or none when switched off.

use crate::config::Config;
use exchange_rates::{CentralBankClient, Settings};
use invoicing::{
    CentralBank,
    rates::{DailyRates, RateError, RateSource},
};
use std::error::Error;
use time::Date;

/// The client of the banks over HTTP, or none when switched off.
pub struct CentralBankRates(Option<CentralBankClient>);

impl CentralBankRates {
    /// The client as configured.
    ///
    /// # Errors
    /// When the HTTP client cannot be made.
    pub fn new(config: &Config) -> Result<Self, Box<dyn Error + Send + Sync>> {
        if !config.exchange_rates {
            return Ok(Self(None));
        }
        let mut settings = Settings::at(config.ecb_url.as_deref(), config.cnb_url.as_deref())?;
        settings.timeout = config.rate_timeout();
        settings.max_days_back = config.rate_days_back;
        let client = CentralBankClient::new(settings)?;
        Ok(Self(Some(client)))
    }
}

impl RateSource for CentralBankRates {
    async fn published_rates(
        &self,
        bank: CentralBank,
        date: Date,
    ) -> Result<Vec<DailyRates>, RateError> {
        match &self.0 {
            Some(client) => client.published_rates(bank, date).await,
            None => Ok(Vec::new()),
        }
    }
}
