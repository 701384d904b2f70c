//! The frame around pages: navigation, the company and the environment, the stylesheet, the answer.

use crate::{
    documentation,
    error::{Page, PageError, shown},
    pages,
    texts::Texts,
    visit::Visit,
};
use access::{Scope, Tier};
use actix_web::{
    HttpRequest, HttpResponse, HttpResponseBuilder,
    http::{StatusCode, header},
    middleware::from_fn,
    web::{self, Data, ServiceConfig},
};
use api_http::Body;
use askama::Template;
use data_encoding::HEXLOWER;
use identity::{Language, visitor};
use runtime::{config::LiveNetwork, secrets, wiring::App};
use sign_in::{SignInStore, form_token};
use std::sync::LazyLock;

const STYLESHEET: &str = include_str!("../assets/portal.css");

const ICON: &str = include_str!("../assets/icon.svg");

/// Named by its content, so that it is kept for ever.
static STYLESHEET_PATH: LazyLock<String> = LazyLock::new(|| {
    let hash = secrets::sha256(STYLESHEET.as_bytes());
    format!("/assets/portal-{}.css", HEXLOWER.encode(&hash[..8]))
});

const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; \
                      frame-ancestors 'none'; base-uri 'none'";

/// Puts the pages on the application.
pub fn configure(config: &mut ServiceConfig) {
    config
        .route(stylesheet_path(), web::get().to(stylesheet))
        .route("/assets/icon.svg", web::get().to(icon))
        .route("/", web::get().to(pages::home::page))
        .route("/language", web::post().to(choose_language))
        .configure(documentation::configure)
        .service(
            web::scope("/portal")
                .wrap(from_fn(shown))
                .route("", web::get().to(first_company))
                .service(
                    web::scope("/{organization}/{mode}")
                        .configure(pages::configure)
                        .default_service(web::to(missing)),
                )
                .default_service(web::to(missing)),
        );
}

async fn missing() -> Page {
    Err(PageError::Missing)
}

/// Where the stylesheet is.
pub(crate) fn stylesheet_path() -> &'static str {
    &STYLESHEET_PATH
}

async fn stylesheet() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/css; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "public, max-age=31536000, immutable"))
        .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .body(STYLESHEET)
}

async fn icon() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("image/svg+xml")
        .insert_header((header::CACHE_CONTROL, "public, max-age=86400"))
        .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .body(ICON)
}

/// `GET /portal`: the first company of somebody who signed in.
async fn first_company(http: HttpRequest, app: Data<App>) -> Page {
    let visitor = visitor(&http, &app).await?.ok_or(PageError::SignIn)?;
    let memberships = app.store.memberships(visitor.signed_in.session.user).await?;
    let tier = match app.config.live_network {
        LiveNetwork::None => Tier::Test,
        _ => Tier::Live,
    };
    let Some(first) = memberships.first() else {
        let language = Language::of(&http);
        return Ok(message(StatusCode::OK, language, Texts::of(language).no_company));
    };
    Ok(see_other(&format!("/portal/{}/{}", first.organization, tier.name())))
}

/// `POST /language`: pages are in this language until the browser is closed.
async fn choose_language(http: HttpRequest, app: Data<App>, body: Body) -> HttpResponse {
    let form = crate::form::Form::read(&http, &body).unwrap_or_default();
    let known = [Language::Slovak, Language::English];
    let chosen = known.into_iter().find(|known| known.code() == form.text("language"));
    // a path of ours: `//host` and `/\host` are none, and a header is ASCII
    let back = form.filled("back").filter(|back| {
        let mut chars = back.chars();
        chars.next() == Some('/')
            && !matches!(chars.next(), Some('/' | '\\'))
            && back.is_ascii()
            && !back.contains(char::is_control)
    });
    let mut answer = see_other(back.unwrap_or("/"));
    let cookie = chosen.map(|language| language.remember(&app.config.base_url));
    if let Some(Ok(value)) = cookie.map(|cookie| header::HeaderValue::from_str(&cookie)) {
        answer.headers_mut().append(header::SET_COOKIE, value);
    }
    answer
}

/// 303: whatever was posted is not posted there again.
pub(crate) fn see_other(location: &str) -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header((header::LOCATION, location))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .finish()
}

/// A page. It is kept nowhere, shown in no frame, and its address is told to no other site.
pub(crate) fn html(status: StatusCode, template: &impl Template) -> HttpResponse {
    html_under(POLICY, status, template)
}

/// A page that may load what its own policy says.
pub(crate) fn html_under(
    policy: &'static str,
    status: StatusCode,
    template: &impl Template,
) -> HttpResponse {
    let html = match template.render() {
        Ok(html) => html,
        Err(error) => {
            tracing::error!(%error, "a page was not made");
            return HttpResponse::InternalServerError().finish();
        }
    };
    HttpResponseBuilder::new(status)
        .content_type("text/html; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::CONTENT_SECURITY_POLICY, policy))
        .insert_header((header::X_FRAME_OPTIONS, "DENY"))
        .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        // not `no-referrer`: browsers would send our own forms with `Origin: null`
        .insert_header((header::REFERRER_POLICY, "same-origin"))
        .body(html)
}

#[derive(Template)]
#[template(path = "message.html")]
struct Message<'a> {
    t: &'static Texts,
    text: &'a str,
    back: &'a str,
}

/// A page with a sentence.
pub(crate) fn message(status: StatusCode, language: Language, text: &str) -> HttpResponse {
    html(status, &Message { t: Texts::of(language), text, back: "/portal" })
}

/// A place in the navigation.
pub(crate) struct Place {
    pub(crate) href: String,
    pub(crate) label: &'static str,
    pub(crate) here: bool,
}

/// A company to look at instead.
pub(crate) struct Other {
    pub(crate) href: String,
    pub(crate) name: String,
    pub(crate) here: bool,
}

/// What the layout shows around a page.
pub(crate) struct Frame {
    pub(crate) t: &'static Texts,
    pub(crate) form_token: String,
    pub(crate) company: String,
    pub(crate) role: &'static str,
    pub(crate) email: String,
    pub(crate) is_live: bool,
    pub(crate) live: String,
    pub(crate) test: String,
    pub(crate) others: Vec<Other>,
    pub(crate) places: Vec<Place>,
    pub(crate) back: String,
    pub(crate) done: Option<&'static str>,
}

impl Frame {
    pub(crate) fn of(visit: &Visit) -> Self {
        let (t, member) = (visit.t(), &visit.member);
        let other = |it: &sign_in::Membership| Other {
            href: visit.path_in(it.organization, visit.tier, ""),
            name: it.name.clone(),
            here: it.organization == member.organization,
        };
        let mut others: Vec<_> = visit.memberships.iter().map(other).collect();
        if others.len() < 2 {
            others.clear();
        }
        let here = visit.http.path();
        let back = visit.http.uri().path_and_query().map_or(here, |it| it.as_str());
        Self {
            t,
            form_token: form_token(&visit.visitor.cookie),
            company: member.name.clone(),
            role: visit.words.role(member.role),
            email: visit.visitor.signed_in.email.clone(),
            is_live: visit.tier == Tier::Live,
            live: visit.path_in(member.organization, Tier::Live, ""),
            test: visit.path_in(member.organization, Tier::Test, ""),
            others,
            places: places(visit, here),
            back: back.to_owned(),
            done: done(t, visit.http.query_string()),
        }
    }
}

/// The places that the role may see.
fn places(visit: &Visit, here: &str) -> Vec<Place> {
    let t = visit.t();
    let all = [
        ("", t.overview, Scope::ReportRead),
        ("invoices", t.invoices, Scope::InvoiceRead),
        ("received", t.received, Scope::InvoiceRead),
        ("expenses", t.expenses, Scope::InvoiceRead),
        ("sends", t.sends, Scope::InvoiceRead),
        ("customers", t.customers, Scope::InvoiceRead),
        ("accounts", t.accounts, Scope::BankRead),
        ("keys", t.keys, Scope::SettingsUpdate),
        ("webhooks", t.webhooks, Scope::SettingsUpdate),
        ("connections", t.connections, Scope::InvoiceRead),
    ];
    let seen = all.into_iter().filter(|(_, _, scope)| visit.may(*scope));
    let place = |(rest, label, _): (&str, &'static str, Scope)| {
        let href = visit.path(rest);
        let below = here.strip_prefix(&*href).is_some_and(|more| more.starts_with('/'));
        let here = here == href || (below && !rest.is_empty());
        Place { href, label, here }
    };
    seen.map(place).collect()
}

/// What was done before this page was asked for. Nothing but these: a text in an address would let
/// anybody put words into our mouth.
fn done(t: &Texts, query: &str) -> Option<&'static str> {
    let code = query.split('&').find_map(|pair| pair.strip_prefix("done="))?;
    Some(match code {
        "issued" => t.done_issued,
        "drafted" => t.done_drafted,
        "saved" => t.done_saved,
        "paid" => t.done_paid,
        "taken-back" => t.done_taken_back,
        "cancelled" => t.done_cancelled,
        "deleted" => t.done_deleted,
        "queued" => t.done_queued,
        "released" => t.done_released,
        "accepted" => t.done_accepted,
        "revoked" => t.done_revoked,
        "on-its-way" => t.done_on_its_way,
        _ => return None,
    })
}
