//! Macros by which the methods of a port get a connection.

/// Runs work in a transaction of its own, and commits on success: `within!(self, conn => work(conn, …))`.
macro_rules! within {
    ($store:ident, $conn:ident => $work:expr) => {{
        let mut transaction = $store.begin().await?;
        let $conn = transaction.conn();
        let done = $work.await;
        transaction.finish(done).await
    }};
}

/// Runs a read on a connection that need not be the writing one: `reading!(self, conn => read(conn, …))`.
macro_rules! reading {
    ($store:ident, $conn:ident => $read:expr) => {{
        let mut $conn = $store.reader().await?;
        let $conn = read_conn!($conn);
        $read.await
    }};
}
