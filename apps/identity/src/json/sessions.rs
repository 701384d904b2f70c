use super::{changing, not_found, required};
use actix_web::{
    HttpRequest, HttpResponse,
    web::{Data, Path},
};
use api_http::{
    Reply,
    error::{ApiError, NotFoundError, OtherSiteError, SignedOutError},
    no_content, operations,
};
use runtime::wiring::App;
use serde::Serialize;
use sign_in::{Session, SessionId, SignInStore};
use time::OffsetDateTime;
use use_cases::people::sign_in::end_session as end_own_session;
use utoipa::ToSchema;
use uuid::Uuid;

operations![list_sessions, end_session];

/// A signed-in browser.
#[derive(Serialize, ToSchema)]
struct SessionView<'a> {
    #[schema(value_type = Uuid)]
    id: SessionId,
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
    /// To the minute
    #[serde(with = "time::serde::rfc3339")]
    last_seen_at: OffsetDateTime,
    /// What the browser says it is
    user_agent: &'a str,
    /// Whether it is the one that asks
    current: bool,
}

impl<'a> SessionView<'a> {
    fn of(session: &'a Session, own: SessionId) -> Self {
        Self {
            id: session.id,
            created_at: session.created_at,
            last_seen_at: session.last_seen_at,
            user_agent: &session.agent,
            current: session.id == own,
        }
    }
}

#[derive(Serialize, ToSchema)]
struct SessionList<'a> {
    data: Vec<SessionView<'a>>,
}

/// One's own sessions, the newest first.
#[utoipa::path(
    get, path = "/api/auth/sessions", tag = "account", operation_id = "listSessions",
    responses(
        (status = 200, description = "All of them", body = SessionList<'static>),
        SignedOutError,
    ),
    security(("session" = [])),
)]
async fn list_sessions(http: HttpRequest, app: Data<App>) -> Reply {
    let own = required(&http, &app).await?.session;
    let sessions = app.store.sessions(own.user, app.clock.now()).await?;
    let data = sessions.iter().map(|session| SessionView::of(session, own.id)).collect();
    Ok(HttpResponse::Ok().json(SessionList { data }))
}

/// Ends one of one's own sessions.
#[utoipa::path(
    delete, path = "/api/auth/sessions/{id}", tag = "account", operation_id = "endSession",
    params(("id" = String, Path, description = "The session's id")),
    responses(
        (status = 204, description = "Ended"),
        SignedOutError, OtherSiteError, NotFoundError,
    ),
    security(("session" = [])),
)]
async fn end_session(http: HttpRequest, app: Data<App>, id: Path<String>) -> Reply {
    let user = changing(&http, &app).await?;
    let id = Uuid::try_parse(&id).map_err(|_| ApiError::NotFound("session"))?;
    let ended = end_own_session(&**app, &user, SessionId(id)).await;
    ended.map_err(|error| not_found(error, "session"))?;
    no_content()
}
