//! SAPI-SK 1.0 over HTTP, beside the Agent API: routes parse, call one use case, and answer. What
//! accounting programs need to know: `docs/sapi-sk.md`.

mod auth;
mod call;
mod query;
mod received;
mod refused;
mod routes;
mod send;

pub use routes::configure;
