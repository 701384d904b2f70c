//! Forms that pages send: small, read once, and checked by the readers of the API.

use crate::error::PageError;
use actix_web::{HttpRequest, http::header, web::Bytes};
use api_http::Body;
use api_http::is_of_type;
use futures_util::{future::ready, stream};
use invoicing::Violations;
use multer::Multipart;
use serde_json::{Map, Value};
use std::convert::Infallible;
use url::form_urlencoded;

/// Bytes of a form at most: an invoice of a thousand lines.
pub(crate) const MAX_FORM: usize = 1024 * 1024;

/// The field that is taken as it was typed.
pub(crate) const PASSWORD: &str = "password";

/// Parts of a form with a file.
const MAX_PARTS: usize = 50;

/// The fields of a form in their order; a name may come more than once.
#[derive(Debug, Clone, Default)]
pub(crate) struct Form(Vec<(String, String)>);

/// A file that came with a form; empty when none was chosen.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Upload {
    pub(crate) name: String,
    pub(crate) content: Bytes,
}

impl Form {
    /// Reads a form of a page.
    ///
    /// # Errors
    /// [`PageError::Stale`] for what is none.
    pub(crate) fn read(http: &HttpRequest, Body(bytes): &Body) -> Result<Self, PageError> {
        if !is_of_type(http, "application/x-www-form-urlencoded") || bytes.len() > MAX_FORM {
            return Err(PageError::Stale);
        }
        Ok(Self::parse(bytes))
    }

    /// Reads a form that brings a file. One that was not chosen is empty.
    ///
    /// # Errors
    /// [`PageError::Stale`] for what is none.
    pub(crate) async fn read_with_file(
        http: &HttpRequest,
        Body(bytes): &Body,
    ) -> Result<(Self, Upload), PageError> {
        let kind = http.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let boundary = kind.and_then(|kind| multer::parse_boundary(kind).ok());
        parts(boundary.ok_or(PageError::Stale)?, bytes).await.ok_or(PageError::Stale)
    }

    /// Parses `a=b&c=d`.
    pub(crate) fn parse(bytes: &[u8]) -> Self {
        let pairs = form_urlencoded::parse(bytes).map(|(name, value)| match &*name {
            PASSWORD => (PASSWORD.to_owned(), value.into_owned()),
            _ => (name.into_owned(), plain(&value)),
        });
        Self(pairs.collect())
    }

    /// The form of these fields.
    pub(crate) fn of(fields: Vec<(&str, String)>) -> Self {
        Self(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// The text of a field; empty if the form does not have it.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.all(name).next().unwrap_or_default()
    }

    /// The text of a field, if it is not empty.
    pub(crate) fn filled(&self, name: &str) -> Option<&str> {
        Some(self.text(name)).filter(|text| !text.is_empty())
    }

    /// Every text of a name.
    pub(crate) fn all<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(known, _)| known == name).map(|(_, value)| &**value)
    }

    pub(crate) fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (&**name, &**value))
    }

    /// An object of the API with the fields that are filled, as texts.
    pub(crate) fn object(&self, names: &[&str]) -> Map<String, Value> {
        let filled = names.iter().filter_map(|name| Some((*name, self.filled(name)?)));
        filled.map(|(name, text)| (name.to_owned(), text.into())).collect()
    }

    /// The same object with empty texts for missing fields, which clear the stored values.
    pub(crate) fn whole_object(&self, names: &[&str]) -> Map<String, Value> {
        names.iter().map(|name| ((*name).to_owned(), self.text(name).into())).collect()
    }

    /// The fields, encoded again: the same form gives the same bytes. Passwords are left out, because a stored hash
    /// of the form must not help to guess them.
    pub(crate) fn encoded(&self) -> String {
        let fields = self.0.iter().filter(|(name, _)| name != PASSWORD);
        form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish()
    }
}

/// The fields and the file of a body in parts; none when it is broken, has too many parts, or a second file.
async fn parts(boundary: String, bytes: &Bytes) -> Option<(Form, Upload)> {
    let whole = stream::once(ready(Ok::<_, Infallible>(bytes.clone())));
    let mut parts = Multipart::new(whole, boundary);
    let (mut fields, mut file) = (Vec::new(), None);
    while let Some(part) = parts.next_field().await.ok()? {
        if fields.len() + usize::from(file.is_some()) == MAX_PARTS {
            return None;
        }
        let name = part.name().unwrap_or_default().to_owned();
        let file_name = part.file_name().map(str::to_owned);
        let content = part.bytes().await.ok()?;
        match (file_name, file.is_some()) {
            (None, _) => fields.push((name, plain(&String::from_utf8_lossy(&content)))),
            (Some(name), false) => file = Some(Upload { name, content }),
            (Some(_), true) => return None,
        }
    }
    Some((Form(fields), file.unwrap_or_default()))
}

/// A typed text with LF at its line ends: browsers send text areas with CR LF.
fn plain(text: &str) -> String {
    text.replace("\r\n", "\n").trim().to_owned()
}

/// What is wrong with the member at a path.
pub(crate) fn fault_at(found: &Violations, path: &str) -> Option<String> {
    let fault = found.as_slice().iter().find(|fault| fault.field == path);
    fault.map(|fault| fault.message.to_string())
}

/// What is wrong with the member at a path or below it: `scopes[2]` is below `scopes`.
pub(crate) fn fault_below(found: &Violations, path: &str) -> Option<String> {
    let fault = found.as_slice().iter().find(|fault| fault.field.starts_with(path));
    fault.map(|fault| fault.message.to_string())
}

/// A number as people write it in either language, as the API reads it: `1 234,50` is `1234.50`.
pub(crate) fn number(text: &str) -> String {
    let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    match (plain.matches(',').count(), plain.contains('.')) {
        (1, false) => plain.replace(',', "."),
        _ => plain,
    }
}

/// A name of a member as most of the API writes it: `unitPrice` is `unit_price`.
pub(crate) fn snake(text: &str) -> String {
    let mut snake = String::new();
    for c in text.chars() {
        if c.is_uppercase() && snake.ends_with(char::is_lowercase) {
            snake.push('_');
            snake.extend(c.to_lowercase());
        } else {
            snake.push(c);
        }
    }
    snake
}

/// The body of a call with this object.
pub(crate) fn body(object: Map<String, Value>) -> Vec<u8> {
    Value::Object(object).to_string().into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    #[test]
    fn fields_are_read_in_their_order() {
        let form = Form::parse(b"a=1&b=+x+&a=2&c=l1%0D%0Al2&d=");
        assert_eq!(form.all("a").collect::<Vec<_>>(), ["1", "2"]);
        assert_eq!((form.text("b"), form.text("c"), form.text("z")), ("x", "l1\nl2", ""));
        assert_eq!(form.filled("d"), None);
        assert_eq!(form.object(&["a", "d"]).len(), 1);
        assert_eq!(form.whole_object(&["a", "d"]).len(), 2);
        let form = Form::parse(b"a=+1+&password=+x+");
        assert_eq!((form.text(PASSWORD), form.encoded().as_str()), (" x ", "a=1"));
    }

    #[test]
    fn a_form_in_parts_has_one_file_and_few_fields() {
        let part =
            |head: &str| format!("--b\r\nContent-Disposition: form-data; {head}\r\n\r\nx\r\n");
        let (field, file) = (part("name=\"a\""), part("name=\"f\"; filename=\"f.csv\""));
        let read = |body: String| {
            let body = format!("{body}--b--\r\n").into();
            parts("b".into(), &body).now_or_never().expect("all of it is there")
        };
        let (form, content) = read(format!("{field}{file}")).expect("a form");
        assert_eq!((form.text("a"), &*content.content), ("x", &b"x"[..]));
        assert_eq!(content.name, "f.csv");
        assert_eq!(read(field.clone()).expect("a form").1, Upload::default());
        assert!(read(format!("{file}{file}")).is_none(), "a second file");
        assert!(read(format!("{}{file}", field.repeat(49))).is_some());
        assert!(read(format!("{}{file}", field.repeat(50))).is_none(), "the file counts");
    }

    #[test]
    fn numbers_may_have_a_comma() {
        for (written, read) in [
            ("1 234,50", "1234.50"),
            ("1\u{a0}234,50", "1234.50"),
            ("12.5", "12.5"),
            ("1,234.50", "1,234.50"),
            ("x", "x"),
        ] {
            assert_eq!(number(written), read);
        }
    }
}
