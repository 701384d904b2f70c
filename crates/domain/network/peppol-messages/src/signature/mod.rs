//! XML signatures: the part of XML-Signature that the network uses.
//!
//! Reading is in two steps. [`Signature::read`] takes a signature apart without believing it;
//! [`Signature::check_value`] and [`Reference::check_digest`] compare it with what was signed. Which
//! algorithms, transforms and references are right is for the kind of message to say.

mod check;
mod fault;
mod read;
pub(crate) mod uri;
mod write;

pub use fault::SignatureFault;
pub(crate) use read::{Reference, Signature};
pub use write::Enveloped;
pub(crate) use write::{reference, sign_enveloped, signed_info};

/// What the canonical forms of one message may cost together: a megabyte of the densest takes some 20 ms.
pub(crate) const STEPS: xml::Steps = xml::Steps::new(8 << 20);

pub(crate) const DS: &str = "http://www.w3.org/2000/09/xmldsig#";
