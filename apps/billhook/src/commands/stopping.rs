//! Stopping in order: the workers, then the servers.

use crate::server;
use actix_web::dev::{Server, ServerHandle};
use runtime::{config::Config, wiring::App};
use std::{
    io,
    net::{SocketAddr, TcpListener},
    sync::Arc,
};
use tokio::{
    signal::unix::{Signal, SignalKind, signal},
    task::JoinHandle,
};
use workers::Workers;

/// The signals that ask a process to stop: SIGTERM, and SIGINT (Ctrl-C).
pub(super) struct StopSignals {
    terminate: Signal,
    interrupt: Signal,
}

impl StopSignals {
    /// Handles the signals, which no longer end the process from now on.
    pub(super) fn listen() -> io::Result<Self> {
        let terminate = signal(SignalKind::terminate())?;
        Ok(Self { terminate, interrupt: signal(SignalKind::interrupt())? })
    }

    /// Waits for the next.
    pub(super) async fn received(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

/// A server at work.
pub(super) struct Serving {
    handle: ServerHandle,
    ended: JoinHandle<io::Result<()>>,
}

impl Serving {
    /// Starts the server.
    pub(super) fn start(server: Server) -> Self {
        Self { handle: server.handle(), ended: actix_web::rt::spawn(server) }
    }

    /// Waits until it ends by itself, which it does only when it fails.
    pub(super) async fn ended(&mut self) -> io::Result<()> {
        (&mut self.ended).await.map_err(io::Error::other)?
    }

    /// Finishes the requests at work, unless `at_once`.
    pub(super) async fn stop(mut self, at_once: bool) -> io::Result<()> {
        self.handle.stop(!at_once).await;
        self.ended().await
    }
}

/// The server of the metrics, where it has an address of its own. Bound before all else: an address that
/// is not available is reported at once.
pub(super) struct MetricsAddress(Option<(TcpListener, SocketAddr)>);

impl MetricsAddress {
    /// Opens the port.
    pub(super) fn bind(config: &Config) -> io::Result<Self> {
        let bound = config.metrics_listen.as_deref().map(server::bind).transpose();
        let named = |error: io::Error| {
            io::Error::new(error.kind(), format!("BILLHOOK_METRICS_LISTEN: {error}"))
        };
        bound.map(Self).map_err(named)
    }

    /// Starts the server.
    pub(super) fn serve(self, app: &Arc<App>) -> io::Result<Option<Serving>> {
        let Some((listener, address)) = self.0 else { return Ok(None) };
        tracing::info!(%address, "serving metrics");
        server::metrics_server(Arc::clone(app), listener).map(|server| Some(Serving::start(server)))
    }
}

/// First the workers finish their work while the server still answers. Then the server finishes its requests; jobs
/// that these queue are left for the next process. Another signal ends the process at once.
pub(super) async fn stop_in_order(
    signals: &mut StopSignals,
    workers: Option<Workers>,
    servers: impl IntoIterator<Item = Serving>,
) -> io::Result<()> {
    let finishing = async {
        if let Some(workers) = workers {
            workers.stop().await;
        }
    };
    let at_once = tokio::select! {
        () = finishing => false,
        () = signals.received() => true,
    };
    for server in servers {
        let handle = server.handle.clone();
        let stopping = server.stop(at_once);
        tokio::pin!(stopping);
        tokio::select! {
            stopped = &mut stopping => stopped?,
            () = signals.received() => {
                handle.stop(false).await;
                stopping.await?;
            }
        }
    }
    Ok(())
}
