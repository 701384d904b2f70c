//! What a host is called.

use url::{Host, Url};

/// Longest name and label (RFC 1035, 2.3.4).
const MAX_NAME: usize = 253;
const MAX_LABEL: usize = 63;

/// Whether a text is a name of the DNS as hosts have them: labels between dots, of letters, digits, hyphens inside them
/// and underscores. It may be a single label.
#[must_use]
pub fn is_host_name(text: &str) -> bool {
    let label = |label: &str| {
        (1..=MAX_LABEL).contains(&label.len())
            && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    text.len() <= MAX_NAME && text.split('.').all(label)
}

/// Whether a URL names a host by an IP address or a name of the DNS. Parsers of URLs take much more for a name.
#[must_use]
pub fn names_host(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => is_host_name(name),
        Some(Host::Ipv4(_) | Host::Ipv6(_)) => true,
        None => false,
    }
}
