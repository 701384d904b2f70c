//! Connections of applications: what decides at each call, and that they end at once.

use super::oauth::{connected, mail};
use crate::build::{self, NOW};
use crate::contract::{
    StoreUnderTest,
    setup::{kind, walk},
    webhooks::webhook_setup::{SENT, add, at_once, new_endpoint},
};
use access::{Credential, KeyStore, NewKeyOwner, OrganizationId, Plan, Role, Tier, UserId};
use jobs::JobQueue;
use members::{Group, MemberChange, MemberStore};
use oauth::{
    connections::{Connection, RevokedBecause},
    ports::{ConnectionFilter, OAuthStore},
};
use organizations::OperatorStore;
use persistence::Cursor;
use time::Duration;
use webhooks::{
    Endpoint, Owner,
    endpoints::{Maker, NewEndpoint},
    ports::EndpointStore,
};

pub async fn a_connection_is_found_with_what_decides(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (connection, _) = connected(store).await;
    let (organization, id) = (connection.organization, connection.id);
    let stranger = OrganizationId(build::id());
    assert!(store.use_connection(stranger, id, NOW).await.expect("asked").is_none());
    assert_eq!(kind(&store.connection(stranger, id).await), "not found");
    for count in 1..=3 {
        let found = store.use_connection(organization, id, NOW).await.expect("asked");
        let (found, window) = found.expect("found");
        assert_eq!((found.role, window.count), (Some(Role::Owner), count));
    }
    let read = store.connection(organization, id).await.expect("found").connection;
    assert_eq!((read.last_used_at, read.calls), (Some(NOW), 3));
    let later = NOW + Duration::minutes(2);
    store.use_connection(organization, id, later).await.expect("asked").expect("found");
    let filter = ConnectionFilter { organization, user: None, unrevoked: false };
    let listed = store.connections(filter, None, 10).await.expect("listed").rows;
    assert_eq!((listed.len(), listed[0].calls), (1, 4), "the minutes add up");
    // what has ended is refused, and not counted
    let why = RevokedBecause::Client;
    store.revoke_connection(organization, id, why, None, later).await.expect("revoked");
    store.use_connection(organization, id, later).await.expect("asked").expect("found");
    let read = store.connection(organization, id).await.expect("found").connection;
    assert_eq!(read.calls, 4);
}

pub async fn what_changes_counts_at_the_next_call(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (connection, _) = connected(store).await;
    let (organization, id, user) = (connection.organization, connection.id, connection.user);
    let found = async || {
        let found = store.use_connection(organization, id, NOW).await.expect("asked");
        let (found, _) = found.expect("found");
        let read = store.connection(organization, id).await.expect("found");
        assert_eq!((read.role, read.plan), (found.role, found.plan));
        (found.role, found.plan, found.connection.revoked)
    };
    let before = found().await;
    assert_eq!((before.0, before.2), (Some(Role::Owner), None));
    store.set_member(organization, user, Role::Viewer).await.expect("set");
    assert_eq!(found().await, (Some(Role::Viewer), before.1, None));
    for plan in [Plan::Free, Plan::Enterprise] {
        store.set_plan(organization, plan).await.expect("set");
        assert_eq!(found().await, (Some(Role::Viewer), plan, None));
    }
    let group = Group::Organization(organization);
    let removed = store.change_member(group, user, NOW, |_| Ok(MemberChange::Remove)).await;
    removed.expect("removed");
    let ended = Some((NOW, RevokedBecause::MemberLeft));
    assert_eq!(found().await, (None, Plan::Enterprise, ended));
    let why = RevokedBecause::Client;
    store.revoke_connection(organization, id, why, None, NOW).await.expect("asked");
    assert_eq!(found().await, (None, Plan::Enterprise, ended), "once");
    store.set_member(organization, user, Role::Owner).await.expect("set");
    assert_eq!(found().await, (Some(Role::Owner), Plan::Enterprise, ended), "for good");
}

/// An endpoint ends with what it was made with, and others stay.
pub async fn endpoints_end_with_their_makers(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let ((connection, _), (stranger, _)) = (connected(store).await, connected(store).await);
    let (organization, user) = (connection.organization, connection.user);
    let owner = Owner::Organization(organization);
    let own = NewKeyOwner::User { user, organization };
    let key = build::key(own, Tier::Live);
    store.add_key(&key, None, NOW).await.expect("made");
    let made = async |who: Option<Credential>, owner| {
        let made_by = who.map(|who| Maker { who, tier: Tier::Test });
        let new = NewEndpoint { made_by, ..new_endpoint(owner, &[SENT]) };
        let endpoint = add(store, &new).await.expect("registered");
        assert_eq!(endpoint.made_by, made_by);
        assert_eq!(store.endpoint(owner, endpoint.id).await.expect("found"), endpoint);
        endpoint
    };
    let by_connection = made(Some(Credential::Connection(connection.id)), owner).await;
    let switched_off = made(Some(Credential::Connection(connection.id)), owner).await;
    let off = Endpoint { health: switched_off.health.disabled(NOW), ..switched_off.clone() };
    store.change_endpoint(owner, &switched_off, &off).await.expect("changed");
    let by_key = made(Some(Credential::Key(key.id)), owner).await;
    let by_person = made(Some(Credential::Person(user)), owner).await;
    let by_other = made(Some(Credential::Person(stranger.user)), owner).await;
    let by_nobody = made(None, owner).await;
    let elsewhere = Owner::Organization(stranger.organization);
    let foreign = made(Some(Credential::Person(user)), elsewhere).await;
    let ended = async |expected: &[&Endpoint]| {
        let all =
            [&by_connection, &switched_off, &by_key, &by_person, &by_other, &by_nobody, &foreign];
        for endpoint in all {
            let health = store.endpoint(endpoint.owner, endpoint.id).await.expect("found").health;
            let is_expected = expected.iter().any(|known| known.id == endpoint.id);
            assert_eq!(health.access_ended(), is_expected, "{endpoint:?}");
        }
    };
    ended(&[]).await;
    let why = RevokedBecause::User;
    store.revoke_connection(organization, connection.id, why, None, NOW).await.expect("revoked");
    ended(&[&by_connection, &switched_off]).await;
    let group = Group::Organization(organization);
    let viewer = store.change_member(group, user, NOW, |_| Ok(MemberChange::Role(Role::Viewer)));
    viewer.await.expect("changed");
    ended(&[&by_connection, &switched_off]).await;
    let removed = store.change_member(group, user, NOW, |_| Ok(MemberChange::Remove)).await;
    removed.expect("removed");
    ended(&[&by_connection, &switched_off, &by_key, &by_person]).await;
    let key = store.key_record(None, key.id).await.expect("found");
    assert_eq!(key.revoked_at, Some(NOW));
}

/// Twenty calls, two of them of one connection: each finds its own, and is counted for it.
pub async fn calls_at_once_find_each_its_own(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let mut all = Vec::new();
    for _ in 0..19 {
        all.push(connected(store).await.0);
    }
    all.push(all[0].clone());
    let tasks = all.iter().cloned().map(|connection| {
        let store = store.clone();
        async move {
            let (organization, id) = (connection.organization, connection.id);
            let found = store.use_connection(organization, id, NOW).await.expect("asked");
            let (found, window) = found.expect("found");
            assert_eq!((found.connection.id, found.connection.organization), (id, organization));
            assert_eq!(found.connection.user, connection.user);
            window.count
        }
    });
    let mut counts = at_once(tasks).await;
    let mut twice = [counts[0], counts.pop().expect("twenty")];
    twice.sort_unstable();
    assert_eq!(twice, [1, 2], "the two of one connection");
    assert!(counts[1..].iter().all(|count| *count == 1), "{counts:?}");
}

pub async fn a_connection_is_no_other_organization_s(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let ((own, _), (other, _)) = (connected(store).await, connected(store).await);
    for _ in 0..2 {
        let stolen = store.use_connection(own.organization, other.id, NOW).await.expect("asked");
        assert!(stolen.is_none(), "{stolen:?}");
    }
    let found = store.use_connection(other.organization, other.id, NOW).await.expect("asked");
    let (found, window) = found.expect("found");
    assert_eq!(found.connection.organization, other.organization);
    assert_eq!(window.count, 1, "nobody else counts for it");
}

pub async fn a_connection_is_revoked_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (connection, _) = connected(store).await;
    let (organization, id) = (connection.organization, connection.id);
    let stranger = OrganizationId(build::id());
    let why = RevokedBecause::User;
    let foreign = store.revoke_connection(stranger, id, why, None, NOW).await;
    assert_eq!(kind(&foreign), "not found");
    let tasks = (0..8).map(|_| {
        let (store, connection) = (store.clone(), connection.clone());
        async move {
            let mut mail = mail(&connection);
            mail.key = None;
            let ended = store.revoke_connection(organization, id, why, Some(&mail), NOW).await;
            (ended.expect("asked"), store.job(mail.id).await.expect("asked").is_some())
        }
    });
    let results = at_once(tasks).await;
    assert_eq!(results.iter().filter(|(ended, _)| *ended).count(), 1, "{results:?}");
    assert!(results.iter().all(|(ended, mailed)| ended == mailed), "{results:?}");
    let (found, _) =
        store.use_connection(organization, id, NOW).await.expect("asked").expect("still known");
    assert_eq!(found.connection.revoked, Some((NOW, why)));
}

pub async fn connections_are_their_organizations_own(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (connection, _) = connected(store).await;
    connected(store).await;
    let organization = connection.organization;
    let of = |user| ConnectionFilter { organization, user, unrevoked: true };
    for (filter, expected) in
        [(of(None), 1), (of(Some(connection.user)), 1), (of(Some(UserId(build::id()))), 0)]
    {
        let place = |row: &Connection| Cursor::new(row.created_at, row.id);
        let rows = walk(1, place, |after| store.connections(filter, after, 1)).await;
        assert_eq!(rows.len(), expected);
        assert!(rows.iter().all(|row| *row == connection));
    }
    let why = RevokedBecause::User;
    store.revoke_connection(organization, connection.id, why, None, NOW).await.expect("revoked");
    for (unrevoked, expected) in [(true, 0), (false, 1)] {
        let filter = ConnectionFilter { unrevoked, ..of(None) };
        let rows = store.connections(filter, None, 10).await.expect("listed").rows;
        assert_eq!(rows.len(), expected);
    }
}
