//! Endpoints: their URLs, subscriptions, secrets and deactivation.

mod disabled_mail;
pub(crate) mod endpoint;
mod health;
mod maker;
mod registration;
mod secret;
mod subscription;
mod url;

pub use disabled_mail::{DISABLED_MAIL_JOB, disabled_mail_job};
pub use health::{
    Conclusion, DEACTIVATED_AFTER, DisabledReason, Health, Status, consecutive_failures,
};
pub use maker::Maker;
pub use network_addresses::{AddressError, AddressPolicy, check_address, check_resolved};
pub use registration::{
    Changes, Fault, FaultKind, MAX_ENDPOINTS, MAX_EVENTS, NewEndpoint, Refused, Registration,
    change, register,
};
pub use secret::{
    MAX_OLD_SECRETS, MalformedSecret, OldSecret, SECRET_BYTES, Secret, Secrets, TooManyRotations,
};
pub use subscription::Subscription;
pub use url::{EndpointUrl, PORTS, UrlError};
