use super::{
    Postgres,
    shared::sql::{Result, Statement},
};
use crate::error::known;
use access::{OrganizationId, WINDOW_SECONDS, Window};

impl Postgres {
    /// In the database, for all processes. One statement: [`Window::with_request`] in SQL.
    pub(super) async fn counted(
        &self,
        organization: OrganizationId,
        operation: &'static str,
        now: i64,
    ) -> Result<Window> {
        let count = count_one(organization, operation, now);
        let (start, count): (i64, i32) = count.one(&mut &*self.writer().await?).await?;
        let count = known("count", &count.to_string(), u32::try_from(count).ok())?;
        Ok(Window { start, count })
    }
}

/// The window that is kept, when it has neither passed nor lies ahead; else a new one.
fn count_one(
    organization: OrganizationId,
    operation: &'static str,
    now: i64,
) -> Statement<'static> {
    sql!(
        "INSERT INTO request_counts AS r (organization_id, operation, window_start, count)
         VALUES ({organization}, {operation}, {now}, 1)
         ON CONFLICT (organization_id, operation) DO UPDATE SET
           window_start = CASE WHEN excluded.window_start - r.window_start BETWEEN 0 AND {last}
             THEN r.window_start ELSE excluded.window_start END,
           count = CASE WHEN excluded.window_start - r.window_start BETWEEN 0 AND {last}
             THEN r.count + 1 ELSE 1 END
         RETURNING window_start, count",
        organization = organization,
        operation = operation,
        now = now,
        last = WINDOW_SECONDS - 1,
    )
}
