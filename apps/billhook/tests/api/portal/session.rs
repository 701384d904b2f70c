//! A person who is signed in, with a browser without JavaScript.

use crate::{
    people::oauth::{Browser, hidden, text},
    support::*,
};
use access::OrganizationId;
use reqwest::Method;
use serde_json::Value;

/// A browser with the demo user at the Slovak VAT payer, in the sandbox.
pub struct Portal {
    pub browser: Browser,
    pub path: String,
}

impl Portal {
    pub async fn open(server: &TestServer) -> Self {
        Self::open_at(server, server.seeded.organizations.sk.org_id).await
    }

    pub async fn open_at(server: &TestServer, organization: OrganizationId) -> Self {
        let user = &server.seeded.user;
        let mut browser = Browser::new(&server.base_url);
        let signed = browser.sign_in("/sign-in", &user.email, &user.password).await;
        assert_eq!((signed.status, signed.header("location")), (303, "/portal"));
        Self { browser, path: format!("/portal/{organization}/test") }
    }

    /// A call of the JSON of the session, about a company in the sandbox where one is named; a body of null is none.
    pub async fn json(
        &mut self,
        company: &str,
        method: Method,
        path: &str,
        body: &Value,
    ) -> Answer {
        let browser = &mut self.browser;
        let request = browser.http.request(method, format!("{}{path}", browser.base));
        let request = request.header("Sec-Fetch-Site", "same-origin");
        let request = match company {
            "" => request,
            company => request.header("X-Organization-Id", company).header("X-Mode", "test"),
        };
        let request = if body.is_null() { request } else { request.json(body) };
        browser.send(request).await
    }

    pub async fn get(&mut self, rest: &str) -> Answer {
        self.browser.get(&format!("{}{rest}", self.path)).await
    }

    /// A page that is there.
    pub async fn page(&mut self, rest: &str) -> String {
        let answer = self.get(rest).await;
        let page = text(&answer);
        assert_eq!(answer.status, 200, "{rest}: {page}");
        if answer.header("content-type").starts_with("text/html") {
            assert!(page.len() < 50_000, "{rest} has {} bytes", page.len());
            let policy = answer.header("content-security-policy");
            // the one script of pages that follow what happens, from a file
            let scripts = page.matches("<script src=\"/assets/htmx-").count();
            assert_eq!(page.matches("<script").count(), scripts, "{rest}");
            assert!(scripts == usize::from(policy.contains("script-src")), "{rest}: {policy}");
            assert!(!page.contains(" style=") && !page.contains(" onclick="), "{rest}");
            assert!(
                policy.starts_with("default-src 'none'") && !policy.contains("unsafe"),
                "{policy}"
            );
            assert!(page.contains("<h1>") && page.contains("<main id=\"main\""), "{rest}");
            assert_eq!(answer.header("cache-control"), "no-store");
        }
        page
    }

    /// What forms of this session bring.
    async fn token(&mut self) -> String {
        hidden(&self.browser.get("/account").await, "form_token")
    }

    /// Sends a form of a page of this session.
    pub async fn post(&mut self, rest: &str, form: &[(&str, &str)]) -> Answer {
        let token = self.token().await;
        let mut form = form.to_vec();
        form.push(("form_token", &token));
        self.browser.post(&format!("{}{rest}", self.path), &form).await
    }

    /// Sends a form with a file, as browsers do.
    pub async fn upload(&mut self, rest: &str, name: &str, file: &str) -> Answer {
        let token = self.token().await;
        self.upload_from("same-origin", &token, (rest, name, file)).await
    }

    /// The same with this token, from a page of this site.
    pub async fn upload_from(
        &mut self,
        site: &str,
        token: &str,
        (rest, name, file): (&str, &str, &str),
    ) -> Answer {
        let part = |head: &str, content: &str| {
            format!("--b\r\nContent-Disposition: form-data; {head}\r\n\r\n{content}\r\n")
        };
        let token = part("name=\"form_token\"", token);
        let file = part(&format!("name=\"{name}\"; filename=\"výpis.csv\""), file);
        let request = self.browser.http.post(format!("{}{}{rest}", self.browser.base, self.path));
        let request = request
            .header("Content-Type", "multipart/form-data; boundary=b")
            .header("Sec-Fetch-Site", site)
            .body(format!("{token}{file}--b--\r\n"));
        self.browser.send(request).await
    }

    /// The same where it leads on: to which page of the company.
    pub async fn done(&mut self, rest: &str, form: &[(&str, &str)]) -> String {
        let answer = self.post(rest, form).await;
        assert_eq!(answer.status, 303, "{rest}: {}", text(&answer));
        let location = answer.header("location");
        location.strip_prefix(&self.path).unwrap_or_else(|| panic!("{location}")).to_owned()
    }
}

/// The fields of an invoice with a new customer and one line.
pub fn typed<'a>(what: &'a str, name: &'a str) -> Vec<(&'a str, &'a str)> {
    vec![
        ("do", what),
        ("name", name),
        ("street", "Hlavná 1"),
        ("city", "Žilina"),
        ("postalCode", "010 01"),
        ("country", "SK"),
        ("payment_method", "bank_transfer"),
        ("description", "Práca"),
        ("quantity", "2,5"),
        ("unit", "hod"),
        ("unit_price", "40"),
        ("vat_rate", "23"),
        ("tax_treatment", "domestic"),
        ("description", ""),
        ("quantity", "1"),
        ("unit", "ks"),
        ("unit_price", ""),
        ("vat_rate", "23"),
        ("tax_treatment", "domestic"),
    ]
}

pub fn without_query(path: &str) -> &str {
    path.split('?').next().expect("a path")
}
