use super::{
    super::{Conn, Lane},
    statement::Statement,
};
use crate::{error::translate, schema::exchange_rates, sql_types::AsExact};
use diesel::{dsl::max, prelude::*};
use diesel_async::RunQueryDsl;
use invoicing::{CentralBank, DailyRates};
use persistence::StoreError;
use rust_decimal::Decimal;
use std::collections::BTreeMap;
use time::Date;

/// The rates of the last day in `from..=to` that is kept.
pub(super) async fn cached_rates(
    conn: &mut Lane<'_>,
    bank: CentralBank,
    from: Date,
    to: Date,
) -> Result<Option<DailyRates>, StoreError> {
    use exchange_rates::dsl;
    let of_bank = dsl::exchange_rates.filter(dsl::bank.eq(bank.name()));
    let last: Option<Date> = of_bank
        .filter(dsl::date.between(from, to))
        .select(max(dsl::date))
        .first(conn)
        .await
        .map_err(translate)?;
    let Some(date) = last else { return Ok(None) };
    let rates: Vec<(String, Decimal)> = of_bank
        .filter(dsl::date.eq(date))
        .select((dsl::currency, dsl::rate))
        .load(conn)
        .await
        .map_err(translate)?;
    Ok(Some(DailyRates { date, rates: rates.into_iter().collect() }))
}

/// Within the caller's transaction. Always in the order of dates, so that two processes that keep
/// the same days do not wait for each other in a circle.
pub(super) async fn keep_rates(
    conn: &mut Conn,
    bank: CentralBank,
    days: &[DailyRates],
) -> QueryResult<()> {
    let days: BTreeMap<Date, &DailyRates> = days.iter().map(|day| (day.date, day)).collect();
    for day in days.values().filter(|day| !day.rates.is_empty()) {
        keep_day(bank, day).execute(conn).await?;
    }
    Ok(())
}

/// One statement for a day: diesel's insert of many rows does not compile for SQLite here.
fn keep_day(bank: CentralBank, day: &DailyRates) -> Statement<'_> {
    let insert = "INSERT INTO exchange_rates (bank, date, currency, rate) VALUES ";
    let mut statement = Statement::new(insert).once();
    for (i, (currency, rate)) in day.rates.iter().enumerate() {
        statement = statement
            .sql(if i == 0 { "(" } else { ", (" })
            .values([
                bank.name().into(),
                day.date.into(),
                currency.as_str().into(),
                Some(AsExact(*rate)).into(),
            ])
            .sql(")");
    }
    statement.sql(" ON CONFLICT DO NOTHING")
}
