//! SAPI-SK: tokens, and the check of the participant that a call names. Documents go through the use cases of the
//! connector.

mod participant;
mod send;
mod tokens;

pub use participant::of_participant;
pub use send::{SendFailed, hand_over};
pub use tokens::{
    IssuedTokens, SapiCaller, TokenError, issue_tokens, renew_tokens, revoke_token, token_status,
    use_token,
};
