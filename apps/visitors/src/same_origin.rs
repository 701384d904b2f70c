//! Whether a request that changes something comes from a page of ours.

use actix_web::{
    HttpRequest,
    http::header::{self, HeaderMap},
};

/// Whether it does. Browsers say so by `Sec-Fetch-Site`; older ones by `Origin`. What says neither is no
/// browser, and has nobody's cookies by accident.
#[must_use]
pub fn is_same_origin(http: &HttpRequest, base_url: &str) -> bool {
    is_allowed(http.headers(), base_url)
}

fn is_allowed(headers: &HeaderMap, base_url: &str) -> bool {
    // a value that is no text is another's
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    match (text("Sec-Fetch-Site"), text(header::ORIGIN.as_str())) {
        (Some(site), _) => matches!(site, "same-origin" | "none"),
        (None, Some(origin)) => origin == base_url,
        (None, None) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    #[test]
    fn a_page_of_another_site_changes_nothing() {
        let base = "https://billhook.example";
        for (site, origin, expected) in [
            (Some("same-origin"), None, true),
            (Some("same-origin"), Some("null"), true),
            (Some("none"), None, true),
            (Some("cross-site"), Some(base), false),
            (Some("same-site"), None, false),
            (None, Some(base), true),
            (None, Some("https://evil.example"), false),
            (None, Some("null"), false),
            (None, None, true),
        ] {
            let mut http = TestRequest::default();
            http = site.into_iter().fold(http, |it, v| it.insert_header(("Sec-Fetch-Site", v)));
            http = origin.into_iter().fold(http, |it, v| it.insert_header(("Origin", v)));
            assert_eq!(
                is_same_origin(&http.to_http_request(), base),
                expected,
                "{site:?} {origin:?}"
            );
        }
    }
}
