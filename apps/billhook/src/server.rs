//! The HTTP server around the interfaces.

use crate::interfaces;
use actix_web::{HttpServer, dev::Server, middleware::from_fn, web};
use agent_api::routes;
use api_http::{every_answer, observe};
use runtime::wiring::App;
use std::{
    io,
    net::{SocketAddr, TcpListener},
    sync::Arc,
    time::Duration,
};

/// How long requests in progress may take after the server was asked to stop, in seconds.
const SHUTDOWN_SECONDS: u64 = 20;

/// How long an idle connection is kept: longer than proxies and clients keep it, so that it is not closed just when
/// they send.
const KEEP_ALIVE: Duration = Duration::from_secs(75);

/// Takes the address to listen on; port 0 takes a free one.
///
/// # Errors
/// When the address is not available.
pub fn bind(listen: &str) -> io::Result<(TcpListener, SocketAddr)> {
    let listener = TcpListener::bind(listen).map_err(|error| {
        io::Error::new(error.kind(), format!("cannot listen on {listen}: {error}"))
    })?;
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    Ok((listener, address))
}

/// The server of every interface on a bound address: await it to run it.
///
/// # Errors
/// When the listener cannot be used.
pub fn server(app: Arc<App>, listener: TcpListener) -> io::Result<Server> {
    let workers = app.config.workers;
    let head_timeout = Duration::from_secs(u64::from(app.config.head_timeout_seconds.get()));
    let app = web::Data::from(app);
    let mut server = HttpServer::new(move || {
        let service = actix_web::App::new().app_data(app.clone());
        let service = service.wrap(from_fn(portal::errors_for_people)).wrap(from_fn(every_answer));
        service.wrap(from_fn(observe)).configure(interfaces::configure)
    })
    .keep_alive(KEEP_ALIVE)
    .client_request_timeout(head_timeout)
    .shutdown_timeout(SHUTDOWN_SECONDS)
    // the commands listen: workers stop before the server does
    .disable_signals();
    if let Some(workers) = workers {
        server = server.workers(workers.max(1));
    }
    Ok(server.listen(listener)?.run())
}

/// The server of the metrics, which others need not reach.
///
/// # Errors
/// When the listener cannot be used.
pub fn metrics_server(app: Arc<App>, listener: TcpListener) -> io::Result<Server> {
    let app = web::Data::from(app);
    let server = HttpServer::new(move || {
        let service = actix_web::App::new().app_data(app.clone()).wrap(from_fn(every_answer));
        service.configure(routes::configure_metrics)
    });
    Ok(server.workers(1).shutdown_timeout(1).disable_signals().listen(listener)?.run())
}
