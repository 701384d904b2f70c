//! Registrations in the network.

use crate::contract::{
    StoreUnderTest,
    network::setup::{assert_nothing_kept, audited},
    setup::{kind, organization},
};
use crate::{
    build::{self, NOW, id, partner},
    peppol::{ENROLLED, activated_event, enrolled, participant},
};
use access::OrganizationId;
use invoicing::records::{Provision, ProvisionStore};
use peppol_connector::{
    audit::{AccountAudit, AuditAction},
    identifiers::{Network, ParticipantId},
    ports::{AccountStore, SendSettingsStore},
    registration::{AccountRecord, PeppolAccount, RegisteredElsewhere},
    sending::SendMode,
};
use persistence::StoreError;
use time::Duration;

async fn account(subject: &impl StoreUnderTest, organization: OrganizationId) -> AccountRecord {
    subject.store().account(organization).await.expect("an account")
}

async fn change(
    subject: &impl StoreUnderTest,
    organization: OrganizationId,
    before: &AccountRecord,
    after: &AccountRecord,
) -> Result<(), StoreError> {
    subject.store().change_account(organization, before, after, ENROLLED, &[], NOW).await
}

async fn enroll(
    subject: &impl StoreUnderTest,
    organization: OrganizationId,
    id: &ParticipantId,
) -> Result<(), StoreError> {
    let before = account(subject, organization).await;
    change(subject, organization, &before, &enrolled(&before, id)).await
}

pub async fn an_organization_begins_unregistered(subject: &impl StoreUnderTest) {
    let organization = build::organization();
    let (id, dic) = (organization.id, organization.dic.clone());
    let provision = Provision { organizations: vec![organization], ..Provision::default() };
    let store = subject.store();
    store.provision(&provision, NOW + Duration::days(1)).await.expect("provisioned");
    let unregistered = AccountRecord {
        account: PeppolAccount::None,
        participant: None,
        held_by: None,
        since: None,
        dic,
        registered_at: NOW,
        strict_sandbox: false,
        prepayment_overdue: false,
    };
    assert_eq!(account(subject, id).await, unregistered);
    // nor does an option register it
    store.set_send_mode(id, SendMode::Manual).await.expect("set");
    assert_eq!(account(subject, id).await, unregistered);
}

pub async fn an_account_is_as_old_as_its_oldest_partner(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (managed, other) = (organization(store).await, organization(store).await);
    let made = NOW - Duration::days(90);
    for (days, organizations) in
        [(30, vec![managed]), (60, vec![managed, other]), (10, vec![managed])]
    {
        let partners = vec![partner(&organizations)];
        let provision = Provision { partners, ..Provision::default() };
        store.provision(&provision, made + Duration::days(days)).await.expect("provisioned");
    }
    // a partner that is older and manages neither
    let nobody = Provision { partners: vec![partner(&[])], ..Provision::default() };
    store.provision(&nobody, made).await.expect("provisioned");
    assert_eq!(account(subject, managed).await.registered_at, made + Duration::days(10));
    assert_eq!(account(subject, other).await.registered_at, made + Duration::days(60));
}

pub async fn a_registration_is_read_as_it_was_changed(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let own = organization(store).await;
    let id = participant("9915:2020202020");
    let held =
        RegisteredElsewhere { ap_host: "ap.example".into(), cert_org: "Iné AP, a. s.".into() };
    let states = [
        (PeppolAccount::Enrolled(Network::Test), AuditAction::Enrolled),
        (PeppolAccount::Deactivated(Network::Test), AuditAction::Deactivated),
        (PeppolAccount::SendOnly(Network::Live), AuditAction::EnrolledSendOnly),
        (PeppolAccount::Enrolled(Network::Live), AuditAction::Enrolled),
        (PeppolAccount::None, AuditAction::EnrollmentFailed),
    ];
    let mut before = account(subject, own).await;
    for (n, (state, kind)) in (1..).zip(states) {
        let now = NOW + Duration::seconds(n);
        let after = AccountRecord {
            account: state,
            participant: (state != PeppolAccount::None).then(|| id.clone()),
            held_by: matches!(state, PeppolAccount::SendOnly(_)).then(|| held.clone()),
            since: Some(now),
            strict_sandbox: n % 2 == 0,
            ..before.clone()
        };
        let events = [activated_event(own, &id)];
        let detail = Some("a detail – ďalšie");
        let entry = AccountAudit { network: Network::Live, action: kind, detail, actor: None };
        let changed = store.change_account(own, &before, &after, entry, &events, now);
        changed.await.expect("changed");
        assert_eq!(account(subject, own).await, after, "{state:?}");
        before = after;
    }
    let lines = (1..).zip(states).map(|(n, (_, kind))| (NOW + Duration::seconds(n), kind));
    assert_eq!(audited(store, own).await, lines.collect::<Vec<_>>());
    let event = activated_event(own, &id).body.into_string();
    assert_eq!(subject.events(own).await, vec![event; states.len()]);
}

/// The prepayment and the send mode are kept by other ports; DIČ and age follow from others' tables.
pub async fn a_change_leaves_alone_what_others_keep(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let own = organization(store).await;
    store.set_send_mode(own, SendMode::Manual).await.expect("set");
    let before = account(subject, own).await;
    let wanted = AccountRecord {
        prepayment_overdue: true,
        dic: None,
        registered_at: NOW + Duration::days(1),
        ..enrolled(&before, &participant("9915:2020202020"))
    };
    change(subject, own, &before, &wanted).await.expect("changed");
    let kept = enrolled(&before, &participant("9915:2020202020"));
    assert_eq!(account(subject, own).await, kept);
    assert_eq!(store.send_mode(own).await.expect("a mode"), SendMode::Manual);
    store.set_send_mode(own, SendMode::Immediate).await.expect("set");
    assert_eq!(account(subject, own).await, kept);
}

pub async fn a_stale_change_keeps_nothing(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let own = organization(store).await;
    let id = participant("9915:2020202020");
    let before = account(subject, own).await;
    let after = enrolled(&before, &id);
    let others = [
        AccountRecord { account: PeppolAccount::Deactivated(Network::Test), ..before.clone() },
        AccountRecord { participant: Some(id.clone()), ..before.clone() },
        AccountRecord { since: Some(NOW), ..before.clone() },
        AccountRecord { strict_sandbox: true, ..before.clone() },
        AccountRecord { prepayment_overdue: true, ..before.clone() },
        AccountRecord { dic: Some("2021212121".into()), ..before.clone() },
    ];
    for other in others {
        let event = [activated_event(own, &id)];
        let changed = store.change_account(own, &other, &after, ENROLLED, &event, NOW).await;
        assert_eq!(kind(&changed), "conflict", "{other:?}");
    }
    assert_eq!(account(subject, own).await, before);
    assert_nothing_kept(subject, own).await;
    change(subject, own, &before, &after).await.expect("no lock is left");
}

pub async fn of_many_changes_at_once_one_is_made(subject: &impl StoreUnderTest) {
    let own = organization(subject.store()).await;
    // the first makes the row, the second finds it
    for round in 1..=2 {
        let before = account(subject, own).await;
        let tasks: Vec<_> = (1..=8)
            .map(|n| {
                let (store, before) = (subject.store().clone(), before.clone());
                let since = Some(NOW + Duration::seconds(n + 100 * round));
                let account = PeppolAccount::SendOnly(Network::Test);
                let after = AccountRecord { account, since, ..before.clone() };
                tokio::spawn(async move {
                    store.change_account(own, &before, &after, ENROLLED, &[], NOW).await
                })
            })
            .collect();
        let mut results = Vec::new();
        for task in tasks {
            results.push(kind(&task.await.expect("no panic")));
        }
        results.sort_unstable();
        assert_eq!(results, [vec!["conflict"; 7], vec!["ok"]].concat());
        assert_eq!(audited(subject.store(), own).await.len(), usize::try_from(round).expect("few"));
    }
}

pub async fn a_participant_is_enrolled_once_in_a_network(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (first, second) = (organization(store).await, organization(store).await);
    enroll(subject, first, &participant("9930:DE123")).await.expect("enrolled");

    let before = account(subject, second).await;
    let after = enrolled(&before, &participant("9930:de123"));
    let event = [activated_event(second, &participant("9930:de123"))];
    let taken = store.change_account(second, &before, &after, ENROLLED, &event, NOW).await;
    assert_eq!(kind(&taken), "taken");
    assert_eq!(account(subject, second).await, before);
    assert_nothing_kept(subject, second).await;

    // who only sends takes nothing away, and the other network is another one
    let mut now = before;
    for state in [PeppolAccount::SendOnly(Network::Test), PeppolAccount::Enrolled(Network::Live)] {
        let next = AccountRecord { account: state, ..after.clone() };
        change(subject, second, &now, &next).await.expect("changed");
        now = next;
    }
    // given up, it is free
    let held = account(subject, first).await;
    let given_up =
        AccountRecord { account: PeppolAccount::Deactivated(Network::Test), ..held.clone() };
    change(subject, first, &held, &given_up).await.expect("given up");
    change(subject, second, &now, &after).await.expect("enrolled");
}

pub async fn of_many_that_enroll_as_one_participant_one_does(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let id = participant("9915:2020202020");
    let mut tasks = Vec::new();
    for _ in 0..8 {
        let own = organization(store).await;
        let before = account(subject, own).await;
        let (store, after) = (store.clone(), enrolled(&before, &id));
        tasks.push(tokio::spawn(async move {
            (own, store.change_account(own, &before, &after, ENROLLED, &[], NOW).await)
        }));
    }
    let mut enrolled = Vec::new();
    for task in tasks {
        match task.await.expect("no panic") {
            (own, Ok(())) => enrolled.push(own),
            (own, refused) => {
                assert_eq!(kind(&refused), "taken");
                assert_nothing_kept(subject, own).await;
            }
        }
    }
    assert_eq!(enrolled.len(), 1);
    let found = store.enrolled(Network::Test, &id).await.expect("looked up");
    assert_eq!(found, Some(enrolled[0]));
}

pub async fn only_who_is_enrolled_is_found(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let own = organization(store).await;
    let id = participant("9930:De123");
    let find = async |network, text: &str| {
        store.enrolled(network, &participant(text)).await.expect("looked up")
    };
    enroll(subject, own, &id).await.expect("enrolled");
    for text in ["9930:De123", "9930:DE123", "9930:de123"] {
        assert_eq!(find(Network::Test, text).await, Some(own));
        assert_eq!(find(Network::Live, text).await, None);
    }
    for text in ["9931:de123", "9930:de1234", "9915:2020202020"] {
        assert_eq!(find(Network::Test, text).await, None);
    }
    for state in [PeppolAccount::SendOnly(Network::Test), PeppolAccount::Deactivated(Network::Test)]
    {
        let before = account(subject, own).await;
        let after = AccountRecord { account: state, ..before.clone() };
        change(subject, own, &before, &after).await.expect("changed");
        assert_eq!(find(Network::Test, "9930:de123").await, None, "{state:?}");
    }
}

pub async fn registrations_are_an_organizations_own(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (own, other) = (organization(store).await, organization(store).await);
    let before = account(subject, other).await;
    enroll(subject, own, &participant("9915:2020202020")).await.expect("enrolled");
    assert_eq!(account(subject, other).await, before);
    assert_nothing_kept(subject, other).await;
    let nobody = OrganizationId(id());
    assert_eq!(kind(&store.account(nobody).await), "not found");
    let changed = change(subject, nobody, &before, &before).await;
    assert_eq!(kind(&changed), "not found");
}
