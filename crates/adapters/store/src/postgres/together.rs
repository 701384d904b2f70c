/// Reads at once: all are sent before the first is answered.
macro_rules! together {
    ($conn:ident: $($read:ident($($argument:expr),*)),+ $(,)?) => {{
        let conn: &$crate::postgres::Conn = &mut $conn;
        tokio::try_join!($(async { $read(&mut &*conn, $($argument),*).await }),+)?
    }};
}

/// The connection as a [`super::Lane`].
macro_rules! lane {
    ($conn:ident) => {
        &mut {
            let conn: &$crate::postgres::Conn = &mut $conn;
            conn
        }
    };
}
