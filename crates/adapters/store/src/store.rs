use crate::{
    NotReady, Postgres, SecretsKeyFits, Sqlite, StoreOptions, database_url::DatabaseUrl,
    error::backend, timing::counted,
};
use persistence::{OneOfTwo, StoreError, Which};
use time::OffsetDateTime;

/// Calls the same method on either backend.
macro_rules! either {
    ($self:ident, $store:ident => $call:expr) => {
        match $self {
            Self::Sqlite($store) => $call,
            Self::Postgres($store) => $call,
        }
    };
}

/// Billhook's storage. Cheap to clone: clones share connections.
#[derive(Clone)]
pub enum Store {
    /// An embedded database: one file, one serving process.
    Sqlite(Sqlite),
    /// A server, for any number of processes.
    Postgres(Box<Postgres>),
}

impl Store {
    /// Opens `sqlite:<path>` (the file is created if it does not exist), or `postgres://…`, which must be reachable.
    /// Does not touch the schema: see [`Store::migrate`].
    ///
    /// # Errors
    /// [`StoreError::Backend`] with a [`crate::DatabaseUrlError`], or with the error of the database; never with the
    /// password.
    pub async fn open(url: &str, options: StoreOptions) -> Result<Self, StoreError> {
        match DatabaseUrl::parse(url).map_err(backend)? {
            DatabaseUrl::Sqlite(path) => Sqlite::open(&path, &options).await.map(Self::Sqlite),
            DatabaseUrl::Postgres(url) => {
                Postgres::open(&url, &options).await.map(Box::new).map(Self::Postgres)
            }
        }
    }

    /// Brings the schema up to date. Safe when many processes call it at once: one migrates, the others wait. Returns
    /// how many migrations were run.
    ///
    /// # Errors
    /// [`StoreError::Backend`]: the schema is as before the migration that failed.
    pub async fn migrate(&self) -> Result<usize, StoreError> {
        either!(self, store => store.migrate().await)
    }

    /// Whether the store can be used: the database answers, and no migration is pending. Cheap (two
    /// small queries), waits for no lock, changes nothing; made for readiness probes.
    ///
    /// # Errors
    /// [`NotReady`], which says why.
    pub async fn check_ready(&self) -> Result<(), NotReady> {
        match self.pending_migrations().await? {
            0 => Ok(()),
            pending => Err(NotReady::PendingMigrations(pending)),
        }
    }

    /// Checks that the database accepts writes: a full disk, and a server that has become a standby, still answer
    /// queries. Writes one row, the same each time.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn check_writable(&self, now: OffsetDateTime) -> Result<(), StoreError> {
        either!(self, store => store.write_heartbeat(now).await)
    }

    /// Compares the secrets key with the one that the stored secrets were encrypted with; a database without a mark of
    /// its key gets one of this key. Without a key, and with an older schema, nothing is compared.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn compare_secrets_key(
        &self,
        now: OffsetDateTime,
    ) -> Result<SecretsKeyFits, StoreError> {
        either!(self, store => store.compare_secrets_key(now).await)
    }

    /// Makes this the key of the secrets from now on; the secrets of another key are lost.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn take_secrets_key(&self, now: OffsetDateTime) -> Result<(), StoreError> {
        either!(self, store => store.take_secrets_key(now).await)
    }

    /// The number of migrations of this version that the schema lacks. Changes nothing.
    ///
    /// # Errors
    /// [`StoreError::Backend`].
    pub async fn pending_migrations(&self) -> Result<usize, StoreError> {
        either!(self, store => store.pending_migrations().await)
    }

    /// The time of the database server's clock, which all processes share. `None` on SQLite, which runs in this
    /// process.
    ///
    /// # Errors
    /// [`StoreError::Backend`].
    pub async fn time(&self) -> Result<Option<OffsetDateTime>, StoreError> {
        match self {
            Self::Sqlite(_) => Ok(None),
            Self::Postgres(store) => store.time().await.map(Some),
        }
    }

    /// `sqlite` or `postgres`, for logs.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Sqlite(_) => "sqlite",
            Self::Postgres(_) => "postgres",
        }
    }
}

/// By this the store implements every port that both backends implement.
impl OneOfTwo for Store {
    type One = Sqlite;
    type Other = Postgres;

    fn which(&self) -> Which<'_, Sqlite, Postgres> {
        match self {
            Self::Sqlite(store) => Which::One(store),
            Self::Postgres(store) => Which::Other(store),
        }
    }

    fn pass<T: Send>(call: impl Future<Output = T> + Send) -> impl Future<Output = T> + Send {
        counted(call)
    }
}
