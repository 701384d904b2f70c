use std::fmt;

/// Longest key.
pub const MAX_KEY: usize = 100;

/// A text that is no key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a message's key has 1 to {MAX_KEY} letters, digits, hyphens and underscores of ASCII")]
pub struct KeyError;

/// The key by which repeated messages are recognised, for example `claim-<id>-<attempt>`. It is valid in a header and
/// in a file name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DedupKey(String);

impl DedupKey {
    /// Reads a key.
    ///
    /// # Errors
    /// [`KeyError`].
    pub fn parse(text: &str) -> Result<Self, KeyError> {
        let fit = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
        let fit = (1..=MAX_KEY).contains(&text.len()) && text.bytes().all(fit);
        fit.then(|| Self(text.to_owned())).ok_or(KeyError)
    }

    /// The key.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for DedupKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
