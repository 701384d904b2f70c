use super::Conn;
use crate::{StoreOptions, database_url::without_secrets, error::backend};
use deadpool::Runtime;
use diesel::ConnectionError;
use diesel_async::{
    AsyncConnection, SimpleAsyncConnection,
    pooled_connection::{
        AsyncDieselConnectionManager, ManagerConfig, RecyclingMethod,
        deadpool::{Object, Pool},
    },
};
use futures_util::FutureExt;
use persistence::StoreError;
use std::{fmt::Write, sync::Arc};

/// The connections of this process.
#[derive(Clone)]
pub(super) struct Connections {
    pool: Pool<Conn>,
    /// With the password: for migrations, which have a connection of their own.
    url: Arc<str>,
}

/// The server cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("PostgreSQL at {place}: {reason}")]
pub(super) struct Unusable {
    place: String,
    reason: String,
}

impl Connections {
    pub(super) fn new(url: &str, options: &StoreOptions) -> Result<Self, StoreError> {
        let mut config = ManagerConfig::default();
        config.recycling_method = RecyclingMethod::Fast;
        let settings: Arc<str> = settings(options).into();
        config.custom_setup = Box::new(move |url| {
            let settings = settings.clone();
            async move {
                let mut conn = Conn::establish(url).await?;
                conn.batch_execute(&settings)
                    .await
                    .map_err(ConnectionError::CouldntSetupConfiguration)?;
                Ok(conn)
            }
            .boxed()
        });
        let manager = AsyncDieselConnectionManager::<Conn>::new_with_config(url, config);
        let pool = Pool::builder(manager)
            .max_size(options.connections.max(1))
            .wait_timeout(Some(options.acquire_timeout))
            .create_timeout(Some(options.acquire_timeout))
            .runtime(Runtime::Tokio1)
            .build()
            .map_err(backend)?;
        Ok(Self { pool, url: url.into() })
    }

    pub(super) async fn get(&self) -> Result<Object<Conn>, Unusable> {
        self.pool.get().await.map_err(|error| self.unusable(&error))
    }

    /// A connection beside the pool, without its time limits.
    pub(super) async fn alone(&self) -> Result<Conn, Unusable> {
        Conn::establish(&self.url).await.map_err(|error| self.unusable(&error))
    }

    fn unusable(&self, error: &dyn std::error::Error) -> Unusable {
        let mut reason = error.to_string();
        let mut source = error.source();
        while let Some(cause) = source {
            _ = write!(reason, ": {cause}");
            source = cause.source();
        }
        Unusable { place: without_secrets(&self.url).to_owned(), reason }
    }
}

/// A commit that was answered is on the disk, whatever the server's default is; stronger ones stay. The
/// last makes the server notice in the middle of a statement that its client has gone; servers before
/// 14, and some systems, cannot.
fn settings(options: &StoreOptions) -> String {
    format!(
        "SET statement_timeout = {}; SET idle_in_transaction_session_timeout = {}; SET jit = off; \
         SELECT set_config('synchronous_commit', 'on', false) \
         WHERE current_setting('synchronous_commit') = 'off'; \
         DO $$ BEGIN PERFORM set_config('client_connection_check_interval', '1000', false); \
         EXCEPTION WHEN OTHERS THEN NULL; END $$",
        options.statement_timeout.as_millis(),
        options.idle_in_transaction_timeout.as_millis(),
    )
}
