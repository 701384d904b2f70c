//! Access: API keys, members, sign-in, OAuth applications, and the operator.

pub mod keys;
pub mod members;
pub mod oauth;
pub mod operator;
pub(crate) mod organization_mail;
pub mod secrets;
pub mod sign_in;
