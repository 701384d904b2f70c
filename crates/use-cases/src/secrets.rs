//! Tokens and hashes.

use data_encoding::BASE64URL_NOPAD;
use ring::digest;

/// SHA-256.
#[must_use]
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    let mut hash = [0; 32];
    hash.copy_from_slice(digest::digest(&digest::SHA256, bytes).as_ref());
    hash
}

/// A token of 32 random bytes, as it stands in a link.
pub(crate) fn new_token(random: [u8; 32]) -> String {
    BASE64URL_NOPAD.encode(&random)
}
