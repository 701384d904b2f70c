//! Opens the file: the settings of a connection depend on its role.

use super::conn::Conn;
use crate::{StoreOptions, error::backend};
use diesel::{ConnectionError, ConnectionResult, result::Error as DieselError};
use diesel_async::{
    AsyncConnection, SimpleAsyncConnection,
    pooled_connection::{
        AsyncDieselConnectionManager, ManagerConfig, RecyclingMethod, deadpool::Pool,
    },
};
use futures_util::FutureExt;
use persistence::StoreError;
use std::{fs::OpenOptions, os::unix::fs::OpenOptionsExt, time::Instant};

/// Why the file cannot be opened.
#[derive(Debug, thiserror::Error)]
#[error("cannot open the SQLite file {path}")]
pub(super) struct CannotOpen {
    pub(super) path: String,
    #[source]
    pub(super) error: ConnectionError,
}

/// The role of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Writer,
    /// Writes without waiting for the disk.
    AsyncCommit,
    Reader,
}

/// Creates the file, if it does not exist, with access for its owner only; SQLite gives its logs the same mode. An
/// existing file keeps its mode. Errors are ignored here: SQLite reports them when it opens the file.
pub(super) fn make_private(path: &str) {
    if !path.starts_with("file:") {
        _ = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
    }
}

/// Opens a connection. When several processes enable WAL at the same time it fails at once, whatever the busy timeout,
/// so it is retried until that timeout.
pub(super) async fn open(path: &str, role: Role, options: &StoreOptions) -> ConnectionResult<Conn> {
    let mut conn = Conn::establish(path).await?;
    let setup = setup(role, options);
    let give_up = Instant::now() + options.busy_timeout;
    loop {
        match conn.batch_execute(&setup).await {
            Ok(()) => return Ok(conn),
            Err(error) if is_locked(&error) && Instant::now() < give_up => {
                tokio::time::sleep(std::time::Duration::from_millis(10)).await;
            }
            Err(error) => return Err(ConnectionError::CouldntSetupConfiguration(error)),
        }
    }
}

/// The cache (KiB) holds the pages that the invoices of many organizations change, and checkpoints (pages, 16 MiB)
/// copy many changes from the log into the file at once.
const WRITING: &str = "PRAGMA cache_size=-16384; PRAGMA wal_autocheckpoint=4096;";

fn setup(role: Role, options: &StoreOptions) -> String {
    let busy = options.busy_timeout.as_millis();
    let role = match role {
        Role::Writer => {
            format!("PRAGMA synchronous={}; {WRITING}", options.synchronous.pragma())
        }
        Role::AsyncCommit => format!("PRAGMA synchronous=NORMAL; {WRITING}"),
        Role::Reader => "PRAGMA query_only=ON;".to_owned(),
    };
    format!("PRAGMA busy_timeout={busy}; PRAGMA journal_mode=WAL; PRAGMA foreign_keys=ON; {role}")
}

fn is_locked(error: &DieselError) -> bool {
    matches!(error, DieselError::DatabaseError(_, info) if info.message().contains("locked"))
}

/// The pool of reading connections.
pub(super) fn readers(path: &str, options: &StoreOptions) -> Result<Pool<Conn>, StoreError> {
    let mut config = ManagerConfig::default();
    config.recycling_method = RecyclingMethod::Fast;
    let reader = options.clone();
    config.custom_setup = Box::new(move |path| {
        let options = reader.clone();
        async move { open(path, Role::Reader, &options).await }.boxed()
    });
    let manager = AsyncDieselConnectionManager::<Conn>::new_with_config(path, config);
    Pool::builder(manager).max_size(options.readers.max(1)).build().map_err(backend)
}
