//! The address from which a program fetches its documents.

use crate::MAX_BATCH;
use secret_text::Secret;

/// The path without the token, which follows it.
pub const FETCH_PATH: &str = "/accounting/pohoda/";

/// The maximum size of Pohoda's answer about one document, in bytes.
const ANSWER_OF_ONE: usize = 64 * 1024;

/// The maximum size of Pohoda's answer to the documents that it fetched, in bytes.
pub const MAX_FETCHED_ANSWER: usize = MAX_BATCH * ANSWER_OF_ONE;

/// The address from which a program fetches, and to which it posts its answers. It contains a secret.
#[must_use]
pub fn fetch_address(base_url: &str, token: &Secret) -> String {
    format!("{base_url}{FETCH_PATH}{}", token.expose())
}
