//! Guides are the Markdown of `docs/guides`, a file for each language.

use super::markdown::Rendered;
use crate::{
    answer::{html, message, see_other},
    texts::Texts,
};
use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web::Path};
use api_http::visitors::Language;
use askama::Template;
use std::sync::LazyLock;

/// A guide in both languages.
struct Guide {
    name: &'static str,
    slovak: Rendered,
    english: Rendered,
}

impl Guide {
    fn in_language(&self, language: Language) -> &Rendered {
        match language {
            Language::Slovak => &self.slovak,
            Language::English => &self.english,
        }
    }

    fn link(&self, language: Language, here: &str) -> Link<'_> {
        let Rendered { title, lead, .. } = self.in_language(language);
        let href = format!("/docs/guides/{}/{}", language.code(), self.name);
        Link { href, title, lead, here: self.name == here }
    }
}

macro_rules! guides {
    ($($name:literal),+ $(,)?) => {
        /// The guides in the order in which they should be read.
        static GUIDES: LazyLock<Vec<Guide>> = LazyLock::new(|| vec![$(Guide {
            name: $name,
            slovak: Rendered::of(include_str!(concat!("../../../../docs/guides/sk/", $name, ".md"))),
            english: Rendered::of(include_str!(concat!("../../../../docs/guides/en/", $name, ".md"))),
        }),+]);
    };
}

guides!["quick-start", "numbering", "sending", "receiving", "webhooks", "going-live", "errors",];

/// How the sandbox behaves: where the deprecations of the lenient one point to.
static SANDBOX: LazyLock<Rendered> =
    LazyLock::new(|| Rendered::of(include_str!("../../../../docs/sandbox-network.md")));

struct Link<'a> {
    href: String,
    title: &'a str,
    lead: &'a str,
    here: bool,
}

fn links(language: Language, here: &str) -> Vec<Link<'static>> {
    GUIDES.iter().map(|guide| guide.link(language, here)).collect()
}

#[derive(Template)]
#[template(path = "docs_front.html")]
struct Front {
    t: &'static Texts,
    back: &'static str,
    guides: Vec<Link<'static>>,
}

/// `GET /docs`: where to begin.
pub(super) async fn front_page(http: HttpRequest) -> HttpResponse {
    let language = Language::of(&http);
    let guides = links(language, "");
    html(StatusCode::OK, &Front { t: Texts::of(language.written()), back: "/docs", guides })
}

/// Addresses above the guides lead to where they are listed.
pub(super) async fn to_front_page() -> HttpResponse {
    see_other("/docs")
}

#[derive(Template)]
#[template(path = "docs_guide.html")]
struct Shown {
    t: &'static Texts,
    guides: Vec<Link<'static>>,
    next: Option<Link<'static>>,
    title: &'static str,
    /// The same page in the other language: its code, name and address.
    other: Option<(&'static str, &'static str, String)>,
    content: &'static str,
}

/// `GET /docs/guides/{language}/{name}`: a guide, in the language of its address.
pub(super) async fn guide(http: HttpRequest, path: Path<(String, String)>) -> HttpResponse {
    let (code, name) = path.into_inner();
    let language = Language::of_code(&code);
    let mut rest = GUIDES.iter().skip_while(|guide| guide.name != name);
    let (Some(language), Some(guide)) = (language, rest.next()) else {
        let language = Language::of(&http);
        return message(
            &http,
            StatusCode::NOT_FOUND,
            language,
            Texts::of(language.written()).missing,
        );
    };
    let (other, label) = match language {
        Language::Slovak => (Language::English, "English"),
        Language::English => (Language::Slovak, "Slovensky"),
    };
    let page = guide.in_language(language);
    let shown = Shown {
        t: Texts::of(language.written()),
        guides: links(language, &name),
        next: rest.next().map(|next| next.link(language, "")),
        title: &page.title,
        other: Some((other.code(), label, guide.link(other, "").href)),
        content: &page.html,
    };
    html(StatusCode::OK, &shown)
}

/// `GET /docs/sandbox` shows `docs/sandbox-network.md`.
pub(super) async fn sandbox() -> HttpResponse {
    let (t, guides) = (Texts::of(Language::English.written()), links(Language::English, ""));
    let (title, content) = (&*SANDBOX.title, &*SANDBOX.html);
    html(StatusCode::OK, &Shown { t, guides, next: None, title, other: None, content })
}
