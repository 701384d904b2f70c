use std::{future::Future, io};
use tokio::{
    runtime::{Builder, Handle, Runtime},
    task::JoinHandle,
};

/// Threads that drive connections: what they do is little, but nobody else may keep them from it.
const COUNT: usize = 2;

/// The threads that connections live on. A connection is driven by a task on the runtime where it was
/// made. On a server's own threads that task would wait while a request computes, with the locks of
/// other requests' transactions; and it would end with the server, before the workers do.
pub(super) struct Threads(Option<Runtime>);

impl Threads {
    pub(super) fn start() -> io::Result<Self> {
        let mut threads = Builder::new_multi_thread();
        let threads = threads.worker_threads(COUNT).thread_name("postgres").enable_all();
        Ok(Self(Some(threads.build()?)))
    }

    /// Does work there; it goes on when the caller goes.
    pub(super) fn spawn<T: Send + 'static>(
        &self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> JoinHandle<T> {
        match &self.0 {
            Some(threads) => threads.spawn(work),
            // while it is dropped, when nobody can call this
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
