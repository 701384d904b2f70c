//! Settings that are an address: a URL, a host, an address to listen on, the header of a proxy.

use super::{
    error::ConfigError,
    given::Given,
    read::{optional_text, required, without_slash},
};
use network_addresses::{is_host_name, names_host};
use std::net::IpAddr;
use store::DatabaseUrlError;
use url::{Host, Url};

type Read<T> = Result<T, ConfigError>;

const WEB_ADDRESS: &str = "must be an address as https://billhook.example: http or https, a host that is a name of the DNS or \
                           an IP address, without user, query and fragment";
const LISTEN: &str = "must be an address with its port, for example 127.0.0.1:8080";

/// A web address without the slash at its end; empty when it is not given.
pub(super) fn web_address_or_empty(given: Given<String>) -> Read<String> {
    let invalid = given.invalid(WEB_ADDRESS);
    let text = without_slash(given)?;
    if text.is_empty() || is_web_address(&text) { Ok(text) } else { invalid }
}

/// A web address; `None` when it is not given.
pub(super) fn web_address(given: Given<String>) -> Read<Option<String>> {
    checked(given, is_web_address, WEB_ADDRESS)
}

/// An address that other access points call: https, except on this machine; `None` when it is not given.
pub(super) fn outside_address(given: Given<String>) -> Read<Option<String>> {
    let is_right = |text: &str| is_web_address(text) && is_https_or_here(text);
    checked(given, is_right, "must be an https address, as https://billhook.example/as4")
}

/// An address of the network's operator, which is called with a certificate and ends with a slash; `None` when it is
/// not given.
pub(super) fn operator_address(given: Given<String>) -> Read<Option<String>> {
    let is_right =
        |text: &str| is_web_address(text) && text.starts_with("https://") && text.ends_with('/');
    let expected = "must be an https address that ends with /, as https://directory.peppol.eu/";
    checked(given, is_right, expected)
}

/// The URL of the database. Errors do not show it, because it may contain a password.
pub(super) fn database_url(given: Given<String>) -> Read<String> {
    let given = given.secret();
    let invalid = |error: DatabaseUrlError| given.invalid(error.to_string());
    match given.value.as_deref().map_or(Ok(()), store::check_database_url) {
        Ok(()) => required(given),
        Err(error) => invalid(error),
    }
}

/// Whether connections to an address are encrypted, or stay on this machine. The address of all interfaces (0.0.0.0)
/// counts as this machine: a server that has no name yet listens on it.
pub(crate) fn is_https_or_here(address: &str) -> bool {
    let here = |ip: IpAddr| ip.is_loopback() || ip.is_unspecified();
    let Ok(url) = Url::parse(address) else { return false };
    let is_local = match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(ip)) => here(ip.into()),
        Some(Host::Ipv6(ip)) => here(ip.into()),
        None => false,
    };
    url.scheme() == "https" || (url.scheme() == "http" && is_local)
}

/// Any absolute URL; `None` when it is not given.
pub(super) fn contact(given: Given<String>) -> Read<Option<String>> {
    let is_url = |text: &str| Url::parse(text).is_ok();
    checked(given, is_url, "must be a URL, for example mailto:peppol@example.sk")
}

/// A DNS name.
pub(super) fn zone(given: Given<String>) -> Read<String> {
    let invalid = given.invalid("must be a name of the DNS, without a dot at its end");
    let text = required(given)?;
    if is_host_name(&text) { Ok(text) } else { invalid }
}

/// An address to listen on.
pub(super) fn listen(given: Given<String>) -> Read<String> {
    let invalid = given.invalid(LISTEN);
    let text = required(given)?;
    if is_place_to_listen(&text) { Ok(text) } else { invalid }
}

/// An address to listen on; `None` when it is not given.
pub(super) fn listen_or_not(given: Given<String>) -> Read<Option<String>> {
    checked(given, is_place_to_listen, LISTEN)
}

/// The name of a header; `None` when it is not given.
pub(super) fn header(given: Given<String>) -> Read<Option<String>> {
    let is_token = |text: &str| {
        text.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b))
    };
    let expected =
        "must be the name of a header, for example X-Forwarded-For; `none` where there is none";
    checked(given, is_token, expected)
}

fn checked(
    given: Given<String>,
    is_right: impl Fn(&str) -> bool,
    expected: &'static str,
) -> Read<Option<String>> {
    let invalid = given.invalid(expected);
    let text = optional_text(given)?.map(|text| text.trim().to_owned());
    if text.as_deref().is_none_or(is_right) { Ok(text) } else { invalid }
}

fn is_web_address(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| {
        matches!(url.scheme(), "http" | "https")
            && names_host(&url)
            && url.username().is_empty()
            && url.password().is_none()
            && url.query().is_none()
            && url.fragment().is_none()
    })
}

fn is_place_to_listen(text: &str) -> bool {
    let Some((host, port)) = text.rsplit_once(':') else { return false };
    let bare = host.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
    let is_address = bare.map_or(is_host_name(host), |bare| bare.parse::<IpAddr>().is_ok());
    is_address && port.parse::<u16>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(text: &str) -> Given<String> {
        Given { name: "BILLHOOK_X", value: Some(text.to_owned()), shown: Some(text.to_owned()) }
    }

    #[test]
    fn what_names_a_place_is_looked_at() {
        for (text, is_right) in [
            ("https://billhook.example", true),
            ("https://billhook.example/below/", true),
            ("http://127.0.0.1:8080", true),
            ("http://[::1]:8080", true),
            ("http://localhost", true),
            ("https://bill hook.example", false),
            ("https://*.example", false),
            ("https://billhook..example", false),
            ("https://-billhook.example", false),
            ("https://user@billhook.example", false),
            ("https://billhook.example?x", false),
            ("https://billhook.example#x", false),
            ("ftp://billhook.example", false),
            ("billhook.example", false),
        ] {
            assert_eq!(web_address(given(text)).is_ok(), is_right, "{text}");
            assert_eq!(web_address_or_empty(given(text)).is_ok(), is_right, "{text}");
        }
        for (text, is_right) in [
            ("127.0.0.1:0", true),
            ("[::]:8080", true),
            ("localhost:8080", true),
            ("nowhere", false),
            ("127.0.0.1", false),
            ("127.0.0.1:", false),
            ("127.0.0.1:65536", false),
            ("::1", false),
            ("no where:80", false),
        ] {
            assert_eq!(listen(given(text)).is_ok(), is_right, "{text}");
            assert_eq!(listen_or_not(given(text)).is_ok(), is_right, "{text}");
        }
        for (text, is_right) in [
            ("X-Forwarded-For", true),
            ("none", true),
            ("Bad Header", false),
            ("X-Forwarded-For:", false),
            ("X-Fórwarded", false),
        ] {
            assert_eq!(header(given(text)).is_ok(), is_right, "{text}");
        }
        for (text, is_right) in [("sml.example", true), ("sml..example", false), ("s ml", false)] {
            assert_eq!(zone(given(text)).is_ok(), is_right, "{text}");
        }
        for (text, outside, operator) in [
            ("https://directory.peppol.eu/", true, true),
            ("https://directory.peppol.eu", true, false),
            ("http://directory.peppol.eu/", false, false),
            ("http://127.0.0.1:8080/", true, false),
            ("http://0.0.0.0:8080/smp", true, false),
            ("directory.peppol.eu/", false, false),
        ] {
            assert_eq!(outside_address(given(text)).is_ok(), outside, "{text}");
            assert_eq!(operator_address(given(text)).is_ok(), operator, "{text}");
        }
        assert!(contact(given("mailto:a@b.example")).is_ok() && contact(given("a b")).is_err());
    }

    #[test]
    fn what_is_empty_is_not_given() {
        for read in [web_address, listen_or_not, header, contact] {
            assert_eq!(read(given(" ")).expect("none"), None);
        }
        assert_eq!(web_address_or_empty(given("")).expect("empty"), "");
        assert_eq!(header(given(" X-Real-IP ")).expect("a name").as_deref(), Some("X-Real-IP"));
    }
}
