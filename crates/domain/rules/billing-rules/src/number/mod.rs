//! Numbers as the official engine computes them.

pub(crate) mod double;
pub(crate) mod untyped;
mod xs_decimal;

pub use xs_decimal::XsDecimal;
