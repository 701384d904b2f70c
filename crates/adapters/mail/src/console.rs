//! Mail that is written to the console and not sent, for development.

use notifications::{MailError, Message};
use std::io::{self, Write};

/// Prints a message as it would be read. Its text has no characters that act on a terminal.
pub(crate) fn print(message: &Message) -> Result<(), MailError> {
    let text = format!(
        "---- mail to {}\n---- {}\n{}\n---- end of mail {}\n",
        message.to,
        message.subject.as_str(),
        message.text.as_str().trim_end(),
        message.key
    );
    let mut out = io::stdout().lock();
    let printed = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    printed.map_err(|error| MailError::Unreachable(crate::reason::reason(&error)))
}
