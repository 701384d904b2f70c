//! Connections: an application's access to a company.

pub(crate) mod connection;

pub use connection::{CONNECTION_UNUSED_FOR, Connection, FoundConnection, RevokedBecause};
