use crate::bench_server::{BenchServer, settings};
use access::{ApiKeyId, NewKey, NewKeyOwner, NewUser, OrganizationId, Role, Tier, UserId};
use invoicing::records::{Provision, ProvisionStore};
use oauth::Parameters;
use runtime::{
    secrets,
    wiring::{self, App},
};
use sign_in::{Session, SessionId, SignedIn};
use std::net::{IpAddr, Ipv4Addr};
use time::OffsetDateTime;
use use_cases::people::oauth::{Consent, approve, begin, register, token};
use uuid::Uuid;

const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const EMAIL: &str = "owner@bench.example";

/// What the owner of the first organization calls with.
pub struct Credentials {
    pub key: String,
    pub token: String,
}

impl Credentials {
    /// Makes both, as another process on the same database.
    pub fn of(server: &BenchServer) -> Self {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = runtime.enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let config = settings(&server.database).resolve().expect("settings");
            let app = wiring::wire(config).await.expect("wiring");
            let (user, organization) = (UserId(Uuid::now_v7()), OrganizationId(Uuid::from_u128(1)));
            let key = provision(&app, user, organization).await;
            Self { key, token: consented(&app, user, organization).await }
        })
    }
}

/// The owner, and their key with the scope that the token gets.
async fn provision(app: &App, user: UserId, organization: OrganizationId) -> String {
    let key = secrets::new_key(false, Tier::Test).expect("randomness").expose().to_owned();
    let new_key = NewKey {
        id: ApiKeyId(Uuid::now_v7()),
        hash: secrets::sha256(key.as_bytes()),
        hint: "bench".to_owned(),
        tier: Tier::Test,
        scopes: "invoice:read".parse().expect("a scope"),
        owner: NewKeyOwner::User { user, organization },
        name: None,
        expires_at: None,
        created_by: None,
    };
    let owner = NewUser {
        id: user,
        email: EMAIL.to_owned(),
        password_hash: "none".to_owned(),
        memberships: vec![(organization, Role::Owner)],
    };
    let (users, keys) = (vec![owner], vec![new_key]);
    let provision = Provision { users, keys, ..Provision::default() };
    app.store.provision(&provision, OffsetDateTime::now_utc()).await.expect("an owner");
    key
}

/// The way of an application to its token.
async fn consented(app: &App, user: UserId, organization: OrganizationId) -> String {
    let base = &app.config.base_url;
    let metadata = format!(
        r#"{{"redirect_uris":["https://app.example/cb"],"token_endpoint_auth_method":"none",
            "resources":["{base}/v1/agent"]}}"#
    );
    let (client, _) = register(app, metadata.as_bytes(), std::net::Ipv4Addr::LOCALHOST.into())
        .await
        .expect("registered");
    let asked = format!(
        "response_type=code&client_id={}&redirect_uri=https://app.example/cb&scope=invoice:read\
         &code_challenge={CHALLENGE}&code_challenge_method=S256&resource={base}/v1/agent",
        client.id
    );
    let here = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let grant = begin(app, &Parameters::parse(asked.as_bytes()), here).await.expect("begun");
    let session = Session::new(SessionId(Uuid::now_v7()), user, "bench", OffsetDateTime::now_utc());
    let who = SignedIn { session, email: EMAIL.to_owned() };
    let consent = Consent { organization, tier: Tier::Test };
    let back = approve(app, grant.id, &who, consent).await.expect("approved");
    let (_, query) = back.split_once('?').expect("a query");
    let query = Parameters::parse(query.as_bytes());
    let form = format!(
        "grant_type=authorization_code&client_id={}&redirect_uri=https://app.example/cb\
         &code_verifier={VERIFIER}&code={}",
        client.id,
        query.required("code").expect("a code")
    );
    let tokens = token(app, None, &Parameters::parse(form.as_bytes())).await.expect("tokens");
    tokens.access_token
}
