//! Webhooks and the event feed: how events are signed, sent, sent again and read back.
//!
//! Pure: no network, no clock, no randomness. An event has one [`events::Body`], which is stored,
//! signed ([`signing::sign`]), sent and shown in the feed byte for byte. A [`Delivery`] goes through its
//! states by pure functions; when to try again and when an endpoint is shut off follows from its
//! history alone. The ports say what a store and a sender must do.
//!
//! Sections of the specification are named as in `agent-api.md`.
//!
//! | to | begin with |
//! |---|---|
//! | sign a body, or verify one | [`signing::sign`], [`signing::verify`] |
//! | register an endpoint | [`endpoints::register`] |
//! | decide on a delivery | [`Delivery::claim`], [`Delivery::conclude`] |
//! | page the feed | [`feed::FeedPage::of`] |
//! | keep and send them | [`ports`]: [`ports::EndpointStore`], [`ports::DeliveryStore`], [`ports::FeedStore`], [`ports::Sender`] |
#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

mod delivery;
mod disabled_mail;
mod endpoint;
mod fan_out;
pub mod feed;
mod outcome;
pub mod ports;
mod request;
mod retry;
mod secret;
mod signature;
mod subscription;

/// Deliveries: their states, their attempts, and what an answer makes of them.
pub mod deliveries {
    pub use crate::delivery::{
        Attempt, Concluded, DeliveryState, GaveUp, Kind, LEASE, NotClaimable, NotRedeliverable,
        Stale,
    };
    pub use crate::fan_out::fan_out;
    pub use crate::outcome::{EXCERPT, MAX_ANSWER, Outcome, TIMEOUT, excerpt};
    pub use crate::retry::{ATTEMPTS, WAITS};
}

/// Endpoints: their addresses, events and secrets, and when they are shut off.
pub mod endpoints {
    pub use crate::disabled_mail::{DISABLED_MAIL_JOB, disabled_mail_job};
    pub use crate::endpoint::{
        Changes, Conclusion, DEACTIVATED_AFTER, DisabledReason, EndpointUrl, Fault, FaultKind,
        Health, MAX_ENDPOINTS, MAX_EVENTS, Maker, NewEndpoint, PORTS, Refused, Registration,
        Status, UrlError, change, consecutive_failures, register,
    };
    pub use crate::secret::{
        MAX_OLD_SECRETS, MalformedSecret, OldSecret, SECRET_BYTES, Secret, Secrets,
        TooManyRotations,
    };
    pub use crate::subscription::Subscription;
    pub use network_addresses::{AddressError, AddressPolicy, check_address, check_resolved};
}

/// How a request is signed, and how its receiver verifies it.
pub mod signing {
    pub use crate::request::{
        HEADER_EVENT, HEADER_ID, HEADER_SIGNATURE, HEADER_TIMESTAMP, SignedRequest,
    };
    pub use crate::signature::{TOLERANCE, VerifyError, sign, verify};
}

pub use delivery::{Delivery, DeliveryId};
pub use endpoint::{Endpoint, EndpointId, Owner};
