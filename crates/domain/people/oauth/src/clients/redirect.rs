//! Redirect URIs.

use network_addresses::{is_host_name, names_host};
use serde::{Deserialize, Serialize};
use std::{
    fmt,
    net::{Ipv4Addr, Ipv6Addr},
};
use url::{Host, Position, Url};

/// Maximum length of a redirect URI in bytes.
pub const MAX_REDIRECT_URI: usize = 2048;

/// Why a redirect URI is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RedirectUriError {
    #[error(
        "must be an absolute URI of at most {MAX_REDIRECT_URI} of the characters that a URI may have, with two \
         hexadecimal digits behind each %"
    )]
    Malformed,
    #[error(
        "must name its host by an IP address or a name of the DNS, without wildcards and empty labels"
    )]
    Host,
    #[error(
        "must be written as a browser would: with a host, in lower case, without the scheme's own port, `..` and \
         characters that have to be encoded"
    )]
    NotNormal,
    #[error("must not have a fragment")]
    Fragment,
    #[error("must not hold a user or a password")]
    Credentials,
    #[error("must be https, except on the loopback addresses localhost, 127.0.0.1 and [::1]")]
    NotHttps,
    #[error(
        "must have a scheme that is a domain name of yours in reverse order, as com.example.app"
    )]
    Scheme,
    #[error("must have a path behind its scheme, as com.example.app:/callback")]
    NoPath,
    #[error("must not have a parameter that answers have, as code, state, iss and error")]
    Reserved,
}

/// Parameters of authorization responses (the IANA registry of OAuth, "authorization response"; RFC 6749, 4.1.2; RFC
/// 9207). A redirect URI with one of them would give the application two values, or one that this server did not send.
const OF_ANSWERS: [&str; 13] = [
    "access_token",
    "code",
    "error",
    "error_description",
    "error_uri",
    "expires_in",
    "id_token",
    "iss",
    "response",
    "scope",
    "session_state",
    "state",
    "token_type",
];

/// A redirect URI (OAuth 2.1, 2.3.1; RFC 6749, 3.1.2; RFC 8252, 7): https, http on loopback for applications on the
/// user's own machine, or a private-use scheme that names a domain, followed by a path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RedirectUri(String);

impl RedirectUri {
    /// Parses a redirect URI. The text is stored unchanged, because redirect URIs are compared as texts. It must be in
    /// the normal form of a browser, so that the user consents to the same host that is compared.
    ///
    /// # Errors
    /// [`RedirectUriError`].
    pub fn parse(text: &str) -> Result<Self, RedirectUriError> {
        // the parser would drop tabs and line ends, and read backslashes as slashes
        if text.len() > MAX_REDIRECT_URI || !has_characters_of_uri(text) {
            return Err(RedirectUriError::Malformed);
        }
        let url = Url::parse(text).map_err(|_| RedirectUriError::Malformed)?;
        if url.fragment().is_some() {
            return Err(RedirectUriError::Fragment);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(RedirectUriError::Credentials);
        }
        match url.scheme() {
            "https" => {}
            "http" if is_loopback(&url) => {}
            "http" => return Err(RedirectUriError::NotHttps),
            scheme if scheme.contains('.') && is_host_name(scheme) => {}
            _ => return Err(RedirectUriError::Scheme),
        }
        // RFC 8252, 7.1: the part after the colon must be a path, never a text that another program would run or parse
        if url.cannot_be_a_base() {
            return Err(RedirectUriError::NoPath);
        }
        if url.query_pairs().any(|(name, _)| is_of_answers(&name)) {
            return Err(RedirectUriError::Reserved);
        }
        if url.host_str().is_some_and(|host| !host.is_empty()) && !names_host(&url) {
            return Err(RedirectUriError::Host);
        }
        if !is_normal(text, &url) || url.port() == Some(0) {
            return Err(RedirectUriError::NotNormal);
        }
        Ok(Self(text.to_owned()))
    }

    /// Whether a request may use `asked` when this URI is registered: it must be the same text, except for the port on
    /// loopback, which native applications choose when they start (OAuth 2.1, 4.1.1; RFC 9700, 4.1.3).
    #[must_use]
    pub fn allows(&self, asked: &RedirectUri) -> bool {
        self.0 == asked.0
            || self
                .without_loopback_port()
                .is_some_and(|this| asked.without_loopback_port() == Some(this))
    }

    /// The text before and after the port of a loopback URI. Only the port is ignored: host, path and query are
    /// compared as text and not as parsed.
    fn without_loopback_port(&self) -> Option<(&str, &str)> {
        let rest = self.0.strip_prefix("http://").filter(|_| self.is_loopback())?;
        let (authority, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
        // the colons of an IPv6 address are inside brackets
        let from = authority.rfind(']').unwrap_or(0);
        let host = match authority[from..].find(':') {
            Some(colon) => &authority[..from + colon],
            None => authority,
        };
        Some((host, path))
    }

    /// Whether it points to the user's own machine, where any program may listen.
    #[must_use]
    pub fn is_loopback(&self) -> bool {
        Url::parse(&self.0).is_ok_and(|url| is_loopback(&url))
    }

    /// The part shown to users: the host, with a port other than the default; for a private-use scheme the scheme.
    #[must_use]
    pub fn shown_host(&self) -> String {
        let Ok(url) = Url::parse(&self.0) else { return String::new() };
        match (url.host(), url.port()) {
            (Some(host), Some(port)) => format!("{host}:{port}"),
            (Some(host), None) => host.to_string(),
            (None, _) => format!("{}:", url.scheme()),
        }
    }

    /// The URI with more query parameters.
    #[must_use]
    pub fn with(&self, parameters: &[(&str, &str)]) -> String {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(parameters);
        let joint = match self.0.split_once('?') {
            None => "?",
            Some((_, "")) => "",
            Some(_) => "&",
        };
        format!("{}{joint}{}", self.0, query.finish())
    }

    /// The URI as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RedirectUri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether a name is one of `OF_ANSWERS`, ignoring case and surrounding white space as some programs do.
fn is_of_answers(name: &str) -> bool {
    OF_ANSWERS.iter().any(|known| known.eq_ignore_ascii_case(name.trim()))
}

/// Whether a text equals its parsed form, except that a root path may be missing.
fn is_normal(text: &str, url: &Url) -> bool {
    let (host, rest) = (&url[..Position::BeforePath], &url[Position::AfterPath..]);
    let is_without_path = || url.path() == "/" && text.strip_prefix(host) == Some(rest);
    url.as_str() == text || is_without_path()
}

/// Whether a text consists of URI characters (RFC 3986, 2), with brackets only around an IPv6 address.
fn has_characters_of_uri(text: &str) -> bool {
    let is_encoded =
        |rest: &str| rest.len() >= 2 && rest.as_bytes()[..2].iter().all(u8::is_ascii_hexdigit);
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~:/?#[]@!$&'()*+,;=%".contains(&b);
    let behind_host = text.split_once("://").map_or(text, |(_, rest)| rest);
    let behind_host = behind_host.find(['/', '?']).map_or("", |at| &behind_host[at..]);
    text.bytes().all(is_plain)
        && text.split('%').skip(1).all(is_encoded)
        && !behind_host.contains(['[', ']'])
}

/// Whether the host is one of the loopback addresses of RFC 8252, 7.3. Others of 127.0.0.0/8 are refused, because
/// applications listen on these, and URIs are compared as texts.
fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address == Ipv4Addr::LOCALHOST,
        Some(Host::Ipv6(address)) => address == Ipv6Addr::LOCALHOST,
        None => false,
    }
}

#[cfg(test)]
mod tests;
