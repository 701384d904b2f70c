//! Requests counted in the database, for all processes.

use super::{
    Db, Postgres,
    shared::{
        access::found::{KeyRow, USABLE_KEY},
        sql::{Both, Fragment, FromRow, Result, Statement},
    },
};
use crate::error::known;
use access::{Counted, OrganizationId, WINDOW_SECONDS, Window};
use time::OffsetDateTime;

/// [`Window::with_request`] in SQL: the window that is kept, when it has neither passed nor lies ahead;
/// else a new one.
const COUNT_ON: Fragment = Fragment(
    "ON CONFLICT (subject_id, operation) DO UPDATE SET
       window_start = CASE WHEN excluded.window_start - w.window_start BETWEEN 0 AND {last}
         THEN w.window_start ELSE excluded.window_start END,
       count = CASE WHEN excluded.window_start - w.window_start BETWEEN 0 AND {last}
         THEN w.count + 1 ELSE 1 END
     RETURNING window_start, count",
);

columns! {
    struct WindowRow {
        window_start: i64,
        count: i32,
    }
}

impl WindowRow {
    fn into_domain(self) -> Result<Window> {
        let count = known("count", &self.count.to_string(), u32::try_from(self.count).ok())?;
        Ok(Window { start: self.window_start, count })
    }
}

impl Postgres {
    pub(super) async fn counted(&self, counted: Counted, now: i64) -> Result<Window> {
        let row = count_one(counted, now).one::<WindowRow>(&mut &*self.writer().await?).await?;
        row.into_domain()
    }

    /// One trip, of which only a counted key waits for a lock: that of its own window.
    pub(super) async fn found_and_counted(
        &self,
        hash: &[u8; 32],
        named: Option<OrganizationId>,
        now: OffsetDateTime,
    ) -> Result<Option<(KeyRow, Window)>> {
        let found = find_and_count(hash, named, now).first(&mut &*self.writer().await?).await?;
        let Some(Both(key, window)): Option<Both<KeyRow, WindowRow>> = found else {
            return Ok(None);
        };
        Ok(Some((key, window.into_domain()?)))
    }

    /// They are in the database already.
    pub(super) async fn keep_counts(&self) -> Result<()> {
        Ok(())
    }
}

fn count_one(counted: Counted, now: i64) -> Statement<'static> {
    sql!(
        "INSERT INTO request_windows AS w (subject_id, operation, window_start, count)
         VALUES ({subject}, {operation}, {second}, 1) {count_on}",
        subject = counted.subject(),
        operation = counted.operation(),
        second = now,
        count_on = COUNT_ON,
        last = WINDOW_SECONDS - 1,
    )
}

/// Where a window begins, the key is said to be used; that does not wait for the disk.
fn find_and_count(
    hash: &[u8; 32],
    named: Option<OrganizationId>,
    now: OffsetDateTime,
) -> Statement<'_> {
    sql!(
        "WITH found AS MATERIALIZED ({key}),
           counted AS (
             INSERT INTO request_windows AS w (subject_id, operation, window_start, count)
             SELECT id, 'key', {second}, 1 FROM found {count_on}),
           used AS (
             UPDATE api_keys SET last_used_at = {now}
             WHERE id IN (SELECT id FROM found) AND EXISTS (SELECT 1 FROM counted WHERE count = 1))
         SELECT found.*, counted.window_start, counted.count{relaxed} FROM found, counted",
        key = USABLE_KEY,
        hash = &hash[..],
        named = named,
        now = now,
        second = now.unix_timestamp(),
        count_on = COUNT_ON,
        last = WINDOW_SECONDS - 1,
    )
}
