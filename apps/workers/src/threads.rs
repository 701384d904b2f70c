use std::future::Future;
use tokio::{
    runtime::{Builder, Handle, Runtime},
    task::JoinHandle,
};

/// The threads of the workers, one for each core. A server's own threads have each their requests, and the
/// thread that starts everything would have all deliveries to itself.
pub(super) struct Threads(Option<Runtime>);

impl Threads {
    /// Where no threads can be had, the caller's do the work.
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
            // a runtime must not wait for its threads within another
            threads.shutdown_background();
        }
    }
}
