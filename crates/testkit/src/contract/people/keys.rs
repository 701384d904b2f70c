//! Keys: made, listed, ended, used.

use crate::build::{self, NOW, id, partner};
use crate::contract::{
    Ports, StoreUnderTest,
    setup::{kind, new_user},
};
use access::{
    AccessStore, AddKeyError, ApiKeyId, KeyFilter, KeyRecord, KeyScope, KeyState, KeyStore, NewKey,
    NewKeyOwner, PartnerId, Scopes, Tier, WINDOW_SECONDS,
};
use invoicing::records::Provision;
use persistence::StoreError;
use time::Duration;

/// A partner without organizations.
async fn new_partner(store: &impl Ports) -> PartnerId {
    let partners = vec![partner(&[])];
    let id = partners[0].id;
    let provision = Provision { partners, ..Provision::default() };
    store.provision(&provision, NOW).await.expect("provisioned");
    id
}

fn scope(owner: NewKeyOwner) -> KeyScope {
    match owner {
        NewKeyOwner::User { organization, .. } => KeyScope::Organization(organization),
        NewKeyOwner::Partner(partner) => KeyScope::Partner(partner),
    }
}

fn key(owner: NewKeyOwner) -> NewKey {
    build::key(owner, Tier::Test)
}

async fn works(store: &impl Ports, key: &NewKey, now: time::OffsetDateTime) -> bool {
    store.use_key(&key.hash, None, now).await.expect("asked").is_some()
}

pub async fn a_key_is_read_as_it_was_made(subject: &impl StoreUnderTest) {
    let store = subject.store();
    for owner in [new_user(store).await, NewKeyOwner::Partner(new_partner(store).await)] {
        let first = key(owner);
        store.add_key(&first, None, NOW).await.expect("made");
        let new = NewKey {
            name: Some("ERP – \"test\"".into()),
            expires_at: Some(NOW + Duration::days(1)),
            created_by: Some(first.id),
            scopes: "invoice:read contract:read".parse().expect("scopes"),
            ..key(owner)
        };
        store.add_key(&new, Some(2), NOW).await.expect("made");
        let expected = KeyRecord {
            id: new.id,
            name: new.name.clone(),
            hint: new.hint.clone(),
            tier: new.tier,
            scopes: new.scopes,
            owner,
            created_at: NOW,
            created_by: Some(first.id),
            last_used_at: None,
            expires_at: new.expires_at,
            revoked_at: None,
        };
        for scope in [None, Some(scope(owner))] {
            assert_eq!(store.key_record(scope, new.id).await.expect("a key"), expected);
        }
        let found = store.use_key(&new.hash, None, NOW).await.expect("asked").expect("a key");
        assert_eq!((found.key.expires_at, found.key.scopes), (new.expires_at, new.scopes));
    }
    let nobody = key(NewKeyOwner::Partner(PartnerId(id())));
    let refused = store.add_key(&nobody, None, NOW).await;
    assert!(matches!(refused, Err(AddKeyError::Store(StoreError::NotFound))), "{refused:?}");
}

pub async fn a_key_ends_at_its_time_and_when_it_is_revoked(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = NewKeyOwner::Partner(new_partner(store).await);
    let end = NOW + Duration::hours(1);
    let ending = NewKey { expires_at: Some(end), ..key(owner) };
    let revoked = key(owner);
    for key in [&ending, &revoked] {
        store.add_key(key, None, NOW).await.expect("made");
    }
    assert!(works(store, &ending, end - Duration::MICROSECOND).await);
    assert!(!works(store, &ending, end).await);

    assert!(works(store, &revoked, NOW).await);
    for later in 1..3 {
        let now = NOW + Duration::seconds(later);
        store.revoke_key(Some(scope(owner)), revoked.id, now).await.expect("revoked");
        assert!(!works(store, &revoked, now).await);
    }
    let record = store.key_record(None, revoked.id).await.expect("it is kept");
    assert_eq!(record.revoked_at, Some(NOW + Duration::SECOND), "the first time counts");
    assert_eq!(kind(&store.revoke_key(None, ApiKeyId(id()), NOW).await), "not found");
}

pub async fn keys_are_their_owners_own(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owners = [
        new_user(store).await,
        new_user(store).await,
        NewKeyOwner::Partner(new_partner(store).await),
        NewKeyOwner::Partner(new_partner(store).await),
    ];
    let keys = owners.map(key);
    for key in &keys {
        store.add_key(key, Some(1), NOW).await.expect("made");
    }
    for (i, owner) in owners.into_iter().enumerate() {
        let scope = Some(scope(owner));
        let own = store.keys(scope, KeyFilter::default(), None, 10).await.expect("a page");
        assert_eq!(own.rows.iter().map(|key| key.id).collect::<Vec<_>>(), [keys[i].id]);
        for (other, key) in keys.iter().enumerate().filter(|(other, _)| *other != i) {
            let found = store.key_record(scope, key.id).await;
            assert_eq!(kind(&found), "not found", "{i} {other}");
            let revoked = store.revoke_key(scope, key.id, NOW).await;
            assert_eq!(kind(&revoked), "not found", "{i} {other}");
        }
    }
    for key in &keys {
        assert!(works(store, key, NOW).await);
    }
    let all = store.keys(None, KeyFilter::default(), None, 100).await.expect("a page");
    assert_eq!(all.rows.len(), keys.len());
}

pub async fn every_filter_of_keys_finds_what_it_should(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = NewKeyOwner::Partner(new_partner(store).await);
    let live = build::key(owner, Tier::Live);
    let ended = NewKey { expires_at: Some(NOW), ..key(owner) };
    let revoked = NewKey { expires_at: Some(NOW), ..key(owner) };
    let (at, later) = (NOW - Duration::hours(1), NOW);
    for (i, key) in [&live, &ended, &revoked].into_iter().enumerate() {
        let at = at + Duration::seconds(i64::try_from(i).expect("few"));
        store.add_key(key, None, at).await.expect("made");
    }
    store.revoke_key(None, revoked.id, NOW).await.expect("revoked");
    let of = |tier, state: Option<KeyState>| KeyFilter {
        tier,
        state: state.map(|state| (state, later)),
    };
    for (filter, expected) in [
        (KeyFilter::default(), vec![revoked.id, ended.id, live.id]),
        (of(Some(Tier::Live), None), vec![live.id]),
        (of(Some(Tier::Test), None), vec![revoked.id, ended.id]),
        (of(None, Some(KeyState::Active)), vec![live.id]),
        (of(None, Some(KeyState::Expired)), vec![ended.id]),
        (of(None, Some(KeyState::Revoked)), vec![revoked.id]),
        (of(Some(Tier::Test), Some(KeyState::Active)), vec![]),
    ] {
        let (mut found, mut after) = (Vec::new(), None);
        loop {
            let page = store.keys(Some(scope(owner)), filter, after, 1).await.expect("a page");
            after = page.next();
            found.extend(page.rows.iter().map(|key| key.id));
            if after.is_none() {
                break;
            }
        }
        assert_eq!(found, expected, "{filter:?}");
    }
}

pub async fn of_many_keys_at_once_as_many_are_made_as_are_allowed(subject: &impl StoreUnderTest) {
    let owner = new_user(subject.store()).await;
    let dead = NewKey { expires_at: Some(NOW), ..key(owner) };
    subject.store().add_key(&dead, Some(1), NOW).await.expect("one that does not count");
    let tasks = (0..8).map(|_| {
        let store = subject.store().clone();
        tokio::spawn(async move { store.add_key(&key(owner), Some(3), NOW).await })
    });
    let mut made = 0;
    for task in tasks.collect::<Vec<_>>() {
        match task.await.expect("no panic") {
            Ok(()) => made += 1,
            Err(AddKeyError::TooMany(3)) => {}
            Err(error) => panic!("{error:?}"),
        }
    }
    assert_eq!(made, 3);
}

pub async fn an_id_is_given_to_one_key(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = new_user(store).await;
    let first = key(owner);
    store.add_key(&first, None, NOW).await.expect("made");
    for other in [owner, new_user(store).await] {
        let again = NewKey { id: first.id, ..key(other) };
        let refused = store.add_key(&again, None, NOW).await;
        assert!(matches!(refused, Err(AddKeyError::Store(StoreError::Taken(_)))), "{refused:?}");
        assert!(!works(store, &again, NOW).await);
    }
    assert!(works(store, &first, NOW).await);
}

pub async fn a_key_that_ended_makes_no_other(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = NewKeyOwner::Partner(new_partner(store).await);
    let revoked = key(owner);
    let ended = NewKey { expires_at: Some(NOW), ..key(owner) };
    for key in [&revoked, &ended] {
        store.add_key(key, None, NOW).await.expect("made");
    }
    store.revoke_key(None, revoked.id, NOW).await.expect("revoked");
    for grantor in [revoked.id, ended.id, ApiKeyId(id())] {
        let new = NewKey { created_by: Some(grantor), ..key(owner) };
        let refused = store.add_key(&new, None, NOW).await;
        assert!(matches!(refused, Err(AddKeyError::GrantorEnded)), "{refused:?}");
        assert!(!works(store, &new, NOW).await);
    }
}

pub async fn a_rotated_key_goes_on_for_a_while(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = new_user(store).await;
    let old = key(owner);
    store.add_key(&old, None, NOW).await.expect("made");
    let before = store.key_record(None, old.id).await.expect("a key");
    let end = NOW + Duration::hours(24);
    let new = NewKey { scopes: Scopes::default(), ..key(owner) };
    let full = store.replace_key(&before, end, &new, Some(1), NOW).await;
    assert!(matches!(full, Err(AddKeyError::TooMany(1))), "{full:?}");
    assert_eq!(store.key_record(None, old.id).await.expect("a key"), before, "nothing is kept");
    store.replace_key(&before, end, &new, Some(2), NOW).await.expect("rotated");
    for (now, old_works) in [(NOW, true), (end - Duration::SECOND, true), (end, false)] {
        assert_eq!(works(store, &old, now).await, old_works, "{now}");
        assert!(works(store, &new, now).await);
    }
    store.revoke_key(None, new.id, NOW).await.expect("revoked");
    let revoked = store.key_record(None, new.id).await.expect("a key");
    let gone = KeyRecord { revoked_at: None, ..revoked };
    let refused = store.replace_key(&gone, end, &key(owner), None, NOW).await;
    assert!(matches!(refused, Err(AddKeyError::Store(StoreError::Conflict))), "{refused:?}");
}

pub async fn of_many_rotations_at_once_one_is_made(subject: &impl StoreUnderTest) {
    let owner = NewKeyOwner::Partner(new_partner(subject.store()).await);
    let old = key(owner);
    subject.store().add_key(&old, None, NOW).await.expect("made");
    let before = subject.store().key_record(None, old.id).await.expect("a key");
    let tasks = (0..6).map(|_| {
        let (store, before) = (subject.store().clone(), before.clone());
        let end = NOW + Duration::hours(1);
        tokio::spawn(async move { store.replace_key(&before, end, &key(owner), None, NOW).await })
    });
    let mut made = 0;
    for task in tasks.collect::<Vec<_>>() {
        match task.await.expect("no panic") {
            Ok(()) => made += 1,
            Err(AddKeyError::Store(StoreError::Conflict)) => {}
            Err(error) => panic!("{error:?}"),
        }
    }
    assert_eq!(made, 1);
    let scope = Some(scope(owner));
    let all = subject.store().keys(scope, KeyFilter::default(), None, 10).await.expect("a page");
    assert_eq!(all.rows.len(), 2);
}

pub async fn a_use_is_counted_and_remembered(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = new_user(store).await;
    let key = key(owner);
    store.add_key(&key, None, NOW).await.expect("made");
    let next = NOW + Duration::seconds(WINDOW_SECONDS);
    for (now, count) in [(NOW, 1), (NOW, 2), (NOW + Duration::SECOND, 3), (next, 1)] {
        let found = store.use_key(&key.hash, None, now).await.expect("asked").expect("a key");
        assert_eq!(found.window.count, count, "{now}");
        let record = store.key_record(None, key.id).await.expect("a key");
        let used = record.last_used_at.expect("it was used").unix_timestamp();
        assert_eq!(used, found.window.start, "to the minute");
    }
}
