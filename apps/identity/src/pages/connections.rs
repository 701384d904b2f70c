use super::{
    answer::{Forms, failed, message, page as html, see_other},
    entry::{entered, posted},
    people::People,
    texts::Texts,
};
use access::{ConnectionId, OrganizationId, Tier};
use actix_web::{
    HttpRequest, HttpResponse,
    http::StatusCode,
    web::{Data, Path},
};
use api_http::SmallBody;
use api_http::visitors::{Language, Moment};
use askama::Template;
use persistence::StoreError;
use runtime::wiring::App;
use sign_in::form_token;
use time::OffsetDateTime;
use use_cases::people::oauth::{VisibleConnection, end_visible_connection, visible_connections};

#[derive(Template)]
#[template(path = "connections.html")]
struct Shown<'a> {
    t: &'static Texts,
    p: &'static People,
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
    created_at: Moment,
    last_used_at: Option<Moment>,
    calls: u64,
    is_active: bool,
}

impl Row {
    fn of(visible: VisibleConnection, now: OffsetDateTime, language: Language) -> Self {
        let shown = |at| Moment::of(at, language.written());
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
            calls: connection.calls,
        }
    }
}

/// `GET /connections`.
pub(super) async fn page(http: HttpRequest, app: Data<App>) -> HttpResponse {
    let language = Language::of(&http);
    let visitor = match entered(&http, &app).await {
        Ok(visitor) => visitor,
        Err(answer) => return answer,
    };
    let now = app.clock.now();
    let rows = match visible_connections(&**app, visitor.signed_in.session.user).await {
        Ok(rows) => rows.into_iter().map(|row| Row::of(row, now, language)).collect(),
        Err(error) => return failed(language, &error),
    };
    let shown = Shown {
        t: Texts::of(language),
        p: People::of(language),
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
    body: SmallBody,
) -> HttpResponse {
    let language = Language::of(&http);
    let visitor = match posted(&http, &app, &body).await {
        Ok((visitor, _)) => visitor,
        Err(answer) => return answer,
    };
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
