/// Reads one after the other: nothing is gained by more.
macro_rules! together {
    ($conn:ident: $($read:ident($($argument:expr),*)),+ $(,)?) => {
        ($($read(&mut *$conn, $($argument),*).await?,)+)
    };
}

/// The connection as a [`super::Lane`].
macro_rules! lane {
    ($conn:ident) => {
        &mut *$conn
    };
}
