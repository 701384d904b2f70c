use crate::{Address, DedupKey, Html, Message, Subject, Text};
use std::fmt;

/// Longest link, in bytes.
pub const MAX_LINK: usize = 2_048;

/// A text that is no link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "a link is an absolute http or https URL of at most {MAX_LINK} printable ASCII characters without spaces"
)]
pub struct LinkError;

/// A link that a reader can follow: readers' programs know it by its form, so it stands on a line
/// of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link(String);

impl Link {
    /// Reads a link.
    ///
    /// # Errors
    /// [`LinkError`].
    pub fn parse(text: &str) -> Result<Self, LinkError> {
        let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
        let plain = |b: u8| b.is_ascii_graphic() && !matches!(b, b'<' | b'>' | b'"' | b'\\');
        let fit = text.len() <= MAX_LINK
            && text.bytes().all(plain)
            && rest.is_some_and(|rest| rest.bytes().next().is_some_and(|b| b != b'/'));
        fit.then(|| Self(text.to_owned())).ok_or(LinkError)
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The subject and text of a message, without its receiver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmailContent {
    /// Its subject.
    pub subject: Subject,
    /// Its text.
    pub text: Text,
    /// The text as HTML, where there is one.
    pub html: Option<Html>,
}

impl EmailContent {
    /// Addresses it: without files, answered to the sender.
    #[must_use]
    pub fn to(self, to: Address, key: DedupKey) -> Message {
        let Self { subject, text, html } = self;
        Message { to, reply_to: None, subject, text, html, files: Vec::new(), key }
    }
}
