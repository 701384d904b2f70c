//! The name under which the DNS knows a participant (SML 1.3.0).

use data_encoding::BASE32_NOPAD;
use ring::digest::{SHA256, digest};

use crate::Identifier;

/// The first label: base32 without padding of the SHA-256 of the value in lower case. In capitals; names of
/// the DNS compare without case.
#[must_use]
pub fn label(participant: &Identifier) -> String {
    let value = participant.value.to_lowercase();
    BASE32_NOPAD.encode(digest(&SHA256, value.as_bytes()).as_ref())
}

/// The whole name, without a dot at the end: label, scheme and zone.
#[must_use]
pub fn sml_name(participant: &Identifier, zone: &str) -> String {
    format!("{}.{}.{}", label(participant), participant.scheme, zone.trim_matches('.'))
}
