//! Seats: who occupies one, and which are paid for.

use super::super::super::{queue::job_row, sql::*};
use crate::{error::backend, names};
use access::OrganizationId;
use jobs::NewJob;
use members::{SeatCharge, SeatStore, Seats};
use service_day::Month;
use time::OffsetDateTime;
use uuid::Uuid;

columns! {
    struct SeatsRow {
        organization_id: Uuid,
        plan: String,
        used: i64,
        paid: i64,
    }
}

impl SeatsRow {
    fn into_domain(self) -> Result<(OrganizationId, Seats)> {
        let count = |count: i64| u32::try_from(count).map_err(backend);
        let (used, paid) = (count(self.used)?, count(self.paid)?);
        let seats = Seats { plan: names::plan(&self.plan)?, used, paid };
        Ok((OrganizationId(self.organization_id), seats))
    }
}

/// The seats of `organizations o` in a month.
fn select(month: Month) -> Statement<'static> {
    sql!(
        "SELECT o.id AS organization_id, o.plan,
           (SELECT count(*) FROM memberships m WHERE m.organization_id = o.id) AS used,
           (SELECT count(*) FROM paid_seats s
            WHERE s.organization_id = o.id AND s.month = {}) AS paid
         FROM organizations o",
        month.first()
    )
}

fn of_one(organization: OrganizationId, month: Month) -> Statement<'static> {
    select(month).then(sql!(" WHERE o.id = {}", organization))
}

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl SeatStore for Backend {
    async fn seats(&self, organization: OrganizationId, month: Month) -> Result<Seats> {
        let mut conn = self.reader().await?;
        let row: SeatsRow = of_one(organization, month).one(read_conn!(conn)).await?;
        row.into_domain().map(|(_, seats)| seats)
    }

    async fn keep_paid_seat(&self, charge: &SeatCharge, now: OffsetDateTime) -> Result<()> {
        let row = row!("paid_seats",
            organization_id: charge.organization,
            month: charge.month.first(),
            number: i32::try_from(charge.number).map_err(backend)?,
            paid_at: now,
        );
        let mut conn = self.writer().await?;
        row.insert().then(sql!(" ON CONFLICT DO NOTHING")).execute(&mut conn).await.map(drop)
    }

    async fn keep_unpaid(
        &self,
        organization: OrganizationId,
        month: Month,
        mail: &NewJob,
        now: OffsetDateTime,
    ) -> Result<()> {
        let mut transaction = self.begin().await?;
        let kept = keep_unpaid(transaction.conn(), (organization, month), mail, now).await;
        transaction.finish(kept).await
    }

    async fn organizations_larger_than(
        &self,
        members: u32,
        month: Month,
        after: Option<OrganizationId>,
        limit: u16,
    ) -> Result<Vec<(OrganizationId, Seats)>> {
        let larger = sql!(
            " WHERE o.id IN (SELECT m.organization_id FROM memberships m
               WHERE m.organization_id > {} GROUP BY m.organization_id HAVING count(*) > {}
               ORDER BY m.organization_id LIMIT {})
             ORDER BY o.id",
            after.map_or(Uuid::nil(), |after| after.0),
            i64::from(members),
            i64::from(limit)
        );
        let mut conn = self.reader().await?;
        let rows: Vec<SeatsRow> = select(month).then(larger).all(read_conn!(conn)).await?;
        rows.into_iter().map(SeatsRow::into_domain).collect()
    }
}

async fn keep_unpaid(
    conn: &mut Conn,
    (organization, month): (OrganizationId, Month),
    mail: &NewJob,
    now: OffsetDateTime,
) -> Result<()> {
    let row = row!("unpaid_seats", organization_id: organization, month: month.first());
    let once = sql!(" ON CONFLICT DO NOTHING");
    if row.insert().then(once).execute(conn).await? == 1 {
        job_row(mail, now).insert().execute(conn).await?;
    }
    Ok(())
}

/// Checks that there is a seat for one more member. The organization is locked.
///
/// # Errors
/// [`StoreError::LimitReached`].
pub(super) async fn find_seat(
    conn: &mut Conn,
    organization: OrganizationId,
    now: OffsetDateTime,
) -> Result<()> {
    let month = Month::of(service_day::date(now));
    let row: SeatsRow = of_one(organization, month).one(conn).await?;
    let (_, seats) = row.into_domain()?;
    if seats.has_room() { Ok(()) } else { Err(StoreError::LimitReached) }
}
