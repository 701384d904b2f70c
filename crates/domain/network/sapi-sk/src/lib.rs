//! SAPI-SK 1.0: the interface between Slovak accounting programs and providers of the Peppol network.
//!
//! Only what the interface has of its own is here; sending and receiving are `peppol-connector`'s.
//! The contract is a reconstruction (`fixtures/peppol-network/sapi-sk.openapi.json`); where it is
//! uncertain, both forms are accepted (`docs/sapi-sk.md`).
//!
//! | to | begin with |
//! |---|---|
//! | read a request | [`SendRequest::read`], [`TokenRequest::read`] |
//! | check it against its document | [`SendRequest::check_document`], [`check_participant`] |
//! | say what is wrong | [`SapiError`], [`Code`] |
//! | answer a send that was refused | [`refused`] |
//! | know how long a token lives | [`TokenKind`], [`TokenRecord`] |
//! | lock a client out | [`Failures`] |
//! | keep tokens | the port [`TokenStore`] |

#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

mod agreement;
mod client;
mod error;
mod member;
mod metadata;
mod ports;
mod refusal;
mod scope;
mod send_request;
mod token;
mod token_request;

pub use agreement::check_participant;
pub use client::{FAILURES_WITHIN, Failures, LOCKED_FOR, MAX_FAILURES};
pub use error::{Category, Code, Detail, SapiError};
pub use metadata::Metadata;
pub use ports::{Client, FoundToken, TokenStore};
pub use refusal::{invalid, refused, sent_before};
pub use scope::{SapiScope, SapiScopes};
pub use send_request::{MAX_PAYLOAD, SendRequest};
pub use token::{GrantId, NewToken, NewTokens, TokenId, TokenKind, TokenRecord, TokenText};
pub use token_request::{RenewRequest, RevokeRequest, TokenRequest};
