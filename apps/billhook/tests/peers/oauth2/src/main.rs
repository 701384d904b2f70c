//! The crate `oauth2` against a running Billhook: registration, code with PKCE, a call, refresh, introspection,
//! revocation. Arguments: base URL, e-mail address, password, organization. Prints a line for each client.

mod browser;
mod http;

use browser::Browser;
use oauth2::{
    AuthUrl, AuthorizationCode, ClientId, ClientSecret, CsrfToken, IntrospectionUrl,
    PkceCodeChallenge, RedirectUrl, RevocationUrl, Scope, StandardRevocableToken,
    TokenIntrospectionResponse, TokenResponse, TokenUrl, basic::BasicClient, basic::BasicTokenType,
    url::Url,
};
use serde_json::{Value, json};
use std::error::Error;

const REDIRECT: &str = "http://localhost:33418/callback";
const SCOPES: [&str; 4] = ["openid", "email", "offline_access", "invoice:read"];

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [base, email, password, organization] = &arguments[..] else {
        return Err("base URL, e-mail address, password, organization".into());
    };
    let answer = http::get(&format!("{base}/.well-known/oauth-authorization-server"), &[])?;
    let metadata: Value = serde_json::from_slice(answer.body())?;
    assert_eq!(metadata["issuer"], **base);
    for method in ["client_secret_basic", "none"] {
        let mut browser = Browser::new(base, email, password, organization);
        whole_way(base, &metadata, method, &mut browser)?;
    }
    println!("all passed");
    Ok(())
}

fn endpoint(metadata: &Value, name: &str) -> Outcome<String> {
    Ok(metadata[name].as_str().ok_or_else(|| format!("no {name}"))?.to_owned())
}

/// A new client, and its secret if it has one.
fn register(
    base: &str,
    metadata: &Value,
    method: &str,
) -> Outcome<(ClientId, Option<ClientSecret>)> {
    let body = json!({
        "client_name": "Peer",
        "redirect_uris": [REDIRECT],
        "token_endpoint_auth_method": method,
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "resources": [format!("{base}/v1/agent")],
    });
    let to = endpoint(metadata, "registration_endpoint")?;
    let answer = http::post(&to, &[("Content-Type", "application/json")], body.to_string())?;
    assert_eq!(answer.status(), 201, "{}", String::from_utf8_lossy(answer.body()));
    let made: Value = serde_json::from_slice(answer.body())?;
    let text = |name: &str| made[name].as_str().map(str::to_owned);
    Ok((
        ClientId::new(text("client_id").ok_or("no id")?),
        text("client_secret").map(ClientSecret::new),
    ))
}

fn whole_way(base: &str, metadata: &Value, method: &str, browser: &mut Browser<'_>) -> Outcome<()> {
    let (id, secret) = register(base, metadata, method)?;
    let agent = format!("{base}/v1/agent");
    // the crate revokes at https alone; our client below speaks plainly to this machine, whatever the scheme
    let revocation = endpoint(metadata, "revocation_endpoint")?.replacen("http:", "https:", 1);
    let client = BasicClient::new(id)
        .set_auth_uri(AuthUrl::new(endpoint(metadata, "authorization_endpoint")?)?)
        .set_token_uri(TokenUrl::new(endpoint(metadata, "token_endpoint")?)?)
        .set_redirect_uri(RedirectUrl::new(REDIRECT.to_owned())?)
        .set_introspection_url(IntrospectionUrl::new(endpoint(
            metadata,
            "introspection_endpoint",
        )?)?)
        .set_revocation_url(RevocationUrl::new(revocation)?);
    let client = match secret {
        Some(secret) => client.set_client_secret(secret),
        None => client,
    };
    let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
    let (url, state) = client
        .authorize_url(CsrfToken::new_random)
        .add_scopes(SCOPES.map(|scope| Scope::new(scope.to_owned())))
        .set_pkce_challenge(challenge)
        .add_extra_param("resource", &agent)
        .url();
    let back = Url::parse(&browser.consented(url.as_str())?)?;
    assert!(back.as_str().starts_with(REDIRECT), "{back}");
    let parameter = |name: &str| {
        let found = back.query_pairs().find(|(known, _)| known == name);
        found.map(|(_, value)| value.into_owned()).ok_or_else(|| format!("no {name} in {back}"))
    };
    assert_eq!(&parameter("state")?, state.secret());
    assert_eq!(parameter("iss")?, base);
    let token = client
        .exchange_code(AuthorizationCode::new(parameter("code")?))
        .set_pkce_verifier(verifier)
        .add_extra_param("resource", &agent)
        .request(&http::send)?;
    assert_eq!(token.token_type(), &BasicTokenType::Bearer);
    let granted = token.scopes().ok_or("no scopes")?;
    assert!(
        SCOPES.iter().all(|scope| granted.iter().any(|it| it.as_str() == *scope)),
        "{granted:?}"
    );
    let called = |token: &str| {
        http::get(&format!("{agent}/invoices"), &[("Authorization", &format!("Bearer {token}"))])
    };
    assert_eq!(called(token.access_token().secret())?.status(), 200);
    println!("oauth2 {method}: code, PKCE, call");
    let before = token.refresh_token().ok_or("no refresh token")?;
    let token = client.exchange_refresh_token(before).request(&http::send)?;
    let refresh = token.refresh_token().ok_or("no refresh token")?;
    assert_ne!(refresh.secret(), before.secret());
    let known = client
        .introspect(token.access_token())
        .set_token_type_hint("access_token")
        .request(&http::send)?;
    assert!(known.active());
    client.revoke_token(StandardRevocableToken::from(refresh))?.request(&http::send)?;
    let ended = called(token.access_token().secret())?;
    let challenge = ended.headers().get("www-authenticate").ok_or("no challenge")?.to_str()?;
    assert!(ended.status() == 401 && challenge.contains("connection_revoked"), "{challenge}");
    assert!(!client.introspect(token.access_token()).request(&http::send)?.active());
    println!("oauth2 {method}: refresh, introspection, revocation");
    Ok(())
}
