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

/// Commits batches on a thread of its own: no request's thread waits for the disk, and no caller that
/// goes away leaves a transaction open. It queues for its turn behind those who write already, so
/// that their work is in the same batch.
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

    /// Commits the batch that is open, soon. When there is nobody to do it, it is done here.
    pub(super) fn commit(&self, mut turn: Turn) {
        if self.0.send(()).is_err() {
            turn.commit_batch();
        }
    }
}

/// Ends when the store is gone.
fn commit_until_closed(asking: &Receiver<()>, writing: &Weak<Mutex<Writing>>) {
    while asking.recv().is_ok() {
        let Some(writing) = writing.upgrade() else { return };
        writing.blocking_lock().commit_batch();
    }
}
