//! The number of a new invoice: the caller's own, or the next free one of the series.

use super::super::super::sql::*;
use access::OrganizationId;
use invoicing::{Draft, numbering::NumberSource};
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
        NumberSource::Series { invoice_type, format, year } => {
            let year_of_count = format.counted_year(*year);
            let next = next_count(draft.organization, invoice_type.name(), year_of_count);
            let count = next.one(conn).await?;
            Ok(Drawn { number: format.number(*year, count), count })
        }
    }
}

/// Draws the next number of a series; its row stays locked until the transaction ends.
pub(in super::super::super) fn next_count(
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
    let NumberSource::Series { invoice_type, format, year } = &draft.number else {
        return Err(StoreError::Taken(taken.number));
    };
    let ahead = taken.count + 1..=taken.count + AHEAD;
    let numbers: Vec<String> = ahead.clone().map(|count| format.number(*year, count)).collect();
    let known = sql!(
        "SELECT number FROM invoices WHERE organization_id = {} AND number IN {}",
        draft.organization,
        list(&numbers)
    );
    let known: HashSet<String> = known.all(conn).await?.into_iter().collect();
    let free = ahead.zip(&numbers).find(|(_, number)| !known.contains(*number));
    let free = free.map_or(taken.count + AHEAD + 1, |(count, _)| count);
    // the row has been locked since the first draw
    let skip = sql!(
        "UPDATE number_counters SET next = {}
         WHERE organization_id = {} AND invoice_type = {} AND year = {}",
        free,
        draft.organization,
        invoice_type.name(),
        format.counted_year(*year)
    );
    skip.execute(conn).await?;
    draw(conn, draft).await
}
