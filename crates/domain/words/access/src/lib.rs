//! Who may do what: organizations, users and their roles, API keys with tiers and scopes, plans.
//!
//! Pure: a key arrives here as the record that the store found by the key's hash, and
//! [`authorize`] says which [`Tenant`] a request acts for, or why not.
//!
//! | to | begin with |
//! |---|---|
//! | name a tenant | [`OrganizationId`], [`PartnerId`] |
//! | say for whom a request acts | [`authorize`], [`identify`] |
//! | know what a key or a user may do | [`Scope`], [`Role`], [`Tier`] |
//! | limit requests | [`Window`], [`Counted`] |
//! | say what a new key may be | [`grant`], [`rotate`] |
//! | keep organizations, users and keys | the ports [`AccessStore`], [`KeyStore`] |

#![deny(clippy::disallowed_methods)]

mod access_error;
mod authorize;
mod credential;
mod grant;
mod id;
mod key;
mod key_record;
mod key_store;
mod new_key_owner;
mod plan;
mod ports;
mod rate_limit;
mod reach;
mod role;
mod scope;

pub use access_error::AccessError;
pub use authorize::{Tenant, authorize, authorize_connection};
pub use credential::{ConnectionAccess, Credential};
pub use grant::{
    Grant, GrantError, Grantor, KEY_OVERLAP, KeyRequest, MAX_KEY_NAME, MAX_KEY_OVERLAP, grant,
    rotate,
};
pub use id::{ApiKeyId, ConnectionId, CountedId, CredentialId, UserId};
pub use key::{ApiKey, KEY_HINT, KeyOwner, KeyText, MalformedKey, partner_requests_per_minute};
pub use key_record::{KeyFilter, KeyRecord, KeyState};
pub use key_store::{AddKeyError, KeyStore};
pub use new_key_owner::NewKeyOwner;
pub use persistence::{
    Tier,
    ids::{OrganizationId, PartnerId},
};
pub use plan::{Plan, UnknownPlan};
pub use ports::{AccessStore, FoundKey, NewKey, NewPartner, NewUser};
pub use rate_limit::{AttemptHash, Counted, RateLimited, WINDOW_SECONDS, Window, seconds_until};
pub use reach::{KeyHolder, KeyScope, identify, identify_connection};
pub use role::{Role, UnknownRole};
pub use scope::{Scope, Scopes, UnknownScope};

refusals::list![AccessError, GrantError, AddKeyError, RateLimited,];
