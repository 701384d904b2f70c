use super::super::super::sql::*;
use crate::sql_types::AsExact;
use invoicing::{
    CentralBank,
    rates::{DailyRates, RateCache},
};
use std::collections::BTreeMap;
use time::Date;

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl RateCache for Backend {
    async fn cached_rates(
        &self,
        bank: CentralBank,
        from: Date,
        to: Date,
    ) -> Result<Option<DailyRates>> {
        reading!(self, conn => cached_rates(conn, bank, from, to))
    }

    async fn keep_rates(&self, bank: CentralBank, days: &[DailyRates]) -> Result<()> {
        within!(self, conn => save_rates(conn, bank, days))
    }
}

/// The rates of the last day in `from..=to` that is cached.
async fn cached_rates(
    conn: &mut ReadConn<'_>,
    bank: CentralBank,
    from: Date,
    to: Date,
) -> Result<Option<DailyRates>> {
    let last = sql!(
        "SELECT max(date) FROM exchange_rates WHERE bank = {} AND date BETWEEN {} AND {}",
        bank.name(),
        from,
        to
    );
    let Some(date) = last.one::<Option<Date>>(conn).await? else { return Ok(None) };
    let rates = sql!(
        "SELECT currency, rate FROM exchange_rates WHERE bank = {} AND date = {}",
        bank.name(),
        date
    );
    let rates: Vec<(String, AsExact)> = rates.all(conn).await?;
    let rates = rates.into_iter().map(|(currency, AsExact(rate))| (currency, rate)).collect();
    Ok(Some(DailyRates { date, rates }))
}

/// Within the caller's transaction. Always in the order of dates, so that two processes that store the same days do
/// not deadlock.
async fn save_rates(conn: &mut Conn, bank: CentralBank, days: &[DailyRates]) -> Result<()> {
    let days: BTreeMap<Date, &DailyRates> = days.iter().map(|day| (day.date, day)).collect();
    for day in days.into_values() {
        let rows = day.rates.iter().map(|(currency, rate)| {
            row!("exchange_rates",
                bank: bank.name(),
                date: day.date,
                currency: currency.as_str(),
                rate: AsExact(*rate),
            )
        });
        if let Some(insert) = insert_all(rows) {
            insert.then(sql!(" ON CONFLICT DO NOTHING")).once().execute(conn).await?;
        }
    }
    Ok(())
}
