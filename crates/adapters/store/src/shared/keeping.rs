//! Rows about the installation itself: a test write, and a mark of the secrets key.

use super::{people::oauth, sql::*};
use crate::{SecretsKey, SecretsKeyFits, error::backend};
use time::OffsetDateTime;

/// The text that is sealed to compare keys; it is not a secret.
const MARK: &[u8] = b"the key of these secrets";

impl Backend {
    /// Writes the one row of `heartbeat`.
    pub(crate) async fn write_heartbeat(&self, now: OffsetDateTime) -> Result<()> {
        let mut conn = self.writer().await?;
        let beat = sql!(
            "INSERT INTO heartbeat (id, at) VALUES (1, {}) ON CONFLICT (id) DO UPDATE SET at = excluded.at",
            now
        );
        beat.execute(&mut conn).await.map(drop)
    }

    pub(crate) async fn compare_secrets_key(&self, now: OffsetDateTime) -> Result<SecretsKeyFits> {
        let Some(key) = self.secrets_key.clone() else { return Ok(SecretsKeyFits::Yes) };
        if self.pending_migrations().await? > 0 {
            return Ok(SecretsKeyFits::Yes);
        }
        if let Some(sealed) = self.secrets_mark().await? {
            return Ok(fits(&key, &sealed));
        }
        // a database of an older version, which may have secrets
        if !self.opens_signing_keys(&key, now).await? {
            return Ok(SecretsKeyFits::No);
        }
        self.keep_mark(&key, now, sql!(" ON CONFLICT (id) DO NOTHING")).await?;
        let kept = self.secrets_mark().await?;
        Ok(kept.map_or(SecretsKeyFits::Yes, |sealed| fits(&key, &sealed)))
    }

    pub(crate) async fn take_secrets_key(&self, now: OffsetDateTime) -> Result<()> {
        let Some(key) = self.secrets_key.clone() else { return Ok(()) };
        let instead = sql!(
            " ON CONFLICT (id) DO UPDATE SET sealed = excluded.sealed, created_at = excluded.created_at"
        );
        self.keep_mark(&key, now, instead).await
    }

    async fn secrets_mark(&self) -> Result<Option<Vec<u8>>> {
        reading!(self, conn => sql!("SELECT sealed FROM secrets_marks WHERE id = 1").first(conn))
    }

    async fn keep_mark(
        &self,
        key: &SecretsKey,
        now: OffsetDateTime,
        conflict: Statement<'static>,
    ) -> Result<()> {
        let sealed = key.seal(MARK, MARK).map_err(backend)?;
        let mut conn = self.writer().await?;
        let row = row!("secrets_marks", id: 1_i32, sealed: &sealed[..], created_at: now);
        row.insert().then(conflict).execute(&mut conn).await.map(drop)
    }

    async fn opens_signing_keys(&self, key: &SecretsKey, now: OffsetDateTime) -> Result<bool> {
        let mut conn = self.reader().await?;
        let rows = oauth::keys::published(now).all::<oauth::keys::KeyRow>(read_conn!(conn)).await?;
        Ok(rows.into_iter().all(|row| row.into_domain(Some(key)).is_ok()))
    }
}

fn fits(key: &SecretsKey, sealed: &[u8]) -> SecretsKeyFits {
    match key.open(sealed, MARK).is_ok_and(|mark| mark == MARK) {
        true => SecretsKeyFits::Yes,
        false => SecretsKeyFits::No,
    }
}
