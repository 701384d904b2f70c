//! Authorization requests (OAuth 2.1, 4.1.1).

use crate::{
    ClientId, ErrorCode, OAuthError, Parameters,
    authorizations::{pkce::CodeChallenge, resource::Resource, scope::GrantedScopes},
    clients::{Client, RedirectUri},
};
use serde::{Deserialize, Serialize};

/// Why a user is shown an error page instead of a redirect: no valid redirect URI is known (OAuth 2.1, 4.1.2.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoWayBack {
    #[error("the application is not known here")]
    Client,
    #[error("the address to return to is not one that the application registered")]
    RedirectUri,
}

/// The client, and where the user is redirected to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WayBack {
    pub client: ClientId,
    pub redirect_uri: RedirectUri,
    /// The client's `state`, sent back unchanged.
    pub state: Option<String>,
}

/// The requested access.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wanted {
    pub scopes: GrantedScopes,
    pub challenge: CodeChallenge,
    pub resource: Resource,
    /// The `nonce` for the ID token.
    pub nonce: Option<String>,
}

/// An authorization request. Its errors are sent to the client only after the user has signed in: otherwise every
/// registered client could make links of ours that redirect anywhere (OAuth 2.1, 7.12.2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuthorizationRequest {
    pub back: WayBack,
    pub wanted: Result<Wanted, OAuthError>,
}

/// The client id in a request, to load the client.
///
/// # Errors
/// [`NoWayBack::Client`].
pub fn named_client(parameters: &Parameters) -> Result<ClientId, NoWayBack> {
    let text = parameters.required("client_id").map_err(|_| NoWayBack::Client)?;
    ClientId::parse(text).ok_or(NoWayBack::Client)
}

impl AuthorizationRequest {
    /// Parses a request of this client.
    ///
    /// # Errors
    /// [`NoWayBack`].
    pub fn read(
        parameters: &Parameters,
        client: &Client,
        base_url: &str,
    ) -> Result<Self, NoWayBack> {
        let uri = parameters.required("redirect_uri").map_err(|_| NoWayBack::RedirectUri)?;
        let redirect_uri = RedirectUri::parse(uri).map_err(|_| NoWayBack::RedirectUri)?;
        if !client.allows_redirect(&redirect_uri) {
            return Err(NoWayBack::RedirectUri);
        }
        let (state, wanted) = match parameters.echoed("state") {
            Ok(state) => (state.map(str::to_owned), wanted(parameters, client, base_url)),
            Err(error) => (None, Err(error)),
        };
        let client = client.id.clone();
        Ok(Self { back: WayBack { client, redirect_uri, state }, wanted })
    }
}

fn wanted(parameters: &Parameters, client: &Client, base_url: &str) -> Result<Wanted, OAuthError> {
    let error = OAuthError::new;
    for (name, code) in [
        ("request", ErrorCode::RequestNotSupported),
        ("request_uri", ErrorCode::RequestUriNotSupported),
    ] {
        if parameters.optional(name)?.is_some() {
            return Err(error(code, &format!("{name} is not supported")));
        }
    }
    if parameters.required("response_type")? != "code" {
        return Err(error(ErrorCode::UnsupportedResponseType, "response_type must be code"));
    }
    if parameters.optional("response_mode")?.is_some_and(|mode| mode != "query") {
        return Err(error(ErrorCode::InvalidRequest, "response_mode must be query"));
    }
    let challenge = challenge(parameters)?;
    let scopes: GrantedScopes = parameters.optional("scope")?.unwrap_or_default().parse()?;
    if scopes.is_empty() {
        return Err(error(ErrorCode::InvalidScope, "scope must name at least one scope"));
    }
    let resource = resource(parameters, client, base_url)?;
    let nonce = parameters.echoed("nonce")?.map(str::to_owned);
    Ok(Wanted { scopes, challenge, resource, nonce })
}

/// The PKCE challenge, required of every client and only with S256 (specification, OAuth 2.1, 2).
fn challenge(parameters: &Parameters) -> Result<CodeChallenge, OAuthError> {
    let error = |text| OAuthError::new(ErrorCode::InvalidRequest, text);
    let challenge = parameters.required("code_challenge")?;
    if parameters.required("code_challenge_method")? != "S256" {
        return Err(error("code_challenge_method must be S256"));
    }
    let text = "code_challenge must be a SHA-256 in base64url without padding";
    CodeChallenge::parse(challenge).ok_or_else(|| error(text))
}

/// The requested resource; when it is missing, the client's only resource.
fn resource(
    parameters: &Parameters,
    client: &Client,
    base_url: &str,
) -> Result<Resource, OAuthError> {
    let error = |text| OAuthError::new(ErrorCode::InvalidTarget, text);
    let resources = &client.metadata.resources;
    let resource = match (parameters.optional("resource")?, resources.as_slice()) {
        (Some(uri), _) => Resource::parse(uri, base_url)?,
        (None, [only]) => *only,
        (None, _) => return Err(error("resource must say which of the client's is meant")),
    };
    let is_allowed = resources.contains(&resource);
    is_allowed.then_some(resource).ok_or_else(|| error("the client did not register for resource"))
}

impl WayBack {
    /// The redirect URI with the code (RFC 9207: and the issuer).
    #[must_use]
    pub fn with_code(&self, code: &secret_text::Secret, issuer: &str) -> String {
        self.with(&[("code", code.expose())], issuer)
    }

    /// The redirect URI with the error.
    #[must_use]
    pub fn with_error(&self, error: &OAuthError, issuer: &str) -> String {
        let what = [("error", error.code.name()), ("error_description", &*error.description)];
        self.with(&what, issuer)
    }

    fn with(&self, what: &[(&str, &str)], issuer: &str) -> String {
        let state = self.state.as_deref().map(|state| ("state", state));
        let all: Vec<_> = what.iter().copied().chain(state).chain([("iss", issuer)]).collect();
        self.redirect_uri.with(&all)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::clients::{AuthMethod, ClientMetadata, GrantType};
    use time::OffsetDateTime;

    pub(crate) const BASE: &str = "https://billhook.example";
    pub(crate) const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

    pub(crate) fn client(resources: &[Resource]) -> Client {
        Client {
            fetched_at: None,
            id: ClientId::new([1; 16]),
            secret_hash: None,
            metadata: ClientMetadata {
                client_name: "App".into(),
                redirect_uris: vec![RedirectUri::parse("https://app.example/cb").expect("valid")],
                token_endpoint_auth_method: AuthMethod::None,
                grant_types: GrantType::ALL.to_vec(),
                resources: resources.to_vec(),
            },
            created_at: OffsetDateTime::UNIX_EPOCH,
        }
    }

    fn usual() -> Vec<(&'static str, String)> {
        vec![
            ("response_type", "code".into()),
            ("client_id", ClientId::new([1; 16]).to_string()),
            ("redirect_uri", "https://app.example/cb".into()),
            ("scope", "openid invoice:read".into()),
            ("state", "x y".into()),
            ("code_challenge", CHALLENGE.into()),
            ("code_challenge_method", "S256".into()),
            ("resource", format!("{BASE}/v1/agent")),
        ]
    }

    fn encoded(pairs: &[(&str, String)]) -> Parameters {
        let mut text = url::form_urlencoded::Serializer::new(String::new());
        Parameters::parse(text.extend_pairs(pairs).finish().as_bytes())
    }

    fn read(parameters: &Parameters) -> Result<AuthorizationRequest, NoWayBack> {
        AuthorizationRequest::read(parameters, &client(&Resource::ALL), BASE)
    }

    #[test]
    fn a_request_is_read() {
        let parameters = encoded(&usual());
        assert_eq!(named_client(&parameters), Ok(ClientId::new([1; 16])));
        let request = read(&parameters).expect("a way back");
        let wanted = request.wanted.expect("valid");
        assert_eq!(wanted.scopes.to_string(), "openid invoice:read");
        assert_eq!(wanted.resource, Resource::AgentApi);
        let code = secret_text::Secret::new([0; 32]);
        let text = format!(
            "https://app.example/cb?code={}&state=x+y&iss=https%3A%2F%2Fbillhook.example",
            code.expose()
        );
        assert_eq!(request.back.with_code(&code, BASE), text);
    }

    #[test]
    fn without_a_known_way_back_nobody_is_sent_anywhere() {
        for (name, value, error) in [
            ("redirect_uri", "https://evil.example/cb", NoWayBack::RedirectUri),
            ("redirect_uri", "", NoWayBack::RedirectUri),
            ("redirect_uri", "javascript:alert(1)", NoWayBack::RedirectUri),
            ("client_id", "app_unknown", NoWayBack::Client),
            ("client_id", "https://app.example", NoWayBack::Client),
        ] {
            let mut pairs = usual();
            pairs.retain(|(known, _)| *known != name);
            pairs.push((name, value.into()));
            let parameters = encoded(&pairs);
            let read = named_client(&parameters).and_then(|_| read(&parameters));
            assert_eq!(read.map(drop), Err(error), "{name}={value}");
            let mut twice = usual();
            twice.push((name, value.into()));
            twice.push((name, "x".into()));
            let parameters = encoded(&twice);
            let read = named_client(&parameters).and_then(|_| super::tests::read(&parameters));
            assert_eq!(read.map(drop), Err(error), "{name} twice");
        }
    }

    #[test]
    fn what_is_wrong_is_kept_for_the_client() {
        use ErrorCode as Code;
        for (name, value, code) in [
            ("response_type", "token", Code::UnsupportedResponseType),
            ("response_type", "code id_token", Code::UnsupportedResponseType),
            ("response_type", "", Code::InvalidRequest),
            ("code_challenge", "", Code::InvalidRequest),
            ("code_challenge", "short", Code::InvalidRequest),
            ("code_challenge_method", "plain", Code::InvalidRequest),
            ("code_challenge_method", "", Code::InvalidRequest),
            ("scope", "", Code::InvalidScope),
            ("scope", "invoice:fly", Code::InvalidScope),
            ("resource", "https://other.example/v1/agent", Code::InvalidTarget),
            ("resource", "", Code::InvalidTarget),
            ("response_mode", "fragment", Code::InvalidRequest),
            ("request", "eyJ", Code::RequestNotSupported),
            ("request_uri", "https://app.example/r", Code::RequestUriNotSupported),
            ("state", "a\u{0}b", Code::InvalidRequest),
            ("nonce", "a\nb", Code::InvalidRequest),
            ("state", &*"x".repeat(513), Code::InvalidRequest),
            ("nonce", &*"x".repeat(513), Code::InvalidRequest),
        ] {
            let mut pairs = usual();
            pairs.retain(|(known, _)| *known != name);
            pairs.push((name, value.into()));
            let request = read(&encoded(&pairs)).expect("a way back");
            assert_eq!(request.wanted.map_err(|error| error.code), Err(code), "{name}={value}");
        }
        for name in ["response_type", "scope", "state", "code_challenge", "nonce"] {
            let mut pairs = usual();
            pairs.extend([(name, "a".into()), (name, "b".into())]);
            let request = read(&encoded(&pairs)).expect("a way back");
            let code = request.wanted.map_err(|error| error.code);
            assert_eq!(code, Err(Code::InvalidRequest), "{name} twice");
        }
    }

    #[test]
    fn a_client_gets_tokens_for_what_it_registered_for() {
        let parameters = encoded(&usual());
        let mcp = client(&[Resource::Mcp]);
        let request = AuthorizationRequest::read(&parameters, &mcp, BASE).expect("a way back");
        let code = request.wanted.clone().map_err(|error| error.code);
        assert_eq!(code, Err(ErrorCode::InvalidTarget), "MCP tokens only");
        let error = request.wanted.expect_err("refused");
        let address = request.back.with_error(&error, BASE);
        assert!(address.starts_with("https://app.example/cb?error=invalid_target&"), "{address}");
        assert!(address.ends_with("&state=x+y&iss=https%3A%2F%2Fbillhook.example"), "{address}");
        let mut pairs = usual();
        pairs.retain(|(name, _)| *name != "resource");
        let request = AuthorizationRequest::read(&encoded(&pairs), &mcp, BASE).expect("a way back");
        assert_eq!(request.wanted.map(|wanted| wanted.resource), Ok(Resource::Mcp));
    }
}
