//! Setting up organizations.

use crate::build::{NOW, bank_account, id, key, organization, partner, user, vehicle};
use crate::contract::{StoreUnderTest, setup::kind};
use access::{AccessStore, NewKeyOwner, OrganizationId, PartnerId, Role, Tier, UserId};
use invoicing::{
    InvoiceStore, References,
    records::{Provision, ProvisionStore},
};

/// An organization with one of everything.
fn full() -> Provision {
    let organization = organization();
    let id = organization.id;
    let user = user(id, Role::Owner);
    let partner = partner(&[id]);
    let keys = vec![
        key(NewKeyOwner::User { user: user.id, organization: id }, Tier::Test),
        key(NewKeyOwner::Partner(partner.id), Tier::Test),
    ];
    Provision {
        organizations: vec![organization],
        bank_accounts: vec![(id, bank_account())],
        vehicles: vec![(id, vehicle("BA123XY"))],
        users: vec![user],
        partners: vec![partner],
        keys,
    }
}

pub async fn everything_or_nothing(subject: &impl StoreUnderTest) {
    let store = subject.store();
    assert!(store.is_empty().await.expect("asked"));
    let mut bad = full();
    let last = bad.keys.len() - 1;
    bad.keys[last].hash = bad.keys[0].hash;
    assert_eq!(kind(&store.provision(&bad, NOW).await), "taken", "two keys with one hash");
    assert!(store.is_empty().await.expect("asked"));
    assert_eq!(store.use_key(&bad.keys[0].hash, None, NOW).await.expect("asked"), None);

    let good = full();
    let given = &good.organizations[0];
    store.provision(&good, NOW).await.expect("provisioned");
    assert!(!store.is_empty().await.expect("asked"));
    let references = References { vehicle_plate: Some("BA123XY".into()), ..References::default() };
    let records = store.issuing_records(given.id, &references).await.expect("records");
    assert_eq!(records.organization, *given);
    assert_eq!(records.bank_accounts, [good.bank_accounts[0].1.clone()]);
    assert_eq!(records.vehicle, Some(good.vehicles[0].1.clone()));
    store.provision(&Provision::default(), NOW).await.expect("nothing is fine");
}

pub async fn what_is_taken_is_said(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let kept = full();
    store.provision(&kept, NOW).await.expect("provisioned");
    let owner = kept.organizations[0].id;
    let with = |change: &dyn Fn(&mut Provision)| {
        let mut new = full();
        change(&mut new);
        new
    };
    for (what, bad) in [
        ("organization", with(&|p| p.organizations.push(kept.organizations[0].clone()))),
        ("bank account", with(&|p| p.bank_accounts = kept.bank_accounts.clone())),
        ("plate", with(&|p| p.vehicles = vec![(owner, vehicle("BA123XY"))])),
        (
            "vehicle",
            with(&|p| {
                let id = kept.vehicles[0].1.id;
                p.vehicles = vec![(owner, invoicing::Vehicle { id, plate: "ZA1".into() })];
            }),
        ),
        ("e-mail", with(&|p| p.users[0].email.clone_from(&kept.users[0].email))),
        ("user", with(&|p| p.users[0].id = kept.users[0].id)),
        (
            "membership",
            with(&|p| {
                let twice = p.users[0].memberships[0];
                p.users[0].memberships.push(twice);
            }),
        ),
        ("partner", with(&|p| p.partners[0].id = kept.partners[0].id)),
        (
            "managed twice",
            with(&|p| {
                let twice = p.partners[0].organizations[0];
                p.partners[0].organizations.push(twice);
            }),
        ),
        ("hash", with(&|p| p.keys[0].hash = kept.keys[0].hash)),
        ("key", with(&|p| p.keys[0].id = kept.keys[0].id)),
    ] {
        assert_eq!(kind(&store.provision(&bad, NOW).await), "taken", "{what}");
        let records = store.issuing_records(bad.organizations[0].id, &References::default()).await;
        assert_eq!(kind(&records), "not found", "{what}: nothing is kept");
    }
    // the plate of another organization is nobody's concern
    store.provision(&full(), NOW).await.expect("provisioned");
}

pub async fn what_is_missing_is_said(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let nobody = OrganizationId(id());
    let known = full();
    store.provision(&known, NOW).await.expect("provisioned");
    let (user_id, organization) = (known.users[0].id, known.organizations[0].id);
    let key_of = |owner| Provision { keys: vec![key(owner, Tier::Test)], ..Provision::default() };
    let nothing = Provision::default;
    for (what, bad) in [
        ("account", Provision { bank_accounts: vec![(nobody, bank_account())], ..nothing() }),
        ("vehicle", Provision { vehicles: vec![(nobody, vehicle("X"))], ..nothing() }),
        ("member", Provision { users: vec![user(nobody, Role::Owner)], ..nothing() }),
        ("partner", Provision { partners: vec![partner(&[nobody])], ..nothing() }),
        ("key's organization", key_of(NewKeyOwner::User { user: user_id, organization: nobody })),
        ("key's user", key_of(NewKeyOwner::User { user: UserId(id()), organization })),
        ("key's partner", key_of(NewKeyOwner::Partner(PartnerId(id())))),
    ] {
        assert_eq!(kind(&store.provision(&bad, NOW).await), "not found", "{what}");
    }
}
