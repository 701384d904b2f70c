//! OAuth 2.1: applications register, users consent, tokens are issued, calls are checked.

mod authorize;
mod bearer;
mod connections;
mod documents;
mod failure;
mod mail;
mod register;
mod signing;
mod token;
mod verified;

pub use authorize::{
    AuthorizeError, Consent, ConsentError, ConsentPage, answer_fault, approve, begin, consent_page,
    deny,
};
pub use bearer::{BearerCall, BearerError, bearer_call, user_info};
pub use connections::{
    VisibleConnection, end_connection, end_visible_connection, introspect, purge, revoke,
    visible_connections,
};
pub use failure::OAuthFailure;
pub use mail::{send_connected_mail, send_ended_mail};
pub use register::{UnauthenticatedRows, count_unauthenticated, register};
pub use signing::{KeyError, Signing, published_keys, rotate_key};
pub use token::token;
