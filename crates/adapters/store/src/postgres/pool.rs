use super::{conn::Conn, threads::Threads};
use crate::{
    StoreOptions,
    batcher::Spawner,
    database_url::{attended, without_secrets},
    error::{backend, met_a_former_primary},
};
use deadpool::{Runtime, managed::QueueMode};
use diesel::{ConnectionError, ConnectionResult};
use diesel_async::{
    AsyncConnection, SimpleAsyncConnection,
    pooled_connection::{
        AsyncDieselConnectionManager, ManagerConfig, RecyclingMethod,
        deadpool::{Object, Pool},
    },
};
use futures_util::{FutureExt, future::BoxFuture};
use persistence::StoreError;
use std::{fmt::Write, sync::Arc};
use tokio::task::JoinError;

/// The connections of this process.
#[derive(Clone)]
pub(super) struct Connections {
    pool: Pool<Conn>,
    threads: Arc<Threads>,
    /// The URL with its password, for migrations, which have a connection of their own.
    url: Arc<str>,
}

/// Why the server cannot be used.
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
        let threads = Arc::new(Threads::start().map_err(backend)?);
        let on = Arc::clone(&threads);
        config.custom_setup = Box::new(move |url| {
            let made = on.spawn(establish(url.to_owned(), Some(settings.clone())));
            async move { made.await.unwrap_or_else(|lost| Err(interrupted(&lost))) }.boxed()
        });
        let url = attended(url);
        let manager = AsyncDieselConnectionManager::<Conn>::new_with_config(&url, config);
        let pool = Pool::builder(manager)
            .max_size(options.connections.max(1))
            // the most recently used one has its plans and tables cached: few connections do all the work
            .queue_mode(QueueMode::Lifo)
            .wait_timeout(Some(options.acquire_timeout))
            .create_timeout(Some(options.acquire_timeout))
            .runtime(Runtime::Tokio1)
            .build()
            .map_err(backend)?;
        Ok(Self { pool, threads, url: url.into() })
    }

    pub(super) fn get(&self) -> BoxFuture<'_, Result<Object<Conn>, Unusable>> {
        async {
            if met_a_former_primary() {
                // connections in use find out by themselves
                self.pool.retain(|_, _| false);
            }
            self.pool.get().await.map_err(|error| self.unusable(&error))
        }
        .boxed()
    }

    /// A connection outside the pool, without its time limits.
    pub(super) async fn alone(&self) -> Result<Conn, Unusable> {
        let made = self.threads.spawn(establish(self.url.to_string(), None)).await;
        made.unwrap_or_else(|lost| Err(interrupted(&lost))).map_err(|error| self.unusable(&error))
    }

    /// The threads that drive the connections.
    pub(super) const fn threads(&self) -> &Arc<Threads> {
        &self.threads
    }

    /// Spawns work on these threads.
    pub(super) fn spawner(&self) -> Spawner {
        let threads = Arc::clone(&self.threads);
        Arc::new(move |work| drop(threads.spawn(work)))
    }

    fn unusable(&self, error: &dyn std::error::Error) -> Unusable {
        let mut reason = error.to_string();
        let mut source = error.source();
        while let Some(cause) = source {
            // an error of the pool ends with the text of its cause already
            let text = cause.to_string();
            if !reason.ends_with(&text) {
                _ = write!(reason, ": {text}");
            }
            source = cause.source();
        }
        Unusable { place: without_secrets(&self.url).to_owned(), reason }
    }
}

/// Establishes a connection on the runtime that polls this, with these settings.
async fn establish(url: String, settings: Option<Arc<str>>) -> ConnectionResult<Conn> {
    let mut conn = Conn::establish(&url).await?;
    if let Some(settings) = settings {
        let set = conn.batch_execute(&settings).await;
        set.map_err(ConnectionError::CouldntSetupConfiguration)?;
    }
    Ok(conn)
}

fn interrupted(lost: &JoinError) -> ConnectionError {
    ConnectionError::BadConnection(lost.to_string())
}

/// The settings of a connection. An answered commit is on the disk, whatever the server's default is; a stronger
/// setting stays. The last one makes the server notice during a statement that its client is gone; servers before 14,
/// and some systems, cannot. Messages are in English if the server allows it, because [`crate::error`] parses them.
fn settings(options: &StoreOptions) -> String {
    format!(
        "SET statement_timeout = {}; SET idle_in_transaction_session_timeout = {}; SET jit = off; \
         SELECT set_config('synchronous_commit', 'on', false) \
         WHERE current_setting('synchronous_commit') = 'off'; \
         DO $$ BEGIN PERFORM set_config('client_connection_check_interval', '1000', false); \
         EXCEPTION WHEN OTHERS THEN NULL; END $$; \
         DO $$ BEGIN PERFORM set_config('lc_messages', 'C', false); \
         EXCEPTION WHEN OTHERS THEN NULL; END $$",
        options.statement_timeout.as_millis(),
        options.idle_in_transaction_timeout.as_millis(),
    )
}
