//! The port served by one of three ways to send.

use crate::settings::{From, Settings, SetupError};
use crate::url::Target;
use crate::{console, email, folder, smtp::Smtp};
use notifications::{MailError, Mailer, Message};
use std::path::PathBuf;
use time::OffsetDateTime;

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
    /// Creates the mailer, without connecting to a server.
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
