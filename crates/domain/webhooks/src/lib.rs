//! Webhooks and the event feed: how events are signed, sent, sent again and read back.
//!
//! Pure: no network, no clock, no randomness. An event has one [`events::Body`], which is stored,
//! signed ([`sign`]), sent and shown in the feed byte for byte. A [`Delivery`] goes through its
//! states by pure functions; when to try again and when an endpoint is shut off follows from its
//! history alone. The ports say what a store and a sender must do.
//!
//! Sections of the specification are named as in `agent-api.md`.
//!
//! | to | begin with |
//! |---|---|
//! | sign a body, or verify one | [`sign`], [`verify`] |
//! | register an endpoint | [`register()`] |
//! | decide on a delivery | [`Delivery::claim`], [`Delivery::conclude`] |
//! | page the feed | [`FeedPage::of`] |
//! | keep and send them | the ports [`EndpointStore`], [`DeliveryStore`], [`FeedStore`], [`Sender`] |
#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

mod delivery;
mod disabled_mail;
mod endpoint;
mod fan_out;
mod feed;
mod outcome;
mod ports;
mod request;
mod retry;
mod secret;
mod signature;
mod subscription;

pub use delivery::{
    Attempt, Concluded, Delivery, DeliveryId, DeliveryState, GaveUp, Kind, LEASE, NotClaimable,
    NotRedeliverable, Stale,
};
pub use disabled_mail::{DISABLED_MAIL_JOB, disabled_mail_job};
pub use endpoint::{
    Changes, Conclusion, DEACTIVATED_AFTER, DisabledReason, Endpoint, EndpointId, EndpointUrl,
    Fault, FaultKind, Health, MAX_ENDPOINTS, MAX_EVENTS, NewEndpoint, Owner, PORTS, Refused,
    Registration, Status, UrlError, change, consecutive_failures, register,
};
pub use fan_out::fan_out;
pub use feed::{
    DEFAULT_LIMIT, FeedCursor, FeedItem, FeedPage, MAX_LIMIT, MAX_PAGE_BYTES, PageError,
    expired_before, fitting, page_limit,
};
pub use network_addresses::{AddressError, AddressPolicy, check_address, check_resolved};
pub use outcome::{EXCERPT, MAX_ANSWER, Outcome, TIMEOUT, excerpt};
pub use ports::{
    AddEndpointError, Backlog, DeliveryFilter, DeliveryRecord, DeliveryStore, EndpointStore,
    EventLog, FeedStore, FinishedAttempt, MAX_HISTORY, Sender, Work,
};
pub use request::{HEADER_EVENT, HEADER_ID, HEADER_SIGNATURE, HEADER_TIMESTAMP, SignedRequest};
pub(crate) use retry::retry_at;
pub use retry::{ATTEMPTS, WAITS};
pub use secret::{
    MAX_OLD_SECRETS, MalformedSecret, OldSecret, SECRET_BYTES, Secret, Secrets, TooManyRotations,
};
pub use signature::{TOLERANCE, VerifyError, sign, verify};
pub use subscription::Subscription;
