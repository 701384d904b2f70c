/// Declares a closed set of names: each value of the enumeration stands beside its name, and `ALL`, `name` and
/// `of_name` follow from that. Attributes stay as they are written.
///
/// ```
/// persistence::named! {
///     /// Where an export stands.
///     #[derive(Debug, Clone, Copy, PartialEq)]
///     pub enum ExportState {
///         Waiting = "waiting",
///         Ready = "ready",
///     }
/// }
/// assert_eq!(ExportState::ALL, [ExportState::Waiting, ExportState::Ready]);
/// assert_eq!(ExportState::Ready.name(), "ready");
/// assert_eq!(ExportState::of_name("ready"), Some(ExportState::Ready));
/// ```
#[macro_export]
macro_rules! named {
    (
        $(#[$about:meta])*
        pub enum $name:ident { $($(#[$of:meta])* $value:ident = $text:literal,)+ }
    ) => {
        $(#[$about])*
        pub enum $name {
            $($(#[$of])* $value,)+
        }

        impl $name {
            /// All values, in their order.
            pub const ALL: [Self; [$($text),+].len()] = [$(Self::$value),+];

            /// The name in the API and in the database.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $text,)+
                }
            }

            /// The value of a name, where it is one.
            #[must_use]
            pub fn of_name(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|value| value.name() == name)
            }
        }
    };
}
