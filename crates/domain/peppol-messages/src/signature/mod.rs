//! XML signatures: the part of XML-Signature that the network uses.
//!
//! Reading is in two steps. [`Signature::read`] takes a signature apart without believing it;
//! [`Signature::check_value`] and [`Reference::check_digest`] compare it with what was signed. Which
//! algorithms, transforms and references are right is for the kind of message to say.

mod check;
mod read;
pub(crate) mod uri;
mod write;

pub(crate) use read::{Reference, Signature};
pub use write::Enveloped;
pub(crate) use write::{reference, sign_enveloped, signed_info};

pub(crate) const DS: &str = "http://www.w3.org/2000/09/xmldsig#";

/// Why a signature does not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SignatureFault {
    /// An element is missing, stands twice, or holds no Base64.
    #[error("the signature is not complete")]
    Malformed,
    /// An algorithm that is not allowed here.
    #[error("the signature uses an algorithm that is not allowed")]
    Algorithm,
    /// Other transforms than are allowed here.
    #[error("the signature transforms what it signs otherwise than is allowed")]
    Transforms,
    /// A reference to something else than it must sign.
    #[error("the signature does not cover what it must")]
    Reference,
    /// What was signed has been changed.
    #[error("what was signed has been changed: its digest differs")]
    Digest,
    /// The signature is not of this key over these digests.
    #[error("the signature is not the one of its certificate")]
    Value,
}
