use super::entry::{is_secret, value};
use api_http::visitors::{is_page, with_value};
use oauth::{GrantId, Parameters};
use serde::Deserialize;

/// The page after a sign-in. It is one of a closed set, because an address in a parameter could lead to any site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Next {
    Home,
    Consent(GrantId),
    /// The invitation with the secret of its link.
    Invitation(String),
    /// A page of those who signed in.
    Page(String),
}

/// The parameters that say so.
#[derive(Deserialize)]
pub(super) struct GoOn {
    consent: Option<String>,
    invitation: Option<String>,
    next: Option<String>,
}

impl GoOn {
    pub(super) fn next(&self) -> Next {
        Next::of(self.consent.as_deref(), self.invitation.as_deref(), self.next.as_deref())
    }
}

impl Next {
    /// The target in the values of a query.
    fn of(consent: Option<&str>, invitation: Option<&str>, page: Option<&str>) -> Self {
        let consent = consent.and_then(|text| text.parse().ok());
        let invitation = invitation.filter(|text| is_secret(text));
        let page = page.filter(|text| is_page(text));
        match (consent, invitation, page) {
            (Some(grant), ..) => Next::Consent(grant),
            (None, Some(secret), _) => Next::Invitation(secret.to_owned()),
            (None, None, Some(page)) => Next::Page(page.to_owned()),
            (None, None, None) => Next::Home,
        }
    }

    /// The target in the values of a form.
    pub(super) fn of_form(form: &Parameters) -> Self {
        let given = |name| Some(value(form, name));
        Self::of(given("consent"), given("invitation"), given("next"))
    }

    /// The path of the page.
    pub(super) fn place(&self) -> String {
        match self {
            Next::Home => "/portal".to_owned(),
            Next::Consent(grant) => format!("/consent/{grant}"),
            Next::Invitation(secret) => format!("/invitation/{secret}"),
            Next::Page(page) => page.clone(),
        }
    }

    /// A page of the sign-in with this target.
    pub(super) fn by(&self, path: &str) -> String {
        self.field().map_or_else(|| path.to_owned(), |(name, value)| with_value(path, name, &value))
    }

    /// The hidden field of a form.
    pub(super) fn field(&self) -> Option<(&'static str, String)> {
        match self {
            Next::Home => None,
            Next::Consent(grant) => Some(("consent", grant.to_string())),
            Next::Invitation(secret) => Some(("invitation", secret.clone())),
            Next::Page(page) => Some(("next", page.clone())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use url::form_urlencoded;

    const ID: &str = "00000000-0000-0000-0000-000000000001";

    #[test]
    fn nobody_is_sent_anywhere_else() {
        let secret = "a".repeat(43);
        for (consent, invitation, place) in [
            (None, None, "/portal".to_owned()),
            (Some("//evil.example"), Some("../evil"), "/portal".to_owned()),
            (Some(ID), None, format!("/consent/{ID}")),
            (None, Some(&*secret), format!("/invitation/{secret}")),
        ] {
            let next = Next::of(consent, invitation, None);
            assert_eq!(next.place(), place);
            assert_eq!(next.by("/sign-in").contains('?'), next != Next::Home);
        }
    }

    #[test]
    fn pages_of_those_who_signed_in_are_gone_back_to() {
        for page in [
            format!("/portal/{ID}/test"),
            format!("/portal/{ID}/live/invoices?status=paid&after=a%2Fb"),
            format!("/partner/{ID}/test/webhooks/new?orgId={ID}"),
            format!("/members/organization/{ID}"),
            "/account".to_owned(),
            "/connections".to_owned(),
        ] {
            let next = Next::of(None, None, Some(&page));
            assert_eq!(next.place(), page);
            let by = next.by("/sign-in");
            let query = by.split_once('?').expect("a query").1;
            let (name, value) = form_urlencoded::parse(query.as_bytes()).next().expect("a pair");
            assert_eq!((&*name, &*value), ("next", &*page));
        }
    }

    const OFF: [&str; 24] = [
        "",
        "/",
        "account",
        "//evil.example",
        "//evil.example/account",
        "/\\evil.example",
        "/\\/evil.example/account",
        "https://evil.example/account",
        "javascript:alert(1)",
        "/account/../oauth/authorize",
        "/account//evil.example",
        "/account\r\nSet-Cookie: a=b",
        "/account#x",
        "/account/%2e%2e/x",
        "/ account",
        "/\taccount",
        "/accounts",
        "/portal",
        "/portal/x/test",
        "/members/organization/x",
        "/sign-in?next=/account",
        "/sign-out",
        "/i/secret",
        "/\u{e1}ccount",
    ];

    #[test]
    fn no_page_leads_off() {
        for page in OFF {
            assert_eq!(Next::of(None, None, Some(page)), Next::Home, "{page:?}");
        }
        for page in [
            format!("/portal/{ID}"),
            format!("/portal/{ID}/prod/invoices"),
            format!("/portal/{ID}/test/../../../sign-out"),
            format!("/portal/{ID}/test//evil.example"),
            format!("//portal/{ID}/test"),
            format!("/members/{ID}/test"),
            format!("/portal/{ID}/test/{}", "a".repeat(500)),
        ] {
            assert_eq!(Next::of(None, None, Some(&page)), Next::Home, "{page:?}");
        }
    }
}
