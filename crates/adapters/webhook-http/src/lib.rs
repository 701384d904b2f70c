//! Sends webhooks over HTTP: [`HttpSender`] serves the port [`webhooks::ports::Sender`].
//!
//! An endpoint's owner chooses where we connect to and what we are answered; neither may hurt.
//! Therefore it goes through `checked_http` (see the README).

mod answer;
mod failure;
mod sender;

pub use checked_http::{Addresses, Names, SetupError, SystemNames};
pub use sender::{HttpSender, Settings};
