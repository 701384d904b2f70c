//! Who sends, and how.

use crate::url::MailUrl;
use lettre::message::Mailbox;
use notifications::Address;
use std::{fmt, io, str::FromStr, time::Duration};

/// Longest sender, in bytes.
const MAX_FROM: usize = 320;

/// Who mail comes from: `noreply@example.com`, or `Billhook <noreply@example.com>`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct From(pub(crate) Mailbox);

/// A text that is no sender.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a sender is an e-mail address, or a name and an address in angle brackets")]
pub struct FromError;

impl FromStr for From {
    type Err = FromError;

    fn from_str(text: &str) -> Result<Self, FromError> {
        if text.len() > MAX_FROM || text.contains(char::is_control) {
            return Err(FromError);
        }
        let mailbox: Mailbox = text.trim().parse().map_err(|_| FromError)?;
        Address::parse(mailbox.email.as_ref()).map_err(|_| FromError)?;
        Ok(Self(mailbox))
    }
}

impl fmt::Display for From {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// How mail is sent.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Where to.
    pub url: MailUrl,
    pub from: From,
    /// The longest hand-over to a server, from the look-up of its name on.
    pub timeout: Duration,
    /// Certificate authorities (PEM) that are trusted beside the machine's own.
    pub extra_roots: Vec<u8>,
}

impl Settings {
    /// 30 seconds, the machine's own certificate authorities.
    #[must_use]
    pub const fn new(url: MailUrl, from: From) -> Self {
        Self { url, from, timeout: Duration::from_secs(30), extra_roots: Vec::new() }
    }
}

/// Why mail cannot be sent on this machine at all.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// The machine has no certificate authorities, or the extra roots are not PEM.
    #[error("TLS for mail cannot be set up")]
    Tls(#[source] lettre::transport::smtp::Error),
    /// [`Settings::extra_roots`] hold no certificate.
    #[error("the extra certificate authorities for mail are not PEM")]
    Roots,
    /// The folder can neither be found nor made.
    #[error("the folder for mail cannot be made")]
    Folder(#[source] io::Error),
}
