//! OAuth 2.1: applications act for a company with its user's consent (specification, "OAuth 2.1").
//!
//! Pure: requests arrive as texts and parameters; the time and everything random are arguments. Storing and signing
//! are behind the ports [`ports::OAuthStore`] and [`ports::TokenSigner`].
//!
//! | to | begin with |
//! |---|---|
//! | register an application | [`clients::ClientMetadata::read`], [`clients::Registered`] |
//! | read what an unregistered application says of itself | [`clients::read_client_document`] |
//! | read a request for authorization | [`Parameters`], [`authorizations::AuthorizationRequest::read`] |
//! | let a user decide | [`authorizations::Grant::approve`] |
//! | exchange a code | [`tokens::TokenRequest::read`], [`clients::ClientCredentials`], [`authorizations::Grant::exchange`] |
//! | refresh | [`tokens::RefreshToken::usable`], [`tokens::refreshed_scopes`] |
//! | check a call | [`tokens::AccessClaims::check`], [`connections::FoundConnection::effective`] |
//! | say what the server can do | [`metadata::ServerMetadata`], [`metadata::ResourceMetadata`] |

#![deny(clippy::disallowed_methods)]

pub mod authorizations;
pub mod clients;
pub mod connections;
mod error;
mod id;
pub mod metadata;
mod parameters;
pub mod ports;
mod room;
pub mod tokens;

pub use error::{ErrorCode, OAuthError};
pub use id::{AccessTokenId, ClientId, GrantId};
pub use parameters::{MAX_ECHOED, MAX_VALUE, Parameters};
pub use room::{NoRoom, PENDING_GRANTS, RECENT_CLIENTS, Room, Share, Taken};
