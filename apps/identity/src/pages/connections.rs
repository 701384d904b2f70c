use super::{
    Language,
    answer::{Forms, failed, message, page as html, see_other, stale},
    sign_in::is_ours,
    texts::Texts,
};
use crate::{form, session::visitor};
use access::{ConnectionId, OrganizationId, Tier};
use actix_web::{
    HttpRequest, HttpResponse,
    http::StatusCode,
    web::{Data, Path},
};
use api_http::Body;
use askama::Template;
use persistence::StoreError;
use runtime::wiring::App;
use sign_in::form_token;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use use_cases::oauth::{VisibleConnection, end_visible_connection, visible_connections};

#[derive(Template)]
#[template(path = "connections.html")]
struct Shown<'a> {
    t: &'static Texts,
    email: &'a str,
    form_token: String,
    rows: Vec<Row>,
}

struct Row {
    id: ConnectionId,
    organization: OrganizationId,
    app: String,
    host: String,
    company: String,
    is_live: bool,
    scopes: String,
    created_at: String,
    last_used_at: Option<String>,
    is_active: bool,
}

impl Row {
    fn of(visible: VisibleConnection, now: OffsetDateTime) -> Self {
        let VisibleConnection { connection, organization_name } = visible;
        Self {
            id: connection.id,
            organization: connection.organization,
            is_active: connection.is_active(now),
            app: connection.client_name,
            host: connection.redirect_host,
            company: organization_name,
            is_live: connection.tier == Tier::Live,
            scopes: connection.scopes.to_string(),
            created_at: shown(connection.created_at),
            last_used_at: connection.last_used_at.map(shown),
        }
    }
}

fn shown(at: OffsetDateTime) -> String {
    at.replace_nanosecond(0).unwrap_or(at).format(&Rfc3339).unwrap_or_default()
}

/// `GET /connections`.
pub(super) async fn page(http: HttpRequest, app: Data<App>) -> HttpResponse {
    let language = Language::of(&http);
    let visitor = match visitor(&http, &app).await {
        Ok(Some(visitor)) => visitor,
        Ok(None) => return see_other("/sign-in"),
        Err(error) => return failed(language, &error),
    };
    let now = app.clock.now();
    let rows = match visible_connections(&**app, visitor.signed_in.session.user).await {
        Ok(rows) => rows.into_iter().map(|row| Row::of(row, now)).collect(),
        Err(error) => return failed(language, &error),
    };
    let shown = Shown {
        t: Texts::of(language),
        email: &visitor.signed_in.email,
        form_token: form_token(&visitor.cookie),
        rows,
    };
    html(StatusCode::OK, Forms::Here, &shown)
}

/// `POST /connections/{organization}/{id}/end`.
pub(super) async fn end(
    http: HttpRequest,
    app: Data<App>,
    path: Path<(String, String)>,
    body: Body,
) -> HttpResponse {
    let language = Language::of(&http);
    let visitor = match visitor(&http, &app).await {
        Ok(Some(visitor)) => visitor,
        Ok(None) => return see_other("/sign-in"),
        Err(error) => return failed(language, &error),
    };
    let Ok(form) = form::read(&http, &body) else { return stale(language) };
    if !is_ours(&http, &app, Some(&visitor.cookie), &form) {
        return stale(language);
    }
    let missing = || message(StatusCode::NOT_FOUND, language, |t| t.over);
    let (organization, id) = path.into_inner();
    let (Ok(organization), Ok(id)) = (organization.parse(), id.parse()) else { return missing() };
    let user = visitor.signed_in.session.user;
    match end_visible_connection(&**app, user, organization, id).await {
        Ok(()) => see_other("/connections"),
        Err(StoreError::NotFound) => missing(),
        Err(error) => failed(language, &error),
    }
}
