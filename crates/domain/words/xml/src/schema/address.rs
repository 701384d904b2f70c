//! `xs:anyURI`: almost everything passes.

/// A text that may be an address, taken apart.
pub(super) struct Address<'t> {
    pub(super) has_scheme: bool,
    /// What stands between the scheme and the fragment.
    pub(super) rest: &'t str,
}

impl<'t> Address<'t> {
    /// Nothing where escapes are not whole, the scheme is none, or a second fragment follows.
    pub(super) fn of(text: &'t str) -> Option<Self> {
        let (text, fragment) = text.split_once('#').unwrap_or((text, ""));
        if fragment.contains('#') || !escapes_are_whole(text) || !escapes_are_whole(fragment) {
            return None;
        }
        let segment = &text[..text.find(['/', '?']).unwrap_or(text.len())];
        let Some(colon) = segment.find(':') else {
            return Some(Self { has_scheme: false, rest: text });
        };
        is_scheme(&segment[..colon]).then(|| Self { has_scheme: true, rest: &text[colon + 1..] })
    }

    /// Whether the authority is one, and no brackets stand elsewhere.
    pub(super) fn has_authority(&self) -> bool {
        let Some(authority) = self.rest.strip_prefix("//") else {
            return !self.rest.contains(['[', ']']);
        };
        let end = authority.find(['/', '?']).unwrap_or(authority.len());
        is_authority(&authority[..end]) && !authority[end..].contains(['[', ']'])
    }
}

fn is_scheme(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    text.starts_with(|first: char| first.is_ascii_alphabetic()) && text.bytes().all(fits)
}

/// `user@host:port`
fn is_authority(text: &str) -> bool {
    let host = text.split_once('@').map_or(text, |(_, host)| host);
    let (host, port) = match host.strip_prefix('[').and_then(|inner| inner.split_once(']')) {
        Some((inner, rest)) => (inner, rest),
        None => host.split_at(host.find(':').unwrap_or(host.len())),
    };
    let port = if port.is_empty() { Some("") } else { port.strip_prefix(':') };
    let fits = |port: &str| {
        port.is_empty() || port.parse::<i32>().is_ok_and(|_| !port.starts_with(['+', '-']))
    };
    !host.contains(['@', '[', ']']) && port.is_some_and(fits)
}

fn escapes_are_whole(text: &str) -> bool {
    text.split('%').skip(1).all(|rest| {
        rest.as_bytes().first_chunk::<2>().is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit))
    })
}
