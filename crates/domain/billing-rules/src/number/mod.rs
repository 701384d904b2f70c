//! Numbers as the official engine computes them.

mod decimal;
pub(crate) mod double;

pub use decimal::Decimal;
