use std::fmt;
use webhooks::endpoints::{AddressPolicy, EndpointUrl, UrlError};

/// The address of a program, without a trailing slash. Its host is checked at every call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramUrl(EndpointUrl);

/// Why a text is not the address of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub enum ProgramUrlError {
    /// It has a user name or password.
    #[error("must not hold a user name or password: they have fields of their own")]
    UserInfo,
    /// It has a query.
    #[error("must not have a query (?…)")]
    Query,
    /// It is not an https address on the internet.
    #[error(transparent)]
    Url(UrlError),
}

impl From<UrlError> for ProgramUrlError {
    fn from(error: UrlError) -> Self {
        match error {
            UrlError::UserInfo => ProgramUrlError::UserInfo,
            error => ProgramUrlError::Url(error),
        }
    }
}

impl ProgramUrl {
    /// Parses an address: https, any port, with a host that may be called.
    ///
    /// # Errors
    /// `ProgramUrlError` says what to correct.
    pub fn parse(text: &str, reach: AddressPolicy) -> Result<Self, ProgramUrlError> {
        let text = text.trim_end_matches('/');
        if text.contains('?') {
            return Err(ProgramUrlError::Query);
        }
        Ok(Self(EndpointUrl::parse_at_any_port(text, reach)?))
    }

    /// Parses a stored address.
    ///
    /// # Errors
    /// `ProgramUrlError` when it cannot be parsed.
    pub fn stored(text: String) -> Result<Self, ProgramUrlError> {
        Ok(Self(EndpointUrl::stored(text)?))
    }

    /// The address as it was entered.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The host, by which the attempts at one program are counted.
    #[must_use]
    pub fn host(&self) -> &str {
        self.0.host()
    }
}

impl fmt::Display for ProgramUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_https_at_any_port() {
        let parse = |text| ProgramUrl::parse(text, AddressPolicy::Public);
        let url = parse("https://pohoda.example.com:5336/").expect("right");
        assert_eq!(
            (url.as_str(), url.host()),
            ("https://pohoda.example.com:5336", "pohoda.example.com")
        );
        for wrong in [
            "",
            "http://pohoda.example.com",
            "https://u:p@pohoda.example.com",
            "https://pohoda.example.com/xml?a=1",
            "https://10.0.0.1",
            "https://localhost:444",
            "https://pohoda.example.com:0",
            "pohoda.example.com",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
        let loopback = ProgramUrl::parse("http://127.0.0.1:444", AddressPolicy::AndLoopback);
        assert!(loopback.is_ok());
    }
}
