//! HTTP calls to addresses that others name: the owner of a webhook, a record of the DNS, an SMP.
//!
//! Whoever names them decides where we connect to and what we are answered; neither may hurt. So the addresses that
//! are checked are the addresses that are connected to; no redirect, proxy, cookie or compression is honoured; time
//! and size are bounded.
//!
//! | to | begin with |
//! |---|---|
//! | call an address and read a bounded answer | [`CheckedClient`] |
//! | begin any other client: TLS is over `ring` | [`client`] |
//! | have a client with other habits | [`Settings::builder`], [`check_host`], [`beginning`], [`Failure::of`] |
#![warn(missing_docs)]

mod answer;
mod client;
mod cryptography;
mod failure;
mod names;
mod settings;

pub use answer::{Answer, beginning};
pub use client::CheckedClient;
pub use cryptography::{client, tls_over_ring};
pub use failure::Failure;
pub use names::{Addresses, Names, SystemNames};
pub use settings::{Settings, SetupError, check_host};
