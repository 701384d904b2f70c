use crate::{Address, DedupKey, sanitize};

/// Longest subject, in characters.
pub const MAX_SUBJECT: usize = 200;

/// Longest text, in bytes.
pub const MAX_TEXT: usize = 20_000;

/// Why a text is no subject or text of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// The text is empty or only white space.
    #[error("is empty")]
    Empty,
    /// Longer than [`MAX_SUBJECT`] or [`MAX_TEXT`].
    #[error("is longer than {0}")]
    TooLong(usize),
    /// A line break in a subject would begin a header.
    #[error("has control characters")]
    Control,
    /// `=?` in a subject begins an encoded word (RFC 2047): readers would decode it.
    #[error("has =?")]
    Encoded,
}

const ENCODED: &str = "=?";

/// The subject: one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject(String);

impl Subject {
    /// Takes a line. White space becomes single spaces: in a header more does not last.
    ///
    /// # Errors
    /// [`TextError`].
    pub fn new(line: &str) -> Result<Self, TextError> {
        if line.chars().any(sanitize::breaks) {
            return Err(TextError::Control);
        }
        if line.chars().count() > MAX_SUBJECT {
            return Err(TextError::TooLong(MAX_SUBJECT));
        }
        if line.contains(ENCODED) {
            return Err(TextError::Encoded);
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.is_empty() { Err(TextError::Empty) } else { Ok(Self(words.join(" "))) }
    }

    /// A subject of ours: what it says of others is [`sanitize::name`] already.
    pub(crate) fn ours(line: &str) -> Self {
        Self(sanitize::line(&line.replace(ENCODED, "= ?"), MAX_SUBJECT))
    }

    /// The line.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The text: lines that end in `\n`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text(String);

impl Text {
    /// Takes lines as they are; `\r\n` becomes `\n`.
    ///
    /// # Errors
    /// [`TextError`].
    pub fn new(lines: &str) -> Result<Self, TextError> {
        if lines.len() > MAX_TEXT {
            return Err(TextError::TooLong(MAX_TEXT));
        }
        let lines = lines.replace("\r\n", "\n");
        if lines.chars().any(|c| c.is_control() && c != '\n' && c != '\t') {
            Err(TextError::Control)
        } else if lines.trim().is_empty() {
            Err(TextError::Empty)
        } else {
            Ok(Self(lines))
        }
    }

    /// A text of ours.
    pub(crate) const fn ours(lines: String) -> Self {
        Self(lines)
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The text once more, for programs that show HTML. Only the letters of this crate make it: what others
/// wrote is escaped in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Html(String);

impl Html {
    /// A page of ours.
    pub(crate) const fn ours(page: String) -> Self {
        Self(page)
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A file that goes with a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailFile {
    /// The file name.
    pub name: String,
    /// Its MIME type: `application/pdf`.
    pub media_type: &'static str,
    pub content: Vec<u8>,
    /// The content id by which the HTML shows the file (`cid:…`); `None` when it is only attached.
    pub content_id: Option<&'static str>,
}

/// A message to one recipient: plain text, perhaps the same as HTML, perhaps with files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// The receiver.
    pub to: Address,
    /// The address for replies, when it is not the sender.
    pub reply_to: Option<Address>,
    /// Its subject.
    pub subject: Subject,
    /// The text.
    pub text: Text,
    /// The text as HTML.
    pub html: Option<Html>,
    /// The attached files.
    pub files: Vec<MailFile>,
    /// Which message it is.
    pub key: DedupKey,
}
