//! Who is signed in; the JSON twins of the pages.

use crate::{cookies::Cookie, form::is_of_type, same_origin::is_same_origin};
use access::{ConnectionId, OrganizationId, UserId};
use actix_web::{
    HttpRequest, HttpResponse,
    http::{StatusCode, header},
    web::{Data, Path, ServiceConfig, delete, get, post},
};
use api_http::{MAX_SMALL_BODY, SmallBody, client_address, error::ApiError};
use persistence::StoreError;
use runtime::{gate::Busy, wiring::App};
use serde::{Deserialize, Serialize};
use sign_in::{HashError, Secret, SessionId, SignInStore, SignedIn, form_token};
use time::OffsetDateTime;
use use_cases::{
    oauth::{VisibleConnection, end_visible_connection, visible_connections},
    sign_in::{
        CodeError, Entered, SignIn, SignInError, end_session as end_own_session, finish_sign_in,
        sign_in, sign_out, signed_in,
    },
};
use uuid::Uuid;

type Reply = Result<HttpResponse, ApiError>;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .route("/api/auth/sign-in/email", post().to(sign_in_by_email))
        .route("/api/auth/sign-out", post().to(sign_out_here))
        .route("/api/auth/sessions", get().to(list_sessions))
        .route("/api/auth/sessions/{id}", delete().to(end_session))
        .route("/api/auth/connections", get().to(list_connections))
        .route("/api/auth/connections/{organization}/{id}", delete().to(end_connection));
}

/// What a person who signed in shows.
pub struct Visitor {
    pub signed_in: SignedIn,
    /// The value of the cookie.
    pub cookie: String,
}

impl Visitor {
    /// Whether a form with this token was made for this session, and comes from a page of ours.
    #[must_use]
    pub fn owns_form(&self, http: &HttpRequest, app: &App, sent: Option<&str>) -> bool {
        sent == Some(form_token(&self.cookie).as_str())
            && is_same_origin(http, &app.config.base_url)
    }
}

/// Who makes a request, if somebody who signed in.
///
/// # Errors
/// Storage.
pub async fn visitor(http: &HttpRequest, app: &App) -> Result<Option<Visitor>, StoreError> {
    let Some(cookie) = Cookie::Session.read(http, &app.config.base_url) else { return Ok(None) };
    let found = signed_in(app, &cookie).await?;
    Ok(found.map(|signed_in| Visitor { signed_in, cookie }))
}

fn agent(http: &HttpRequest) -> &str {
    let agent = http.headers().get(header::USER_AGENT).and_then(|value| value.to_str().ok());
    agent.unwrap_or_default()
}

/// How far this address and password lead.
pub(crate) async fn begin(
    http: &HttpRequest,
    app: &App,
    email: &str,
    password: &str,
) -> Result<Entered, SignInError> {
    let address = client_address(http, app.config.client_address_header.as_deref());
    let entered = sign_in(app, SignIn { email, password, address, agent: agent(http) }).await?;
    if let Entered::Session(..) = entered {
        end_before(http, app).await?;
    }
    Ok(entered)
}

/// A session for whoever sends the code after the password, whose cookie this is.
pub(crate) async fn finish(
    http: &HttpRequest,
    app: &App,
    cookie: &str,
    code: &str,
) -> Result<(Secret, UserId), CodeError> {
    let (secret, session) = finish_sign_in(app, cookie, (code, agent(http))).await?;
    end_before(http, app).await?;
    Ok((secret, session.user))
}

/// Whoever was signed in here before is not any longer.
async fn end_before(http: &HttpRequest, app: &App) -> Result<(), StoreError> {
    match Cookie::Session.read(http, &app.config.base_url) {
        Some(before) => sign_out(app, &before).await,
        None => Ok(()),
    }
}

fn unauthorized(message: &str) -> ApiError {
    let (status, code) = (StatusCode::UNAUTHORIZED, "UNAUTHORIZED");
    ApiError::Coded { status, code, message: message.to_owned() }
}

fn second_factor_required() -> ApiError {
    let message = "send the code of your authenticator as `code`".to_owned();
    let (status, code) = (StatusCode::UNAUTHORIZED, "SECOND_FACTOR_REQUIRED");
    ApiError::Coded { status, code, message }
}

/// What is answered to whoever did not sign in, or did not prove who they are.
#[must_use]
pub fn refused(error: SignInError) -> ApiError {
    match error {
        error @ SignInError::Wrong => unauthorized(&error.to_string()),
        SignInError::Limited(limited) => ApiError::RateLimited(limited),
        SignInError::Hash(HashError::Busy { retry_after }) => ApiError::Busy(Busy { retry_after }),
        SignInError::Store(error) => error.into(),
        error => ApiError::internal(error),
    }
}

fn code_refused(error: CodeError) -> ApiError {
    match error {
        CodeError::Wrong | CodeError::Over => unauthorized(&error.to_string()),
        CodeError::Wait { retry_after } => ApiError::Busy(Busy { retry_after }),
        CodeError::Store(error) => error.into(),
        error @ CodeError::NoRandomness(_) => ApiError::internal(error),
    }
}

/// Requests with a cookie come from our own pages, or from no browser.
fn from_here(http: &HttpRequest, app: &App) -> Result<(), ApiError> {
    let message = "the request comes from another site".to_owned();
    let (status, code) = (StatusCode::FORBIDDEN, "FORBIDDEN");
    let is_here = is_same_origin(http, &app.config.base_url);
    is_here.then_some(()).ok_or(ApiError::Coded { status, code, message })
}

async fn required(http: &HttpRequest, app: &App) -> Result<SignedIn, ApiError> {
    let visitor = visitor(http, app).await?;
    let missing = || unauthorized("nobody is signed in, or the session has ended");
    visitor.map(|visitor| visitor.signed_in).ok_or_else(missing)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Credentials {
    email: String,
    password: String,
    /// Of the authenticator, or a recovery code.
    code: Option<String>,
}

async fn sign_in_by_email(http: HttpRequest, app: Data<App>, SmallBody(bytes): SmallBody) -> Reply {
    let bytes = bytes.ok_or(ApiError::TooLarge(MAX_SMALL_BODY))?;
    from_here(&http, &app)?;
    let invalid =
        |message: &str| ApiError::InvalidField { field: "body", message: message.to_owned() };
    // a form of another site cannot be of this type
    if !is_of_type(&http, "application/json") {
        return Err(invalid("must be application/json"));
    }
    let read = serde_json::from_slice::<Credentials>(&bytes);
    let Credentials { email, password, code } =
        read.map_err(|_| invalid("must be a JSON object of email, password and perhaps code"))?;
    let (secret, id) = match begin(&http, &app, &email, &password).await.map_err(refused)? {
        Entered::Session(secret, session) => (secret, session.user),
        Entered::SecondFactor(pending) => {
            let code = code.ok_or_else(second_factor_required)?;
            finish(&http, &app, pending.expose(), &code).await.map_err(code_refused)?
        }
    };
    let cookie = Cookie::Session.set(secret.expose(), &app.config.base_url);
    let mut answer = HttpResponse::Ok();
    answer.insert_header((header::CACHE_CONTROL, "no-store"));
    answer.insert_header((header::SET_COOKIE, cookie));
    let email = email.trim().to_lowercase();
    Ok(answer.json(serde_json::json!({ "user": { "id": id, "email": email } })))
}

async fn sign_out_here(http: HttpRequest, app: Data<App>) -> Reply {
    from_here(&http, &app)?;
    if let Some(cookie) = Cookie::Session.read(&http, &app.config.base_url) {
        sign_out(&**app, &cookie).await?;
    }
    let removed = Cookie::Session.remove(&app.config.base_url);
    Ok(HttpResponse::NoContent().insert_header((header::SET_COOKIE, removed)).finish())
}

#[derive(Serialize)]
struct SessionView<'a> {
    id: SessionId,
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    last_seen_at: OffsetDateTime,
    user_agent: &'a str,
    current: bool,
}

async fn list_sessions(http: HttpRequest, app: Data<App>) -> Reply {
    let user = required(&http, &app).await?;
    let sessions = app.store.sessions(user.session.user, app.clock.now()).await?;
    let views: Vec<_> = sessions
        .iter()
        .map(|session| SessionView {
            id: session.id,
            created_at: session.created_at,
            last_seen_at: session.last_seen_at,
            user_agent: &session.agent,
            current: session.id == user.session.id,
        })
        .collect();
    Ok(HttpResponse::Ok().json(serde_json::json!({ "data": views })))
}

async fn end_session(http: HttpRequest, app: Data<App>, id: Path<String>) -> Reply {
    from_here(&http, &app)?;
    let user = required(&http, &app).await?;
    let id = Uuid::try_parse(&id).map_err(|_| ApiError::NotFound("session"))?;
    let ended = end_own_session(&**app, &user, SessionId(id)).await;
    ended.map_err(|error| not_found(error, "session"))?;
    Ok(HttpResponse::NoContent().finish())
}

fn not_found(error: StoreError, what: &'static str) -> ApiError {
    match error {
        StoreError::NotFound => ApiError::NotFound(what),
        error => error.into(),
    }
}

#[derive(Serialize)]
struct ConnectionView<'a> {
    id: ConnectionId,
    organization_id: OrganizationId,
    organization_name: &'a str,
    client_id: &'a str,
    client_name: &'a str,
    redirect_host: &'a str,
    mode: &'static str,
    scope: String,
    active: bool,
    own: bool,
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339::option")]
    last_used_at: Option<OffsetDateTime>,
    calls: u64,
    #[serde(with = "time::serde::rfc3339::option")]
    revoked_at: Option<OffsetDateTime>,
}

async fn list_connections(http: HttpRequest, app: Data<App>) -> Reply {
    let user = required(&http, &app).await?;
    let (all, now) = (visible_connections(&**app, user.session.user).await?, app.clock.now());
    let view = |visible: &VisibleConnection| {
        let connection = &visible.connection;
        serde_json::to_value(ConnectionView {
            id: connection.id,
            organization_id: connection.organization,
            organization_name: &visible.organization_name,
            client_id: connection.client.as_str(),
            client_name: &connection.client_name,
            redirect_host: &connection.redirect_host,
            mode: connection.tier.name(),
            scope: connection.scopes.to_string(),
            active: connection.is_active(now),
            own: connection.user == user.session.user,
            created_at: connection.created_at,
            last_used_at: connection.last_used_at,
            calls: connection.calls,
            revoked_at: connection.revoked.map(|(at, _)| at),
        })
    };
    let views: Result<Vec<_>, _> = all.iter().map(view).collect();
    let views = views.map_err(ApiError::internal)?;
    Ok(HttpResponse::Ok().json(serde_json::json!({ "data": views })))
}

async fn end_connection(http: HttpRequest, app: Data<App>, path: Path<(String, String)>) -> Reply {
    from_here(&http, &app)?;
    let user = required(&http, &app).await?;
    let id = |text: &str| Uuid::try_parse(text).map_err(|_| ApiError::NotFound("connection"));
    let (organization, connection) = path.into_inner();
    let (organization, connection) = (id(&organization)?, id(&connection)?);
    let (organization, connection) = (OrganizationId(organization), ConnectionId(connection));
    let ended = end_visible_connection(&**app, user.session.user, organization, connection).await;
    ended.map_err(|error| not_found(error, "connection"))?;
    Ok(HttpResponse::NoContent().finish())
}
