//! The server's metadata documents (RFC 8414, RFC 9728, OpenID Connect Discovery).

use crate::{
    authorizations::{GrantedScopes, Resource},
    clients::{AuthMethod, GrantType},
};
use access::Scopes;
use serde::Serialize;

/// The paths of the endpoints.
pub mod paths {
    pub const REGISTER: &str = "/api/auth/oauth2/register";
    pub const AUTHORIZE: &str = "/api/auth/oauth2/authorize";
    pub const TOKEN: &str = "/api/auth/oauth2/token";
    pub const REVOKE: &str = "/api/auth/oauth2/revoke";
    pub const INTROSPECT: &str = "/api/auth/oauth2/introspect";
    pub const USERINFO: &str = "/api/auth/oauth2/userinfo";
    pub const JWKS: &str = "/api/auth/jwks";
    pub const SERVER: &str = "/.well-known/oauth-authorization-server";
    pub const OPENID: &str = "/.well-known/openid-configuration";
    pub const RESOURCE: &str = "/.well-known/oauth-protected-resource";
}

/// The document at `/.well-known/oauth-authorization-server`, also used for OpenID Connect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ServerMetadata {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    registration_endpoint: String,
    revocation_endpoint: String,
    introspection_endpoint: String,
    userinfo_endpoint: String,
    jwks_uri: String,
    scopes_supported: Vec<&'static str>,
    response_types_supported: [&'static str; 1],
    response_modes_supported: [&'static str; 1],
    grant_types_supported: [GrantType; 2],
    token_endpoint_auth_methods_supported: [AuthMethod; 3],
    revocation_endpoint_auth_methods_supported: [AuthMethod; 3],
    introspection_endpoint_auth_methods_supported: [AuthMethod; 3],
    code_challenge_methods_supported: [&'static str; 1],
    authorization_response_iss_parameter_supported: bool,
    client_id_metadata_document_supported: bool,
    request_parameter_supported: bool,
    request_uri_parameter_supported: bool,
    subject_types_supported: [&'static str; 1],
    id_token_signing_alg_values_supported: [&'static str; 1],
    claims_supported: [&'static str; 9],
    ui_locales_supported: [&'static str; 2],
    protected_resources: Vec<String>,
    service_documentation: String,
}

impl ServerMetadata {
    /// The metadata of the server whose issuer is exactly this URL (RFC 8414, 2).
    #[must_use]
    pub fn of(base_url: &str) -> Self {
        let at = |path: &str| format!("{base_url}{path}");
        Self {
            issuer: base_url.to_owned(),
            authorization_endpoint: at(paths::AUTHORIZE),
            token_endpoint: at(paths::TOKEN),
            registration_endpoint: at(paths::REGISTER),
            revocation_endpoint: at(paths::REVOKE),
            introspection_endpoint: at(paths::INTROSPECT),
            userinfo_endpoint: at(paths::USERINFO),
            jwks_uri: at(paths::JWKS),
            scopes_supported: GrantedScopes::ALL.names().collect(),
            response_types_supported: ["code"],
            response_modes_supported: ["query"],
            grant_types_supported: GrantType::ALL,
            token_endpoint_auth_methods_supported: AuthMethod::ALL,
            revocation_endpoint_auth_methods_supported: AuthMethod::ALL,
            introspection_endpoint_auth_methods_supported: AuthMethod::ALL,
            code_challenge_methods_supported: ["S256"],
            authorization_response_iss_parameter_supported: true,
            client_id_metadata_document_supported: true,
            request_parameter_supported: false,
            request_uri_parameter_supported: false,
            subject_types_supported: ["public"],
            id_token_signing_alg_values_supported: ["ES256"],
            claims_supported: [
                "iss",
                "sub",
                "aud",
                "iat",
                "exp",
                "auth_time",
                "nonce",
                "email",
                "org_id",
            ],
            ui_locales_supported: ["sk", "en"],
            protected_resources: Resource::SERVED.map(|resource| resource.uri(base_url)).into(),
            service_documentation: at("/docs"),
        }
    }
}

/// The document at `/.well-known/oauth-protected-resource…`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ResourceMetadata {
    resource: String,
    authorization_servers: [String; 1],
    scopes_supported: Vec<&'static str>,
    bearer_methods_supported: [&'static str; 1],
    resource_documentation: String,
}

impl ResourceMetadata {
    /// The metadata of a resource. It does not list `offline_access`, which is a scope of the server (MCP,
    /// 2026-07-28).
    #[must_use]
    pub fn of(resource: Resource, base_url: &str) -> Self {
        let scopes = GrantedScopes::of_api(Scopes::ALL);
        Self {
            resource: resource.uri(base_url),
            authorization_servers: [base_url.to_owned()],
            scopes_supported: scopes.names().collect(),
            bearer_methods_supported: ["header"],
            resource_documentation: format!("{base_url}/docs"),
        }
    }

    /// The URL of the document (RFC 9728, 3.1), for the header `WWW-Authenticate`.
    #[must_use]
    pub fn address(resource: Resource, base_url: &str) -> String {
        format!("{base_url}{}{}", paths::RESOURCE, resource.path())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::authorizations::Identity;

    #[test]
    fn clients_find_what_they_must() {
        let base = "https://billhook.example";
        let json = serde_json::to_value(ServerMetadata::of(base)).expect("written");
        assert_eq!(json["issuer"], base);
        assert_eq!(json["code_challenge_methods_supported"], serde_json::json!(["S256"]));
        assert_eq!(json["authorization_response_iss_parameter_supported"], true);
        assert_eq!(json["scopes_supported"].as_array().map(Vec::len), Some(25));
        for endpoint in ["token", "revocation", "introspection"] {
            assert_eq!(
                json[format!("{endpoint}_endpoint_auth_methods_supported")],
                serde_json::json!(["client_secret_basic", "client_secret_post", "none"])
            );
        }
        assert_eq!(json["protected_resources"], serde_json::json!([format!("{base}/v1/agent")]));
        for (_, value) in json.as_object().expect("an object") {
            let foreign = value.as_str().is_some_and(|text| !text.starts_with(base));
            assert!(!foreign, "{value}");
        }
        let resource = ResourceMetadata::of(Resource::AgentApi, base);
        let json = serde_json::to_value(resource).expect("written");
        assert_eq!(json["resource"], format!("{base}/v1/agent"));
        let scopes = json["scopes_supported"].as_array().expect("scopes");
        assert!(!scopes.contains(&Identity::OfflineAccess.name().into()));
    }
}
