//! Counts calls in memory, and writes the counts to the file a moment later.

use super::{
    database::Sqlite,
    request_windows::{keep, standing},
    shared::{
        people::{
            access::found::{KeyRow, USABLE_KEY},
            oauth::connections::{FoundRow, NamedConnection, found},
        },
        sql::{Result, Statement},
    },
};
use access::{ApiKeyId, Counted, OrganizationId, Window};
use std::time::Duration;
use time::OffsetDateTime;
use tokio::runtime::Handle;

/// How long counts may be in memory only.
const KEPT_AFTER: Duration = Duration::from_millis(500);

impl Sqlite {
    pub(super) async fn counted(&self, counted: Counted, now: i64) -> Result<Window> {
        self.requests.loaded.get_or_try_init(|| self.load_counts(now)).await?;
        let (window, unscheduled) = self.requests.count(counted, now);
        if unscheduled && let Ok(runtime) = Handle::try_current() {
            let store = self.clone();
            runtime.spawn(async move {
                tokio::time::sleep(KEPT_AFTER).await;
                // when it fails the counts are still in memory, and the next count tries again
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
        let counted = Counted::Key(ApiKeyId(key.id));
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

    /// Writes the counts to the file. A power cut may undo it.
    pub(super) async fn keep_counts(&self) -> Result<()> {
        let changed = self.requests.take_changed();
        if changed.is_empty() {
            return Ok(());
        }
        let mut transaction = self.begin_async_commit().await?;
        let kept = keep(transaction.conn(), &changed).await;
        let kept = transaction.finish(kept).await;
        if kept.is_err() {
            self.requests.still_changed(changed);
        }
        kept
    }

    async fn load_counts(&self, now: i64) -> Result<()> {
        let mut conn = self.reader().await?;
        self.requests.load(standing(now).all(&mut conn).await?)
    }
}
