#![doc = include_str!("../README.md")]
#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

mod amount;
mod claims;
mod doubt;
mod embedded;
mod error;
mod facts;
mod level;
mod number;
mod page_text;
mod profile;
mod read;
mod xmp;

pub use claims::Claims;
pub use doubt::Doubt;
pub use error::HybridError;
pub use level::Level;
pub use profile::{Refused, refused};
pub use read::{Hybrid, MOST_BYTES, is_pdf, read};
pub use xmp::described;
