//! Lines of statements under their locks.

use super::{
    super::super::sql::*,
    rows::{LINE_COLUMNS, LineRow},
};
use access::OrganizationId;
use bank_statements::{LineId, LineRecord};

/// Those of the lines that are there, by their ids, locked until the transaction ends: before any invoice, in the order
/// of [`super::counts`].
pub(super) async fn locked(
    conn: &mut Conn,
    organization: OrganizationId,
    ids: &[LineId],
) -> Result<Vec<LineRecord>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let lock = sql!(
        "SELECT {} FROM bank_statement_lines WHERE organization_id = {} AND id IN {}
         ORDER BY id {for_update}",
        LINE_COLUMNS,
        organization,
        list(ids.iter().map(|id| id.0))
    );
    let rows: Vec<LineRow> = lock.all(conn).await?;
    rows.into_iter().map(LineRow::into_domain).collect()
}

/// Stores what a line is now.
pub(super) async fn keep(
    conn: &mut Conn,
    organization: OrganizationId,
    line: &LineRecord,
) -> Result<()> {
    let update = sql!(
        "UPDATE bank_statement_lines SET state = {}, reason = {}, invoice_id = {}
         WHERE organization_id = {} AND id = {}",
        line.state.name(),
        line.reason.name(),
        line.invoice.map(|invoice| invoice.0),
        organization,
        line.id.0
    );
    update.execute(conn).await.map(drop)
}
