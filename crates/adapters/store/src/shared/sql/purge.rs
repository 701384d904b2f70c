//! Deletes in batches, so that other writers run between them and no batch exceeds the statement timeout. Each batch
//! is committed by itself, so progress is never lost.

use super::*;

/// The most rows of a batch.
pub(crate) const BATCH: i64 = 1_000;

/// Deletes with this statement, which deletes at most its limit of rows, until it finds fewer. Returns how many were
/// deleted.
pub(crate) async fn in_batches(
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
