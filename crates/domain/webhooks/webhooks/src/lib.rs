//! Webhooks and the event feed: how events are signed, sent, retried and read back.
//!
//! This crate does no I/O: no network, no clock, no randomness. An event has one [`events::Body`], which is stored,
//! signed ([`signing::sign`]), sent and shown in the feed byte for byte. A [`Delivery`] changes its state by pure
//! functions; its retries and the deactivation of its endpoint follow from its history alone. The ports say what a
//! store and a sender must do.
//!
//! Sections of the specification are named as in `agent-api.md`.
//!
//! | to | begin with |
//! |---|---|
//! | sign a body, or verify one | [`signing::sign`], [`signing::verify`] |
//! | register an endpoint | [`endpoints::register`] |
//! | decide on a delivery | [`Delivery::claim`], [`Delivery::conclude`] |
//! | page the feed | [`feed::FeedPage::of`] |
//! | store and send them | [`ports`]: [`ports::EndpointStore`], [`ports::DeliveryStore`], [`ports::FeedStore`],
//! [`ports::Sender`] |
#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

pub mod deliveries;
pub mod endpoints;
pub mod feed;
pub mod ports;
pub mod signing;

pub use deliveries::delivery::{Delivery, DeliveryId};
pub use endpoints::endpoint::{Endpoint, EndpointId, Owner};

refusals::list![
    deliveries::Explanation,
    deliveries::NotRedeliverable,
    endpoints::FaultKind,
    endpoints::Refused,
    endpoints::TooManyRotations,
    endpoints::UrlError,
    feed::PageError,
    ports::AddEndpointError,
];
