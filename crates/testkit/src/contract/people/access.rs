//! Keys and who holds them.

use crate::build::{NOW, key, organization, partner, user};
use crate::contract::StoreUnderTest;
use access::{AccessStore, ApiKey, KeyOwner, NewKey, NewKeyOwner, OrganizationId, Role, Tier};
use invoicing::records::{Provision, ProvisionStore};

/// The key as a lookup should find it, and whether its partner manages the organization.
fn found(key: &NewKey, owner: KeyOwner, managed: bool) -> Option<(ApiKey, bool)> {
    let plan = match owner {
        KeyOwner::User { .. } => Some(organization().plan),
        KeyOwner::Partner(_) => None,
    };
    let NewKey { id, tier, scopes, expires_at, .. } = *key;
    Some((ApiKey { id, tier, scopes, owner, plan, expires_at }, managed))
}

async fn look_up(
    store: &impl AccessStore,
    hash: &[u8; 32],
    named: Option<OrganizationId>,
) -> Option<(ApiKey, bool)> {
    let found = store.use_key(hash, named, NOW).await.expect("asked");
    found.map(|found| (found.key, found.managed))
}

pub async fn a_users_key_comes_with_the_role_of_today(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (one, other) = (organization(), organization());
    let mut provision =
        Provision { organizations: vec![one.clone(), other.clone()], ..Provision::default() };
    let mut expected = Vec::new();
    for role in Role::ALL {
        let user = user(one.id, role);
        let owner = NewKeyOwner::User { user: user.id, organization: one.id };
        let mut key = key(owner, Tier::Test);
        key.scopes = "invoice:read".parse().expect("a scope");
        expected.push((
            key.clone(),
            KeyOwner::User { user: user.id, organization: one.id, role: Some(role) },
        ));
        provision.users.push(user);
        provision.keys.push(key);
    }
    // a key for an organization that its owner has left
    let left = user(one.id, Role::Owner);
    let owner = NewKeyOwner::User { user: left.id, organization: other.id };
    let orphan = key(owner, Tier::Live);
    expected.push((orphan.clone(), owner.with_role(None)));
    provision.users.push(left);
    provision.keys.push(orphan);
    store.provision(&provision, NOW).await.expect("provisioned");
    for (key, owner) in expected {
        for named in [None, Some(one.id), Some(other.id)] {
            let answer = look_up(store, &key.hash, named).await;
            assert_eq!(answer, found(&key, owner, false), "{named:?}");
        }
    }
}

pub async fn a_partners_key_tells_whether_it_manages_the_organization(
    subject: &impl StoreUnderTest,
) {
    let store = subject.store();
    let (managed, also_managed, foreign) = (organization(), organization(), organization());
    let (ours, theirs) = (partner(&[managed.id, also_managed.id]), partner(&[foreign.id]));
    let key = key(NewKeyOwner::Partner(ours.id), Tier::Test);
    let owner = KeyOwner::Partner(ours.id);
    let provision = Provision {
        organizations: vec![managed.clone(), also_managed.clone(), foreign.clone()],
        partners: vec![ours, theirs],
        keys: vec![key.clone()],
        ..Provision::default()
    };
    store.provision(&provision, NOW).await.expect("provisioned");
    for (named, is_managed) in [
        (None, false),
        (Some(managed.id), true),
        (Some(also_managed.id), true),
        (Some(foreign.id), false),
        (Some(organization().id), false),
    ] {
        let answer = look_up(store, &key.hash, named).await;
        assert_eq!(answer, found(&key, owner, is_managed), "{named:?}");
    }
}

pub async fn an_unknown_hash_is_no_key(subject: &impl StoreUnderTest) {
    let store = subject.store();
    for hash in [[0; 32], [255; 32]] {
        assert_eq!(look_up(store, &hash, None).await, None);
    }
}

pub async fn a_live_key_is_noticed(subject: &impl StoreUnderTest) {
    let store = subject.store();
    assert!(!store.has_live_key().await.expect("asked"));
    let organization = organization();
    let user = user(organization.id, Role::Owner);
    let owner = NewKeyOwner::User { user: user.id, organization: organization.id };
    let provision = Provision {
        organizations: vec![organization],
        users: vec![user],
        keys: vec![key(owner, Tier::Test)],
        ..Provision::default()
    };
    store.provision(&provision, NOW).await.expect("provisioned");
    assert!(!store.has_live_key().await.expect("asked"), "a key of the sandbox is none");
    let keys = Provision { keys: vec![key(owner, Tier::Live)], ..Provision::default() };
    store.provision(&keys, NOW).await.expect("provisioned");
    assert!(store.has_live_key().await.expect("asked"));
}
