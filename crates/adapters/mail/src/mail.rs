//! The port served by one of three ways to send.

use crate::url::{MailUrl, Target};
use crate::{console, email, folder, smtp::Smtp};
use lettre::message::Mailbox;
use notifications::{Address, MailError, Mailer, Message};
use std::{fmt, io, path::PathBuf, str::FromStr, time::Duration};
use time::OffsetDateTime;

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

/// Sends mail from one sender.
///
/// Each message goes over a connection of its own; mail is rare.
pub struct Mail {
    from: From,
    transport: Transport,
}

enum Transport {
    Console,
    Folder(PathBuf),
    Smtp(Box<Smtp>),
}

impl Mail {
    /// Makes what does not depend on a message. Connects to nobody.
    ///
    /// # Errors
    /// [`SetupError`].
    pub fn new(settings: Settings) -> Result<Self, SetupError> {
        let Settings { url, from, timeout, extra_roots } = settings;
        let transport = match url.0 {
            Target::Console => Transport::Console,
            Target::Folder(folder) => {
                folder::make(&folder).map_err(SetupError::Folder)?;
                Transport::Folder(folder)
            }
            Target::Server(server) => {
                Transport::Smtp(Box::new(Smtp::new(server, &from, timeout, &extra_roots)?))
            }
        };
        Ok(Self { from, transport })
    }
}

impl Mailer for Mail {
    async fn send(&self, message: &Message) -> Result<(), MailError> {
        let now = OffsetDateTime::now_utc();
        match &self.transport {
            Transport::Console => console::print(message),
            Transport::Folder(folder) => {
                let bytes = email::write(&self.from, message, now)?.formatted();
                folder::keep(folder.clone(), message.key.clone(), now, bytes).await
            }
            Transport::Smtp(server) => server.send(&email::write(&self.from, message, now)?).await,
        }
    }
}

/// Text of a server or system, for a record: bounded, on one line.
pub(crate) fn reason(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |cause| cause.source());
    let text = causes.map(ToString::to_string).collect::<Vec<_>>().join(": ");
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(300).collect()
}
