use super::{Stop, webhooks, work};
use crate::wiring::App;
use tokio::{sync::watch, task::JoinHandle};

/// The loops of a process that work beside or without a server.
pub struct Workers {
    stop: watch::Sender<bool>,
    loops: Vec<JoinHandle<()>>,
}

impl Workers {
    /// Starts all of them.
    #[must_use]
    pub fn start(app: &App) -> Self {
        let (stop, stopping): (_, Stop) = watch::channel(false);
        let loops = vec![
            tokio::spawn(work(app.clone(), stopping.clone())),
            tokio::spawn(webhooks::sequence(app.clone(), stopping.clone())),
            tokio::spawn(webhooks::deliver(app.clone(), stopping)),
        ];
        Self { stop, loops }
    }

    /// Tells them to stop, and waits for what is under way.
    pub async fn stop(self) {
        let _ = self.stop.send(true);
        for one in self.loops {
            let _ = one.await;
        }
    }
}
