//! Requests for authorization, and grants until their code is exchanged.

pub(crate) mod authorization;
mod grant;
mod pkce;
mod resource;
mod scope;

pub use authorization::{AuthorizationRequest, NoWayBack, Wanted, WayBack, named_client};
pub use grant::{
    Approval, CODE_VALID_FOR, Choice, CodeExchange, DecisionError, ExchangeError, GRANT_KEPT_FOR,
    GRANT_VALID_FOR, Grant, Stage, denied,
};
pub use pkce::CodeChallenge;
pub use resource::Resource;
pub use scope::{GrantedScopes, Identity};
