use crate::{ErrorCode, OAuthError};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

/// Maximum length of a value in bytes.
pub const MAX_VALUE: usize = 4096;

/// Maximum length in bytes of a value that is stored until it is sent back (`state`, `nonce`).
pub const MAX_ECHOED: usize = 512;

/// The parameters of a query or a form, each at most once.
///
/// Unlike a derived parser, this one notices a repeated parameter, which must be refused (OAuth 2.1, 3.1 and 3.2). A
/// parameter without a value counts as missing. Its `Debug` shows only the names, because the values are passwords,
/// codes and tokens.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Parameters {
    values: BTreeMap<String, String>,
    repeated: BTreeSet<String>,
}

impl Parameters {
    /// Parses `a=b&c=d`. An invalid parameter is reported only when it is read.
    #[must_use]
    pub fn parse(encoded: &[u8]) -> Self {
        let mut read = Self::default();
        for (name, value) in url::form_urlencoded::parse(encoded) {
            if value.is_empty() {
                continue;
            }
            if read.values.contains_key(&*name) {
                read.repeated.insert(name.into_owned());
            } else {
                read.values.insert(name.into_owned(), value.into_owned());
            }
        }
        read
    }

    /// The value of an optional parameter.
    ///
    /// # Errors
    /// `invalid_request` (for a resource `invalid_target`) when it is repeated, too long or contains control
    /// characters.
    pub fn optional(&self, name: &str) -> Result<Option<&str>, OAuthError> {
        let code = match name {
            "resource" => ErrorCode::InvalidTarget,
            _ => ErrorCode::InvalidRequest,
        };
        if self.repeated.contains(name) {
            return Err(OAuthError::new(code, &format!("{name} comes more than once")));
        }
        let Some(value) = self.values.get(name) else { return Ok(None) };
        if value.len() > MAX_VALUE || value.contains(char::is_control) {
            return Err(OAuthError::new(code, &format!("{name} is too long or not printable")));
        }
        Ok(Some(value))
    }

    /// The same for a value that is stored until it is sent back.
    ///
    /// # Errors
    /// As [`Parameters::optional`], with the maximum length [`MAX_ECHOED`].
    pub fn echoed(&self, name: &str) -> Result<Option<&str>, OAuthError> {
        let value = self.optional(name)?;
        if value.is_some_and(|value| value.len() > MAX_ECHOED) {
            let text = format!("{name} is longer than {MAX_ECHOED} bytes");
            return Err(OAuthError::new(ErrorCode::InvalidRequest, &text));
        }
        Ok(value)
    }

    /// A required token of any form; `None` for a text that cannot be one of our tokens.
    ///
    /// # Errors
    /// `invalid_request` when it is missing or repeated.
    pub fn token(&self, name: &str) -> Result<Option<&str>, OAuthError> {
        if self.repeated.contains(name) || !self.values.contains_key(name) {
            return self.required(name).map(Some);
        }
        Ok(self.optional(name).ok().flatten())
    }

    /// The value of a required parameter.
    ///
    /// # Errors
    /// As [`Parameters::optional`], and when it is missing.
    pub fn required(&self, name: &str) -> Result<&str, OAuthError> {
        let missing = || OAuthError::new(ErrorCode::InvalidRequest, &format!("{name} is missing"));
        self.optional(name)?.ok_or_else(missing)
    }
}

impl fmt::Debug for Parameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.values.keys()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_comes_once() {
        let read = Parameters::parse(b"a=1&b=&c=x&c=y&resource=1&resource=2&d=%00&e=a+b%26");
        assert_eq!(read.required("a"), Ok("1"));
        assert_eq!(read.optional("b"), Ok(None), "without a value it is left out");
        assert_eq!(read.required("e"), Ok("a b&"));
        for (name, code) in [
            ("b", ErrorCode::InvalidRequest),
            ("c", ErrorCode::InvalidRequest),
            ("d", ErrorCode::InvalidRequest),
            ("resource", ErrorCode::InvalidTarget),
        ] {
            assert_eq!(read.required(name).map_err(|error| error.code), Err(code), "{name}");
        }
        let printed = format!("{:?}", Parameters::parse(b"password=geheim&code=abc"));
        assert_eq!(printed, r#"{"code", "password"}"#);
        let long = format!("state={}", "x".repeat(MAX_VALUE + 1));
        assert!(Parameters::parse(long.as_bytes()).optional("state").is_err());
        for (length, is_taken) in [(MAX_ECHOED, true), (MAX_ECHOED + 1, false)] {
            let text = format!("state={}", "x".repeat(length));
            assert_eq!(Parameters::parse(text.as_bytes()).echoed("state").is_ok(), is_taken);
        }
    }

    /// RFC 7009, 2.2: an invalid token is no error, because its client could not do anything about it.
    #[test]
    fn a_token_may_look_like_anything() {
        let long = format!("token={}", "x".repeat(MAX_VALUE + 1));
        for (form, expected) in [
            ("token=abc", Ok(Some("abc"))),
            ("token=%00", Ok(None)),
            ("token=%FF%0A", Ok(None)),
            (&*long, Ok(None)),
            ("token=", Err(ErrorCode::InvalidRequest)),
            ("", Err(ErrorCode::InvalidRequest)),
            ("token=a&token=b", Err(ErrorCode::InvalidRequest)),
        ] {
            let form = Parameters::parse(form.as_bytes());
            assert_eq!(form.token("token").map_err(|error| error.code), expected);
        }
    }
}
