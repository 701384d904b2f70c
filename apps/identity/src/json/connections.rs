use super::{changing, not_found, required};
use access::{ConnectionId, OrganizationId, UserId};
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
use time::OffsetDateTime;
use use_cases::people::oauth::{VisibleConnection, end_visible_connection, visible_connections};
use utoipa::ToSchema;
use uuid::Uuid;

operations![list_connections, end_connection];

/// An application that acts for a company.
#[derive(Serialize, ToSchema)]
struct ConnectionView<'a> {
    #[schema(value_type = Uuid)]
    id: ConnectionId,
    #[schema(value_type = Uuid)]
    organization_id: OrganizationId,
    organization_name: &'a str,
    client_id: &'a str,
    client_name: &'a str,
    /// Where it sends the browser to
    redirect_host: &'a str,
    /// test or live
    mode: &'static str,
    /// Scopes, by spaces
    scope: String,
    active: bool,
    /// Whether the caller made it; owners and admins see those of others too
    own: bool,
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339::option")]
    last_used_at: Option<OffsetDateTime>,
    calls: u64,
    #[serde(with = "time::serde::rfc3339::option")]
    revoked_at: Option<OffsetDateTime>,
}

impl<'a> ConnectionView<'a> {
    fn of(visible: &'a VisibleConnection, user: UserId, now: OffsetDateTime) -> Self {
        let connection = &visible.connection;
        Self {
            id: connection.id,
            organization_id: connection.organization,
            organization_name: &visible.organization_name,
            client_id: connection.client.as_str(),
            client_name: &connection.client_name,
            redirect_host: &connection.redirect_host,
            mode: connection.tier.name(),
            scope: connection.scopes.to_string(),
            active: connection.is_active(now),
            own: connection.user == user,
            created_at: connection.created_at,
            last_used_at: connection.last_used_at,
            calls: connection.calls,
            revoked_at: connection.revoked.map(|(at, _)| at),
        }
    }
}

#[derive(Serialize, ToSchema)]
struct ConnectionList<'a> {
    data: Vec<ConnectionView<'a>>,
}

/// The applications that act for one's companies.
#[utoipa::path(
    get, path = "/api/auth/connections", tag = "account", operation_id = "listConnections",
    responses(
        (status = 200, description = "All of them", body = ConnectionList<'static>),
        SignedOutError,
    ),
    security(("session" = [])),
)]
async fn list_connections(http: HttpRequest, app: Data<App>) -> Reply {
    let user = required(&http, &app).await?.session.user;
    let (all, now) = (visible_connections(&**app, user).await?, app.clock.now());
    let data = all.iter().map(|visible| ConnectionView::of(visible, user, now)).collect();
    Ok(HttpResponse::Ok().json(ConnectionList { data }))
}

/// Ends a connection: its tokens are refused from now on.
#[utoipa::path(
    delete, path = "/api/auth/connections/{organization}/{id}", tag = "account",
    operation_id = "endConnection",
    params(
        ("organization" = String, Path, description = "The company's id"),
        ("id" = String, Path, description = "The connection's id"),
    ),
    responses(
        (status = 204, description = "Ended"),
        SignedOutError, OtherSiteError, NotFoundError,
    ),
    security(("session" = [])),
)]
async fn end_connection(http: HttpRequest, app: Data<App>, path: Path<(String, String)>) -> Reply {
    let user = changing(&http, &app).await?.session.user;
    let id = |text: &str| Uuid::try_parse(text).map_err(|_| ApiError::NotFound("connection"));
    let (organization, connection) = path.into_inner();
    let (organization, connection) = (id(&organization)?, id(&connection)?);
    let (organization, connection) = (OrganizationId(organization), ConnectionId(connection));
    let ended = end_visible_connection(&**app, user, organization, connection).await;
    ended.map_err(|error| not_found(error, "connection"))?;
    no_content()
}
