//! How the file is opened: the settings of a connection by what it is for.

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

/// The file cannot be opened.
#[derive(Debug, thiserror::Error)]
#[error("cannot open the SQLite file {path}")]
pub(super) struct CannotOpen {
    pub(super) path: String,
    #[source]
    pub(super) error: ConnectionError,
}

/// What a connection is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Writer,
    /// Writes without waiting for the disk.
    Relaxed,
    Reader,
}

/// Makes the file, if there is none, for its owner alone; SQLite gives the logs beside it the same mode.
/// A file that is there keeps its mode. What goes wrong here SQLite says when it opens the file.
pub(super) fn make_private(path: &str) {
    if !path.starts_with("file:") {
        _ = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
    }
}

/// Opens a connection. Turning on WAL fails at once, whatever the busy timeout, when several
/// processes do it at the same time: tried again until that timeout.
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

/// The pages that many organizations' invoices change stay in memory (KiB), and are copied from the log
/// into the file once for many changes (pages, as in the file: 16 MiB).
const WRITING: &str = "PRAGMA cache_size=-16384; PRAGMA wal_autocheckpoint=4096;";

fn setup(role: Role, options: &StoreOptions) -> String {
    let busy = options.busy_timeout.as_millis();
    let role = match role {
        Role::Writer => {
            format!("PRAGMA synchronous={}; {WRITING}", options.synchronous.pragma())
        }
        Role::Relaxed => format!("PRAGMA synchronous=NORMAL; {WRITING}"),
        Role::Reader => "PRAGMA query_only=ON;".to_owned(),
    };
    format!("PRAGMA busy_timeout={busy}; PRAGMA journal_mode=WAL; PRAGMA foreign_keys=ON; {role}")
}

fn is_locked(error: &DieselError) -> bool {
    matches!(error, DieselError::DatabaseError(_, info) if info.message().contains("locked"))
}

/// The connections that read.
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
