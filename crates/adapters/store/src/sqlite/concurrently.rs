/// Reads one after the other: nothing is gained by more.
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
