//! The Agent API over HTTP: routes parse, call one use case, and answer.

mod error;
mod http;
pub mod openapi;
pub mod requests;
pub mod routes;
pub mod server;
