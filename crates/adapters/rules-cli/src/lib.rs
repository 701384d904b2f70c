//! The commands `validate` and `explain`: documents against the official rules, and what is known of a
//! rule. They need no server and no settings; the binary of this crate is only them, so that they are
//! built and tried out in seconds.
//!
//! | to | begin with |
//! |---|---|
//! | validate documents as the command does | [`Validate::run`] |
//! | say what a rule or a business term is | [`explain`] |

mod exit;
mod explain;
mod format;
mod output;
mod release;
mod sets;
mod sources;
mod style;
mod summary;
mod validate;

pub use explain::explain;
pub use validate::Validate;
