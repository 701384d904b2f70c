use super::{people::People, texts::Texts};
use access::RateLimited;
use actix_web::{
    HttpRequest, HttpResponse,
    http::{StatusCode, header},
};
pub(crate) use api_http::visitors::see_other;
use api_http::visitors::{Language, html};
use askama::Template;
use data_encoding::HEXLOWER;
use oauth::{NoRoom, authorizations::NoWayBack};
use std::{error::Error, sync::LazyLock};

const STYLESHEET: &str = include_str!("../../assets/pages.css");

/// Contains a hash of the content, so that browsers cache it without a limit.
static STYLESHEET_PATH: LazyLock<String> = LazyLock::new(|| {
    let hash = runtime::secrets::sha256(STYLESHEET.as_bytes());
    format!("/assets/pages-{}.css", HEXLOWER.encode(&hash[..8]))
});

/// The path of the stylesheet.
pub(crate) fn stylesheet_path() -> &'static str {
    &STYLESHEET_PATH
}

pub(super) async fn stylesheet() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/css; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "public, max-age=31536000, immutable"))
        .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .body(STYLESHEET)
}

/// Where forms of a page may be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Forms {
    /// To this service.
    Here,
    /// Anywhere: the answer to consent redirects to the client, which may redirect again, and browsers compare both
    /// redirects with
    /// `form-action`.
    Anywhere,
}

const POLICY: &str =
    "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'";

/// The HTTP answer with a page of this crate.
pub(super) fn page(status: StatusCode, forms: Forms, template: &impl Template) -> HttpResponse {
    match forms {
        Forms::Here => html(status, &format!("{POLICY}; form-action 'self'"), template),
        Forms::Anywhere => html(status, POLICY, template),
    }
}

#[derive(Template)]
#[template(path = "message.html")]
struct Message<'a> {
    t: &'static Texts,
    title: &'a str,
    text: &'a str,
}

/// A page that explains why the request failed.
pub(super) fn message(
    status: StatusCode,
    language: Language,
    text: fn(&Texts) -> &'static str,
) -> HttpResponse {
    let t = Texts::of(language);
    page(status, Forms::Here, &Message { t, title: t.error, text: text(t) })
}

/// A page with a title and a text.
pub(super) fn notice(
    http: &HttpRequest,
    status: StatusCode,
    says: fn(&People) -> (&'static str, &'static str),
) -> HttpResponse {
    let language = Language::of(http);
    let (title, text) = says(People::of(language));
    page(status, Forms::Here, &Message { t: Texts::of(language), title, text })
}

/// The answer for an unknown client or redirect URI: the browser is not redirected.
pub(crate) fn no_way_back(language: Language, why: NoWayBack) -> HttpResponse {
    let text: fn(&Texts) -> &'static str = match why {
        NoWayBack::Client => |t| t.unknown_app,
        NoWayBack::RedirectUri => |t| t.unknown_redirect,
    };
    message(StatusCode::BAD_REQUEST, language, text)
}

/// 429.
pub(crate) fn too_often(language: Language, limited: RateLimited) -> HttpResponse {
    let mut answer = message(StatusCode::TOO_MANY_REQUESTS, language, |t| t.too_often);
    answer.headers_mut().insert(header::RETRY_AFTER, limited.retry_after.into());
    answer
}

/// 429 when one address has begun too many sign-ins, 503 when all addresses together have.
pub(crate) fn no_room(language: Language, no_room: NoRoom) -> HttpResponse {
    let mut answer = match no_room {
        NoRoom::OfAddress(_) => message(StatusCode::TOO_MANY_REQUESTS, language, |t| t.too_often),
        NoRoom::InAll(_) => {
            let (t, p) = (Texts::of(language), People::of(language));
            let shown = Message { t, title: t.error, text: p.busy };
            page(StatusCode::SERVICE_UNAVAILABLE, Forms::Here, &shown)
        }
    };
    answer.headers_mut().insert(header::RETRY_AFTER, no_room.retry_after().into());
    answer
}

/// 500, whose cause is logged.
pub(crate) fn failed(language: Language, error: &dyn Error) -> HttpResponse {
    tracing::error!(%error, "page request failed: answered with 500");
    message(StatusCode::INTERNAL_SERVER_ERROR, language, |t| t.failed)
}

/// 403: the form does not come from this site, or belongs to another session.
pub(super) fn stale(language: Language) -> HttpResponse {
    message(StatusCode::FORBIDDEN, language, |t| t.stale)
}
