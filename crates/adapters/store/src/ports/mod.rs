//! The ports on [`Store`]. Every call of a port comes through one door, [`delegate!`], on its way to
//! the backend that is open; its time is counted there.

/// Sends the calls of a port to the backend that is open.
macro_rules! delegate {
    ($($port:ident {
        $(fn $name:ident $(<$generic:ident: [$($bound:tt)+]>)? ($($argument:ident: $type:ty),* $(,)?) -> $result:ty;)*
    })*) => { $(
        impl $port for Store { $(
            async fn $name $(<$generic>)? (&self, $($argument: $type),*) -> $result
            $(where $generic: $($bound)+)?
            {
                let call = async move {
                    match self {
                        Store::Sqlite(store) => store.$name($($argument),*).await,
                        Store::Postgres(store) => store.$name($($argument),*).await,
                    }
                };
                counted(call).await
            }
        )* }
    )* };
}

mod network;
mod own;
