/// Runs reads one after the other: concurrency would gain nothing.
macro_rules! concurrently {
    ($conn:ident: $($read:ident($($argument:expr),*)),+ $(,)?) => {
        ($($read(&mut *$conn, $($argument),*).await?,)+)
    };
}

/// The connection as a [`super::ReadConn`].
macro_rules! read_conn {
    ($conn:ident) => {
        &mut *$conn
    };
}
