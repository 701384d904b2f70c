//! The number of a new invoice: the caller's own, or the next free one of the series.

use super::super::super::sql::*;
use access::OrganizationId;
use invoicing::{
    Draft,
    numbering::{NumberSource, Series},
};
use std::collections::HashSet;

/// How many numbers are checked at once after one was found taken: an organization may have imported thousands of
/// invoices with the numbers that the series would draw.
const AHEAD: i64 = 200;

/// A number, which another invoice may have already.
pub(crate) struct Drawn {
    pub(crate) number: String,
    /// The count that it was made of.
    pub(crate) count: i64,
}

/// The caller's own number, or the next of the series.
pub(crate) async fn draw(conn: &mut ReadConn<'_>, draft: &Draft) -> Result<Drawn> {
    match &draft.number {
        NumberSource::Own(number) => Ok(Drawn { number: number.clone(), count: 0 }),
        NumberSource::Series(series) => {
            let (of, year) = (series.invoice_type.name(), series.counted_year());
            let count = draw_count(draft.organization, of, year).one(conn).await?;
            Ok(Drawn { number: series.number(count), count })
        }
        NumberSource::Advance { series, count } => {
            match advance(draft.organization, series, *count).execute(conn).await? {
                0 => Err(StoreError::Conflict),
                _ => Ok(Drawn { number: series.number(*count), count: *count }),
            }
        }
    }
}

/// Lets the series go on after a count, unless it has come past it; its row stays locked until the transaction ends.
fn advance(organization: OrganizationId, series: &Series, count: i64) -> Statement<'static> {
    sql!(
        "INSERT INTO number_counters (organization_id, invoice_type, year, next)
         VALUES ({}, {}, {}, {})
         ON CONFLICT (organization_id, invoice_type, year)
           DO UPDATE SET next = excluded.next WHERE number_counters.next < excluded.next",
        organization,
        series.invoice_type.name(),
        series.counted_year(),
        count + 1
    )
}

/// See [`invoicing::InvoiceStore::next_count`].
pub(super) async fn next_count(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    series: &Series,
    at_least: i64,
) -> Result<i64> {
    let next = sql!(
        "SELECT next FROM number_counters
         WHERE organization_id = {} AND invoice_type = {} AND year = {}",
        organization,
        series.invoice_type.name(),
        series.counted_year()
    );
    let next: Option<i64> = next.first(conn).await?;
    first_free(conn, organization, series, at_least.max(next.unwrap_or(1))).await
}

/// The first count from this one on whose number no invoice has.
async fn first_free(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    series: &Series,
    mut from: i64,
) -> Result<i64> {
    loop {
        let ahead = from..from.saturating_add(AHEAD);
        let numbers: Vec<String> = ahead.clone().map(|count| series.number(count)).collect();
        let known = sql!(
            "SELECT number FROM invoices WHERE organization_id = {} AND number IN {}",
            organization,
            list(&numbers)
        );
        let known: HashSet<String> = known.all(conn).await?.into_iter().collect();
        let free = ahead.zip(&numbers).find(|(_, number)| !known.contains(*number));
        match free {
            Some((count, _)) => return Ok(count),
            None => from = from.saturating_add(AHEAD),
        }
    }
}

/// Draws the next number of a series; its row stays locked until the transaction ends.
pub(in super::super::super) fn draw_count(
    organization: OrganizationId,
    series: &'static str,
    year: i32,
) -> Statement<'static> {
    sql!(
        "INSERT INTO number_counters (organization_id, invoice_type, year, next)
         VALUES ({}, {}, {}, 2)
         ON CONFLICT (organization_id, invoice_type, year)
           DO UPDATE SET next = number_counters.next + 1
         RETURNING next - 1",
        organization,
        series,
        year
    )
}

/// Draws the next number after one that is taken.
///
/// # Errors
/// [`StoreError::Taken`] for the caller's own number, which has no next one.
pub(crate) async fn draw_after(
    conn: &mut ReadConn<'_>,
    draft: &Draft,
    taken: Drawn,
) -> Result<Drawn> {
    let NumberSource::Series(series) = &draft.number else {
        return Err(StoreError::Taken(taken.number));
    };
    let free = first_free(conn, draft.organization, series, taken.count + 1).await?;
    // the row has been locked since the first draw
    let skip = sql!(
        "UPDATE number_counters SET next = {}
         WHERE organization_id = {} AND invoice_type = {} AND year = {}",
        free,
        draft.organization,
        series.invoice_type.name(),
        series.counted_year()
    );
    skip.execute(conn).await?;
    draw(conn, draft).await
}
