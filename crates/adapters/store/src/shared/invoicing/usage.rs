//! The number of invoices of a month that an organization has issued, counted in the transaction that issues.

use super::super::sql::*;
use crate::error::backend;
use access::OrganizationId;
use invoicing::figures::{Usage, UsageStore};
use service_day::Month;

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl UsageStore for Backend {
    async fn invoices_of_month(&self, organization: OrganizationId, month: Month) -> Result<u64> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT invoices FROM usage_months WHERE organization_id = {} AND month = {}",
            organization,
            month.first()
        );
        let invoices: Option<i64> = query.first(read_conn!(conn)).await?;
        invoices.map_or(Ok(0), |invoices| u64::try_from(invoices).map_err(backend))
    }
}

/// Locks the month until the transaction ends, if the plan has a limit.
///
/// # Errors
/// [`StoreError::LimitReached`].
pub(crate) async fn make_room(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    usage: &Usage,
) -> Result<()> {
    let Some(at_most) = usage.at_most else { return Ok(()) };
    let row = row!("usage_months",
        organization_id: organization,
        month: usage.month.first(),
        invoices: 0_i64,
    );
    let lock = sql!(
        " ON CONFLICT (organization_id, month)
          DO UPDATE SET invoices = usage_months.invoices RETURNING invoices"
    );
    let issued: i64 = row.insert().then(lock).one(conn).await?;
    let is_full = u64::try_from(issued).is_ok_and(|issued| issued >= at_most);
    if is_full { Err(StoreError::LimitReached) } else { Ok(()) }
}

/// Counts one more invoice of the month.
pub(crate) async fn count(
    conn: &mut Conn,
    organization: OrganizationId,
    usage: &Usage,
) -> Result<()> {
    let counted = counted(organization, usage).insert();
    counted.then(sql!("{}", ONE_MORE)).execute(conn).await.map(drop)
}

/// The row that counts one more, to be inserted with [`ONE_MORE`].
pub(crate) fn counted(organization: OrganizationId, usage: &Usage) -> NewRow<'static> {
    row!("usage_months",
        organization_id: organization,
        month: usage.month.first(),
        invoices: 1_i64,
    )
}

/// Appended to the insertion of [`counted`].
pub(crate) const ONE_MORE: Fragment = Fragment(
    " ON CONFLICT (organization_id, month) DO UPDATE SET invoices = usage_months.invoices + 1",
);
