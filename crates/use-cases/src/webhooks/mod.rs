//! Webhook endpoints and their deliveries: each use case loads its input, asks the domain, and stores the decision.

mod deliver;
mod deliveries;
mod disabled_mail;
mod endpoints;
mod error;
mod maker;
mod owned;
mod shown;

pub use deliver::{Ended, deliver};
pub use deliveries::{REDELIVERED_AT_ONCE, redeliver, redeliver_failed, test_send};
pub use disabled_mail::send_disabled_mail;
pub use endpoints::{
    Created, EndpointRequest, change_endpoint, create_endpoint, remove_endpoint, rotate_secret,
};
pub use error::WebhookError;
pub use maker::maker_name;
pub use owned::Owned;
pub use shown::{deliveries, endpoints, known_delivery, known_endpoint, marked_endpoint};
