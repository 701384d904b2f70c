//! Why something is refused. A refusal has a kind (`transition.not_issued`), arguments (`status`), and the English text that
//! is made of them. Logs and people who read English use the text; programs and translations use the kind and the arguments.

#![deny(clippy::disallowed_methods)]

// what the derive writes names this crate
extern crate self as refusals;

pub mod argument;
mod field_fault;
mod kind;
mod reason;

pub use argument::Argument;
pub use field_fault::FieldFault;
pub use kind::{Kind, read};
pub use reason::Reason;
pub use refusals_derive::Refusal;

/// An error that a caller can meet. `#[derive(thiserror::Error, refusals::Refusal)]` implements it.
pub trait Refusal: Listed {
    /// The kinds of its variants, without variants that pass on the reason inside them.
    const KINDS: &'static [Kind];

    /// The kind, the arguments and the English text.
    fn reason(&self) -> Reason;
}

/// A refusal that `refusals::list!` of its crate names, so that a test can find its missing translations.
#[diagnostic::on_unimplemented(
    message = "name `{Self}` in `refusals::list!` of its crate, in lib.rs"
)]
pub trait Listed {}

impl<T: Listed> Listed for &T {}

impl<T: Listed> Listed for Box<T> {}

impl<T: Refusal> Refusal for &T {
    const KINDS: &'static [Kind] = T::KINDS;

    fn reason(&self) -> Reason {
        (**self).reason()
    }
}

impl<T: Refusal> Refusal for Box<T> {
    const KINDS: &'static [Kind] = T::KINDS;

    fn reason(&self) -> Reason {
        (**self).reason()
    }
}

/// Lists all refusals of a crate, in its `lib.rs`. Defines `REFUSALS`, which a test compares with the translations.
#[macro_export]
macro_rules! list {
    ($($refusal:ty),* $(,)?) => {
        $(impl $crate::Listed for $refusal {})*

        /// All kinds of refusals of this crate.
        pub const REFUSALS: &[&[$crate::Kind]] = &[$(<$refusal as $crate::Refusal>::KINDS),*];
    };
}

list![FieldFault, reason::Internal];
