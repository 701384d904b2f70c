use std::{future::Future, io};
use tokio::{
    runtime::{Builder, Handle, Runtime},
    task::JoinHandle,
};

/// The number of threads that drive connections: they do little, but other work must not delay them.
const COUNT: usize = 2;

/// The threads that drive connections. A connection is driven by a task on the runtime where it was made. On a
/// server's own threads that task would wait while a request computes, and hold the locks of other requests'
/// transactions meanwhile; and it would end with the server, before the workers do.
pub(super) struct Threads(Option<Runtime>);

impl Threads {
    pub(super) fn start() -> io::Result<Self> {
        let mut threads = Builder::new_multi_thread();
        let threads = threads.worker_threads(COUNT).thread_name("postgres").enable_all();
        Ok(Self(Some(threads.build()?)))
    }

    /// Spawns work on these threads; it goes on when the caller is gone.
    pub(super) fn spawn<T: Send + 'static>(
        &self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> JoinHandle<T> {
        match &self.0 {
            Some(threads) => threads.spawn(work),
            // only while it is being dropped, when it cannot be called
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
