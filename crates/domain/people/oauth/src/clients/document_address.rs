use network_addresses::names_host;
use url::Url;

/// Maximum length of the URL in bytes.
const MAX_ADDRESS: usize = 512;

/// Whether a text is the URL of a Client ID Metadata Document: https, with a path, in the normal form of URL parsers,
/// without dot segments, user, password, query or fragment.
pub(crate) fn is_document_address(text: &str) -> bool {
    if text.len() > MAX_ADDRESS || text.contains(['%', '?', '#', '\\']) {
        return false;
    }
    let Ok(url) = Url::parse(text) else { return false };
    let has_path = url.path().len() > 1;
    let is_plain = url.username().is_empty() && url.password().is_none();
    // the parser has resolved dot segments and lower-cased the host
    url.scheme() == "https" && names_host(&url) && has_path && is_plain && url.as_str() == text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_https_with_a_path_and_nothing_else() {
        let long = format!("https://app.example/{}", "a".repeat(MAX_ADDRESS));
        for (text, expected) in [
            ("https://app.example/oauth/client.json", true),
            ("https://app.example:8443/client", true),
            ("https://app.example", false),
            ("https://app.example/", false),
            ("http://app.example/client", false),
            ("https://app.example/a/../client", false),
            ("https://app.example/./client", false),
            ("https://app.example/%2e%2e/client", false),
            ("https://APP.example/client", false),
            ("https://app.example:443/client", false),
            ("https://user@app.example/client", false),
            ("https://app.example/client#x", false),
            ("https://app.example/client?x=1", false),
            ("https://app.example\\client", false),
            (" https://app.example/client", false),
            ("https:app.example/client", false),
            ("https://*.example/client", false),
            ("https://app..example/client", false),
            ("https://-app.example/client", false),
            ("https://app.example;x/client", false),
            (&*long, false),
        ] {
            assert_eq!(is_document_address(text), expected, "{text}");
        }
    }
}
