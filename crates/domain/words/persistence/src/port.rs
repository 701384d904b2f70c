//! Ports of storage, and stores that are one of two.

/// What a store is that is one of two, which is known when it is opened. It serves every [`port!`](crate::port!) that
/// both serve.
pub trait OneOfTwo: Send + Sync {
    /// The one that it may be.
    type One: Sync;
    /// The other.
    type Other: Sync;

    /// Which it is.
    fn which(&self) -> Which<'_, Self::One, Self::Other>;

    /// A call of a port on its way to the one that it is: every call passes here.
    fn pass<T: Send>(call: impl Future<Output = T> + Send) -> impl Future<Output = T> + Send;
}

/// One of two stores.
pub enum Which<'s, One, Other> {
    /// The one.
    One(&'s One),
    /// The other.
    Other(&'s Other),
}

/// Declares a port of storage. Its methods are written once, here: as a trait whose futures are `Send`, and as calls
/// that a store [which is one of two](OneOfTwo) sends on. A closure that a method takes is `Send + Sync`.
///
/// ```
/// use persistence::{StoreError, port};
///
/// port! {
///     /// Where names are kept.
///     pub trait NameStore: Send + Sync {
///         /// A name by its number.
///         async fn name(&self, number: u32) -> Result<String, StoreError>;
///
///         /// Keeps what `decide` makes of a name.
///         async fn change_name<D>(&self, number: u32, decide: D) -> Result<(), StoreError>
///         where
///             D: Fn(&str) -> Result<String, StoreError>;
///     }
/// }
/// ```
#[macro_export]
macro_rules! port {
    (
        $(#[$about:meta])*
        pub trait $port:ident: $bound:ident $(+ $more:ident)* { $(
            $(#[$doc:meta])*
            async fn $name:ident $(<$closure:ident>)? (
                &$self:ident $(, $argument:ident: $type:ty)*
            ) -> $result:ty
            $(where $decides:ident: Fn($($given:ty),*) -> $decided:ty)?;
        )* }
    ) => {
        $(#[$about])*
        pub trait $port: $bound $(+ $more)* { $(
            $(#[$doc])*
            fn $name $(<$closure>)? (
                &$self $(, $argument: $type)*
            ) -> impl ::core::future::Future<Output = $result> + Send
            $(where $decides: Fn($($given),*) -> $decided + Send + Sync)?;
        )* }

        impl<S> $port for S
        where
            S: $crate::OneOfTwo<One: $port, Other: $port>,
        { $(
            async fn $name $(<$closure>)? (&$self $(, $argument: $type)*) -> $result
            $(where $decides: Fn($($given),*) -> $decided + Send + Sync)?
            {
                S::pass(async move {
                    match $self.which() {
                        $crate::Which::One(store) => store.$name($($argument),*).await,
                        $crate::Which::Other(store) => store.$name($($argument),*).await,
                    }
                })
                .await
            }
        )* }
    };
}
