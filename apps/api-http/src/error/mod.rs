//! The one place that maps errors to HTTP: a file for each subject.

mod access;
mod accounting;
mod answers;
mod api_error;
mod bank_statements;
mod body;
mod connector;
mod contracts;
mod correspondence;
mod exports;
mod invoices;
mod keys;
mod offsets;
mod organizations;
mod out_of_series;
mod response;
mod responses;
mod sends;
mod service_refused;
mod sign_in;
mod stock;
mod token;
mod webhooks;

pub use answers::{
    BodyErrors, BusyError, CallErrors, ConflictError, NotFoundError, OtherSiteError,
    RateLimitedError, SignedOutError, UnavailableError,
};
pub use api_error::ApiError;
pub use body::{ErrorBody, FlatError};
pub use organizations::unverified;
pub use service_refused::ParameterFault;
pub(crate) use service_refused::{RegistrationRefused, ServiceRefused};
pub use sign_in::unauthorized;
pub use token::TokenRefused;
pub use webhooks::no_secrets_key;
