use super::writing::{Turn, Writing};
use std::{
    io,
    sync::{
        Arc, Weak,
        mpsc::{Receiver, Sender, channel},
    },
    thread,
};
use tokio::sync::Mutex;

/// Commits batches on a thread of its own, so that no request's thread waits for the disk, and a cancelled caller does
/// not leave a transaction open. It queues behind the writers that wait already, so that their work is in the same
/// batch.
#[derive(Clone)]
pub(super) struct Committer(Sender<()>);

impl Committer {
    pub(super) fn start(writing: &Arc<Mutex<Writing>>) -> io::Result<Self> {
        let (asked, asking) = channel();
        let writing = Arc::downgrade(writing);
        thread::Builder::new()
            .name("sqlite-commit".to_owned())
            .spawn(move || commit_until_closed(&asking, &writing))?;
        Ok(Self(asked))
    }

    /// Commits the open batch soon. When the thread is gone, commits it at once.
    pub(super) fn commit(&self, mut turn: Turn) {
        if self.0.send(()).is_err() {
            turn.commit_batch();
        }
    }
}

/// Runs until the store is dropped.
fn commit_until_closed(asking: &Receiver<()>, writing: &Weak<Mutex<Writing>>) {
    while asking.recv().is_ok() {
        let Some(writing) = writing.upgrade() else { return };
        writing.blocking_lock().commit_batch();
    }
}
