//! What a person does in a browser: signs in, consents, and is sent back to the application.

use crate::{Outcome, http};
use oauth2::{HttpResponse, url::form_urlencoded::Serializer};

pub struct Browser<'a> {
    base: &'a str,
    email: &'a str,
    password: &'a str,
    organization: &'a str,
    cookies: Vec<(String, String)>,
}

/// The value of a field of a page's form.
fn field(page: &HttpResponse, name: &str) -> Outcome<String> {
    let page = String::from_utf8_lossy(page.body());
    let found = page
        .split_once(&format!("name=\"{name}\" value=\""))
        .and_then(|(_, rest)| rest.split('"').next());
    Ok(found.ok_or_else(|| format!("no {name} in {page}"))?.to_owned())
}

fn location(answer: &HttpResponse) -> Outcome<String> {
    let to = answer.headers().get("location").filter(|_| answer.status() == 303);
    let to = to.ok_or_else(|| String::from_utf8_lossy(answer.body()).into_owned())?;
    Ok(to.to_str()?.to_owned())
}

impl<'a> Browser<'a> {
    pub fn new(base: &'a str, email: &'a str, password: &'a str, organization: &'a str) -> Self {
        Self { base, email, password, organization, cookies: Vec::new() }
    }

    fn keep(&mut self, answer: HttpResponse) -> Outcome<HttpResponse> {
        for cookie in answer.headers().get_all("set-cookie") {
            let pair = cookie.to_str()?.split(';').next().unwrap_or_default();
            let (name, value) = pair.split_once('=').ok_or("no cookie")?;
            self.cookies.retain(|(known, _)| known != name);
            self.cookies.push((name.to_owned(), value.to_owned()));
        }
        Ok(answer)
    }

    fn cookie(&self) -> String {
        self.cookies
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect::<Vec<_>>()
            .join("; ")
    }

    /// A page of the service, or of an address that it sent us to.
    fn get(&mut self, to: &str) -> Outcome<HttpResponse> {
        let url = if to.starts_with('/') { format!("{}{to}", self.base) } else { to.to_owned() };
        let answer = http::get(&url, &[("Cookie", &self.cookie())])?;
        self.keep(answer)
    }

    fn post(&mut self, path: &str, form: &[(&str, &str)]) -> Outcome<HttpResponse> {
        let body = Serializer::new(String::new()).extend_pairs(form).finish();
        let (cookie, origin) = (self.cookie(), self.base);
        let headers = [
            ("Cookie", &*cookie),
            ("Origin", origin),
            ("Content-Type", "application/x-www-form-urlencoded"),
        ];
        let answer = http::post(&format!("{}{path}", self.base), &headers, body)?;
        self.keep(answer)
    }

    /// Goes to an address, signs in, agrees; gives the address that it is sent back to.
    pub fn consented(&mut self, url: &str) -> Outcome<String> {
        let mut to = location(&self.get(url)?)?;
        let mut page = self.get(&to)?;
        while page.status() == 303 {
            to = location(&page)?;
            page = self.get(&to)?;
        }
        if to.starts_with("/sign-in") {
            let (token, consent) = (field(&page, "form_token")?, field(&page, "consent")?);
            let (email, password) = (self.email, self.password);
            let form = [
                ("form_token", &*token),
                ("consent", &*consent),
                ("email", email),
                ("password", password),
            ];
            to = location(&self.post("/sign-in", &form)?)?;
            page = self.get(&to)?;
        }
        let token = field(&page, "form_token")?;
        let organization = self.organization;
        let form = [
            ("form_token", &*token),
            ("organization", organization),
            ("mode", "test"),
            ("decision", "approve"),
        ];
        location(&self.post(&to, &form)?)
    }
}
