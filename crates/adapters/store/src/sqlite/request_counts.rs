//! Requests counted in memory: one process serves an SQLite file. What was counted is kept in the file a
//! moment later, so that a restart does not begin anew.

use super::{
    Conn, Db, Sqlite,
    shared::{
        access::found::{KeyRow, USABLE_KEY},
        oauth::connections::{FoundRow, NamedConnection, found},
        sql::{FromRow, Result, Statement},
    },
    writing::Writing,
};
use crate::error::known;
use access::{Counted, OrganizationId, WINDOW_SECONDS, Window};
use diesel_async::SimpleAsyncConnection;
use futures_util::FutureExt;
use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use time::OffsetDateTime;
use tokio::{runtime::Handle, sync::OnceCell};
use uuid::Uuid;

/// Windows that are kept before old ones are swept out.
const SWEPT_AT: usize = 10_000;

/// How long what was counted may be in memory only.
const KEPT_AFTER: Duration = Duration::from_millis(500);

/// Subject and operation.
type Name = (Uuid, Cow<'static, str>);

/// What was counted.
pub(super) struct RequestCounts {
    counts: Mutex<Counts>,
    loaded: OnceCell<()>,
    writing: Arc<tokio::sync::Mutex<Writing>>,
}

#[derive(Default)]
struct Counts {
    windows: HashMap<Name, Window>,
    /// Not in the file yet.
    changed: HashSet<Name>,
    /// Whether a task will put them there.
    is_scheduled: bool,
}

impl RequestCounts {
    pub(super) fn new(writing: &Arc<tokio::sync::Mutex<Writing>>) -> Self {
        let (counts, loaded) = Default::default();
        Self { counts, loaded, writing: Arc::clone(writing) }
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The window, and whether a task has to be made that keeps it.
    fn count(&self, counted: Counted, now: i64) -> (Window, bool) {
        let name: Name = (counted.subject(), counted.operation().into());
        let mut counts = self.counts();
        if counts.windows.len() >= SWEPT_AT {
            counts.windows.retain(|_, window| now - window.start < WINDOW_SECONDS);
        }
        let window = counts.windows.entry(name.clone()).or_default();
        *window = window.with_request(now);
        let window = *window;
        counts.changed.insert(name);
        (window, !mem::replace(&mut counts.is_scheduled, true))
    }

    /// What is to be kept now.
    fn take_changed(&self) -> Vec<(Name, Window)> {
        let mut counts = self.counts();
        counts.is_scheduled = false;
        let changed = mem::take(&mut counts.changed);
        let window = |name: Name| counts.windows.get(&name).map(|window| (name, *window));
        changed.into_iter().filter_map(window).collect()
    }

    /// What could not be kept: a later task tries again.
    fn still_changed(&self, changed: Vec<(Name, Window)>) {
        self.counts().changed.extend(changed.into_iter().map(|(name, _)| name));
    }

    /// Of a process that was here before; what is counted here already is newer.
    fn load(&self, rows: Vec<WindowRow>) -> Result<()> {
        let mut counts = self.counts();
        for WindowRow { subject_id, operation, window_start: start, count } in rows {
            let count = known("count", &count.to_string(), u32::try_from(count).ok())?;
            counts.windows.entry((subject_id, operation.into())).or_insert(Window { start, count });
        }
        Ok(())
    }
}

columns! {
    struct WindowRow {
        subject_id: Uuid,
        operation: String,
        window_start: i64,
        count: i64,
    }
}

/// The last moment's counts, when a process ends as it should. Calls run in place, so nothing waits.
impl Drop for RequestCounts {
    fn drop(&mut self) {
        let changed = self.take_changed();
        if changed.is_empty() {
            return;
        }
        if let Ok(mut writing) = self.writing.try_lock() {
            writing.commit_batch();
            _ = in_one_transaction(writing.relaxed(), &changed).now_or_never();
        }
    }
}

impl Sqlite {
    pub(super) async fn counted(&self, counted: Counted, now: i64) -> Result<Window> {
        self.requests.loaded.get_or_try_init(|| self.load_counts(now)).await?;
        let (window, unscheduled) = self.requests.count(counted, now);
        if unscheduled && let Ok(runtime) = Handle::try_current() {
            let store = self.clone();
            runtime.spawn(async move {
                tokio::time::sleep(KEPT_AFTER).await;
                // when it fails they are in memory still, and the next count tries again
                _ = store.keep_counts().await;
            });
        }
        Ok(window)
    }

    pub(super) async fn found_and_counted(
        &self,
        hash: &[u8; 32],
        named: Option<OrganizationId>,
        now: OffsetDateTime,
    ) -> Result<Option<(KeyRow, Window)>> {
        let key = {
            let mut conn = self.reader().await?;
            let key = sql!("{key}", key = USABLE_KEY, hash = &hash[..], named = named, now = now);
            key.first::<KeyRow>(&mut conn).await?
        };
        let Some(key) = key else { return Ok(None) };
        let counted = Counted::Key(access::ApiKeyId(key.id));
        let window = self.counted(counted, now.unix_timestamp()).await?;
        Ok(Some((key, window)))
    }

    pub(super) async fn connection_and_count(
        &self,
        (organization, id, now): NamedConnection,
    ) -> Result<Option<(FoundRow, Window)>> {
        let row = {
            let mut conn = self.reader().await?;
            found(organization, id).first::<FoundRow>(&mut conn).await?
        };
        let Some(row) = row else { return Ok(None) };
        let window = self.counted(Counted::Connection(id), now).await?;
        Ok(Some((row, window)))
    }

    /// Puts what was counted into the file. A power cut may undo it.
    pub(super) async fn keep_counts(&self) -> Result<()> {
        let changed = self.requests.take_changed();
        if changed.is_empty() {
            return Ok(());
        }
        let mut transaction = self.begin_relaxed().await?;
        let kept = keep(transaction.conn(), &changed).await;
        let kept = transaction.finish(kept).await;
        if kept.is_err() {
            self.requests.still_changed(changed);
        }
        kept
    }

    async fn load_counts(&self, now: i64) -> Result<()> {
        let mut conn = self.reader().await?;
        let rows = sql!(
            "SELECT subject_id, operation, window_start, count FROM request_windows
             WHERE window_start > {}",
            now - WINDOW_SECONDS
        );
        self.requests.load(rows.all(&mut conn).await?)
    }
}

async fn in_one_transaction(conn: &mut Conn, changed: &[(Name, Window)]) -> Result<()> {
    conn.batch_execute("BEGIN IMMEDIATE").await.map_err(crate::error::translate)?;
    let kept = keep(conn, changed).await;
    let end = if kept.is_ok() { "COMMIT" } else { "ROLLBACK" };
    conn.batch_execute(end).await.map_err(crate::error::translate)?;
    kept
}

async fn keep(conn: &mut Conn, changed: &[(Name, Window)]) -> Result<()> {
    for ((subject, operation), window) in changed {
        upsert(*subject, operation, *window).execute(conn).await?;
        let used = OffsetDateTime::from_unix_timestamp(window.start).ok();
        if operation == Counted::Key(access::ApiKeyId(*subject)).operation() {
            sql!(
                "UPDATE api_keys SET last_used_at = {used}
                 WHERE id = {id} AND (last_used_at IS NULL OR last_used_at < {used})",
                used = used,
                id = *subject,
            )
            .execute(conn)
            .await?;
        }
    }
    Ok(())
}

fn upsert(subject: Uuid, operation: &str, window: Window) -> Statement<'_> {
    sql!(
        "INSERT INTO request_windows (subject_id, operation, window_start, count)
         VALUES ({}, {}, {}, {}) ON CONFLICT (subject_id, operation) DO UPDATE SET
           window_start = excluded.window_start, count = excluded.count",
        subject,
        operation,
        window.start,
        i64::from(window.count)
    )
}
