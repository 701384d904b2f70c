use super::{Postgres, shared::statement::Statement};
use crate::{
    error::{known, translate},
    sql_types::{AsId, BigInt, Integer},
};
use access::{OrganizationId, WINDOW_SECONDS, Window};
use diesel_async::RunQueryDsl;
use persistence::StoreError;

impl Postgres {
    /// In the database, for all processes. One statement: [`Window::with_request`] in SQL.
    pub(super) async fn counted(
        &self,
        organization: OrganizationId,
        operation: &'static str,
        now: i64,
    ) -> Result<Window, StoreError> {
        let statement = count_one(organization, operation, now);
        let (start, count): (i64, i32) =
            statement.get_result(&mut &*self.writer().await?).await.map_err(translate)?;
        let count = known("count", &count.to_string(), u32::try_from(count).ok())?;
        Ok(Window { start, count })
    }
}

/// The window that is kept, when it has neither passed nor lies ahead; else a new one.
fn count_one(
    organization: OrganizationId,
    operation: &'static str,
    now: i64,
) -> Statement<'static, (BigInt, Integer)> {
    let is_current = "CASE WHEN excluded.window_start - r.window_start BETWEEN 0 AND ";
    Statement::new(
        "INSERT INTO request_counts AS r (organization_id, operation, window_start, count) VALUES (",
    )
    .values([AsId::from(organization).into(), operation.into(), now.into()])
    .sql(", 1) ON CONFLICT (organization_id, operation) DO UPDATE SET window_start = ")
    .sql(is_current)
    .value(WINDOW_SECONDS - 1)
    .sql(" THEN r.window_start ELSE excluded.window_start END, count = ")
    .sql(is_current)
    .value(WINDOW_SECONDS - 1)
    .sql(" THEN r.count + 1 ELSE 1 END RETURNING window_start, count")
}
