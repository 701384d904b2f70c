//! HTTP calls to addresses that others choose: the owner of a webhook, a DNS record, an SMP.
//!
//! They decide where we connect to and what we are answered, and neither must do harm. So we connect only to the
//! addresses that were checked; redirects, proxies, cookies and compression are not honoured; time and size are
//! bounded.
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
