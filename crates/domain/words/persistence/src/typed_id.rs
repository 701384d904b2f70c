/// Ids that the compiler tells apart: a `Uuid` with a type of its own. The crate that uses this
/// depends on `serde` and `uuid`.
///
/// ```
/// persistence::typed_id!(
///     /// An invoice.
///     InvoiceId
/// );
/// assert_eq!(InvoiceId(uuid::Uuid::nil()).to_string(), "00000000-0000-0000-0000-000000000000");
/// ```
#[macro_export]
macro_rules! typed_id {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => { $(
        $(#[$doc])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord,
            ::serde::Serialize, ::serde::Deserialize,
        )]
        #[serde(transparent)]
        pub struct $name(pub ::uuid::Uuid);

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = ::uuid::Error;

            fn from_str(text: &str) -> ::std::result::Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }

        impl From<$name> for ::uuid::Uuid {
            fn from(id: $name) -> Self {
                id.0
            }
        }
    )+ };
}

/// Ids that are ids of something else too: the same `Uuid` under another type, of this crate or of one below it.
///
/// ```
/// persistence::typed_id!(
///     /// A report.
///     ReportId,
///     /// A message.
///     MessageId,
/// );
/// persistence::same_id!(ReportId => MessageId);
/// assert_eq!(MessageId::from(ReportId(uuid::Uuid::nil())), MessageId(uuid::Uuid::nil()));
/// ```
#[macro_export]
macro_rules! same_id {
    ($($(#[$doc:meta])* $id:ident => $other:ident),+ $(,)?) => { $(
        impl From<$id> for $other {
            $(#[$doc])*
            fn from(id: $id) -> Self {
                Self(id.0)
            }
        }
    )+ };
}
