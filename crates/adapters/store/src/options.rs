use crate::SecretsKey;
use std::time::Duration;

/// How a store is opened. [`StoreOptions::default`] suits a small installation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreOptions {
    /// PostgreSQL: the most connections of this process.
    pub connections: usize,
    /// PostgreSQL: how long a request waits for a connection.
    pub acquire_timeout: Duration,
    /// PostgreSQL: how long a statement may run, waiting for locks included.
    pub statement_timeout: Duration,
    /// PostgreSQL: how long a transaction may be idle before the server ends it.
    pub idle_in_transaction_timeout: Duration,
    /// SQLite: the number of connections that read; one more writes.
    pub readers: usize,
    /// SQLite: how long to wait for another process that is writing to the file.
    pub busy_timeout: Duration,
    /// SQLite: when a commit is reported as done.
    pub synchronous: Synchronous,
    /// Encrypts the secrets that must be read again, such as those that sign webhooks. Without it such a secret cannot
    /// be stored.
    pub secrets_key: Option<SecretsKey>,
}

impl Default for StoreOptions {
    fn default() -> Self {
        Self {
            connections: 16,
            acquire_timeout: Duration::from_secs(5),
            statement_timeout: Duration::from_secs(15),
            idle_in_transaction_timeout: Duration::from_secs(30),
            readers: 4,
            busy_timeout: Duration::from_secs(5),
            synchronous: Synchronous::Full,
            secrets_key: None,
        }
    }
}

/// When SQLite reports a commit as done (`PRAGMA synchronous`, in WAL mode).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Synchronous {
    /// When it is on the disk: an acknowledged invoice is never lost.
    #[default]
    Full,
    /// Before it is on the disk: it survives a crash of the process, but a power cut may lose the latest ones. Faster.
    Normal,
}

impl Synchronous {
    pub(crate) const fn pragma(self) -> &'static str {
        match self {
            Synchronous::Full => "FULL",
            Synchronous::Normal => "NORMAL",
        }
    }
}
