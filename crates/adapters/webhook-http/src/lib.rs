//! Sends webhooks over HTTP: [`HttpSender`] serves the port [`webhooks::Sender`].
//!
//! An endpoint's owner chooses where we connect to and what we are answered; neither may hurt.
//! Therefore: the addresses that are checked are the addresses that are connected to, no redirect,
//! proxy, cookie or compression is honoured, and time and size are bounded (see the README).

mod answer;
mod failure;
mod names;
mod sender;

pub use names::{Addresses, Names, SystemNames};
pub use sender::{HttpSender, Settings, SetupError};
