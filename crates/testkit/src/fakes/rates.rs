use super::Shared;
use invoicing::{
    CentralBank,
    rates::{DailyRates, RateError, RateSource},
};
use rust_decimal::Decimal;
use std::collections::{BTreeMap, HashMap};
use time::Date;

/// Central banks that publish the rates of a test.
#[derive(Debug, Clone, Default)]
pub struct FakeRates(Shared<State>);

#[derive(Debug, Default)]
struct State {
    published: HashMap<CentralBank, BTreeMap<Date, DailyRates>>,
    down: HashMap<CentralBank, RateError>,
    asked: Vec<(CentralBank, Date)>,
}

impl FakeRates {
    /// The bank publishes these rates on a day.
    #[must_use]
    pub fn with(self, bank: CentralBank, date: Date, rates: &[(&str, Decimal)]) -> Self {
        let rates = rates.iter().map(|(code, rate)| ((*code).to_owned(), *rate)).collect();
        let day = DailyRates { date, rates };
        self.0.lock().published.entry(bank).or_default().insert(date, day);
        self
    }

    /// The bank fails with this error.
    #[must_use]
    pub fn failing(self, bank: CentralBank, error: RateError) -> Self {
        self.0.lock().down.insert(bank, error);
        self
    }

    /// The banks and days of all calls, in order.
    #[must_use]
    pub fn asked(&self) -> Vec<(CentralBank, Date)> {
        self.0.lock().asked.clone()
    }
}

impl RateSource for FakeRates {
    async fn published_rates(
        &self,
        bank: CentralBank,
        date: Date,
    ) -> Result<Vec<DailyRates>, RateError> {
        let mut state = self.0.lock();
        state.asked.push((bank, date));
        if let Some(error) = state.down.get(&bank) {
            return Err(error.clone());
        }
        let days = state.published.get(&bank);
        let last = days.and_then(|days| days.range(..=date).next_back());
        Ok(last.map(|(_, day)| day.clone()).into_iter().collect())
    }
}
