//! The type of connections.

use diesel_async::AsyncPgConnection;

pub(crate) type Conn = AsyncPgConnection;
pub(crate) type Db = diesel::pg::Pg;
/// What [`concurrently!`] reads on: several may be in use at once.
pub(crate) type ReadConn<'a> = &'a Conn;
