//! The check that a changing request comes from a page of this site.

use actix_web::{
    HttpRequest,
    http::header::{self, HeaderMap},
};

/// Whether a request comes from a page of this site. Browsers send `Sec-Fetch-Site`, older ones `Origin`. A client that
/// sends neither is no browser, and does not send cookies unintentionally.
#[must_use]
pub fn is_same_origin(http: &HttpRequest, base_url: &str) -> bool {
    is_allowed(http.headers(), base_url)
}

fn is_allowed(headers: &HeaderMap, base_url: &str) -> bool {
    // a value that is not a text counts as that of another site
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
