//! The windows that requests are counted in, as rows.

use super::{
    conn::{Conn, Db},
    shared::sql::{FromRow, Result, Statement},
};
use crate::error::translate;
use access::{ApiKeyId, Counted, CountedId, WINDOW_SECONDS, Window};
use diesel_async::SimpleAsyncConnection;
use std::borrow::Cow;
use time::OffsetDateTime;
use uuid::Uuid;

/// The subject and the operation.
pub(super) type Name = (CountedId, Cow<'static, str>);

columns! {
    pub(super) struct WindowRow {
        pub(super) subject_id: Uuid,
        pub(super) operation: String,
        pub(super) window_start: i64,
        pub(super) count: i64,
    }
}

/// The windows that have not ended.
pub(super) fn standing(now: i64) -> Statement<'static> {
    sql!(
        "SELECT subject_id, operation, window_start, count FROM request_windows
         WHERE window_start > {}",
        now - WINDOW_SECONDS
    )
}

/// Writes them in a transaction of their own.
pub(super) async fn keep_at_once(conn: &mut Conn, changed: &[(Name, Window)]) -> Result<()> {
    conn.batch_execute("BEGIN IMMEDIATE").await.map_err(translate)?;
    let kept = keep(conn, changed).await;
    let end = if kept.is_ok() { "COMMIT" } else { "ROLLBACK" };
    conn.batch_execute(end).await.map_err(translate)?;
    kept
}

/// Writes the counts to the file.
pub(super) async fn keep(conn: &mut Conn, changed: &[(Name, Window)]) -> Result<()> {
    for ((subject, operation), window) in changed {
        upsert(*subject, operation, *window).execute(conn).await?;
        let used = OffsetDateTime::from_unix_timestamp(window.start).ok();
        if operation == Counted::Key(ApiKeyId(subject.0)).operation() {
            sql!(
                "UPDATE api_keys SET last_used_at = {used}
                 WHERE id = {id} AND (last_used_at IS NULL OR last_used_at < {used})",
                used = used,
                id = subject.0,
            )
            .execute(conn)
            .await?;
        }
    }
    Ok(())
}

fn upsert(subject: CountedId, operation: &str, window: Window) -> Statement<'_> {
    sql!(
        "INSERT INTO request_windows (subject_id, operation, window_start, count)
         VALUES ({}, {}, {}, {}) ON CONFLICT (subject_id, operation) DO UPDATE SET
           window_start = excluded.window_start, count = excluded.count",
        subject.0,
        operation,
        window.start,
        i64::from(window.count)
    )
}
