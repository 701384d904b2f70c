//! Certificates of the network, whom they come from, and the keys of this installation.

mod authorities;
mod certificate;
mod identity;
mod pem;

pub use authorities::{Authorities, Untrusted, verdict_of_lists};
pub use certificate::{Certificate, NoCertificate};
pub use identity::{Identity, NoIdentity};
