/// Runs reads concurrently: all are sent before the first is answered.
macro_rules! concurrently {
    ($conn:ident: $($read:ident($($argument:expr),*)),+ $(,)?) => {{
        let conn: &$crate::postgres::Conn = &mut *$conn;
        tokio::try_join!($(async { $read(&mut &*conn, $($argument),*).await }),+)?
    }};
}

/// The connection as a [`super::ReadConn`].
macro_rules! read_conn {
    ($conn:ident) => {
        &mut {
            let conn: &$crate::postgres::Conn = &mut *$conn;
            conn
        }
    };
}
