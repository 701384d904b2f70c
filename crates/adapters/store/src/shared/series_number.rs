//! The number of a new invoice: the caller's own, or the next of the series that is free.

use super::super::Lane;
use super::{issued_rows::draw_number, statement::Statement};
use crate::{
    error::translate,
    schema::invoices::dsl,
    sql_types::{AsId, BigInt},
};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use invoicing::{Draft, NumberSource};
use persistence::StoreError;
use std::collections::HashSet;

/// How many numbers are looked at together once one was found taken: a firm may have brought
/// thousands of invoices with the very numbers that the series would draw.
const AHEAD: i64 = 200;

/// A number that may be taken by hand.
pub(crate) struct Drawn {
    pub(crate) number: String,
    /// Its place in the series.
    pub(crate) count: i64,
}

/// The caller's own number, or the next of the series.
pub(crate) async fn draw(conn: &mut Lane<'_>, draft: &Draft) -> Result<Drawn, StoreError> {
    match &draft.number {
        NumberSource::Own(number) => Ok(Drawn { number: number.clone(), count: 0 }),
        NumberSource::Series { invoice_type, format, year } => {
            let next: Statement<'_, BigInt> =
                draw_number(draft, invoice_type.name(), format.counted_year(*year));
            let count = next.get_result(conn).await.map_err(translate)?;
            Ok(Drawn { number: format.number(*year, count), count })
        }
    }
}

/// The next number after one that is taken.
///
/// # Errors
/// [`StoreError::Taken`] for the caller's own number: there is no next.
pub(crate) async fn draw_after(
    conn: &mut Lane<'_>,
    draft: &Draft,
    taken: Drawn,
) -> Result<Drawn, StoreError> {
    let NumberSource::Series { invoice_type, format, year } = &draft.number else {
        return Err(StoreError::Taken(taken.number));
    };
    let ahead = taken.count + 1..=taken.count + AHEAD;
    let numbers: Vec<String> = ahead.clone().map(|count| format.number(*year, count)).collect();
    let known: Vec<String> = dsl::invoices
        .filter(dsl::organization_id.eq(AsId::from(draft.organization)))
        .filter(dsl::number.eq_any(&numbers))
        .select(dsl::number)
        .load(conn)
        .await
        .map_err(translate)?;
    let known: HashSet<String> = known.into_iter().collect();
    let free = ahead.zip(&numbers).find(|(_, number)| !known.contains(*number));
    let free = free.map_or(taken.count + AHEAD + 1, |(count, _)| count);
    // the row is locked since the first draw
    let skip: Statement<'_, ()> = Statement::new("UPDATE number_counters SET next = ")
        .value(free)
        .sql(" WHERE organization_id = ")
        .value(AsId::from(draft.organization))
        .sql(" AND invoice_type = ")
        .value(invoice_type.name())
        .sql(" AND year = ")
        .value(format.counted_year(*year));
    skip.execute(conn).await.map_err(translate)?;
    draw(conn, draft).await
}
