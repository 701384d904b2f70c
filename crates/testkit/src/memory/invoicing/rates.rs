use crate::memory::{Result, store::MemoryStore};
use invoicing::{
    CentralBank,
    rates::{DailyRates, RateCache},
};
use time::Date;

impl RateCache for MemoryStore {
    async fn cached_rates(
        &self,
        bank: CentralBank,
        from: Date,
        to: Date,
    ) -> Result<Option<DailyRates>> {
        if from > to {
            return Ok(None);
        }
        let data = self.data();
        Ok(data.rates.range((bank, from)..=(bank, to)).next_back().map(|(_, day)| day.clone()))
    }

    async fn keep_rates(&self, bank: CentralBank, days: &[DailyRates]) -> Result<()> {
        let mut data = self.data();
        for day in days.iter().filter(|day| !day.rates.is_empty()) {
            let empty = || DailyRates { date: day.date, rates: [].into() };
            let kept = data.rates.entry((bank, day.date)).or_insert_with(empty);
            for (currency, rate) in &day.rates {
                kept.rates.entry(currency.clone()).or_insert(*rate);
            }
        }
        Ok(())
    }
}
