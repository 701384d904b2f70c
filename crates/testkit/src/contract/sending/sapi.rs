//! Tokens of SAPI-SK and the failures of their clients.

use crate::build::{self, NOW, id, partner};
use crate::contract::{
    Ports, StoreUnderTest,
    setup::{kind, new_user},
};
use access::{ApiKeyId, AttemptHash, KeyStore, NewKey, NewKeyOwner, Tier};
use invoicing::records::{Provision, ProvisionStore};
use sapi_sk::{
    Failures, GrantId, LOCKED_FOR, MAX_FAILURES, NewToken, NewTokens, SapiScopes, TokenId,
    TokenKind, TokenStore,
};
use time::Duration;

const HERE: AttemptHash = AttemptHash([1; 16]);
const ELSEWHERE: AttemptHash = AttemptHash([2; 16]);

async fn new_client(store: &impl Ports) -> NewKey {
    let key = build::key(new_user(store).await, Tier::Test);
    store.add_key(&key, None, NOW).await.expect("made");
    key
}

fn token() -> NewToken {
    let (id, more) = (id(), id());
    let mut hash = [0; 32];
    hash[..16].copy_from_slice(id.as_bytes());
    hash[16..].copy_from_slice(more.as_bytes());
    NewToken { id: TokenId(id), hash }
}

fn pair(key: ApiKeyId, grant: GrantId) -> NewTokens {
    let scopes = SapiScopes::ALL;
    NewTokens { grant, key, scopes, access: token(), refresh: token(), issued_at: NOW }
}

async fn has_ended(store: &impl Ports, token: &NewToken) -> bool {
    let found = store.token(&token.hash).await.expect("asked").expect("a token");
    found.token.ended_at.is_some()
}

pub async fn a_token_is_read_as_it_was_made(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let client = new_client(store).await;
    for scopes in ["document:send", "document:receive", "document:send document:receive"] {
        let scopes: SapiScopes = scopes.parse().expect("scopes");
        let tokens = NewTokens { scopes, ..pair(client.id, GrantId(id())) };
        store.add_tokens(&tokens, HERE).await.expect("kept");
        for (record, hash) in tokens.records() {
            let found = store.token(&hash).await.expect("asked").expect("a token");
            assert_eq!((found.token, found.client_hash), (record, client.hash));
            let NewKeyOwner::User { organization, .. } = client.owner else { panic!("a user") };
            assert_eq!(found.organization, organization);
        }
    }
    assert_eq!(store.token(&token().hash).await.expect("asked"), None);
}

pub async fn a_refresh_token_is_renewed_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let client = new_client(store).await;
    let first = pair(client.id, GrantId(id()));
    store.add_tokens(&first, HERE).await.expect("kept");
    let second = pair(client.id, first.grant);
    store.renew_tokens(first.refresh.id, &second).await.expect("renewed");
    assert!(has_ended(store, &first.refresh).await && !has_ended(store, &second.refresh).await);
    assert!(!has_ended(store, &first.access).await, "it goes on to its end");
    let third = pair(client.id, first.grant);
    assert_eq!(kind(&store.renew_tokens(first.refresh.id, &third).await), "conflict");
    assert_eq!(store.token(&third.access.hash).await.expect("asked"), None, "nothing is kept");
}

pub async fn of_many_renewals_at_once_one_is_made(subject: &impl StoreUnderTest) {
    let client = new_client(subject.store()).await;
    let first = pair(client.id, GrantId(id()));
    subject.store().add_tokens(&first, HERE).await.expect("kept");
    let tasks = (0..6).map(|_| {
        let (store, refresh) = (subject.store().clone(), first.refresh.id);
        let next = pair(client.id, first.grant);
        tokio::spawn(async move { store.renew_tokens(refresh, &next).await })
    });
    let mut made = 0;
    for task in tasks.collect::<Vec<_>>() {
        let renewed = task.await.expect("no panic");
        made += usize::from(renewed.is_ok());
        assert!(renewed.is_ok() || kind(&renewed) == "conflict", "{renewed:?}");
    }
    assert_eq!(made, 1);
}

pub async fn a_revoked_grant_has_no_token_left(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let client = new_client(store).await;
    let (first, other) = (pair(client.id, GrantId(id())), pair(client.id, GrantId(id())));
    for tokens in [&first, &other] {
        store.add_tokens(tokens, HERE).await.expect("kept");
    }
    let second = pair(client.id, first.grant);
    store.renew_tokens(first.refresh.id, &second).await.expect("renewed");
    for _ in 0..2 {
        store.revoke_grant(first.grant, NOW).await.expect("revoked");
        for token in [&first.access, &first.refresh, &second.access, &second.refresh] {
            assert!(has_ended(store, token).await);
        }
    }
    let third = pair(client.id, first.grant);
    assert_eq!(kind(&store.renew_tokens(second.refresh.id, &third).await), "conflict");
    assert!(!has_ended(store, &other.access).await, "another grant");
    store.revoke_grant(GrantId(id()), NOW).await.expect("one that is unknown");
}

pub async fn failures_lock_a_client_until_they_are_forgotten(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let client = new_client(store).await;
    let known = async || {
        store.api_client(client.id, HERE).await.expect("asked").expect("a client").failures
    };
    assert_eq!(known().await, Failures::default());
    let mut expected = Failures::default();
    for seconds in 0..i64::from(MAX_FAILURES) {
        let now = NOW + Duration::seconds(seconds);
        assert_eq!(store.count_attempt(client.id, HERE, now).await.expect("kept"), expected);
        expected = expected.with_failure(now);
        assert_eq!(known().await, expected);
    }
    assert!(expected.locked_for(NOW + LOCKED_FOR).is_some());
    // whoever is elsewhere is not locked out, and does not unlock who is here
    let elsewhere = async || {
        let client = store.api_client(client.id, ELSEWHERE).await.expect("asked");
        client.expect("a client").failures
    };
    assert_eq!(elsewhere().await, Failures::default());
    let counted = store.count_attempt(client.id, ELSEWHERE, NOW).await.expect("kept");
    assert_eq!((counted, elsewhere().await.count), (Failures::default(), 1));
    store.add_tokens(&pair(client.id, GrantId(id())), ELSEWHERE).await.expect("kept");
    assert_eq!((elsewhere().await, known().await), (Failures::default(), expected));
    store.forget_failures(client.id, HERE).await.expect("forgotten");
    assert_eq!(known().await, Failures::default());
    store.count_attempt(client.id, HERE, NOW).await.expect("kept");
    store.add_tokens(&pair(client.id, GrantId(id())), HERE).await.expect("kept");
    assert_eq!(known().await, Failures::default());
}

pub async fn of_many_attempts_at_once_no_more_count_than_may_fail(subject: &impl StoreUnderTest) {
    let client = new_client(subject.store()).await.id;
    let tasks = (0..3 * MAX_FAILURES).map(|_| {
        let store = subject.store().clone();
        tokio::spawn(async move { store.count_attempt(client, HERE, NOW).await })
    });
    let mut counts = Vec::new();
    for task in tasks.collect::<Vec<_>>() {
        let before = task.await.expect("no panic").expect("kept");
        counts.extend(before.locked_for(NOW).is_none().then_some(before.count));
    }
    counts.sort_unstable();
    assert_eq!(counts, (0..MAX_FAILURES).collect::<Vec<_>>());
}

pub async fn only_keys_of_organizations_are_clients(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let partners = vec![partner(&[])];
    let key = build::key(NewKeyOwner::Partner(partners[0].id), Tier::Test);
    let provision = Provision { partners, ..Provision::default() };
    store.provision(&provision, NOW).await.expect("provisioned");
    store.add_key(&key, None, NOW).await.expect("made");
    for unknown in [key.id, ApiKeyId(id())] {
        assert_eq!(store.api_client(unknown, HERE).await.expect("asked"), None);
        assert_eq!(kind(&store.count_attempt(unknown, HERE, NOW).await), "not found");
    }
}

pub async fn expired_tokens_are_purged(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let client = new_client(store).await;
    let tokens = pair(client.id, GrantId(id()));
    store.add_tokens(&tokens, HERE).await.expect("kept");
    let end = NOW + TokenKind::Access.life();
    store.purge_tokens(end).await.expect("purged");
    assert!(store.token(&tokens.access.hash).await.expect("asked").is_some());
    let purged = store.purge_tokens(end + Duration::SECOND).await.expect("purged");
    assert!(purged >= 1);
    assert_eq!(store.token(&tokens.access.hash).await.expect("asked"), None);
    assert!(store.token(&tokens.refresh.hash).await.expect("asked").is_some());
}
