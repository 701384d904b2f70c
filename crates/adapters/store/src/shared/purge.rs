//! Deletes in batches: others write between them, and none takes as long as a statement may. However much has gathered,
//! each batch that was deleted stays deleted.

use super::sql::*;

/// Rows at once.
pub(super) const BATCH: i64 = 1_000;

/// Deletes by this statement, which takes at most so many rows, until it finds fewer. Returns how many.
pub(super) async fn in_batches(
    store: &Backend,
    batch: impl Fn(i64) -> Statement<'static> + Send + Sync,
) -> Result<usize> {
    let mut all = 0;
    loop {
        let mut conn = store.writer().await?;
        let deleted = batch(BATCH).execute(&mut conn).await?;
        drop(conn);
        all += deleted;
        if i64::try_from(deleted).unwrap_or(i64::MAX) < BATCH {
            return Ok(all);
        }
    }
}
