//! OAuth: codes and refresh tokens that are used once, keys.

use crate::build::{self, NOW, id};
use crate::contract::{Ports, StoreUnderTest, setup::kind, webhooks::webhook_setup::at_once};
use access::{AttemptHash, ConnectionId, OrganizationId, Role, Tier, UserId};
use invoicing::records::Provision;
use jobs::{JobId, JobQueue, NewJob, SubjectId};
use oauth::{
    ClientId, GrantId, Share,
    authorizations::{
        Approval, AuthorizationRequest, CodeChallenge, GRANT_KEPT_FOR, Grant, Resource, Stage,
        Wanted, WayBack,
    },
    clients::{AuthMethod, Client, ClientMetadata, GrantType, RedirectUri},
    connections::{Connection, RevokedBecause},
    ports::{CONNECTED_MAIL_JOB, ConnectionFilter, NewConnection, OAuthStore},
    tokens::{
        PublicKey, REFRESH_VALID_FOR, RETIRED_KEY_KEPT_FOR, RefreshToken, SecretHash, SigningKey,
    },
};
use time::{Duration, OffsetDateTime};

/// From where requests come.
const FROM: AttemptHash = AttemptHash([7; 16]);

fn client() -> Client {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(id().as_bytes());
    Client {
        fetched_at: None,
        id: ClientId::new(bytes),
        secret_hash: Some(SecretHash([9; 32])),
        metadata: ClientMetadata {
            client_name: "Účty".into(),
            redirect_uris: vec![redirect_uri()],
            token_endpoint_auth_method: AuthMethod::ClientSecretBasic,
            grant_types: GrantType::ALL.to_vec(),
            resources: Resource::ALL.to_vec(),
        },
        created_at: NOW,
    }
}

fn redirect_uri() -> RedirectUri {
    RedirectUri::parse("https://app.example/cb").expect("valid")
}

fn grant(client: &Client) -> Grant {
    let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
    let wanted = Wanted {
        scopes: "openid invoice:read".parse().expect("scopes"),
        challenge: CodeChallenge::parse(challenge).expect("a challenge"),
        resource: Resource::AgentApi,
        nonce: Some("n".into()),
    };
    let state = Some("stav č. 1".to_owned());
    let back = WayBack { client: client.id.clone(), redirect_uri: redirect_uri(), state };
    Grant::new(GrantId(id()), AuthorizationRequest { back, wanted: Ok(wanted) }, NOW)
}

/// A company and its owner.
async fn company(store: &impl Ports) -> (OrganizationId, UserId) {
    let organization = build::organization();
    let user = build::user(organization.id, Role::Owner);
    let made = (organization.id, user.id);
    let (organizations, users) = (vec![organization], vec![user]);
    let provision = Provision { organizations, users, ..Provision::default() };
    store.provision(&provision, NOW).await.expect("provisioned");
    made
}

fn approval((organization, user): (OrganizationId, UserId)) -> Approval {
    let scopes = "invoice:read".parse().expect("scopes");
    Approval { user, organization, tier: Tier::Test, scopes, at: NOW, signed_in_at: NOW }
}

fn connection(client: &Client, (organization, user): (OrganizationId, UserId)) -> Connection {
    Connection {
        id: ConnectionId(id()),
        client: client.id.clone(),
        client_name: client.metadata.client_name.clone(),
        redirect_host: "app.example".into(),
        user,
        organization,
        tier: Tier::Test,
        scopes: "openid invoice:read".parse().expect("scopes"),
        resource: Resource::AgentApi,
        created_at: NOW,
        last_used_at: None,
        calls: 0,
        revoked: None,
    }
}

pub(in crate::contract) fn mail(connection: &Connection) -> NewJob {
    NewJob {
        id: JobId(id()),
        kind: CONNECTED_MAIL_JOB,
        organization: Some(connection.organization),
        subject: Some(SubjectId(connection.id.0)),
        key: Some(format!("mail:{}", connection.id)),
        run_at: NOW,
    }
}

fn hash() -> SecretHash {
    let mut hash = [1; 32];
    hash[..16].copy_from_slice(id().as_bytes());
    SecretHash(hash)
}

/// An approved grant, with the hash of its code.
async fn approved(
    store: &impl Ports,
    client: &Client,
    of: (OrganizationId, UserId),
) -> (GrantId, SecretHash) {
    let (grant, code) = (grant(client), hash());
    store.add_grant(&grant, FROM).await.expect("kept");
    store.decide_grant(grant.id, Some((&approval(of), &code))).await.expect("decided");
    (grant.id, code)
}

/// A connection with a refresh token.
pub(in crate::contract) async fn connected(store: &impl Ports) -> (Connection, RefreshToken) {
    let of = company(store).await;
    let client = client();
    store.add_client(&client, FROM).await.expect("kept");
    let (grant, _) = approved(store, &client, of).await;
    let connection = connection(&client, of);
    let refresh = RefreshToken::new(hash(), connection.id, NOW);
    let mail = mail(&connection);
    let new = NewConnection { connection: &connection, refresh: Some(&refresh), mail: &mail };
    store.exchange_grant(grant, new).await.expect("exchanged");
    assert!(store.job(mail.id).await.expect("asked").is_some(), "the mail waits");
    (connection, refresh)
}

pub async fn clients_and_grants_are_read_as_they_were_kept(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let client = client();
    assert_eq!(kind(&store.client(&client.id).await), "not found");
    assert_eq!(kind(&store.add_grant(&grant(&client), FROM).await), "not found");
    store.add_client(&client, FROM).await.expect("kept");
    assert_eq!(store.client(&client.id).await.expect("read"), client);
    let mut faulty = grant(&client);
    faulty.request.wanted = Err(oauth::authorizations::denied());
    for grant in [grant(&client), faulty] {
        assert_eq!(kind(&store.grant(grant.id).await), "not found");
        store.add_grant(&grant, FROM).await.expect("kept");
        assert_eq!(store.grant(grant.id).await.expect("read"), grant);
    }
}

pub async fn a_grant_is_decided_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let of = company(store).await;
    let client = client();
    store.add_client(&client, FROM).await.expect("kept");
    let (id, code) = approved(store, &client, of).await;
    let read = store.grant_of_code(&code).await.expect("asked").expect("found");
    assert_eq!((read.id, read.stage), (id, Stage::Approved(approval(of))));
    assert_eq!(store.grant_of_code(&hash()).await.expect("asked"), None);
    assert_eq!(kind(&store.decide_grant(id, None).await), "conflict");
    let other = grant(&client);
    store.add_grant(&other, FROM).await.expect("kept");
    store.decide_grant(other.id, None).await.expect("refused");
    assert_eq!(store.grant(other.id).await.expect("read").stage, Stage::Cancelled);
    let again = store.decide_grant(other.id, Some((&approval(of), &hash()))).await;
    assert_eq!(kind(&again), "conflict");
}

pub async fn of_many_exchanges_of_a_code_one_makes_a_connection(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let of = company(store).await;
    let client = client();
    store.add_client(&client, FROM).await.expect("kept");
    let (grant, code) = approved(store, &client, of).await;
    let tasks = (0..16).map(|_| {
        let (store, connection) = (store.clone(), connection(&client, of));
        async move {
            let refresh = RefreshToken::new(hash(), connection.id, NOW);
            let mail = mail(&connection);
            let refresh = Some(&refresh);
            let new = NewConnection { connection: &connection, refresh, mail: &mail };
            let kept = kind(&store.exchange_grant(grant, new).await);
            (kept, connection, store.job(mail.id).await.expect("asked").is_some())
        }
    });
    let results = at_once(tasks).await;
    let made: Vec<_> = results.iter().filter(|(kept, ..)| *kept == "ok").collect();
    assert_eq!(made.len(), 1, "{results:?}");
    assert!(results.iter().all(|(kept, _, mailed)| (*kept == "ok") == *mailed), "{results:?}");
    let read = store.grant_of_code(&code).await.expect("asked").expect("still known");
    assert_eq!(read.stage, Stage::Exchanged(approval(of), made[0].1.id));
    let filter = ConnectionFilter { organization: of.0, user: None, unrevoked: false };
    let all = store.connections(filter, None, 10).await.expect("listed").rows;
    assert_eq!(all, [made[0].1.clone()]);
}

/// 64 refreshes with one token: exactly one new pair.
pub async fn of_many_refreshes_at_once_one_is_made(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (connection, refresh) = connected(store).await;
    let tasks = (0..64).map(|_| {
        let (store, used) = (store.clone(), refresh.hash);
        let next = RefreshToken::new(hash(), connection.id, NOW + Duration::MINUTE);
        async move {
            let rotated = kind(&store.rotate_refresh_token(&used, &next).await);
            (rotated, store.refresh_token(&next.hash).await.expect("asked").is_some())
        }
    });
    let results = at_once(tasks).await;
    assert_eq!(results.iter().filter(|(rotated, _)| *rotated == "ok").count(), 1, "{results:?}");
    for (rotated, kept) in results {
        assert!(matches!((rotated, kept), ("ok", true) | ("conflict", false)), "{rotated} {kept}");
    }
    let (used, _) = store.refresh_token(&refresh.hash).await.expect("asked").expect("known");
    assert_eq!(used.used_at, Some(NOW + Duration::MINUTE));
}

pub async fn a_refresh_token_ends_with_its_connection(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (connection, refresh) = connected(store).await;
    let (read, found) = store.refresh_token(&refresh.hash).await.expect("asked").expect("known");
    assert_eq!((read, &found.connection), (refresh.clone(), &connection));
    assert_eq!(found.role, Some(Role::Owner));
    assert_eq!(store.refresh_token(&hash()).await.expect("asked"), None);
    let (organization, why) = (connection.organization, RevokedBecause::RefreshReused);
    let revoked = store.revoke_connection(organization, connection.id, why, None, NOW).await;
    assert!(revoked.expect("revoked"));
    let next = RefreshToken::new(hash(), connection.id, NOW);
    let rotated = store.rotate_refresh_token(&refresh.hash, &next).await;
    assert_eq!(kind(&rotated), "conflict");
    assert_eq!(store.refresh_token(&next.hash).await.expect("asked"), None);
}

fn key(n: u8, created_at: OffsetDateTime) -> SigningKey {
    let public = PublicKey::new(vec![n; 65]);
    SigningKey { public, private: vec![n; 40], created_at, retired_at: None }
}

pub async fn one_key_signs_and_the_one_before_is_published(subject: &impl StoreUnderTest) {
    let store = subject.store();
    assert_eq!(store.signing_keys(NOW).await.expect("read"), []);
    let second = key(2, NOW + Duration::DAY);
    let tasks = (10..18).map(|n| {
        let (store, key) = (store.clone(), key(n, NOW));
        async move { (kind(&store.rotate_signing_key(None, &key).await), key) }
    });
    let results = at_once(tasks).await;
    assert_eq!(results.iter().filter(|(kept, _)| *kept == "ok").count(), 1, "{results:?}");
    assert!(results.iter().all(|(kept, _)| matches!(*kept, "ok" | "conflict")), "{results:?}");
    let made = store.signing_keys(NOW).await.expect("read");
    assert_eq!(made.len(), 1, "{made:?}");
    let stale = store.rotate_signing_key(Some("other"), &second).await;
    assert_eq!(kind(&stale), "conflict");
    store.rotate_signing_key(Some(&made[0].public.id), &second).await.expect("rotated");
    let retired = SigningKey { retired_at: Some(second.created_at), ..made[0].clone() };
    let both = store.signing_keys(second.created_at).await.expect("read");
    assert_eq!(both, [second.clone(), retired]);
    let later = second.created_at + RETIRED_KEY_KEPT_FOR;
    assert_eq!(store.signing_keys(later).await.expect("read"), [second]);
}

/// What strangers leave is counted, from one place and in all, as long as nobody has decided on it.
pub async fn what_strangers_leave_is_counted(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (here, there) = (AttemptHash(id().into_bytes()), AttemptHash(id().into_bytes()));
    let now = NOW + Duration::days(30);
    let mut made = Vec::new();
    for (from, at) in [(here, now), (here, now + Duration::SECOND), (there, now)] {
        let client = Client { created_at: at, ..client() };
        store.add_client(&client, from).await.expect("kept");
        let grant = Grant { created_at: at, ..grant(&client) };
        store.add_grant(&grant, from).await.expect("kept");
        made.push(grant);
    }
    let second = now + Duration::SECOND;
    for (since, of_here, oldest) in
        [(now, 2, Some(now)), (second, 1, Some(second)), (now + Duration::MINUTE, 0, None)]
    {
        for taken in
            [store.recent_clients(here, since).await, store.pending_grants(here, since).await]
        {
            let taken = taken.expect("counted");
            assert_eq!(taken.of_address, Share { count: of_here, oldest });
            assert!(taken.in_all.count >= of_here);
            assert!(oldest.is_none() || taken.in_all.oldest <= oldest);
        }
    }
    assert!(store.pending_grants(there, now).await.expect("counted").in_all.count >= 3);
    store.decide_grant(made[0].id, None).await.expect("decided");
    assert_eq!(store.pending_grants(here, now).await.expect("counted").of_address.count, 1);
    let purged = store.purge_pending_grants(now + Duration::SECOND).await.expect("purged");
    assert!(purged >= 1);
    assert_eq!(kind(&store.grant(made[2].id).await), "not found");
    assert!(store.grant(made[0].id).await.is_ok() && store.grant(made[1].id).await.is_ok());
}

pub async fn what_has_ended_is_purged(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (connection, refresh) = connected(store).await;
    let unused = client();
    store.add_client(&unused, FROM).await.expect("kept");
    let pending = grant(&unused);
    store.add_grant(&pending, FROM).await.expect("kept");
    assert_eq!(store.purge_oauth(NOW, NOW).await.expect("purged"), 0);
    // two grants; the client without a connection
    let purged = store.purge_oauth(NOW + GRANT_KEPT_FOR, NOW + Duration::SECOND).await;
    assert_eq!(purged.expect("purged"), 3);
    assert_eq!(kind(&store.client(&unused.id).await), "not found");
    assert!(store.client(&connection.client).await.is_ok());
    let ended = NOW + REFRESH_VALID_FOR + Duration::SECOND;
    assert_eq!(store.purge_oauth(ended, NOW).await.expect("purged"), 1);
    assert_eq!(store.refresh_token(&refresh.hash).await.expect("asked"), None);
    assert!(store.connection(connection.organization, connection.id).await.is_ok());
}
