//! From registration to a call, and how connections end.

mod refusals;

use crate::setup::{TestPorts, run};
use access::{OrganizationId, Role, Tier, UserId};
use data_encoding::{BASE64, BASE64URL_NOPAD};
use invoicing::records::Provision;
use jobs::{JobFilter, JobQueue};
use oauth::{
    ErrorCode, GrantId, NoRoom, OAuthError, Parameters,
    authorizations::{Approval, NoWayBack, Resource},
    clients::Client,
    ports::OAuthStore,
    tokens::{ACCESS_VALID_FOR, RefreshChain, Secret, SecretHash, Tokens},
};
use organizations::OperatorStore;
use sign_in::{PasswordHasher, Session, SignInStore, SignedIn};
use std::{
    net::{IpAddr, Ipv4Addr},
    num::NonZeroU32,
    sync::atomic::Ordering::Relaxed,
};
use testkit::{build, fakes::AtAddress};
use time::Duration;
use use_cases::people::{
    oauth::{self as flows, AuthorizeError, BearerCall, BearerError, Consent, OAuthFailure},
    sign_in::{Entered, SignIn, SignInError, sign_in, sign_out, signed_in},
};

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const BASE: &str = "https://billhook.example";
const PASSWORD: &str = "správne kôň batéria";

/// An installation with a company, its owner and a client.
struct World {
    ports: TestPorts,
    organization: OrganizationId,
    user: UserId,
    email: String,
    client: Client,
    secret: Option<Secret>,
}

fn world(method: &str) -> World {
    let ports = TestPorts::default();
    let organization = build::organization();
    let mut user = build::user(organization.id, Role::Owner);
    use use_cases::Ports;
    user.password_hash = run(ports.passwords().hash(PASSWORD.into())).expect("hashed");
    let (id, owner, email) = (organization.id, user.id, user.email.clone());
    let (organizations, users) = (vec![organization], vec![user]);
    ports.provision(Provision { organizations, users, ..Provision::default() });
    let body = format!(
        r#"{{"client_name":"App","redirect_uris":["https://app.example/cb"],
        "token_endpoint_auth_method":"{method}","resources":["{BASE}/v1/agent"],
        "grant_types":["authorization_code","refresh_token"]}}"#
    );
    let (client, secret) = run(flows::register(&ports, body.as_bytes(), HERE)).expect("registered");
    World { ports, organization: id, user: owner, email, client, secret }
}

impl World {
    fn signed_in(&self) -> SignedIn {
        let (secret, _) = session_of(run(sign_in(&self.ports, self.attempt(PASSWORD))));
        run(signed_in(&self.ports, secret.expose())).expect("asked").expect("a session")
    }

    fn attempt<'a>(&'a self, password: &'a str) -> SignIn<'a> {
        let address = IpAddr::V4(Ipv4Addr::LOCALHOST);
        SignIn { email: &self.email, password, address, agent: "Firefox" }
    }

    fn begin(&self, scope: &str) -> GrantId {
        let query = format!(
            "response_type=code&client_id={}&redirect_uri=https://app.example/cb&scope={scope}\
             &state=s&code_challenge={CHALLENGE}&code_challenge_method=S256\
             &resource={BASE}/v1/agent",
            self.client.id
        );
        run(flows::begin(&self.ports, &Parameters::parse(query.as_bytes()), HERE))
            .expect("begun")
            .id
    }

    fn code(&self, scope: &str) -> String {
        let consent = Consent { organization: self.organization, tier: Tier::Test };
        let (id, user) = (self.begin(scope), self.signed_in());
        let location = run(flows::approve(&self.ports, id, &user, consent)).expect("approved");
        let query = location.split_once('?').expect("a query").1;
        let answer = Parameters::parse(query.as_bytes());
        assert_eq!((answer.required("state"), answer.required("iss")), (Ok("s"), Ok(BASE)));
        answer.required("code").expect("code").to_owned()
    }

    fn post(&self, form: &str) -> Result<Tokens, OAuthFailure> {
        let (header, form) = self.credentials(form);
        run(flows::token(&self.ports, header.as_deref(), &form))
    }

    fn credentials(&self, form: &str) -> (Option<String>, Parameters) {
        let id = &self.client.id;
        let header = self.secret.as_ref().map(|secret| {
            let text = format!("{id}:{}", secret.expose());
            format!("Basic {}", BASE64.encode(text.as_bytes()))
        });
        let form = match header {
            Some(_) => form.to_owned(),
            None => format!("{form}&client_id={id}"),
        };
        (header, Parameters::parse(form.as_bytes()))
    }

    fn exchange(&self, code: &str, verifier: &str) -> Result<Tokens, OAuthFailure> {
        self.post(&format!(
            "grant_type=authorization_code&code={code}&redirect_uri=https://app.example/cb\
             &code_verifier={verifier}"
        ))
    }

    fn tokens(&self, scope: &str) -> Tokens {
        self.exchange(&self.code(scope), VERIFIER).expect("tokens")
    }

    fn refresh(&self, token: &Secret) -> Result<Tokens, OAuthFailure> {
        self.post(&format!("grant_type=refresh_token&refresh_token={}", token.expose()))
    }

    fn call(&self, tokens: &Tokens) -> Result<BearerCall, OAuthError> {
        let call = flows::bearer_call(&self.ports, &tokens.access_token, &[Resource::AgentApi]);
        run(call).map_err(|error| match error {
            BearerError::Token(error) => error,
            other => panic!("{other}"),
        })
    }

    fn mails(&self, kind: &str) -> usize {
        let jobs = run(self.ports.store.jobs(JobFilter::default(), None, 100)).expect("jobs");
        jobs.rows.iter().filter(|job| job.kind == kind).count()
    }
}

fn session_of(entered: Result<Entered, SignInError>) -> (Secret, Session) {
    match entered {
        Ok(Entered::Session(secret, session)) => (secret, session),
        other => panic!("{other:?}"),
    }
}

fn code_of(result: Result<Tokens, OAuthFailure>) -> ErrorCode {
    match result {
        Err(OAuthFailure::Refused(error)) => error.code,
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_application_acts_for_a_company_until_it_is_ended() {
    for method in ["none", "client_secret_basic"] {
        let world = world(method);
        assert_eq!(world.secret.is_some(), method != "none");
        let tokens = world.tokens("openid+offline_access+invoice:read+invoice:create");
        assert_eq!(tokens.expires_in, 3600);
        let call = world.call(&tokens).expect("a call");
        let connection = &call.found.connection;
        assert_eq!((connection.organization, connection.tier), (world.organization, Tier::Test));
        assert_eq!(call.scopes, tokens.scopes);
        assert_eq!(world.mails("oauth.connected_mail"), 1);
        let next = world.refresh(tokens.refresh_token.as_ref().expect("one")).expect("tokens");
        assert!(world.call(&next).is_ok() && world.call(&tokens).is_ok());
        let (organization, id) = (connection.organization, connection.id);
        run(flows::end_connection(&world.ports, organization, id)).expect("ended");
        for tokens in [&tokens, &next] {
            let error = world.call(tokens).map(drop).expect_err("ended");
            assert_eq!(error.description, "connection_revoked");
        }
        let refreshed = world.refresh(next.refresh_token.as_ref().expect("one"));
        assert_eq!(code_of(refreshed), ErrorCode::InvalidGrant);
    }
}

#[test]
fn a_code_is_used_once_and_a_guess_ends_nothing() {
    let world = world("none");
    let code = world.code("offline_access+invoice:read");
    let tokens = world.exchange(&code, VERIFIER).expect("tokens");
    assert_eq!(code_of(world.exchange(&code, CHALLENGE)), ErrorCode::InvalidGrant);
    assert!(world.call(&tokens).is_ok(), "a guess ends nothing");
    assert_eq!(code_of(world.exchange(&code, VERIFIER)), ErrorCode::InvalidGrant);
    assert_eq!(world.call(&tokens).expect_err("ended").description, "connection_revoked");
    assert_eq!(world.mails("oauth.ended_mail"), 1);
    assert_eq!(code_of(world.exchange("unknown", VERIFIER)), ErrorCode::InvalidGrant);
    let late = world.code("invoice:read");
    world.ports.still.advance(Duration::minutes(2));
    assert_eq!(code_of(world.exchange(&late, VERIFIER)), ErrorCode::InvalidGrant);
}

#[test]
fn a_refresh_token_that_is_used_twice_ends_the_connection() {
    let world = world("none");
    let tokens = world.tokens("offline_access+invoice:read");
    let first = tokens.refresh_token.as_ref().expect("one");
    let next = world.refresh(first).expect("tokens");
    assert_eq!(code_of(world.refresh(first)), ErrorCode::InvalidGrant);
    assert!(world.call(&next).is_err());
    assert_eq!(
        code_of(world.refresh(next.refresh_token.as_ref().expect("one"))),
        ErrorCode::InvalidGrant
    );
    assert_eq!(world.mails("oauth.ended_mail"), 1);
}

/// With a grace the answer is given once more, as long as the token in it was not used.
#[test]
fn a_lost_answer_is_given_again_where_that_is_set() {
    let mut world = world("none");
    let grace = Duration::seconds(20);
    world.ports.refresh_chain = Some(RefreshChain::new(&[5; 32], grace));
    let tokens = world.tokens("offline_access+invoice:read");
    let first = tokens.refresh_token.as_ref().expect("one");
    let answers = [(); 3].map(|()| world.refresh(first).expect("tokens"));
    let next = answers[0].refresh_token.as_ref().expect("one");
    for answer in &answers {
        assert_eq!(answer.refresh_token.as_ref(), Some(next), "the same token each time");
        assert!(world.call(answer).is_ok());
    }
    assert_eq!(world.mails("oauth.ended_mail"), 0);
    // what the answer held was used: nothing was lost
    let third = world.refresh(next).expect("tokens");
    assert_ne!(third.refresh_token.as_ref(), Some(next));
    assert_eq!(code_of(world.refresh(first)), ErrorCode::InvalidGrant);
    assert!(world.call(&third).is_err(), "it ended");
    assert_eq!(world.mails("oauth.ended_mail"), 1);
    // nor after the grace
    let tokens = world.tokens("offline_access+invoice:read");
    let first = tokens.refresh_token.as_ref().expect("one");
    world.refresh(first).expect("tokens");
    world.ports.still.advance(grace);
    assert_eq!(code_of(world.refresh(first)), ErrorCode::InvalidGrant);
    // nor of a connection that has ended
    let tokens = world.tokens("offline_access+invoice:read");
    let first = tokens.refresh_token.as_ref().expect("one");
    world.refresh(first).expect("tokens");
    let id = world.call(&tokens).expect("a call").found.connection.id;
    run(flows::end_connection(&world.ports, world.organization, id)).expect("ended");
    assert_eq!(code_of(world.refresh(first)), ErrorCode::InvalidGrant);
}

#[test]
fn a_refresh_token_is_its_client_s() {
    let world = world("none");
    let tokens = world.tokens("offline_access+invoice:read");
    let refresh = tokens.refresh_token.as_ref().expect("one");
    let body = format!(
        r#"{{"client_name":"Other","redirect_uris":["https://other.example/cb"],
        "token_endpoint_auth_method":"none","resources":["{BASE}/v1/agent"],
        "grant_types":["authorization_code","refresh_token"]}}"#
    );
    let (other, _) = run(flows::register(&world.ports, body.as_bytes(), HERE)).expect("registered");
    let form = |client: String| {
        let token = refresh.expose();
        let form = format!("grant_type=refresh_token&refresh_token={token}&client_id={client}");
        run(flows::token(&world.ports, None, &Parameters::parse(form.as_bytes())))
    };
    assert_eq!(code_of(form(other.id.to_string())), ErrorCode::InvalidGrant);
    // who tries another's token neither spends it nor ends anything
    let next = form(world.client.id.to_string()).expect("tokens");
    assert!(world.call(&next).is_ok());
}

/// A failure of ours is no theft: the same code and the same refresh token are good for the next try.
#[test]
fn a_failure_before_the_answer_spends_nothing() {
    let world = world("none");
    let code = world.code("openid+offline_access+invoice:read");
    let fail = || world.ports.failing_signatures.store(1, Relaxed);
    let exchange = || world.exchange(&code, VERIFIER);
    fail();
    assert!(matches!(exchange(), Err(OAuthFailure::Sign(_))), "no key");
    fail();
    let published = run(flows::published_keys(&world.ports)).map(drop);
    assert!(matches!(published, Err(flows::KeyError::Sign(_))), "{published:?}");
    run(flows::published_keys(&world.ports)).expect("a key");
    fail();
    assert!(matches!(exchange(), Err(OAuthFailure::Sign(_))), "no signature");
    assert_eq!(world.mails("oauth.connected_mail"), 0);
    let tokens = exchange().expect("the code is unspent");
    assert!(tokens.id_token.is_some());
    let refresh = tokens.refresh_token.as_ref().expect("one");
    fail();
    assert!(matches!(world.refresh(refresh), Err(OAuthFailure::Sign(_))));
    let next = world.refresh(refresh).expect("the refresh token is unspent");
    assert!(world.call(&tokens).is_ok() && world.call(&next).is_ok());
    assert_eq!((world.mails("oauth.connected_mail"), world.mails("oauth.ended_mail")), (1, 0));
}

#[test]
fn every_connection_that_stands_is_seen() {
    let world = world("none");
    let first = world.tokens("invoice:read");
    let (first, revoked) = (world.call(&first), world.call(&world.tokens("invoice:read")));
    let id = |call: Result<BearerCall, _>| call.expect("a call").found.connection.id;
    let (first, revoked) = (id(first), id(revoked));
    run(flows::end_connection(&world.ports, world.organization, revoked)).expect("ended");
    // two pages and one more
    for _ in 0..201 {
        world.ports.still.advance(Duration::minutes(1));
        world.tokens("invoice:read");
    }
    let seen = run(flows::visible_connections(&world.ports, world.user)).expect("listed");
    let seen: Vec<_> = seen.iter().map(|visible| visible.connection.id).collect();
    assert_eq!(seen.len(), 202, "without the old one that has ended");
    assert_eq!(seen.last(), Some(&first), "the newest first");
    let end = |id| {
        let (user, organization) = (world.user, world.organization);
        run(flows::end_visible_connection(&world.ports, user, organization, id))
    };
    end(first).expect("ended");
    let seen = run(flows::visible_connections(&world.ports, world.user)).expect("listed");
    assert_eq!(seen.len(), 201);
}

#[test]
fn userinfo_is_asked_for_so_many_times_a_minute() {
    let world = world("none");
    let tokens = world.tokens("openid+email");
    let base = NonZeroU32::MIN.saturating_add(1);
    let ask = || run(flows::user_info(&world.ports, &tokens.access_token, base));
    let allowed =
        base.get() * world.call(&tokens).expect("a call").found.plan.request_factor().get();
    for _ in 1..allowed {
        let (user, about) = ask().expect("an answer");
        assert_eq!((user, about.email.as_deref()), (world.user, Some(&*world.email)));
    }
    assert!(matches!(ask(), Err(BearerError::Limited(_))));
    world.ports.still.advance(Duration::minutes(1));
    assert!(ask().is_ok());
}

#[test]
fn userinfo_says_nothing_of_a_user_who_has_left() {
    let world = world("none");
    let left = world.ports.with_organization().id;
    let (grant, code) = (world.begin("openid+email"), "code");
    let now = use_cases::Runtime::now(&world.ports.still);
    let approval = Approval {
        user: world.user,
        organization: left,
        tier: Tier::Test,
        scopes: "openid email".parse().expect("scopes"),
        at: now,
        signed_in_at: now,
    };
    let decided = Some((&approval, &SecretHash::of(code)));
    run(world.ports.store.decide_grant(grant, decided)).expect("decided");
    let tokens = world.exchange(code, VERIFIER).expect("tokens");
    let asked = run(flows::user_info(&world.ports, &tokens.access_token, NonZeroU32::MAX));
    match asked {
        Err(BearerError::Token(error)) => assert_eq!(
            (error.code, error.description.as_str()),
            (ErrorCode::InvalidToken, "connection_revoked")
        ),
        other => panic!("{other:?}"),
    }
}

#[test]
fn without_offline_access_there_is_no_refresh_token() {
    let world = world("none");
    let tokens = world.tokens("openid+invoice:read");
    assert!(tokens.refresh_token.is_none() && tokens.id_token.is_some());
    let tokens = world.tokens("invoice:read");
    assert!(tokens.refresh_token.is_none() && tokens.id_token.is_none());
}

#[test]
fn the_role_of_the_moment_counts() {
    let world = world("none");
    let tokens = world.tokens("invoice:read+invoice:create");
    let of = |role| run(world.ports.store.set_member(world.organization, world.user, role));
    of(Role::Viewer).expect("set");
    assert_eq!(world.call(&tokens).expect("a call").scopes.to_string(), "invoice:read");
    let viewer = world.begin("invoice:create");
    let consent = Consent { organization: world.organization, tier: Tier::Test };
    let user = world.signed_in();
    assert!(run(flows::approve(&world.ports, viewer, &user, consent)).is_err());
    let other = Consent { organization: OrganizationId(build::id()), tier: Tier::Test };
    let grant = world.begin("invoice:read");
    assert!(run(flows::approve(&world.ports, grant, &user, other)).is_err(), "no member");
    assert!(run(flows::approve(&world.ports, grant, &user, consent)).is_ok());
    assert!(run(flows::approve(&world.ports, grant, &user, consent)).is_err(), "once");
}

#[test]
fn a_token_ends_and_is_for_one_resource() {
    let world = world("none");
    let tokens = world.tokens("invoice:read");
    let mcp = flows::bearer_call(&world.ports, &tokens.access_token, &[Resource::Mcp]);
    assert!(matches!(run(mcp), Err(BearerError::Token(_))));
    let (payload, rest) = (tokens.access_token.split('.').nth(1).expect("claims"), "x");
    assert!(BASE64URL_NOPAD.decode(payload.as_bytes()).is_ok());
    for token in ["", "x", rest, &format!("{}x", tokens.access_token)] {
        let call = run(flows::bearer_call(&world.ports, token, &Resource::ALL));
        assert!(matches!(call, Err(BearerError::Token(_))), "{token}");
    }
    // another installation
    let other = self::world("none");
    assert!(other.call(&tokens).is_err());
    world.ports.still.advance(ACCESS_VALID_FOR);
    assert_eq!(world.call(&tokens).expect_err("ended").code, ErrorCode::InvalidToken);
}

#[test]
fn tokens_of_a_key_that_was_rotated_are_taken_until_they_end() {
    use use_cases::Ports;
    let world = world("none");
    let tokens = world.tokens("invoice:read");
    let now = use_cases::Runtime::now(world.ports.runtime());
    let signer = token_signer::Es256::default();
    let rotated = run(flows::rotate_key(&world.ports.store, &signer, now)).expect("rotated");
    assert!(rotated.0.is_some());
    assert_eq!(run(flows::published_keys(&world.ports)).expect("keys").len(), 2);
    world.ports.still.advance(Duration::minutes(5));
    assert!(world.call(&tokens).is_ok());
    assert!(world.call(&world.tokens("invoice:read")).is_ok());
}

#[test]
fn a_client_gives_its_tokens_back_and_learns_nothing_of_others() {
    let world = world("client_secret_basic");
    let tokens = world.tokens("offline_access+invoice:read");
    let refresh = tokens.refresh_token.as_ref().expect("one").expose().to_owned();
    let ask = |world: &World, token: &str| {
        let (header, form) = world.credentials(&format!("token={token}"));
        run(flows::introspect(&world.ports, header.as_deref(), &form)).expect("an answer").active
    };
    for token in [&*refresh, &tokens.access_token] {
        assert!(ask(&world, token), "{token}");
    }
    assert!(!ask(&world, "unknown"));
    let revoke = |token: &str| {
        let form = format!("token={token}&token_type_hint=refresh_token");
        let (header, form) = world.credentials(&form);
        run(flows::revoke(&world.ports, header.as_deref(), &form))
    };
    revoke("unknown").expect("no error");
    assert!(world.call(&tokens).is_ok());
    revoke(&tokens.access_token).expect("revoked, whatever the hint");
    assert!(world.call(&tokens).is_err());
    assert!(!ask(&world, &refresh) && !ask(&world, &tokens.access_token));
}

#[test]
fn a_user_signs_in_a_few_times_a_minute() {
    let world = world("none");
    let (secret, session) = session_of(run(sign_in(&world.ports, world.attempt(PASSWORD))));
    assert_eq!(session.user, world.user);
    run(sign_out(&world.ports, secret.expose())).expect("out");
    assert!(run(signed_in(&world.ports, secret.expose())).expect("asked").is_none());
    let wrong = |password: &str| run(sign_in(&world.ports, world.attempt(password)));
    for _ in 0..9 {
        assert!(matches!(wrong("nesprávne heslo"), Err(SignInError::Wrong)));
    }
    assert!(matches!(wrong(PASSWORD), Err(SignInError::Limited(_))), "even the right one");
    world.ports.still.advance(Duration::minutes(1));
    assert!(wrong(&"x".repeat(10_000)).is_err());
    assert!(wrong(PASSWORD).is_ok());
    let nobody = SignIn { email: "nobody@example.sk", ..world.attempt(PASSWORD) };
    assert!(matches!(run(sign_in(&world.ports, nobody)), Err(SignInError::Wrong)));
}

/// Comparing is what costs: it happens ten times a minute for an account, thirty for an address, once for an attempt
/// that is let in, whether there is an account or not, and never for a password that nobody can have.
#[test]
fn ten_thousand_wrong_passwords_cost_a_few_comparisons() {
    let world = world("none");
    let compared = || world.ports.passwords.compared.load(Relaxed);
    let from = |number: u32| IpAddr::V4(Ipv4Addr::from_bits(0x0a00_0000 | number));
    let attempt = |email: &str, address, password: &str| {
        let sent = SignIn { email, address, ..world.attempt(password) };
        run(sign_in(&world.ports, sent)).expect_err("nobody is in")
    };
    // at one account, from ten thousand addresses
    for number in 0..10_000 {
        attempt(&world.email, from(number), "nesprávne heslo");
    }
    assert_eq!(compared(), 100);
    world.ports.still.advance(Duration::minutes(1));
    // at ten thousand accounts that are none, from one address
    for number in 0..10_000 {
        attempt(&format!("nobody-{number}@example.sk"), HERE, "nesprávne heslo");
    }
    assert_eq!(compared(), 100 + 30);
    world.ports.still.advance(Duration::minutes(1));
    attempt(&world.email, HERE, &"x".repeat(10_000));
    assert_eq!(compared(), 100 + 30);
    // one comparison each: an address without an account takes as long
    for (email, total) in [(&*world.email, 131), ("nobody@example.sk", 132)] {
        assert!(matches!(attempt(email, HERE, "x"), SignInError::Wrong));
        assert_eq!(compared(), total, "{email}");
    }
}

/// Whoever tries passwords at an account keeps its owner out only where they are.
#[test]
fn wrong_passwords_from_elsewhere_keep_nobody_out() {
    let world = world("none");
    let from = |number: u32| IpAddr::V4(Ipv4Addr::from_bits(0x0a00_0000 | number));
    let enter = |address, password: &str| {
        run(sign_in(&world.ports, SignIn { address, ..world.attempt(password) }))
    };
    for _ in 0..1_000 {
        assert!(enter(from(1), "nesprávne heslo").is_err());
    }
    assert!(matches!(enter(from(1), PASSWORD), Err(SignInError::Limited(_))));
    session_of(enter(HERE, PASSWORD));
    // eight addresses more, with all that they may try
    for attempt in 0..80 {
        assert!(matches!(enter(from(2 + attempt % 8), "nesprávne heslo"), Err(SignInError::Wrong)));
    }
    session_of(enter(HERE, PASSWORD));
    // what is bounded is the account's minute as a whole, but where its owner signed in before
    for attempt in 0..200 {
        let _ = enter(from(100 + attempt % 20), "nesprávne heslo");
    }
    let unknown = from(300);
    assert!(matches!(enter(unknown, PASSWORD), Err(SignInError::Limited(_))));
    session_of(enter(HERE, PASSWORD));
    // whoever shares the owner's address has few tries there, as everywhere
    for _ in 0..10 {
        let _ = enter(HERE, "nesprávne heslo");
    }
    assert!(matches!(enter(HERE, PASSWORD), Err(SignInError::Limited(_))));
    world.ports.still.advance(Duration::minutes(1));
    session_of(enter(unknown, PASSWORD));
}

/// Attempts of strangers are as many as ever, and the place is forgotten.
#[test]
fn a_place_where_somebody_signed_in_is_known_for_ninety_days() {
    let world = world("none");
    let from = |number: u32| IpAddr::V4(Ipv4Addr::from_bits(0x0a00_0000 | number));
    let enter = |address, password: &str| {
        run(sign_in(&world.ports, SignIn { address, ..world.attempt(password) }))
    };
    let use_up = || {
        let tries = (0..10).flat_map(|_| (1..=11).map(from));
        tries
            .filter(|address| matches!(enter(*address, "nesprávne heslo"), Err(SignInError::Wrong)))
            .count()
    };
    session_of(enter(HERE, PASSWORD));
    world.ports.still.advance(Duration::days(89));
    assert_eq!(use_up(), 100, "what many addresses may guess together");
    session_of(enter(HERE, PASSWORD));
    world.ports.still.advance(Duration::days(90));
    assert_eq!(use_up(), 100);
    assert!(matches!(enter(HERE, PASSWORD), Err(SignInError::Limited(_))));
}

#[test]
fn an_old_hash_is_replaced_at_the_next_sign_in() {
    let world = world("none");
    let old = "$pbkdf2-sha256$i=1$c2FsdA$EgA";
    world.ports.set_hash(world.user, old);
    assert!(run(sign_in(&world.ports, world.attempt(PASSWORD))).is_err());
    let known = format!("$pbkdf2-sha256$i=1$c2FsdA${}", pbkdf2_of_password());
    world.ports.set_hash(world.user, &known);
    run(sign_in(&world.ports, world.attempt("password"))).expect("signed in");
    let user = run(world.ports.store.user_for_sign_in(&world.email)).expect("asked").expect("one");
    assert!(user.password_hash.starts_with("$argon2id$"), "{}", user.password_hash);
    run(sign_in(&world.ports, world.attempt("password"))).expect("signed in again");
}

/// `hashlib.pbkdf2_hmac("sha256", b"password", b"salt", 1)`.
fn pbkdf2_of_password() -> String {
    let hex = b"120fb6cffcf8b32c43e7225256c4f837a86548c92ccc35480805987cb70be17b";
    data_encoding::BASE64_NOPAD.encode(&data_encoding::HEXLOWER.decode(hex).expect("hex"))
}

#[test]
fn each_mail_is_one_and_the_same_however_often_it_is_sent() {
    let world = world("none");
    let tokens = world.tokens("invoice:read");
    let connection = world.call(&tokens).expect("a call").found.connection;
    let (organization, id) = (connection.organization, connection.id);
    for _ in 0..2 {
        run(flows::send_connected_mail(&world.ports, organization, id)).expect("sent");
        run(flows::send_ended_mail(&world.ports, organization, id)).expect("not ended");
    }
    let sent = world.ports.mailer.sent();
    assert!(sent.iter().all(|mail| mail.key == sent[0].key), "one and the same");
    assert_eq!((sent.len(), sent[0].to.as_str()), (2, &*world.email));
    assert!(run(world.ports.store.connection(organization, id)).is_ok());
}

/// One address has its share of what is kept before anybody signed in, and takes no other's.
#[test]
fn what_strangers_begin_is_bounded() {
    let world = world("none");
    let query = format!(
        "response_type=code&client_id={}&redirect_uri=https://app.example/cb&scope=invoice:read\
         &code_challenge={CHALLENGE}&code_challenge_method=S256&resource={BASE}/v1/agent",
        world.client.id
    );
    let parameters = Parameters::parse(query.as_bytes());
    let begin = |from: IpAddr| run(flows::begin(&world.ports, &parameters, from));
    for _ in 0..oauth::PENDING_GRANTS.of_address {
        begin(HERE).expect("begun");
    }
    let refused = begin(HERE);
    assert!(
        matches!(refused, Err(AuthorizeError::NoRoom(NoRoom::OfAddress(1_800)))),
        "{refused:?}"
    );
    begin(Ipv4Addr::new(192, 0, 2, 1).into()).expect("from elsewhere");
    // a decision makes room, and so does time
    world.ports.still.advance(oauth::authorizations::GRANT_VALID_FOR + Duration::SECOND);
    let waited = begin(HERE).expect("begun").id;
    run(flows::purge(&world.ports)).expect("purged");
    run(world.ports.store.grant(waited)).expect("still there");
    let body = br#"{"redirect_uris":["https://app.example/cb"]}"#;
    let register = |from| run(flows::register(&world.ports, body, from));
    let room = oauth::RECENT_CLIENTS.of_address;
    let made = (0..=room).filter(|_| register(HERE).is_ok()).count() as u64;
    assert_eq!(made, room - 1, "with the one of the world");
    assert!(matches!(register(HERE), Err(OAuthFailure::NoRoom(NoRoom::OfAddress(_)))));
    register(Ipv4Addr::new(192, 0, 2, 1).into()).expect("from elsewhere");
}

/// A client that nobody registered is what its document says, for a while.
#[test]
fn a_client_is_known_by_its_document() {
    let world = world("none");
    let id = "https://app.example/client.json";
    let begin = || {
        let query = format!(
            "response_type=code&client_id={id}&redirect_uri=http://localhost:7/cb&scope=invoice:read\
             &state=s&code_challenge={CHALLENGE}&code_challenge_method=S256&resource={BASE}/v1/agent"
        );
        run(flows::begin(&world.ports, &Parameters::parse(query.as_bytes()), HERE))
    };
    let documents = &world.ports.documents;
    let says = |body: String| documents.says(AtAddress::Document(body.into_bytes()));
    let asked = || documents.asked();
    let unknown = AuthorizeError::NoWayBack(NoWayBack::Client).to_string();
    let document = |name: &str| {
        let uris = r#"["http://localhost/cb"]"#;
        format!(r#"{{"client_id":"{id}","client_name":"{name}","redirect_uris":{uris}}}"#)
    };
    let refused = || begin().expect_err("refused").to_string();
    assert_eq!(refused(), unknown);
    says("{}".to_owned());
    assert_eq!((refused(), asked()), (unknown.clone(), 2), "errors are not kept");
    says(document("App"));
    let grant = begin().expect("begun");
    let user = world.signed_in();
    let page = run(flows::consent_page(&world.ports, grant.id, &user)).expect("a page");
    assert_eq!(page.client.metadata.client_name, "App");
    begin().expect("begun");
    assert_eq!(asked(), 3, "it is not asked for twice");
    world.ports.still.advance(Duration::hours(1));
    says(document("Renamed"));
    let grant = begin().expect("begun");
    let user = world.signed_in();
    let page = run(flows::consent_page(&world.ports, grant.id, &user)).expect("a page");
    assert_eq!((&*page.client.metadata.client_name, asked()), ("Renamed", 4));
    documents.says(AtAddress::Nobody);
    world.ports.still.advance(Duration::hours(23));
    // also when the host is not asked any more
    let before = asked();
    for _ in 0..12 {
        begin().expect("as it was");
    }
    assert_eq!(asked() - before, 10);
    world.ports.still.advance(Duration::hours(1));
    assert_eq!(refused(), unknown, "for a day");
    // one host is asked a few times a minute
    for _ in 0..9 {
        assert_eq!(refused(), unknown);
    }
    assert!(matches!(begin(), Err(AuthorizeError::Limited(_))));
}
