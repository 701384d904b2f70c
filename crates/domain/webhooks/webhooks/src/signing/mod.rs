//! How a request is signed, and how its receiver verifies the signature.

mod request;
mod signature;

pub use request::{HEADER_EVENT, HEADER_ID, HEADER_SIGNATURE, HEADER_TIMESTAMP, SignedRequest};
pub use signature::{TOLERANCE, VerifyError, sign, verify};
