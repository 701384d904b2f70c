//! A checked attachment (BG-24).

use crate::filename::{check_filename, ends_in_csv};
use crate::{Kind, MAX_TOTAL_BYTES, Refused, sniff};

/// An attachment whose name, declared kind and content agree (BG-24).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    filename: String,
    kind: Kind,
    content: Vec<u8>,
    description: Option<String>,
}

impl Attachment {
    /// Takes an attachment if [`check`] finds nothing wrong with it.
    ///
    /// # Errors
    /// What is wrong, and what to send instead.
    pub fn new(
        filename: impl Into<String>,
        declared_mime: &str,
        content: Vec<u8>,
        description: Option<String>,
    ) -> Result<Self, Refused> {
        let filename = filename.into();
        let kind = check(&filename, declared_mime, &content)?;
        Ok(Self { filename, kind, content, description })
    }

    /// The file name (BT-125-2).
    #[must_use]
    pub fn filename(&self) -> &str {
        &self.filename
    }

    /// The kind, as declared and found.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// The MIME code in its canonical spelling (BT-125-1).
    #[must_use]
    pub const fn mime_code(&self) -> &'static str {
        self.kind.mime_code()
    }

    /// The decoded bytes (BT-125).
    #[must_use]
    pub fn content(&self) -> &[u8] {
        &self.content
    }

    /// The description (BT-123), if any.
    #[must_use]
    pub fn description(&self) -> Option<&str> {
        self.description.as_deref()
    }
}

/// Checks that a file's name, declared MIME code and content agree and can be delivered.
///
/// `bytes` are the decoded content. The limits over all attachments of an invoice are
/// [`crate::within_limits`].
///
/// # Errors
/// What is wrong, and what to send instead.
pub fn check(filename: &str, declared_mime: &str, bytes: &[u8]) -> Result<Kind, Refused> {
    check_filename(filename).map_err(Refused::Filename)?;
    let declared = Kind::from_mime_code(declared_mime).ok_or_else(|| Refused::NotDeliverable {
        declared: declared_mime.chars().take(100).collect(),
    })?;
    if bytes.len() > MAX_TOTAL_BYTES {
        return Err(Refused::TooLarge { bytes: bytes.len() });
    }
    if declared == Kind::Csv && !ends_in_csv(filename) {
        return Err(Refused::CsvName);
    }
    match sniff(bytes)? {
        found if found == declared => Ok(found),
        // What merely looks like CSV is no evidence of it without the name.
        Kind::Csv if !ends_in_csv(filename) => Err(Refused::Unknown),
        found => Err(Refused::OtherKind { declared, found }),
    }
}
