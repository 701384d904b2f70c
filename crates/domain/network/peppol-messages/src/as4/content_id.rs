//! Attachments by their names.

use percent_encoding::percent_decode_str;

/// Whether what stands behind `cid:` names the part with this `Content-ID`: as it is written, else decoded (RFC 2392,
/// section 2: the URL is the percent-encoded id).
pub(super) fn is_content_id(named: &str, id: &str) -> bool {
    named == id || (named.contains('%') && percent_decode_str(named).eq(id.bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_named_as_it_is_or_encoded() {
        for (named, id, expected) in [
            ("a@b", "a@b", true),
            ("a%40b", "a@b", true),
            ("att%2b1%26x%3D2%40b", "att+1&x=2@b", true),
            ("a%40b", "a%40b", true),
            ("100%", "100%", true),
            ("a+b", "a b", false),
            ("A@b", "a@b", false),
            ("a%2540b", "a@b", false),
            ("", "a@b", false),
        ] {
            assert_eq!(is_content_id(named, id), expected, "{named} {id}");
        }
    }
}
