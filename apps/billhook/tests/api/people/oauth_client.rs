//! The crate `oauth2` as a client, in this process: code with PKCE, a call, refresh, introspection and revocation,
//! with what it makes of our answers itself.

use crate::{
    people::oauth::{App, REDIRECT, parameter},
    support::*,
};
use oauth2::{
    AuthUrl, AuthorizationCode, ClientId, ClientSecret, CsrfToken, EndpointNotSet, EndpointSet,
    HttpRequest, HttpResponse, IntrospectionUrl, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl,
    RevocationUrl, Scope, StandardRevocableToken, TokenIntrospectionResponse, TokenResponse,
    TokenUrl,
    basic::{BasicClient, BasicTokenResponse, BasicTokenType},
    http::Response,
};
use reqwest::{Request, redirect::Policy};
use serde_json::json;

on_both!(a_server_application_goes_the_whole_way, an_application_without_a_secret_does_too);

const SCOPES: [&str; 4] = ["openid", "email", "offline_access", "invoice:read"];

async fn a_server_application_goes_the_whole_way(server: TestServer) {
    whole_way(&server, "client_secret_basic").await;
}

async fn an_application_without_a_secret_does_too(server: TestServer) {
    whole_way(&server, "none").await;
}

/// A client of the crate that knows every endpoint.
type Client = BasicClient<EndpointSet, EndpointNotSet, EndpointSet, EndpointSet, EndpointSet>;

/// One that knows the endpoints from the metadata of the server.
async fn client_of(server: &TestServer, app: &App<'_>) -> Client {
    let metadata = app.browser.clone().get("/.well-known/oauth-authorization-server").await;
    let metadata = metadata.expect(200);
    assert_eq!(metadata["issuer"], *server.base_url);
    let endpoint = |name: &str| metadata[name].as_str().expect(name).to_owned();
    // the crate revokes at https alone: `send` goes to this machine without TLS, whatever the address says
    let revocation = endpoint("revocation_endpoint").replacen("http:", "https:", 1);
    let introspection = endpoint("introspection_endpoint");
    let client = BasicClient::new(ClientId::new(app.id.clone()))
        .set_auth_uri(AuthUrl::new(endpoint("authorization_endpoint")).expect("an address"))
        .set_token_uri(TokenUrl::new(endpoint("token_endpoint")).expect("an address"))
        .set_redirect_uri(RedirectUrl::new(REDIRECT.to_owned()).expect("an address"))
        .set_introspection_url(IntrospectionUrl::new(introspection).expect("an address"))
        .set_revocation_url(RevocationUrl::new(revocation).expect("an address"));
    match &app.secret {
        Some(secret) => client.set_client_secret(ClientSecret::new(secret.clone())),
        None => client,
    }
}

async fn send(request: HttpRequest) -> Result<HttpResponse, reqwest::Error> {
    let mut request = Request::try_from(request)?;
    request.url_mut().set_scheme("http").expect("a scheme");
    let answer = http().redirect(Policy::none()).build()?.execute(request).await?;
    let mut response = Response::builder().status(answer.status());
    for (name, value) in answer.headers() {
        response = response.header(name, value);
    }
    Ok(response.body(answer.bytes().await?.to_vec()).expect("a response"))
}

/// The code of somebody who agreed, with what the client proves by when it exchanges it.
async fn code_of(
    server: &TestServer,
    app: &mut App<'_>,
    client: &Client,
) -> (AuthorizationCode, PkceCodeVerifier) {
    let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
    let (url, state) = client
        .authorize_url(CsrfToken::new_random)
        .add_scopes(SCOPES.map(|scope| Scope::new(scope.to_owned())))
        .set_pkce_challenge(challenge)
        .add_extra_param("resource", format!("{}/v1/agent", server.base_url))
        .url();
    let page = url.as_str().strip_prefix(&*server.base_url).expect("an address of the server");
    let back = app.decide_at(page, "approve").await;
    assert_eq!(&parameter(&back, "state"), state.secret());
    (AuthorizationCode::new(parameter(&back, "code")), verifier)
}

async fn whole_way(server: &TestServer, method: &str) {
    let mut app = App::register(server, method).await;
    let client = client_of(server, &app).await;
    let (code, verifier) = code_of(server, &mut app, &client).await;
    let token = client
        .exchange_code(code)
        .set_pkce_verifier(verifier)
        .add_extra_param("resource", format!("{}/v1/agent", server.base_url))
        .request_async(&send)
        .await
        .expect("tokens");
    assert_eq!(token.token_type(), &BasicTokenType::Bearer);
    let granted = token.scopes().expect("scopes");
    let is_granted = |scope: &&str| granted.iter().any(|it| it.as_str() == *scope);
    assert!(SCOPES.iter().all(is_granted), "{granted:?}");
    assert_eq!(called(&app, &token).await.status, 200);
    refreshed_and_revoked(&app, &client, token).await;
}

async fn called(app: &App<'_>, token: &BasicTokenResponse) -> Answer {
    let token = json!({ "access_token": token.access_token().secret() });
    app.call(&token, "/v1/agent/invoices", None).await
}

async fn refreshed_and_revoked(app: &App<'_>, client: &Client, token: BasicTokenResponse) {
    let before = token.refresh_token().expect("a refresh token");
    let token = client.exchange_refresh_token(before).request_async(&send).await.expect("tokens");
    let refresh = token.refresh_token().expect("a refresh token");
    assert_ne!(refresh.secret(), before.secret());
    assert!(is_active(client, &token).await);
    let revocable = StandardRevocableToken::from(refresh);
    let revocation = client.revoke_token(revocable).expect("an address");
    revocation.request_async(&send).await.expect("revoked");
    let ended = called(app, &token).await;
    assert_eq!(ended.status, 401);
    let challenge = ended.header("www-authenticate");
    assert!(challenge.contains("connection_revoked"), "{challenge}");
    assert!(!is_active(client, &token).await);
}

async fn is_active(client: &Client, token: &BasicTokenResponse) -> bool {
    let introspection = client.introspect(token.access_token()).set_token_type_hint("access_token");
    introspection.request_async(&send).await.expect("an answer").active()
}
