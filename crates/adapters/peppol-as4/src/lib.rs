//! An access point of our own: documents go out and come in as messages of the Peppol AS4 profile.
//!
//! | to | begin with |
//! |---|---|
//! | load our certificates and keys, old and new | [`Keys::of_pem`] |
//! | send | [`As4AccessPoint`], which serves [`peppol_connector::ports::AccessPoint`] |
//! | take what arrives: bytes in, answer out | [`As4Receiver::open`], [`Opened::answer`] |
//!
//! There is no HTTP server here: the shell hands over what was posted. What is read and written stands in
//! `peppol-messages`; here are the network, the time, randomness and what is remembered.
#![warn(missing_docs)]

mod access_point;
mod answer;
mod http;
mod keys;
mod receiver;
mod turns;
mod unsigned;

pub use access_point::{As4AccessPoint, Sending};
pub use checked_http::{Settings as HttpSettings, SetupError};
pub use http::Http;
pub use keys::{KeyError, Keys};
pub use receiver::{Answer, As4Receiver, Opened, Refusal};
pub use turns::{Coming, Turn, Turns};
pub use unsigned::unsigned_answers;

/// What says what time it is.
type Clock = std::sync::Arc<dyn Fn() -> time::OffsetDateTime + Send + Sync>;
