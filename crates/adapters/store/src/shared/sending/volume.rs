//! The number of an organization's transactions over Peppol in a month, counted in the transaction that stores one.

use super::super::{events::insert_events, sql::*};
use crate::{error::backend, names};
use access::OrganizationId;
use peppol_connector::{ports::VolumeStore, volume::Volume};
use service_day::Month;
use time::OffsetDateTime;

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl VolumeStore for Backend {
    async fn transactions_of_month(
        &self,
        organization: OrganizationId,
        month: Month,
    ) -> Result<u64> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT transactions FROM peppol_volumes WHERE organization_id = {} AND month = {}",
            organization,
            month.first()
        );
        let used: Option<i64> = query.first(read_conn!(conn)).await?;
        used.map_or(Ok(0), |used| u64::try_from(used).map_err(backend))
    }
}

columns! {
    struct VolumeRow {
        transactions: i64,
        is_reported: bool,
    }
}

/// Counts one more transaction of the month, with the event that this may publish. The month stays locked until the
/// transaction ends, so of many concurrent ones only one publishes it.
pub(in super::super) async fn count(
    conn: &mut Conn,
    organization: OrganizationId,
    now: OffsetDateTime,
) -> Result<()> {
    let month = Month::of(service_day::date(now));
    let row = row!("peppol_volumes",
        organization_id: organization,
        month: month.first(),
        transactions: 1_i64,
        is_reported: false,
    );
    let one_more = sql!(
        " ON CONFLICT (organization_id, month)
          DO UPDATE SET transactions = peppol_volumes.transactions + 1
          RETURNING transactions, is_reported"
    );
    let VolumeRow { transactions, is_reported } = row.insert().then(one_more).one(conn).await?;
    if is_reported {
        return Ok(());
    }
    let plan = sql!("SELECT plan FROM organizations WHERE id = {}", organization);
    let plan = names::plan(&plan.one::<String>(conn).await?)?;
    let volume = Volume { used: u64::try_from(transactions).map_err(backend)?, is_reported };
    let Some(event) = volume.exceeded(organization, plan, now).map_err(backend)? else {
        return Ok(());
    };
    let reported = sql!(
        "UPDATE peppol_volumes SET is_reported = true WHERE organization_id = {} AND month = {}",
        organization,
        month.first()
    );
    reported.execute(conn).await?;
    insert_events(conn, &[event]).await
}
