//! Sends mail: [`Mail`] serves the port [`notifications::Mailer`] over SMTP, into a folder, or
//! onto the console, as a [`MailUrl`] says.

mod console;
mod email;
mod folder;
mod mail;
mod reason;
mod settings;
mod smtp;
mod url;

pub use mail::Mail;
pub use settings::{From, FromError, Settings, SetupError};
pub use url::{MailUrl, MailUrlError};
