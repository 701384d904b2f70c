use std::fmt;
use validator::ValidateEmail;

/// Longest address (RFC 5321, 4.5.3.1.3, without the brackets; specification, Limits).
pub const MAX_ADDRESS: usize = 254;

/// Why a text is no address that mail can be sent to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("email_address")]
pub enum AddressError {
    /// Longer than [`MAX_ADDRESS`].
    #[error("has more than {most} characters", most = MAX_ADDRESS)]
    TooLong,
    /// Letters beyond ASCII: many servers accept none (RFC 6531).
    #[error("must be in plain ASCII; write an internationalised domain as xn--…")]
    NotAscii,
    /// Not of the form `name@example.com`.
    #[error("is not an e-mail address")]
    Form,
}

/// An e-mail address: a dot-atom and a domain (RFC 5322, 3.4.1), in ASCII. Without quotes,
/// comments, white space and control characters, so it can stand in a header or command as it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Address(String);

impl Address {
    /// Reads an address. White space around it is dropped.
    ///
    /// # Errors
    /// [`AddressError`].
    pub fn parse(text: &str) -> Result<Self, AddressError> {
        let text = text.trim_matches(' ');
        if text.len() > MAX_ADDRESS {
            return Err(AddressError::TooLong);
        }
        if !text.is_ascii() {
            return Err(AddressError::NotAscii);
        }
        let (local, _) = text.rsplit_once('@').ok_or(AddressError::Form)?;
        let dots = local.starts_with('.') || local.ends_with('.') || local.contains("..");
        let plain = text.bytes().all(|b| b.is_ascii_graphic());
        let fit = plain && !dots && text.validate_email();
        fit.then(|| Self(text.to_owned())).ok_or(AddressError::Form)
    }

    /// The address.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
