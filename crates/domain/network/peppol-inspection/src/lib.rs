//! What a message of the Peppol network says, and what is wrong with it: [`inspect`] takes bytes of any kind that the
//! network knows, and says what they are, whether they are right, by which rules they are not, and what they say.
//!
//! ```
//! use peppol_inspection::{Options, inspect};
//!
//! let found = inspect(b"<x/>", &Options::at(time::OffsetDateTime::UNIX_EPOCH));
//! assert!(!found.valid);
//! assert_eq!(found.errors[0].code, "unknown-document");
//! ```
#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

mod as4;
mod card;
mod certificate;
mod detect;
mod envelope;
mod finding;
mod inspection;
mod kind;
mod mls;
mod options;
mod publisher;
mod sml;

pub use detect::inspect;
pub use finding::Finding;
pub use inspection::Inspection;
pub use kind::Kind;
pub use options::{Asked, Options, TrustStore, by_role};
