//! Servers on threads of their own, and those beside the first one.

use super::TestServer;
use billhook::server;
use runtime::{
    clock::Clock,
    config::Config,
    password_hasher::BoundedPasswords,
    wiring::{self, App},
};
use std::{
    net::SocketAddr,
    sync::{Arc, mpsc},
    thread,
};
use time::OffsetDateTime;
use workers::Workers;

/// How much a server hurries that does not keep a test waiting: what is due in five seconds is due before workers look
/// for it again.
pub const PACE: u32 = 15;

/// Starts the workers of a server.
type Work = fn(&Arc<App>) -> Workers;

/// A running server; stops on drop.
pub struct AnotherServer {
    /// `http://127.0.0.1:port`.
    pub base_url: String,
    handle: actix_web::dev::ServerHandle,
    thread: Option<thread::JoinHandle<()>>,
}

impl AnotherServer {
    /// Starts it with some parts that are others.
    pub fn start(
        mut config: Config,
        work: Work,
        refit: impl FnOnce(&mut App) + Send + 'static,
    ) -> Self {
        let (sender, receiver) = mpsc::channel();
        let thread = thread::spawn(move || {
            actix_web::rt::System::new().block_on(async move {
                let (listener, address) = server::bind(&config.listen).expect("a free port");
                config.base_url = format!("http://{address}");
                let base_url = config.base_url.clone();
                let mut app = wiring::wire(config).await.expect("wiring");
                let own = Arc::get_mut(&mut app).expect("nobody else has it yet");
                own.passwords = BoundedPasswords::weak().expect("made");
                refit(own);
                let workers = app.config.work.then(|| work(&app));
                let server = server::server(app, listener).expect("a server");
                sender.send((base_url, server.handle())).expect("the test waits");
                server.await.expect("serving");
                if let Some(workers) = workers {
                    workers.stop().await;
                }
            });
        });
        let (base_url, handle) = receiver.recv().expect("the server starts");
        Self { base_url, handle, thread: Some(thread) }
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.base_url.trim_start_matches("http://").parse().expect("an address with its port")
    }
}

impl Drop for AnotherServer {
    fn drop(&mut self) {
        // the command is sent at once; the answer to it is awaited by joining the thread
        drop(self.handle.stop(false));
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the server's thread");
        }
    }
}

impl TestServer {
    /// A second server process on the same database.
    pub fn another(&self) -> AnotherServer {
        AnotherServer::start(self.config.clone(), Workers::start_without_recurring, |_| {})
    }

    /// A second server process on the same database, with workers.
    pub fn working(&self) -> AnotherServer {
        self.refitted(|_| {})
    }

    /// The same with some parts that are others.
    pub fn refitted(&self, refit: impl FnOnce(&mut App) + Send + 'static) -> AnotherServer {
        let config = Config { work: true, ..self.config.clone() };
        AnotherServer::start(config, Workers::start, refit)
    }

    /// The same at another time.
    pub fn refitted_at(
        &self,
        time: OffsetDateTime,
        refit: impl FnOnce(&mut App) + Send + 'static,
    ) -> AnotherServer {
        let config = Config { work: true, ..self.config_at(time) };
        AnotherServer::start(config, Workers::start, refit)
    }

    /// The same on whose clock [`PACE`] seconds pass in each second.
    pub fn hurrying_from(
        &self,
        time: OffsetDateTime,
        refit: impl FnOnce(&mut App) + Send + 'static,
    ) -> AnotherServer {
        self.refitted_at(time, move |app| {
            app.clock = Clock::hurrying(time, PACE);
            refit(app);
        })
    }

    /// The same without workers: it takes requests, and what they cause waits.
    pub fn standing(&self, refit: impl FnOnce(&mut App) + Send + 'static) -> AnotherServer {
        let config = Config { work: false, ..self.config.clone() };
        AnotherServer::start(config, Workers::start, refit)
    }

    /// A server process on the same database at another time.
    pub fn at_time(&self, time: OffsetDateTime) -> AnotherServer {
        AnotherServer::start(self.config_at(time), Workers::start, |_| {})
    }

    /// The same without the jobs that recur.
    pub fn resumed_at(&self, time: OffsetDateTime) -> AnotherServer {
        AnotherServer::start(self.config_at(time), Workers::start_without_recurring, |_| {})
    }

    fn config_at(&self, time: OffsetDateTime) -> Config {
        Config { clock: Some(time), clock_force: true, ..self.config.clone() }
    }
}
