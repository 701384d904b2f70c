use crate::{CentralBankClient, RateError};
use invoicing::{
    CentralBank,
    rates::{DailyRates, RateSource},
};
use std::error::Error;
use time::Date;

impl RateSource for CentralBankClient {
    async fn published_rates(
        &self,
        bank: CentralBank,
        date: Date,
    ) -> Result<Vec<DailyRates>, invoicing::rates::RateError> {
        match self.rates_on(bank, date).await {
            Ok(day) => Ok(vec![day]),
            Err(RateError::NotPublished { .. }) => Ok(Vec::new()),
            Err(error @ RateError::Unreadable(_)) => {
                Err(invoicing::rates::RateError::Malformed(chain(&error)))
            }
            Err(error) => Err(invoicing::rates::RateError::Unreachable(chain(&error))),
        }
    }
}

fn chain(error: &dyn Error) -> String {
    match error.source() {
        Some(cause) => format!("{error}: {}", chain(cause)),
        None => error.to_string(),
    }
}
