//! The agreement on a mutual set-off, a page of its own.

mod model;
#[cfg(feature = "pdf")]
mod sheet;
#[cfg(feature = "pdf")]
mod texts;

pub use model::{Claim, SET_OFF_LANGUAGES, SetOffPage};
#[cfg(feature = "pdf")]
pub(crate) use sheet::{properties, sheet};
