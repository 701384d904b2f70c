//! What the server says of itself. Read by programs in browsers too.

use super::OAuthAnswer;
use actix_web::{HttpResponse, http::header, web::Data};
use api_http::operations;
use oauth::{
    authorizations::Resource,
    metadata::{ResourceMetadata, ServerMetadata},
};
use runtime::wiring::App;
use serde::Serialize;
use use_cases::people::oauth::published_keys;

operations![server, openid, keys, root_resource, agent_resource];

fn public(body: &impl Serialize) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"))
        .insert_header((header::CACHE_CONTROL, "public, max-age=300"))
        .json(body)
}

fn resource(app: &App, resource: Resource) -> HttpResponse {
    public(&ResourceMetadata::of(resource, &app.config.base_url))
}

/// What the authorization server can do (RFC 8414).
#[utoipa::path(
    get, path = "/.well-known/oauth-authorization-server", tag = "oauth",
    operation_id = "authorizationServerMetadata",
    responses((status = 200, description = "Endpoints, scopes, methods", body = Object)),
)]
async fn server(app: Data<App>) -> HttpResponse {
    public(&ServerMetadata::of(&app.config.base_url))
}

/// The same, where clients of OpenID Connect look.
#[utoipa::path(
    get, path = "/.well-known/openid-configuration", tag = "oauth",
    operation_id = "openidConfiguration",
    responses((status = 200, description = "Endpoints, scopes, methods", body = Object)),
)]
async fn openid(app: Data<App>) -> HttpResponse {
    server(app).await
}

/// The keys that sign tokens, as a JWK set.
#[utoipa::path(
    get, path = "/api/auth/jwks", tag = "oauth", operation_id = "jwks",
    responses((status = 200, description = "Public keys", body = Object)),
)]
async fn keys(app: Data<App>) -> Result<HttpResponse, OAuthAnswer> {
    let keys = published_keys(&**app).await?;
    Ok(public(&serde_json::json!({ "keys": keys })))
}

/// What is protected (RFC 9728): the Agent API, as long as there is nothing else.
#[utoipa::path(
    get, path = "/.well-known/oauth-protected-resource", tag = "oauth",
    operation_id = "protectedResource",
    responses((status = 200, description = "The resource and its authorization server", body = Object)),
)]
async fn root_resource(app: Data<App>) -> HttpResponse {
    resource(&app, Resource::AgentApi)
}

/// The Agent API as a protected resource.
#[utoipa::path(
    get, path = "/.well-known/oauth-protected-resource/v1/agent", tag = "oauth",
    operation_id = "agentApiResource",
    responses((status = 200, description = "The resource and its authorization server", body = Object)),
)]
async fn agent_resource(app: Data<App>) -> HttpResponse {
    resource(&app, Resource::AgentApi)
}

#[cfg(test)]
mod tests {
    use super::*;
    use oauth::metadata::paths;
    use std::collections::BTreeSet;

    /// The metadata names the paths that are served.
    #[test]
    fn paths_are_those_of_the_metadata() {
        let all = crate::oauth::operations();
        let served: BTreeSet<_> =
            all.iter().flat_map(|it| it.document().paths.paths.into_keys()).collect();
        let mut expected: BTreeSet<String> = [
            paths::SERVER,
            paths::OPENID,
            paths::JWKS,
            paths::RESOURCE,
            paths::REGISTER,
            paths::AUTHORIZE,
            paths::TOKEN,
            paths::REVOKE,
            paths::INTROSPECT,
            paths::USERINFO,
        ]
        .map(str::to_owned)
        .into();
        expected.extend(Resource::SERVED.map(|it| format!("{}{}", paths::RESOURCE, it.path())));
        assert_eq!(served, expected);
    }
}
