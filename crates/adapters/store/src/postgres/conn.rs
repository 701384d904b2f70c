//! The type of connections.

use diesel_async::AsyncPgConnection;

pub(crate) type Conn = AsyncPgConnection;
pub(crate) type Db = diesel::pg::Pg;
/// The connection that [`concurrently!`] reads on; several uses may run at once.
pub(crate) type ReadConn<'a> = &'a Conn;
