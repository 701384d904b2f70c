//! Why something is refused. A refusal has a kind (`transition.not_issued`), arguments (`status`), and the English text that
//! is made of them. The text is for logs and for people who read English; programs and translations go by the rest.

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
    /// The kinds of its variants, without those that say what is inside them.
    const KINDS: &'static [Kind];

    /// Kind, arguments and text.
    fn reason(&self) -> Reason;
}

/// A refusal that `refusals::list!` of its crate names, so that whoever translates knows it.
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

/// Names all refusals of a crate, in its `lib.rs`: makes `REFUSALS`, which the translations are compared with.
#[macro_export]
macro_rules! list {
    ($($refusal:ty),* $(,)?) => {
        $(impl $crate::Listed for $refusal {})*

        /// All kinds of refusals of this crate.
        pub const REFUSALS: &[&[$crate::Kind]] = &[$(<$refusal as $crate::Refusal>::KINDS),*];
    };
}

list![FieldFault, reason::Internal];
