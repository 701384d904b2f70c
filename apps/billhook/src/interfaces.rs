//! The interfaces that one address serves.

use actix_web::dev::Server;
use runtime::wiring::App;
use std::{io, net::TcpListener, sync::Arc};

/// The server of the Agent API, with SAPI-SK and the pages beside it.
///
/// # Errors
/// When the listener cannot be used.
pub fn server(app: Arc<App>, listener: TcpListener) -> io::Result<Server> {
    agent_api::server::server(app, listener, |config| {
        sapi::configure(config);
        portal::configure(config);
    })
}
