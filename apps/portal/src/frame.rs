//! The frame around pages: navigation, the company and the environment, the stylesheet, the answer.

use crate::{
    documentation,
    error::{Page, PageError, shown},
    live, pages,
    place::{Entry, Place, company_base, partner_base},
    texts::Texts,
    visit::{Visit, path_in},
};
use access::{Scope, Tier};
use actix_web::{
    HttpRequest, HttpResponse,
    http::{StatusCode, header},
    middleware::from_fn,
    web::{self, Data, Path, ServiceConfig},
};
use api_http::{Body, request_id_of};
use askama::Template;
use data_encoding::HEXLOWER;
pub(crate) use identity::see_other;
use identity::{Language, visitor};
use members::MemberStore;
use runtime::{config::LiveNetwork, secrets, wiring::App};
use sign_in::{SignInStore, form_token};
use std::sync::LazyLock;
use uuid::Uuid;

const STYLESHEET: &str = include_str!("../assets/portal.css");

const ICON: &str = include_str!("../assets/icon.svg");

/// Named by its content, so that it is kept for ever.
static STYLESHEET_PATH: LazyLock<String> = LazyLock::new(|| {
    let hash = secrets::sha256(STYLESHEET.as_bytes());
    format!("/assets/portal-{}.css", HEXLOWER.encode(&hash[..8]))
});

pub(crate) const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; \
                      frame-ancestors 'none'; base-uri 'none'";

/// Companies and partners in the menu: every page has it, and stays small.
const MAX_OTHERS: usize = 50;

/// Puts the pages on the application.
pub fn configure(config: &mut ServiceConfig) {
    config
        .route(stylesheet_path(), web::get().to(stylesheet))
        .route("/assets/icon.svg", web::get().to(icon))
        .route("/", web::get().to(pages::home::page))
        .route("/language", web::post().to(choose_language))
        .configure(documentation::configure)
        .configure(live::configure)
        .service(
            web::scope("/portal")
                .wrap(from_fn(shown))
                .route("", web::get().to(first_company))
                .route("/{organization}", web::get().to(usual_tier))
                .service(
                    web::scope("/{organization}/{mode}")
                        .configure(pages::configure)
                        .default_service(web::to(missing)),
                )
                .default_service(web::to(missing)),
        )
        .service(
            web::scope("/partner")
                .wrap(from_fn(shown))
                .route("/{partner}", web::get().to(usual_tier))
                .service(
                    web::scope("/{partner}/{mode}")
                        .configure(pages::partner::configure)
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

/// `GET /portal`: the first company of somebody who signed in, or the first partner.
async fn first_company(http: HttpRequest, app: Data<App>) -> Page {
    let visitor = visitor(&http, &app).await?.ok_or(PageError::SignIn)?;
    let user = visitor.signed_in.session.user;
    let companies = app.store.memberships(user).await?;
    let company = companies.first().map(|first| company_base(first.organization));
    let first = match company {
        Some(base) => Some(base),
        None => {
            let partners = app.store.partner_memberships(user).await?;
            partners.first().map(|first| partner_base(first.partner))
        }
    };
    let Some(base) = first else {
        let language = Language::of(&http);
        return Ok(message(&http, StatusCode::OK, language, Texts::of(language).no_company));
    };
    Ok(see_other(&path_in(&base, usual(&app), "")))
}

/// What somebody sees who has not chosen.
fn usual(app: &App) -> Tier {
    match app.config.live_network {
        LiveNetwork::None => Tier::Test,
        _ => Tier::Live,
    }
}

/// `GET /portal/{organization}`, `GET /partner/{partner}`: that page says who may see it.
async fn usual_tier(http: HttpRequest, app: Data<App>, id: Path<String>) -> Page {
    let id = Uuid::try_parse(&id).map_err(|_| PageError::Missing)?;
    let kind = http.path().trim_start_matches('/').split('/').next().unwrap_or_default();
    Ok(see_other(&path_in(&format!("/{kind}/{id}"), usual(&app), "")))
}

/// `POST /language`: pages are in this language until the browser is closed.
async fn choose_language(http: HttpRequest, app: Data<App>, body: Body) -> HttpResponse {
    let form = crate::form::Form::read(&http, &body).unwrap_or_default();
    let chosen = Language::of_code(form.text("language"));
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

/// A page: [`identity::html`] with what the pages here may load.
pub(crate) fn html(status: StatusCode, template: &impl Template) -> HttpResponse {
    identity::html(status, POLICY, template)
}

/// A page that follows what happens while it is looked at.
pub(crate) fn live_html(
    status: StatusCode,
    template: &impl Template,
    visit: &Visit<impl Place>,
) -> HttpResponse {
    identity::html(status, &live::policy(&visit.config.base_url), template)
}

#[derive(Template)]
#[template(path = "message.html")]
struct Message<'a> {
    t: &'static Texts,
    text: &'a str,
    /// By which the operator finds what happened.
    request: Option<String>,
    back: &'a str,
}

/// A page with a sentence.
pub(crate) fn message(
    http: &HttpRequest,
    status: StatusCode,
    language: Language,
    text: &str,
) -> HttpResponse {
    let is_fault = status.is_client_error() || status.is_server_error();
    let request = request_id_of(http).filter(|_| is_fault);
    html(status, &Message { t: Texts::of(language), text, request, back: "/portal" })
}

/// A place in the navigation.
pub(crate) struct Shown {
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
    pub(crate) sandbox_note: &'static str,
    pub(crate) others: Vec<Other>,
    /// Where the field leads that finds documents and customers.
    pub(crate) search: Option<String>,
    pub(crate) places: Vec<Shown>,
    pub(crate) back: String,
    pub(crate) done: Option<&'static str>,
    /// The script of a page that follows what happens.
    pub(crate) script: Option<&'static str>,
}

impl Frame {
    pub(crate) fn of<At: Place>(visit: &Visit<At>) -> Self {
        let (t, base) = (visit.t(), visit.member.base());
        let other = |of: String, name: &str| Other {
            href: path_in(&of, visit.tier, ""),
            name: name.to_owned(),
            here: of == base,
        };
        let companies = visit.memberships.iter().map(|it| other(it.base(), &it.name));
        let partners = visit.partners.iter().map(|it| other(it.base(), &it.name));
        let mut others: Vec<_> = partners.chain(companies).take(MAX_OTHERS).collect();
        if others.len() < 2 {
            others.clear();
        }
        let here = visit.http.path();
        let back = visit.http.uri().path_and_query().map_or(here, |it| it.as_str());
        Self {
            t,
            form_token: form_token(&visit.visitor.cookie),
            company: visit.member.name().to_owned(),
            role: visit.words.role(visit.member.role()),
            email: visit.visitor.signed_in.email.clone(),
            is_live: visit.tier == Tier::Live,
            live: path_in(&base, Tier::Live, ""),
            test: path_in(&base, Tier::Test, ""),
            sandbox_note: At::sandbox_note(t),
            others,
            search: At::SEARCH
                .filter(|_| visit.may(Scope::InvoiceRead))
                .map(|rest| visit.path(rest)),
            places: places(visit, here),
            back: back.to_owned(),
            done: done(t, visit.http.query_string()),
            script: None,
        }
    }
}

impl Frame {
    /// The same around a page that follows what happens.
    pub(crate) fn live(self) -> Self {
        Self { script: Some(live::script_path()), ..self }
    }
}

/// The places that the role may see.
fn places<At: Place>(visit: &Visit<At>, here: &str) -> Vec<Shown> {
    let seen = At::entries(visit.t()).into_iter().filter(|(_, _, scope)| visit.may(*scope));
    let place = |(rest, label, _): Entry| {
        let href = visit.path(rest);
        let below = here.strip_prefix(&*href).is_some_and(|more| more.starts_with('/'));
        let here = here == href || (below && !rest.is_empty());
        Shown { href, label, here }
    };
    let members = Shown { href: visit.member.members(), label: visit.t().members, here: false };
    seen.map(place).chain([members]).collect()
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
        "responded" => t.done_responded,
        "mailed" => t.done_mailed,
        "mailed-before" => t.done_mailed_before,
        "known" => t.done_known,
        "on-its-way" => t.done_on_its_way,
        _ => return None,
    })
}
