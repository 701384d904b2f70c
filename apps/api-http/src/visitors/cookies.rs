//! Cookies (RFC 6265). Over https their names begin with `__Host-`: browsers accept those only over a secure
//! connection, and from this host. Plain http is for this machine only.

use actix_web::{HttpRequest, http::header};

/// A cookie of the pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cookie {
    /// The login session.
    Session,
    /// A sign-in that has passed the password and waits for the second factor.
    SecondFactor,
    /// A browser without a session: the forms of the sign-in page belong to it.
    Form,
    /// The language that the reader chose.
    Language,
}

impl Cookie {
    fn name(self, base_url: &str) -> String {
        let name = match self {
            Cookie::Session => "billhook_session",
            Cookie::SecondFactor => "billhook_code",
            Cookie::Form => "billhook_form",
            Cookie::Language => "billhook_language",
        };
        if is_https(base_url) { format!("__Host-{name}") } else { name.to_owned() }
    }

    /// The value of the cookie in a request. A cookie that appears twice has no value, because another site may have
    /// set one of them.
    #[must_use]
    pub fn read(self, http: &HttpRequest, base_url: &str) -> Option<String> {
        let name = self.name(base_url);
        let headers = http.headers().get_all(header::COOKIE).filter_map(|it| it.to_str().ok());
        let pairs = headers.flat_map(|text| text.split(';')).filter_map(|it| it.split_once('='));
        let mut values = pairs.filter(|(found, _)| found.trim() == name).map(|(_, it)| it.trim());
        match (values.next(), values.next()) {
            (Some(value), None) => Some(value.to_owned()),
            _ => None,
        }
    }

    /// The header that sets the cookie until the browser is closed. With `Lax`, a person who follows a link from an
    /// application's page is still signed in.
    #[must_use]
    pub fn set(self, value: &str, base_url: &str) -> String {
        format!("{}={value}; {}", self.name(base_url), attributes(base_url))
    }

    /// The header that removes the cookie.
    #[must_use]
    pub fn remove(self, base_url: &str) -> String {
        format!("{}=; Max-Age=0; {}", self.name(base_url), attributes(base_url))
    }
}

fn is_https(base_url: &str) -> bool {
    base_url.starts_with("https://")
}

fn attributes(base_url: &str) -> &'static str {
    match is_https(base_url) {
        true => "Path=/; Secure; HttpOnly; SameSite=Lax",
        false => "Path=/; HttpOnly; SameSite=Lax",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    #[test]
    fn a_cookie_is_read_once_by_its_whole_name() {
        let read = |text: &str, base| {
            let http = TestRequest::default().insert_header(("Cookie", text.to_owned()));
            Cookie::Session.read(&http.to_http_request(), base)
        };
        let (https, http) = ("https://billhook.example", "http://127.0.0.1:8080");
        for (text, base, value) in [
            ("__Host-billhook_session=a", https, Some("a")),
            ("x=1; __Host-billhook_session=a; y=2", https, Some("a")),
            ("billhook_session=a", https, None),
            ("__Host-billhook_session=a; __Host-billhook_session=b", https, None),
            ("billhook_session=a", http, Some("a")),
            ("xbillhook_session=a", http, None),
            ("billhook_session", http, None),
        ] {
            assert_eq!(read(text, base).as_deref(), value, "{text}");
        }
        let set = Cookie::Session.set("a", https);
        assert_eq!(set, "__Host-billhook_session=a; Path=/; Secure; HttpOnly; SameSite=Lax");
        assert!(!Cookie::Session.set("a", http).contains("Secure"));
        assert!(Cookie::Form.remove(https).contains("Max-Age=0"));
    }
}
