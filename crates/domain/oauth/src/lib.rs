//! OAuth 2.1: how applications get to act for a company, with its user's consent (specification,
//! "OAuth 2.1").
//!
//! Pure: requests arrive as texts and parameters, the time and everything random as arguments. What is
//! kept and signed is behind the ports [`OAuthStore`] and [`TokenSigner`].
//!
//! | to | begin with |
//! |---|---|
//! | register an application | [`ClientMetadata::read`], [`Registered`] |
//! | read what an unregistered application says of itself | [`read_client_document`] |
//! | read a request for authorization | [`Parameters`], [`AuthorizationRequest::read`] |
//! | let a user decide | [`Grant::approve`] |
//! | exchange a code | [`TokenRequest::read`], [`ClientCredentials`], [`Grant::exchange`] |
//! | refresh | [`RefreshToken::usable`], [`refreshed_scopes`] |
//! | judge a call | [`AccessClaims::check`], [`FoundConnection::effective`] |
//! | say what the server can do | [`ServerMetadata`], [`ResourceMetadata`] |

#![deny(clippy::disallowed_methods)]

mod authorization;
mod claims;
mod client;
mod client_auth;
mod client_document;
mod connection;
mod error;
mod grant;
mod id;
mod metadata;
mod parameters;
mod pkce;
mod ports;
mod redirect;
mod refresh;
mod resource;
mod scope;
mod signing_key;
mod token_request;

pub use authorization::{AuthorizationRequest, NoWayBack, Wanted, WayBack, named_client};
pub use claims::{
    ACCESS_VALID_FOR, AccessClaims, IdClaims, Introspection, TokenType, UserClaims, invalid_token,
};
pub use client::{
    AuthMethod, CLIENT_UNUSED_FOR, Client, ClientMetadata, GrantType, MAX_CLIENT_NAME,
    MAX_REDIRECT_URIS, MAX_REGISTRATION, Registered,
};
pub use client_auth::{ClientCredentials, invalid_client};
pub use client_document::{
    ClientDocuments, DOCUMENT_FRESH_FOR, DOCUMENT_KEPT_FOR, DocumentAge, DocumentError,
    MAX_CLIENT_DOCUMENT, read_client_document,
};
pub use connection::{CONNECTION_UNUSED_FOR, Connection, FoundConnection, RevokedBecause};
pub use error::{ErrorCode, OAuthError};
pub use grant::{
    Approval, CODE_VALID_FOR, Choice, CodeExchange, DecisionError, ExchangeError, GRANT_KEPT_FOR,
    GRANT_VALID_FOR, Grant, Stage, denied,
};
pub use id::{AccessTokenId, ClientId, GrantId};
pub use metadata::{ResourceMetadata, ServerMetadata, paths};
pub use parameters::{MAX_VALUE, Parameters};
pub use pkce::CodeChallenge;
pub use ports::{
    CONNECTED_MAIL_JOB, ConnectionFilter, ENDED_MAIL_JOB, NewConnection, OAuthStore, SignError,
    TokenSigner,
};
pub use redirect::{MAX_REDIRECT_URI, RedirectUri, RedirectUriError};
pub use refresh::{
    REFRESH_VALID_FOR, RefreshChain, RefreshError, RefreshToken, refreshed_resource,
    refreshed_scopes,
};
pub use resource::Resource;
pub use scope::{GrantedScopes, Identity};
pub use secret_text::{Secret, SecretHash};
pub use signing_key::{Jwk, PublicKey, RETIRED_KEY_KEPT_FOR, SigningKey};
pub use token_request::{Refresh, TokenRequest, Tokens};
