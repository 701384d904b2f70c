//! Access and refresh tokens, their claims, and the signing keys.

mod claims;
mod refresh;
mod signing_key;
mod token_request;

pub use claims::{
    ACCESS_VALID_FOR, AccessClaims, IdClaims, Introspection, TokenType, UserClaims, invalid_token,
};
pub use refresh::{
    REFRESH_VALID_FOR, RefreshChain, RefreshError, RefreshToken, refreshed_resource,
    refreshed_scopes,
};
pub use secret_text::{Secret, SecretHash};
pub use signing_key::{Jwk, PublicKey, RETIRED_KEY_KEPT_FOR, SigningKey};
pub use token_request::{Refresh, TokenRequest, Tokens};
