use network_addresses::{AddressError, AddressPolicy, check_address, is_host_name};
use std::{fmt, net::IpAddr};
use url::{Host, Url};

/// Longest URL, in bytes.
pub(crate) const MAX_URL_LENGTH: usize = 2_048;

/// Ports that an endpoint may listen on. Others are refused so that deliveries cannot be used to scan ports.
pub const PORTS: [u16; 2] = [443, 8443];

/// Names of hosts that are not on the internet.
const LOCAL_NAMES: [&str; 6] =
    ["localhost", "local", "internal", "home.arpa", "localdomain", "lan"];

/// Why a text is not the URL of an endpoint (specification, Limits: "URL https").
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub enum UrlError {
    /// It is empty, or white space.
    #[error("is required: an https:// URL")]
    Empty,
    /// It is longer than `MAX_URL_LENGTH`.
    #[error("is longer than {most} characters", most = MAX_URL_LENGTH)]
    TooLong,
    /// It has characters that URL parsers treat differently.
    #[error(
        "may only hold printable ASCII characters, without spaces, quotes, backslashes and braces; percent-encode others"
    )]
    Characters,
    /// It is not an absolute URL.
    #[error("is not a URL: write it as https://example.com/webhooks")]
    NotAUrl,
    /// Its scheme is not https.
    #[error("must begin with https://")]
    NotHttps,
    /// It has a user name or password, `user:password@`.
    #[error("must not hold a user name or password: verify the signature of a delivery instead")]
    UserInfo,
    /// It has a fragment, `#…`.
    #[error("must not have a fragment (#…): it would not be sent")]
    Fragment,
    /// Its port is not one of [`PORTS`].
    #[error("must use port 443 or 8443")]
    Port,
    /// Its host has letters beyond ASCII, or their punycode.
    #[error(
        "must have a host name in plain ASCII: internationalised names (also as xn--…) can look like others"
    )]
    International,
    /// Its host is written in another form than it is parsed to: `0x7f.1`, `ex%61mple.com`.
    #[error("must name its host plainly: an IP address in its usual form, a name without %")]
    DisguisedHost,
    /// Its host has empty or overlong labels, or no dot.
    #[error("must name a host of the internet, such as hooks.example.com")]
    HostName,
    /// Its host is `localhost` or another local name.
    #[error("must name a host of the internet, not one of a local network")]
    LocalName,
    /// Its host is an IP address that is not allowed.
    #[error("cannot be used: {reason}", reason = .0)]
    Address(#[source] AddressError),
}

/// The URL of an endpoint: stored as it was written, in a form that all URL parsers read the same way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndpointUrl {
    text: String,
    parsed: Url,
}

impl EndpointUrl {
    /// Parses a URL. The addresses that its host resolves to are checked at every delivery
    /// ([`network_addresses::check_resolved`]).
    ///
    /// # Errors
    /// [`UrlError`] says what to correct.
    pub fn parse(text: &str, reach: AddressPolicy) -> Result<Self, UrlError> {
        let url = Self::parse_at_any_port(text, reach)?;
        let is_loopback = reach == AddressPolicy::AndLoopback && is_loopback(&url.parsed);
        match is_loopback || PORTS.contains(&url.port()) {
            true => Ok(url),
            false => Err(UrlError::Port),
        }
    }

    /// Parses a URL with any port: of a server that the organization runs itself, where only the server's own API is
    /// called.
    ///
    /// # Errors
    /// [`UrlError`] says what to correct.
    pub fn parse_at_any_port(text: &str, reach: AddressPolicy) -> Result<Self, UrlError> {
        check_text(text)?;
        let parsed = Url::parse(text).map_err(not_a_url)?;
        let written = written_host(text).ok_or(UrlError::NotAUrl)?;
        let loopback = reach == AddressPolicy::AndLoopback && is_loopback(&parsed);
        let plain = loopback && parsed.scheme() == "http";
        if parsed.scheme() != "https" && !plain {
            return Err(UrlError::NotHttps);
        }
        if !parsed.username().is_empty() || parsed.password().is_some() || written.contains('@') {
            return Err(UrlError::UserInfo);
        }
        if parsed.fragment().is_some() {
            return Err(UrlError::Fragment);
        }
        check_host(&parsed, written, reach)?;
        if parsed.port_or_known_default().unwrap_or(0) == 0 {
            return Err(UrlError::Port);
        }
        Ok(Self { text: text.to_owned(), parsed })
    }

    /// A stored URL, which was checked by the rules of its time. Its addresses are checked again at every delivery.
    ///
    /// # Errors
    /// [`UrlError::NotAUrl`] when it cannot be parsed.
    pub fn stored(text: String) -> Result<Self, UrlError> {
        let parsed = Url::parse(&text).map_err(|_| UrlError::NotAUrl)?;
        Ok(Self { text, parsed })
    }

    /// The URL as it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The host: a name to resolve, or an IP address (IPv6 in brackets).
    #[must_use]
    pub fn host(&self) -> &str {
        self.parsed.host_str().unwrap_or_default()
    }

    /// The host if it is an IP address.
    #[must_use]
    pub fn address(&self) -> Option<IpAddr> {
        address(&self.parsed)
    }

    /// The port; 443 when the URL names none.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.parsed.port_or_known_default().unwrap_or(443)
    }
}

impl fmt::Display for EndpointUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn check_text(text: &str) -> Result<(), UrlError> {
    const UNSAFE: &[u8] = b"\"<>\\^`{|}";
    if text.trim().is_empty() {
        return Err(UrlError::Empty);
    }
    if text.len() > MAX_URL_LENGTH {
        return Err(UrlError::TooLong);
    }
    if written_host(text).is_some_and(|host| !host.is_ascii()) {
        return Err(UrlError::International);
    }
    let fit = |b: &u8| b.is_ascii_graphic() && !UNSAFE.contains(b);
    if text.as_bytes().iter().all(fit) { Ok(()) } else { Err(UrlError::Characters) }
}

fn not_a_url(error: url::ParseError) -> UrlError {
    match error {
        url::ParseError::IdnaError => UrlError::International,
        url::ParseError::InvalidIpv4Address | url::ParseError::InvalidIpv6Address => {
            UrlError::DisguisedHost
        }
        url::ParseError::InvalidPort => UrlError::Port,
        _ => UrlError::NotAUrl,
    }
}

/// The text between `//` and the path, with user information and port.
fn written_host(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("://")?;
    rest.split(['/', '?', '#', '\\']).next()
}

fn address(url: &Url) -> Option<IpAddr> {
    match url.host()? {
        Host::Ipv4(address) => Some(address.into()),
        Host::Ipv6(address) => Some(address.into()),
        Host::Domain(_) => None,
    }
}

fn is_loopback(url: &Url) -> bool {
    address(url).map_or(url.host_str() == Some("localhost"), |address| address.is_loopback())
}

fn check_host(url: &Url, written: &str, reach: AddressPolicy) -> Result<(), UrlError> {
    let host = url.host_str().ok_or(UrlError::NotAUrl)?;
    let without_port = match written.rsplit_once(':') {
        Some((before, port)) if port.bytes().all(|b| b.is_ascii_digit()) => before,
        _ => written,
    };
    if host.split('.').any(|label| label.starts_with("xn--")) {
        return Err(UrlError::International);
    }
    if !without_port.eq_ignore_ascii_case(host) {
        return Err(UrlError::DisguisedHost);
    }
    match address(url) {
        Some(address) => check_address(address, reach).map_err(UrlError::Address),
        None if host == "localhost" && reach == AddressPolicy::AndLoopback => Ok(()),
        None => check_name(host),
    }
}

fn check_name(host: &str) -> Result<(), UrlError> {
    let name = host.strip_suffix('.').unwrap_or(host);
    let ends_in = |end: &str| {
        name.strip_suffix(end).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    };
    if LOCAL_NAMES.iter().any(|end| ends_in(end)) {
        return Err(UrlError::LocalName);
    }
    if name.contains('.') && is_host_name(name) { Ok(()) } else { Err(UrlError::HostName) }
}
