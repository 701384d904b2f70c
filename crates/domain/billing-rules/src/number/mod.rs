//! Numbers as the official engine computes them.

mod decimal;
pub(crate) mod double;
pub(crate) mod untyped;

pub use decimal::Decimal;
