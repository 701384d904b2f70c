//! Manages our SMP and its participants in the SML (SML 1.3.0): SOAP over TLS with the SMP's certificate.
//!
//! | to | begin with |
//! |---|---|
//! | register, remove and list participants | [`SmlClient::create`], [`SmlClient::delete`], [`SmlClient::list`] |
//! | move one to another SMP | [`SmlClient::prepare_to_migrate`], [`SmlClient::migrate`] |
//! | register and move the SMP itself | [`SmlClient::create_publisher`], [`SmlClient::update_publisher`] |
//!
//! A call that had no answer may have been carried out: [`SmlError::is_certain`] says which. Calling again does no
//! harm: what is done already is a [`SmlError::BadRequest`] or [`SmlError::NotFound`], and `list` tells what is so.
#![warn(missing_docs)]

mod client;
mod error;
mod registry;

pub use client::{Settings, SmlClient};
pub use error::{SetupError, SmlError};
