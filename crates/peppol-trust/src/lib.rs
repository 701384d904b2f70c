//! Whether a certificate of the Peppol network is trusted now: for the access points that we exchange messages with,
//! and for the SMPs that say where they are.
//!
//! | to | begin with |
//! |---|---|
//! | check certificates of one role in one network | [`Trust`] |
//! | have lists of revoked certificates from where certificates say | [`PublishedLists`] |
//! | have them from files, or ask for none | [`Revocation`] |
//!
//! A list comes over plain http: it counts when the certificate's issuer signed it, it has not ended, and it is not
//! older than the one that was had before.
#![warn(missing_docs)]

mod list;
mod revocation;
mod trust;

pub use revocation::{NoList, PublishedLists, Revocation, RevocationLists};
pub use trust::{Trust, WhenUnknown};
