//! The account of a person: sessions, second factor, companies.

use super::{
    answer::{Forms, failed, message, page as html, see_other},
    entry::{entered, posted},
    people::People,
    texts::Texts,
};
use actix_web::{
    HttpRequest, HttpResponse,
    http::StatusCode,
    web::{Data, Path},
};
use api_http::SmallBody;
use api_http::visitors::{Language, Moment};
use askama::Template;
use members::Group;
use persistence::StoreError;
use runtime::wiring::App;
use sign_in::{SessionId, SignInStore, form_token};
use use_cases::people::{
    members::{OwnGroup, groups_of},
    sign_in::{
        SecondFactorState, end_other_sessions, end_session as end_own_session, second_factor_of,
    },
};

#[derive(Template)]
#[template(path = "account.html")]
struct Shown<'a> {
    t: &'static Texts,
    p: &'static People,
    email: &'a str,
    form_token: String,
    second_factor: bool,
    sessions: Vec<SessionRow>,
    groups: Vec<GroupRow>,
}

struct SessionRow {
    id: SessionId,
    agent: String,
    created_at: Moment,
    last_seen_at: Moment,
    current: bool,
}

struct GroupRow {
    place: String,
    name: String,
    role: &'static str,
}

/// The page of a group's members.
pub(super) fn place_of(group: Group) -> String {
    match group {
        Group::Organization(id) => format!("/members/organization/{id}"),
        Group::Partner(id) => format!("/members/partner/{id}"),
    }
}

/// `GET /account`.
pub(super) async fn page(http: HttpRequest, app: Data<App>) -> HttpResponse {
    let language = Language::of(&http);
    let visitor = match entered(&http, &app).await {
        Ok(visitor) => visitor,
        Err(answer) => return answer,
    };
    let (t, own) = (Texts::of(language), &visitor.signed_in.session);
    let found = async {
        let sessions = app.store.sessions(own.user, app.clock.now()).await?;
        let second_factor = second_factor_of(&**app, own.user).await?;
        Ok::<_, StoreError>((sessions, second_factor, groups_of(&**app, own.user).await?))
    };
    let (sessions, second_factor, groups) = match found.await {
        Ok(found) => found,
        Err(error) => return failed(language, &error),
    };
    let shown = |at| Moment::of(at, language.written());
    let session = |session: sign_in::Session| SessionRow {
        id: session.id,
        created_at: shown(session.created_at),
        last_seen_at: shown(session.last_seen_at),
        current: session.id == own.id,
        agent: session.agent,
    };
    let group = |own: OwnGroup| GroupRow {
        place: place_of(own.group),
        name: own.name,
        role: t.role(&own.role),
    };
    let shown = Shown {
        t,
        p: People::of(language),
        email: &visitor.signed_in.email,
        form_token: form_token(&visitor.cookie),
        second_factor: matches!(second_factor, SecondFactorState::Active(_)),
        sessions: sessions.into_iter().map(session).collect(),
        groups: groups.into_iter().map(group).collect(),
    };
    html(StatusCode::OK, Forms::Here, &shown)
}

/// `POST /account/sessions/{id}/end`.
pub(super) async fn end_session(
    http: HttpRequest,
    app: Data<App>,
    id: Path<String>,
    body: SmallBody,
) -> HttpResponse {
    let language = Language::of(&http);
    let visitor = match posted(&http, &app, &body).await {
        Ok((visitor, _)) => visitor,
        Err(answer) => return answer,
    };
    let missing = || message(StatusCode::NOT_FOUND, language, |t| t.over);
    let Ok(id) = id.parse::<SessionId>() else { return missing() };
    match end_own_session(&**app, &visitor.signed_in, id).await {
        Ok(()) => see_other("/account"),
        Err(StoreError::NotFound) => missing(),
        Err(error) => failed(language, &error),
    }
}

/// `POST /account/sessions/end-others`: ends all other sessions of the user.
pub(super) async fn end_others(http: HttpRequest, app: Data<App>, body: SmallBody) -> HttpResponse {
    let visitor = match posted(&http, &app, &body).await {
        Ok((visitor, _)) => visitor,
        Err(answer) => return answer,
    };
    let session = &visitor.signed_in.session;
    match end_other_sessions(&**app, session.user, session.id).await {
        Ok(()) => see_other("/account"),
        Err(error) => failed(Language::of(&http), &error),
    }
}
