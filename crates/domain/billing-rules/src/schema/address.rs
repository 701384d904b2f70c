//! `xs:anyURI` as libxml2 checks it: almost everything passes.

/// Whether the text is an address.
pub(super) fn is_address(text: &str) -> bool {
    let (text, fragment) = match text.split_once('#') {
        Some((before, after)) => (before, after),
        None => (text, ""),
    };
    if fragment.contains('#') || !escapes_are_whole(text) || !escapes_are_whole(fragment) {
        return false;
    }
    let Some(rest) = after_scheme(text) else { return false };
    let Some(authority) = rest.strip_prefix("//") else { return !rest.contains(['[', ']']) };
    let end = authority.find(['/', '?']).unwrap_or(authority.len());
    is_authority(&authority[..end]) && !authority[end..].contains(['[', ']'])
}

/// What follows the scheme, if there is one; nothing if there is a bad one.
fn after_scheme(text: &str) -> Option<&str> {
    let segment = text.split(['/', '?']).next().unwrap_or("");
    let Some(colon) = segment.find(':') else { return Some(text) };
    let scheme = &segment[..colon];
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    let good =
        scheme.starts_with(|first: char| first.is_ascii_alphabetic()) && scheme.bytes().all(fits);
    good.then(|| &text[colon + 1..])
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearly_everything_passes() {
        for good in [
            "",
            "a b",
            "%20",
            "http://[::1]/",
            "a:b:c",
            "#",
            "http://a b",
            "http://ü",
            "<>",
            "http://x:80/",
            "a|b",
            "//",
            "?",
            "?a?b",
            "http://",
            "urn:a",
            "mailto:x@y",
            "a/b:c",
            "http://x/#[",
            "http:",
            "{a}",
            "a\\b",
        ] {
            assert!(is_address(good), "{good}");
        }
        for bad in [
            "%zz",
            "%2",
            "%",
            "http://[x",
            ":a",
            "1:2",
            "##",
            "#a#b",
            "http://x:port/",
            "http://x:99999999999/",
            "http://a@b@c",
            "http://x]",
            "[",
            "a[b",
            "http://x/a[b",
            "http://x/?[",
            "é:b",
            ".:b",
        ] {
            assert!(!is_address(bad), "{bad}");
        }
    }
}
