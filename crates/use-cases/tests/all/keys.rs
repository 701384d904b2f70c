//! Keys that keys make.

use crate::setup::{TestPorts, run};
use access::{
    AccessStore, GrantError, Grantor, KeyFilter, KeyHolder, KeyRequest, NewKeyOwner,
    OrganizationId, Role, Scope, Scopes, Tier, UserId, identify,
};
use invoicing::records::Provision;
use persistence::StoreError;
use testkit::build::{self, NOW};
use time::Duration;
use use_cases::people::keys::{
    IssuedKey, KeyError, create_key, create_key_once, member_holder, revoke_key, rotate_key,
    visible_key, visible_keys,
};
use uuid::Uuid;

/// The holder of a key that a request comes with.
fn holder(ports: &TestPorts, key: &IssuedKey) -> Option<KeyHolder> {
    let hash = ring::digest::digest(&ring::digest::SHA256, key.text.expose().as_bytes());
    let hash = hash.as_ref().try_into().expect("32 bytes");
    let found = run(ports.store.use_key(&hash, None, NOW)).expect("asked")?;
    Some(identify(&found.key, None, found.managed).expect("no organization is named"))
}

fn partner_key(ports: &TestPorts, tier: Tier, scopes: &[Scope]) -> IssuedKey {
    let owner = NewKeyOwner::Partner(ports.with_partner(&[]));
    let (tier, scopes) = (Some(tier), Some(Scopes::of(scopes)));
    let request = KeyRequest { tier, scopes, ..KeyRequest::default() };
    run(create_key(ports, &Grantor::Operator, owner, request)).expect("made")
}

#[test]
fn a_key_is_found_by_its_text_alone() {
    let ports = TestPorts::default();
    let key = partner_key(&ports, Tier::Live, &[Scope::InvoiceRead]);
    assert!(key.text.expose().starts_with("svc_pk_live_"));
    assert!(key.text.expose().starts_with(&key.record.hint));
    let holder = holder(&ports, &key).expect("it works");
    assert_eq!((holder.tier, holder.scopes), (Tier::Live, key.record.scopes));
    assert!(!format!("{key:?}").contains(&key.text.expose()[20..]), "it is not printed");
}

#[test]
fn no_chain_of_keys_comes_to_more_than_the_first_has() {
    let ports = TestPorts::default();
    let first = partner_key(&ports, Tier::Test, &[Scope::InvoiceRead, Scope::SettingsUpdate]);
    let by = Grantor::Key(holder(&ports, &first).expect("it works"));
    let made = run(create_key(&ports, &by, first.record.owner, KeyRequest::default()));
    let made = made.expect("made");
    assert_eq!(made.record.scopes, first.record.scopes);
    assert_eq!(made.record.created_by, Some(first.record.id));
    let by = Grantor::Key(holder(&ports, &made).expect("it works"));
    let more = KeyRequest { scopes: Some(Scopes::ALL), ..KeyRequest::default() };
    let refused = run(create_key(&ports, &by, first.record.owner, more)).expect_err("more");
    assert!(matches!(refused, KeyError::Grant(GrantError::Scope(Scope::InvoiceCreate))));
    let live = KeyRequest { tier: Some(Tier::Live), ..KeyRequest::default() };
    let refused = run(create_key(&ports, &by, first.record.owner, live)).expect_err("live");
    assert!(matches!(refused, KeyError::Grant(GrantError::Tier)));
}

#[test]
fn a_form_that_is_sent_twice_makes_one_key() {
    let ports = TestPorts::default();
    let first = partner_key(&ports, Tier::Test, &[Scope::SettingsUpdate]);
    let by = Grantor::Key(holder(&ports, &first).expect("it works"));
    let send = |once: &str| {
        run(create_key_once(&ports, &by, first.record.owner, (KeyRequest::default(), Some(once))))
    };
    let made = send("a click").expect("made");
    assert!(holder(&ports, &made).is_some());
    assert!(matches!(send("a click"), Err(KeyError::AlreadyMade)));
    let other = send("another form").expect("made");
    // what is revoked stays made
    run(revoke_key(&ports, &by, other.record.id)).expect("revoked");
    assert!(matches!(send("another form"), Err(KeyError::AlreadyMade)));
    let stranger = partner_key(&ports, Tier::Test, &[Scope::SettingsUpdate]);
    let by = Grantor::Key(holder(&ports, &stranger).expect("it works"));
    let same_form = (KeyRequest::default(), Some("a click"));
    run(create_key_once(&ports, &by, stranger.record.owner, same_form)).expect("made");
}

#[test]
fn a_revoked_key_works_no_more_and_makes_no_other() {
    let ports = TestPorts::default();
    let key = partner_key(&ports, Tier::Test, &[Scope::SettingsUpdate]);
    let by = Grantor::Key(holder(&ports, &key).expect("it works"));
    run(revoke_key(&ports, &by, key.record.id)).expect("its own end");
    assert_eq!(holder(&ports, &key), None);
    let made = run(create_key(&ports, &by, key.record.owner, KeyRequest::default()));
    assert!(matches!(made, Err(KeyError::Add(access::AddKeyError::GrantorEnded))), "{made:?}");
}

#[test]
fn a_rotated_key_and_its_successor_work_beside_each_other() {
    let ports = TestPorts::default();
    let old = partner_key(&ports, Tier::Test, &[Scope::SettingsUpdate]);
    let by = Grantor::Key(holder(&ports, &old).expect("it works"));
    let rotated = run(rotate_key(&ports, &by, old.record.id, Duration::hours(2)));
    let (new, ends_at) = rotated.expect("rotated");
    assert_eq!(ends_at, NOW + Duration::hours(2));
    assert_eq!(new.record.scopes, old.record.scopes);
    assert!(holder(&ports, &old).is_some() && holder(&ports, &new).is_some());
    let kept = run(visible_key(&ports, &by, old.record.id)).expect("a key");
    assert_eq!(kept.expires_at, Some(ends_at));
}

/// Who rotates a key reads the new text: it is theirs, and ends with their membership.
#[test]
fn the_successor_of_another_s_key_is_of_who_asks() {
    let ports = TestPorts::default();
    let organization = build::organization();
    let id = organization.id;
    let (boss, admin) = (build::user(id, Role::Owner), build::user(id, Role::Admin));
    let of = |user| NewKeyOwner::User { user, organization: id };
    let (owner, who) = (of(boss.id), (admin.id, Role::Admin));
    let (organizations, users) = (vec![organization], vec![boss, admin]);
    ports.provision(Provision { organizations, users, ..Provision::default() });
    let scopes = Some(Scopes::of(&[Scope::InvoiceRead]));
    let request = KeyRequest { tier: Some(Tier::Test), scopes, ..KeyRequest::default() };
    let old = run(create_key(&ports, &Grantor::Operator, owner, request));
    let old = old.expect("made").record.id;
    let by_admin = Grantor::Key(run(member_holder(&ports, who, id, Tier::Live)).expect("a member"));
    for (by, expected) in [(&by_admin, of(who.0)), (&Grantor::Operator, owner)] {
        let (new, _) = run(rotate_key(&ports, by, old, Duration::hours(2))).expect("rotated");
        assert_eq!(new.record.owner, expected);
    }
}

#[test]
fn a_test_key_knows_nothing_of_live_keys() {
    let ports = TestPorts::default();
    let live = partner_key(&ports, Tier::Live, &[Scope::SettingsUpdate]);
    let owner = live.record.owner;
    let test = KeyRequest { tier: Some(Tier::Test), ..KeyRequest::default() };
    let test = run(create_key(&ports, &Grantor::Operator, owner, test)).expect("made");
    let by = Grantor::Key(holder(&ports, &test).expect("it works"));
    for refused in [
        run(visible_key(&ports, &by, live.record.id)).map(drop),
        run(revoke_key(&ports, &by, live.record.id)),
    ] {
        assert!(matches!(refused, Err(StoreError::NotFound)), "{refused:?}");
    }
    assert!(holder(&ports, &live).is_some());
    let by = Grantor::Key(holder(&ports, &live).expect("it works"));
    run(revoke_key(&ports, &by, test.record.id)).expect("the other way round");
    assert_eq!(holder(&ports, &test), None);
}

#[test]
fn a_test_key_sees_the_test_keys_of_its_owner_and_a_live_key_all() {
    let ports = TestPorts::default();
    let test = partner_key(&ports, Tier::Test, &[Scope::SettingsUpdate]);
    let request = KeyRequest { tier: Some(Tier::Live), ..KeyRequest::default() };
    let live = run(create_key(&ports, &Grantor::Operator, test.record.owner, request));
    let live = live.expect("made");
    let stranger = partner_key(&ports, Tier::Test, &[Scope::SettingsUpdate]);
    let seen = |by: &IssuedKey, tier| {
        let (holder, filter) =
            (holder(&ports, by).expect("it works"), KeyFilter { tier, state: None });
        let page = run(visible_keys(&ports, &holder, filter, None, 9)).expect("a page");
        let mut ids: Vec<_> = page.rows.iter().map(|record| record.id).collect();
        ids.sort();
        ids
    };
    let ids = |keys: &[&IssuedKey]| {
        let mut ids: Vec<_> = keys.iter().map(|key| key.record.id).collect();
        ids.sort();
        ids
    };
    for (by, tier, expected) in [
        (&test, None, ids(&[&test])),
        (&test, Some(Tier::Test), ids(&[&test])),
        (&test, Some(Tier::Live), ids(&[])),
        (&live, None, ids(&[&test, &live])),
        (&live, Some(Tier::Test), ids(&[&test])),
        (&live, Some(Tier::Live), ids(&[&live])),
        (&stranger, None, ids(&[&stranger])),
    ] {
        assert_eq!(seen(by, tier), expected, "{tier:?}");
    }
}

#[test]
fn a_member_makes_keys_within_the_plan_of_the_company() {
    let ports = TestPorts::default();
    let organization = ports.with_organization();
    let member = (UserId(Uuid::nil()), Role::Accountant);
    let holder = run(member_holder(&ports, member, organization.id, Tier::Live)).expect("there");
    assert_eq!((holder.plan, holder.tier), (Some(organization.plan), Tier::Live));
    assert_eq!(holder.scopes, Role::Accountant.scopes());
    let nobody = run(member_holder(&ports, member, OrganizationId(Uuid::nil()), Tier::Live));
    assert!(matches!(nobody, Err(StoreError::NotFound)), "{nobody:?}");
}

#[test]
fn without_randomness_no_key_is_made() {
    let mut ports = TestPorts::default();
    let owner = NewKeyOwner::Partner(ports.with_partner(&[]));
    let make = |ports: &TestPorts| {
        run(create_key(ports, &Grantor::Operator, owner, KeyRequest::default()))
    };
    ports.still.dry = true;
    let refused = make(&ports);
    assert!(matches!(refused, Err(KeyError::NoRandomness(_))), "{refused:?}");
    ports.still.dry = false;
    let key = make(&ports).expect("made");
    let by = holder(&ports, &key).expect("it works");
    let kept = run(visible_keys(&ports, &by, KeyFilter::default(), None, 9)).expect("a page");
    assert_eq!(kept.rows.len(), 1, "none was kept before");
}
