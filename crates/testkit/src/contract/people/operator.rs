//! What who runs the installation does.

use crate::build::{NOW, id, key, organization, partner, user};
use crate::contract::{StoreUnderTest, setup::kind};
use access::{
    AccessStore, KeyOwner, KeyScope, NewKeyOwner, OrganizationId, PartnerId, Plan, Role, Tier,
    UserId,
};
use invoicing::records::{Provision, ProvisionStore};
use organizations::{OperatorStore, OrganizationFilter, OrganizationStore};
use time::Duration;

pub async fn a_plan_is_set(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (one, other) = (organization(), organization());
    let organizations = vec![one.clone(), other.clone()];
    let provision = Provision { organizations, ..Provision::default() };
    store.provision(&provision, NOW).await.expect("provisioned");
    for plan in Plan::ALL {
        store.set_plan(one.id, plan).await.expect("set");
        for (id, expected) in [(one.id, plan), (other.id, other.plan)] {
            let record = store.organization_record(KeyScope::Organization(id), id).await;
            assert_eq!(record.expect("a record").organization.plan, expected);
        }
    }
    let unknown = store.set_plan(OrganizationId(id()), Plan::Pro).await;
    assert_eq!(kind(&unknown), "not found");
}

pub async fn partners_are_listed_with_what_they_manage(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (one, other) = (organization(), organization());
    let organizations = vec![one.clone(), other.clone()];
    let provision = Provision { organizations, ..Provision::default() };
    store.provision(&provision, NOW).await.expect("provisioned");
    let mut ids = Vec::new();
    for seconds in 0..3 {
        let partners = vec![partner(&[])];
        ids.push(partners[0].id);
        let provision = Provision { partners, ..Provision::default() };
        store.provision(&provision, NOW + Duration::seconds(seconds)).await.expect("provisioned");
    }
    for _ in 0..2 {
        store.add_to_partner(one.id, ids[0]).await.expect("managed, once");
    }
    store.add_to_partner(other.id, ids[0]).await.expect("managed");
    store.remove_from_partner(other.id, ids[0]).await.expect("given up");
    store.remove_from_partner(other.id, ids[1]).await.expect("never managed");
    let (mut found, mut after) = (Vec::new(), None);
    loop {
        let page = store.partners(after, 2).await.expect("a page");
        after = page.next();
        found.extend(page.rows.iter().map(|row| (row.id, row.organizations)));
        if after.is_none() {
            break;
        }
    }
    assert_eq!(found, [(ids[2], 0), (ids[1], 0), (ids[0], 1)]);
    let reach = KeyScope::Partner(ids[0]);
    assert!(store.organization_record(reach, one.id).await.is_ok());
    assert_eq!(kind(&store.organization_record(reach, other.id).await), "not found");
    let all = store.all_organizations(&OrganizationFilter::default(), None, 10).await;
    assert_eq!(all.expect("a page").rows.len(), 2);
    for (organization, partner) in [(one.id, PartnerId(id())), (OrganizationId(id()), ids[0])] {
        let added = store.add_to_partner(organization, partner).await;
        assert_eq!(kind(&added), "not found");
        let removed = store.remove_from_partner(organization, partner).await;
        assert_eq!(kind(&removed), "not found");
    }
}

pub async fn a_member_has_one_role_in_an_organization(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (one, other) = (organization(), organization());
    let user = user(one.id, Role::Viewer);
    let owner = NewKeyOwner::User { user: user.id, organization: other.id };
    let key = key(owner, Tier::Test);
    let provision = Provision {
        organizations: vec![one, other.clone()],
        users: vec![user.clone()],
        keys: vec![key.clone()],
        ..Provision::default()
    };
    store.provision(&provision, NOW).await.expect("provisioned");
    assert_eq!(store.user_by_email(&user.email).await.expect("asked"), Some(user.id));
    assert_eq!(store.user_by_email("nobody@example.sk").await.expect("asked"), None);
    for role in [Role::Accountant, Role::Owner] {
        store.set_member(other.id, user.id, role).await.expect("a member");
        let found = store.use_key(&key.hash, None, NOW).await.expect("asked").expect("a key");
        let KeyOwner::User { role: now, .. } = found.key.owner else { panic!("{found:?}") };
        assert_eq!(now, Some(role));
    }
    let nobody = store.set_member(other.id, UserId(id()), Role::Owner).await;
    assert_eq!(kind(&nobody), "not found");
    let nothing = store.set_member(OrganizationId(id()), user.id, Role::Owner).await;
    assert_eq!(kind(&nothing), "not found");
}
