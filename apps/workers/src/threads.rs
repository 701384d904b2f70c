use std::future::Future;
use tokio::{
    runtime::{Builder, Handle, Runtime},
    task::JoinHandle,
};

/// The threads of the workers, one for each core. The server's threads serve requests, and the main thread alone would
/// be too slow for all deliveries.
pub(super) struct Threads(Option<Runtime>);

impl Threads {
    /// Starts the threads. When that fails, the caller's threads do the work.
    pub(super) fn start() -> Self {
        let threads = Builder::new_multi_thread().thread_name("worker").enable_all().build();
        if let Err(error) = &threads {
            tracing::warn!(%error, "workers share the threads of the server: their own cannot be started");
        }
        Self(threads.ok())
    }

    pub(super) fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) -> JoinHandle<()> {
        match &self.0 {
            Some(threads) => threads.spawn(work),
            None => Handle::current().spawn(work),
        }
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        if let Some(threads) = self.0.take() {
            // inside another runtime this one must not block on its threads
            threads.shutdown_background();
        }
    }
}
