//! OAuth 2.1: how applications get to act for a company, with its user's consent (specification,
//! "OAuth 2.1").
//!
//! Pure: requests arrive as texts and parameters, the time and everything random as arguments. What is
//! kept and signed is behind the ports [`ports::OAuthStore`] and [`ports::TokenSigner`].
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

mod authorization;
mod claims;
mod client;
mod client_auth;
mod client_document;
mod connection;
mod document_address;
mod error;
mod grant;
mod id;
pub mod metadata;
mod parameters;
mod pkce;
pub mod ports;
mod redirect;
mod refresh;
mod resource;
mod room;
mod scope;
mod signing_key;
mod token_request;

/// Requests for authorization, and grants until their code is exchanged.
pub mod authorizations {
    pub use crate::authorization::{
        AuthorizationRequest, NoWayBack, Wanted, WayBack, named_client,
    };
    pub use crate::grant::{
        Approval, CODE_VALID_FOR, Choice, CodeExchange, DecisionError, ExchangeError,
        GRANT_KEPT_FOR, GRANT_VALID_FOR, Grant, Stage, denied,
    };
    pub use crate::pkce::CodeChallenge;
    pub use crate::resource::Resource;
    pub use crate::scope::{GrantedScopes, Identity};
}

/// Applications: registered, or described by a document of their own; how they prove who they are.
pub mod clients {
    pub use crate::client::{
        AuthMethod, CLIENT_UNUSED_FOR, Client, ClientMetadata, GrantType, MAX_CLIENT_NAME,
        MAX_REDIRECT_BYTES, MAX_REDIRECT_URIS, MAX_REGISTRATION, Registered,
    };
    pub use crate::client_auth::{ClientCredentials, invalid_client};
    pub use crate::client_document::{
        ClientDocuments, DOCUMENT_FRESH_FOR, DOCUMENT_KEPT_FOR, DocumentAge, DocumentError,
        MAX_CLIENT_DOCUMENT, read_client_document,
    };
    pub use crate::redirect::{MAX_REDIRECT_URI, RedirectUri, RedirectUriError};
}

/// What lasts: an application's access to a company.
pub mod connections {
    pub use crate::connection::{
        CONNECTION_UNUSED_FOR, Connection, FoundConnection, RevokedBecause,
    };
}

/// Access and refresh tokens, the claims in them, and the keys that sign.
pub mod tokens {
    pub use crate::claims::{
        ACCESS_VALID_FOR, AccessClaims, IdClaims, Introspection, TokenType, UserClaims,
        invalid_token,
    };
    pub use crate::refresh::{
        REFRESH_VALID_FOR, RefreshChain, RefreshError, RefreshToken, refreshed_resource,
        refreshed_scopes,
    };
    pub use crate::signing_key::{Jwk, PublicKey, RETIRED_KEY_KEPT_FOR, SigningKey};
    pub use crate::token_request::{Refresh, TokenRequest, Tokens};
    pub use secret_text::{Secret, SecretHash};
}

pub use error::{ErrorCode, OAuthError};
pub use id::{AccessTokenId, ClientId, GrantId};
pub use parameters::{MAX_ECHOED, MAX_VALUE, Parameters};
pub use room::{NoRoom, PENDING_GRANTS, RECENT_CLIENTS, Room, Share, Taken};
