//! Pages that need a session, and the redirect to the sign-in page and back to them.

use access::Tier;
use actix_web::{HttpRequest, http::Method};
use url::form_urlencoded;
use uuid::Uuid;

/// Largest number of characters of a path to return to; our own paths are shorter.
const MAX_PAGE: usize = 500;

/// The address of the sign-in page, which returns to the requested page. A form is not sent again: then it returns to
/// the start page.
#[must_use]
pub fn sign_in_for(http: &HttpRequest) -> String {
    let asked = http.uri().path_and_query().map(|it| it.as_str());
    match asked.filter(|page| http.method() == Method::GET && is_page(page)) {
        Some(page) => with_value("/sign-in", "next", page),
        None => "/sign-in".to_owned(),
    }
}

/// A path with one value in its query.
#[must_use]
pub fn with_value(path: &str, name: &str, value: &str) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    format!("{path}?{}", query.append_pair(name, value).finish())
}

/// Whether a text is the path of a page that needs a session: of a company, of a partner, of the account.
#[must_use]
pub fn is_page(text: &str) -> bool {
    let plain = |b: u8| b.is_ascii_graphic() && !matches!(b, b'\\' | b'#' | b'"' | b'<' | b'>');
    if text.len() > MAX_PAGE || !text.bytes().all(plain) {
        return false;
    }
    let path = text.split_once('?').map_or(text, |(path, _)| path);
    let Some(path) = path.strip_prefix('/') else { return false };
    let steps: Vec<_> = path.split('/').collect();
    // neither `//` nor `..`, encoded or not
    let is_step =
        |step: &&str| !step.is_empty() && !matches!(*step, "." | "..") && !step.contains('%');
    if !steps.iter().all(is_step) {
        return false;
    }
    let is_id = |text: &str| Uuid::try_parse(text).is_ok();
    let is_mode = |text: &str| Tier::ALL.into_iter().any(|tier| tier.name() == text);
    match *steps {
        ["portal" | "partner", id, mode, ..] => is_id(id) && is_mode(mode),
        ["members", "organization" | "partner", id] => is_id(id),
        ["account" | "connections"] | ["account", "password" | "second-factor"] => true,
        _ => false,
    }
}
