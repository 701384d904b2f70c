//! Clients, and their registration (RFC 7591).

use crate::{
    ClientId, ErrorCode, OAuthError, authorizations::Resource, clients::redirect::RedirectUri,
};
use secret_text::SecretHash;
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

/// Maximum size of a registration in bytes.
pub const MAX_REGISTRATION: usize = 64 * 1024;

/// Maximum number of redirect URIs of a client.
pub const MAX_REDIRECT_URIS: usize = 10;

/// Maximum total length of a client's redirect URIs in bytes, because unauthenticated callers can register.
pub const MAX_REDIRECT_BYTES: usize = 4096;

/// Maximum length of a client's name in characters.
pub const MAX_CLIENT_NAME: usize = 100;

/// A client without a connection is deleted after this time.
pub const CLIENT_UNUSED_FOR: Duration = Duration::days(1);

persistence::named! {
    /// How a client authenticates at the token endpoint.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum AuthMethod {
        /// With its secret over HTTP Basic: a server application.
        ClientSecretBasic = "client_secret_basic",
        /// With its secret in the form.
        ClientSecretPost = "client_secret_post",
        /// Without authentication: an application on the user's device, which cannot keep a secret.
        None = "none",
    }
}

persistence::named! {
    /// The supported `grant_types`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum GrantType {
        AuthorizationCode = "authorization_code",
        RefreshToken = "refresh_token",
    }
}

/// A client's metadata as registered; answers show it in this form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClientMetadata {
    pub client_name: String,
    pub redirect_uris: Vec<RedirectUri>,
    pub token_endpoint_auth_method: AuthMethod,
    pub grant_types: Vec<GrantType>,
    pub resources: Vec<Resource>,
}

/// A client, registered or described by its metadata document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Client {
    pub id: ClientId,
    /// The hash of its secret; `None` for a client without one.
    pub secret_hash: Option<SecretHash>,
    pub metadata: ClientMetadata,
    pub created_at: OffsetDateTime,
    /// When the metadata document was fetched; `None` for a registered client.
    pub fetched_at: Option<OffsetDateTime>,
}

impl Client {
    /// Whether this redirect URI is registered.
    #[must_use]
    pub fn allows_redirect(&self, asked: &RedirectUri) -> bool {
        self.metadata.redirect_uris.iter().any(|registered| registered.allows(asked))
    }

    /// Whether it registered for a grant type.
    #[must_use]
    pub fn uses(&self, grant_type: GrantType) -> bool {
        self.metadata.grant_types.contains(&grant_type)
    }
}

/// The fields of a registration that are used. Others are ignored (RFC 7591, 2).
#[derive(Debug, Deserialize)]
struct Sent {
    client_name: Option<String>,
    redirect_uris: Option<Vec<String>>,
    token_endpoint_auth_method: Option<String>,
    grant_types: Option<Vec<String>>,
    response_types: Option<Vec<String>>,
    resources: Option<Vec<String>>,
}

impl ClientMetadata {
    /// Parses and checks a registration.
    ///
    /// Without `resources` the client gets tokens only for the MCP server (specification, OAuth 2.1, 1); without an
    /// authentication method it gets a secret (RFC 7591, 2).
    ///
    /// # Errors
    /// `invalid_client_metadata`, `invalid_redirect_uri` or `invalid_target`.
    pub fn read(body: &[u8], base_url: &str) -> Result<Self, OAuthError> {
        Self::read_or(body, base_url, AuthMethod::ClientSecretBasic)
    }

    /// The same with this method as the default.
    pub(crate) fn read_or(
        body: &[u8],
        base_url: &str,
        unnamed: AuthMethod,
    ) -> Result<Self, OAuthError> {
        if body.len() > MAX_REGISTRATION {
            return Err(metadata_error("the registration is too long"));
        }
        let sent: Sent = serde_json::from_slice(body)
            .map_err(|_| metadata_error("the body is no JSON object of client metadata"))?;
        let redirect_uris = redirect_uris(sent.redirect_uris.unwrap_or_default())?;
        let response_types = sent.response_types.unwrap_or_else(|| vec!["code".to_owned()]);
        if response_types != ["code"] {
            return Err(metadata_error("response_types must be code alone"));
        }
        Ok(Self {
            client_name: client_name(sent.client_name, &redirect_uris)?,
            redirect_uris,
            token_endpoint_auth_method: auth_method(
                sent.token_endpoint_auth_method.as_deref(),
                unnamed,
            )?,
            grant_types: grant_types(sent.grant_types)?,
            resources: resources(sent.resources, base_url)?,
        })
    }
}

pub(crate) fn metadata_error(text: &str) -> OAuthError {
    OAuthError::new(ErrorCode::InvalidClientMetadata, text)
}

fn redirect_uris(sent: Vec<String>) -> Result<Vec<RedirectUri>, OAuthError> {
    let error = |text: &str| OAuthError::new(ErrorCode::InvalidRedirectUri, text);
    if sent.is_empty() || sent.len() > MAX_REDIRECT_URIS {
        return Err(error(&format!("redirect_uris must hold 1 to {MAX_REDIRECT_URIS} addresses")));
    }
    if sent.iter().map(String::len).sum::<usize>() > MAX_REDIRECT_BYTES {
        return Err(error(&format!("redirect_uris must have {MAX_REDIRECT_BYTES} bytes together")));
    }
    let read = sent.iter().enumerate().map(|(i, text)| {
        RedirectUri::parse(text).map_err(|wrong| error(&format!("redirect_uris[{i}] {wrong}")))
    });
    read.collect()
}

/// The name shown to users; the default is the host of the redirect URI.
fn client_name(sent: Option<String>, uris: &[RedirectUri]) -> Result<String, OAuthError> {
    let Some(name) = sent else {
        return Ok(uris.first().map(RedirectUri::shown_host).unwrap_or_default());
    };
    let name = name.trim();
    let fits = (1..=MAX_CLIENT_NAME).contains(&name.chars().count());
    if !fits || name.contains(is_unprintable) {
        let text = format!("client_name must have 1 to {MAX_CLIENT_NAME} printable characters");
        return Err(metadata_error(&text));
    }
    Ok(name.to_owned())
}

/// Whether a character is a control character, changes the direction of the text, or has no width: such characters
/// could make one name look like another.
fn is_unprintable(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

fn auth_method(sent: Option<&str>, unnamed: AuthMethod) -> Result<AuthMethod, OAuthError> {
    let Some(name) = sent else { return Ok(unnamed) };
    let known = AuthMethod::of_name(name);
    let text = "token_endpoint_auth_method must be client_secret_basic, client_secret_post or none";
    known.ok_or_else(|| metadata_error(text))
}

fn grant_types(sent: Option<Vec<String>>) -> Result<Vec<GrantType>, OAuthError> {
    let Some(names) = sent else { return Ok(vec![GrantType::AuthorizationCode]) };
    let known = |name: &String| GrantType::of_name(name);
    let types: Option<Vec<_>> = names.iter().map(known).collect();
    let mut types = types.unwrap_or_default();
    types.sort_unstable();
    types.dedup();
    if types.first() != Some(&GrantType::AuthorizationCode) {
        let text = "grant_types must hold authorization_code, and may hold refresh_token";
        return Err(metadata_error(text));
    }
    Ok(types)
}

fn resources(sent: Option<Vec<String>>, base_url: &str) -> Result<Vec<Resource>, OAuthError> {
    let sent = sent.unwrap_or_default();
    let mut read: Vec<_> =
        sent.iter().map(|uri| Resource::parse(uri, base_url)).collect::<Result<_, _>>()?;
    if read.is_empty() {
        read.push(Resource::Mcp);
    }
    read.sort_unstable();
    read.dedup();
    Ok(read)
}

/// The answer to a registration (RFC 7591, 3.2.1).
#[derive(Debug, Serialize)]
pub struct Registered<'a> {
    client_id: &'a str,
    client_id_issued_at: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    client_secret: Option<&'a str>,
    /// 0: the secret does not expire. Only present with a secret.
    #[serde(skip_serializing_if = "Option::is_none")]
    client_secret_expires_at: Option<u32>,
    client_name: &'a str,
    redirect_uris: &'a [RedirectUri],
    token_endpoint_auth_method: AuthMethod,
    grant_types: &'a [GrantType],
    response_types: [&'static str; 1],
    resources: Vec<String>,
}

impl<'a> Registered<'a> {
    /// The answer for a client, with the secret, which is shown only once.
    #[must_use]
    pub fn of(client: &'a Client, secret: Option<&'a secret_text::Secret>, base_url: &str) -> Self {
        let metadata = &client.metadata;
        Self {
            client_id: client.id.as_str(),
            client_id_issued_at: client.created_at.unix_timestamp(),
            client_secret: secret.map(secret_text::Secret::expose),
            client_secret_expires_at: secret.map(|_| 0),
            client_name: &metadata.client_name,
            redirect_uris: &metadata.redirect_uris,
            token_endpoint_auth_method: metadata.token_endpoint_auth_method,
            grant_types: &metadata.grant_types,
            response_types: ["code"],
            resources: metadata.resources.iter().map(|known| known.uri(base_url)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    const BASE: &str = "https://billhook.example";

    fn read(body: &Value) -> Result<ClientMetadata, ErrorCode> {
        ClientMetadata::read(body.to_string().as_bytes(), BASE).map_err(|error| error.code)
    }

    #[test]
    fn what_is_left_out_has_the_values_of_rfc_7591() {
        let client = read(&json!({"redirect_uris": ["https://app.example/cb"]})).expect("valid");
        assert_eq!(client.client_name, "app.example");
        assert_eq!(client.token_endpoint_auth_method, AuthMethod::ClientSecretBasic);
        assert_eq!(client.grant_types, [GrantType::AuthorizationCode]);
        assert_eq!(client.resources, [Resource::Mcp], "MCP tokens only");
    }

    /// Parses a valid registration with one changed value.
    fn with(name: &str, value: Value) -> Result<(), ErrorCode> {
        let mut body = json!({
            "client_name": "App", "redirect_uris": ["https://app.example/cb"],
            "token_endpoint_auth_method": "none",
            "grant_types": ["refresh_token", "authorization_code"],
            "response_types": ["code"], "resources": [format!("{BASE}/v1/agent")],
        });
        body[name] = value;
        read(&body).map(drop)
    }

    /// A redirect URI so long that four of them reach the limit.
    fn long_address() -> String {
        format!("https://app.example/{}", "a".repeat(MAX_REDIRECT_BYTES / 4 - 20))
    }

    #[test]
    fn names_and_ways_back_are_checked() {
        use ErrorCode::{InvalidClientMetadata as Metadata, InvalidRedirectUri as Uri};
        for (name, value, expected) in [
            ("client_name", json!("Účtovník č. 1"), Ok(())),
            ("logo_uri", json!("https://app.example/logo.png"), Ok(())),
            ("client_name", json!(""), Err(Metadata)),
            ("client_name", json!("a\u{202e}b"), Err(Metadata)),
            ("client_name", json!("a\nb"), Err(Metadata)),
            ("client_name", json!("x".repeat(101)), Err(Metadata)),
            ("client_name", json!(7), Err(Metadata)),
            ("redirect_uris", json!([]), Err(Uri)),
            ("redirect_uris", json!(null), Err(Uri)),
            ("redirect_uris", json!(["http://app.example/cb"]), Err(Uri)),
            ("redirect_uris", json!(["javascript:alert(1)"]), Err(Uri)),
            ("redirect_uris", json!(vec!["https://app.example/cb"; 11]), Err(Uri)),
            ("redirect_uris", json!(["https:///cb"]), Err(Uri)),
            ("redirect_uris", json!(vec![long_address(); 4]), Ok(())),
            ("redirect_uris", json!(vec![long_address(); 5]), Err(Uri)),
        ] {
            assert_eq!(with(name, value.clone()), expected, "{name} {value}");
        }
    }

    #[test]
    fn what_a_client_may_do_is_checked() {
        use ErrorCode::{InvalidClientMetadata as Metadata, InvalidTarget};
        for (name, value, expected) in [
            ("token_endpoint_auth_method", json!("client_secret_post"), Ok(())),
            ("token_endpoint_auth_method", json!("private_key_jwt"), Err(Metadata)),
            ("grant_types", json!(["refresh_token"]), Err(Metadata)),
            ("grant_types", json!(["authorization_code", "password"]), Err(Metadata)),
            ("grant_types", json!(["client_credentials"]), Err(Metadata)),
            ("response_types", json!(["token"]), Err(Metadata)),
            ("response_types", json!(["code", "token"]), Err(Metadata)),
            ("resources", json!([format!("{BASE}/mcp")]), Ok(())),
            ("resources", json!(["https://other.example/v1/agent"]), Err(InvalidTarget)),
            ("resources", json!([format!("{BASE}/v1/agent/")]), Err(InvalidTarget)),
        ] {
            assert_eq!(with(name, value.clone()), expected, "{name} {value}");
        }
    }

    #[test]
    fn a_registration_is_one_object_of_bounded_size() {
        assert_eq!(read(&json!([])), Err(ErrorCode::InvalidClientMetadata));
        let twice = br#"{"client_name":"a","client_name":"b","redirect_uris":["https://a.b/c"]}"#;
        assert!(ClientMetadata::read(twice, BASE).is_err(), "a member twice");
        assert!(ClientMetadata::read(&vec![b' '; MAX_REGISTRATION + 1], BASE).is_err());
    }

    #[test]
    fn a_secret_goes_to_those_who_can_keep_it() {
        let secret = secret_text::Secret::new([1; 32]);
        let metadata = read(&json!({"redirect_uris": ["https://app.example/cb"]})).expect("valid");
        let client = Client {
            id: ClientId::new([0; 16]),
            secret_hash: Some(secret.hash()),
            metadata,
            created_at: OffsetDateTime::UNIX_EPOCH,
            fetched_at: None,
        };
        let answer = serde_json::to_value(Registered::of(&client, Some(&secret), BASE));
        let answer = answer.expect("written");
        assert_eq!(answer["client_secret"], secret.expose());
        assert_eq!(answer["client_secret_expires_at"], 0);
        assert_eq!(answer["resources"], json!([format!("{BASE}/mcp")]));
        let public = serde_json::to_value(Registered::of(&client, None, BASE)).expect("written");
        assert_eq!(public.get("client_secret"), None);
    }
}
