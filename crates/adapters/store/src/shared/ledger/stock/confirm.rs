//! Confirms a document, which moves its items: under its own lock first, then those of the items.

use super::{
    super::super::{
        idempotency::keep_answer, invoicing::invoices::number::draw_count, once, sql::*,
    },
    documents, held,
};
use access::OrganizationId;
use idempotency::{Answer, Lease};
use stock::{
    Confirmed, DocumentKind, Held, StockDocument, StockDocumentId, StockError, StockSeries,
};
use time::OffsetDateTime;

pub(super) async fn confirm<D>(
    conn: &mut Conn,
    (organization, id): (OrganizationId, StockDocumentId),
    (lease, now): (Option<&Lease>, OffsetDateTime),
    decide: D,
) -> std::result::Result<Answer, StockError>
where
    D: Fn(&StockDocument, &str, &Held) -> std::result::Result<(Confirmed, Answer), StockError>,
{
    let lock = documents::find(organization, id).then(sql!(" {for_change}"));
    let document = lock.one::<documents::Row>(conn).await?.into_domain()?;
    let series = StockSeries::of(&document);
    let count = draw_count(organization, series.name(), series.year).one(conn).await?;
    let places = document.places();
    let mut held = held::read(read_conn!(conn), organization, &places, now, held::locked).await?;
    if document.kind == DocumentKind::Count {
        held.later = held::later(read_conn!(conn), organization, &places, document.day).await?;
    }
    let (Confirmed { document, booked }, answer) = decide(&document, &series.number(count), &held)?;
    let lines = documents::lines(&document)?;
    once(documents::update(organization, &document, &lines).execute(conn).await?)?;
    held::keep(conn, organization, &booked).await?;
    keep_answer(conn, organization, lease.map(|lease| (lease, now)), &answer).await?;
    Ok(answer)
}
