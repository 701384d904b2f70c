//! Organizations as partners make and find them.

use crate::contract::{StoreUnderTest, network::setup::audited, setup::kind as store_kind};
use crate::{
    build::{self, NOW, fingerprint, id, lease, partner},
    peppol::{ENROLLED, enrolled, participant},
};
use access::{KeyScope, OrganizationId, PartnerId, Tier};
use idempotency::{Answer, Decision, IdempotencyStore, Scope};
use invoicing::{
    Organization,
    records::{Provision, ProvisionStore},
};
use organizations::{
    ConflictingOrganization, Created, Creation, OrganizationError, OrganizationFilter,
    OrganizationRecord, OrganizationStore, create,
};
use peppol_connector::{
    ports::AccountStore,
    registration::{PeppolAccount, PeppolStatus},
};
use persistence::Cursor;
use time::{Duration, OffsetDateTime, macros::datetime};

const OLD: OffsetDateTime = datetime!(2026-10-01 12:00 UTC);
const LENIENT: OffsetDateTime = datetime!(2026-10-15 12:00 UTC);

/// A partner whose account was registered before the sandbox became strict.
pub(in crate::contract) async fn some_partner(subject: &impl StoreUnderTest) -> PartnerId {
    let new = partner(&[]);
    let id = new.id;
    let provision = Provision { partners: vec![new], ..Provision::default() };
    subject.store().provision(&provision, OLD).await.expect("provisioned");
    id
}

/// An organization with these last digits in its numbers.
pub(in crate::contract) fn numbered(number: u32) -> Organization {
    Organization {
        name: format!("Píla č. {number}"),
        ico: Some(format!("5{number:07}")),
        dic: Some(format!("20{number:08}")),
        created_at: NOW + Duration::microseconds(number.into()),
        ..build::organization()
    }
}

/// Made under a live key: not registered.
fn unregistered(organization: Organization) -> Creation {
    create(organization, OLD, false, Tier::Live, None, LENIENT).expect("writable")
}

async fn keep(
    subject: &impl StoreUnderTest,
    partner: PartnerId,
    creation: &Creation,
) -> Result<(), OrganizationError> {
    let created = Created { creation, answer: None };
    subject.store().create_organization(partner, created, NOW).await
}

/// Makes an unregistered organization.
pub(in crate::contract) async fn made(
    subject: &impl StoreUnderTest,
    partner: PartnerId,
    organization: Organization,
) -> OrganizationRecord {
    let creation = unregistered(organization);
    keep(subject, partner, &creation).await.expect("made");
    creation.result()
}

fn kind(result: &Result<(), OrganizationError>) -> (&'static str, Option<OrganizationId>) {
    match result {
        Ok(()) => ("ok", None),
        Err(OrganizationError::SameIco(id)) => ("same ico", Some(*id)),
        Err(OrganizationError::SameDic(id)) => ("same dic", Some(*id)),
        Err(OrganizationError::ParticipantTaken) => ("participant taken", None),
        Err(OrganizationError::Store(_)) => ("store", None),
    }
}

pub(in crate::contract) async fn listed(
    subject: &impl StoreUnderTest,
    reach: KeyScope,
    filter: &OrganizationFilter,
    limit: u16,
) -> Vec<OrganizationId> {
    let (mut all, mut after) = (Vec::new(), None);
    loop {
        let page = subject.store().organization_records(reach, filter, after, limit);
        let page = page.await.expect("a page");
        assert!(page.rows.len() <= limit.into());
        let last = page.rows.last().map(|row| &row.organization);
        after = last.map(|last| Cursor::new(last.created_at, last.id));
        all.extend(page.rows.iter().map(|row| row.organization.id));
        if !page.has_more {
            return all;
        }
    }
}

pub async fn an_organization_is_read_as_it_was_made(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let partner = some_partner(subject).await;
    assert_eq!(store.partner(partner).await.expect("a partner").since, OLD);
    assert_eq!(store_kind(&store.partner(PartnerId(id())).await), "not found");
    // registered at once, with its event; strict by its own choice; without numbers
    let lenient = create(numbered(1), OLD, false, Tier::Test, None, LENIENT).expect("writable");
    let strict = create(numbered(2), OLD, true, Tier::Test, None, LENIENT).expect("writable");
    let nameless =
        Organization { ico: None, dic: None, email: None, default_due_days: None, ..numbered(3) };
    for (creation, events) in [(lenient, 1), (strict, 0), (unregistered(nameless), 0)] {
        keep(subject, partner, &creation).await.expect("made");
        let (expected, own) = (creation.result(), creation.record.organization.id);
        for reach in [KeyScope::Partner(partner), KeyScope::Organization(own)] {
            let read = store.organization_record(reach, own).await.expect("read");
            assert_eq!(read, expected);
        }
        assert_eq!(store.account(own).await.expect("an account"), expected.account);
        assert_eq!(subject.events(own).await.len(), events);
        assert_eq!(audited(store, own).await.len(), events);
    }
}

pub async fn only_what_a_key_reaches_is_found(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (partner, other) = (some_partner(subject).await, some_partner(subject).await);
    let own = made(subject, partner, numbered(1)).await.organization.id;
    let theirs = made(subject, other, numbered(1)).await.organization.id;
    for (reach, id) in [
        (KeyScope::Partner(other), own),
        (KeyScope::Organization(theirs), own),
        (KeyScope::Partner(PartnerId(id())), own),
        (KeyScope::Partner(partner), OrganizationId(id())),
    ] {
        assert_eq!(store_kind(&store.organization_record(reach, id).await), "not found");
    }
    let all = OrganizationFilter::default();
    for (reach, ids) in [
        (KeyScope::Partner(partner), vec![own]),
        (KeyScope::Organization(theirs), vec![theirs]),
        (KeyScope::Partner(PartnerId(id())), vec![]),
        (KeyScope::Organization(OrganizationId(id())), vec![]),
    ] {
        assert_eq!(listed(subject, reach, &all, 10).await, ids);
    }
}

pub async fn the_same_numbers_are_a_partners_once(subject: &impl StoreUnderTest) {
    let (partner, other) = (some_partner(subject).await, some_partner(subject).await);
    let first = made(subject, partner, numbered(1)).await.organization;
    let same_ico = Organization { dic: None, ..numbered(1) };
    let same_dic = Organization { ico: None, ..numbered(1) };
    for (organization, refusal) in [(same_ico, "same ico"), (same_dic, "same dic")] {
        let creation = unregistered(organization);
        let refused = keep(subject, partner, &creation).await;
        assert_eq!(kind(&refused), (refusal, Some(first.id)));
    }
    made(subject, other, numbered(1)).await;
    for _ in 0..2 {
        // nor is there a number to compare
        made(subject, partner, Organization { ico: None, dic: None, ..numbered(2) }).await;
    }
    let reach = KeyScope::Partner(partner);
    assert_eq!(listed(subject, reach, &OrganizationFilter::default(), 10).await.len(), 3);
}

pub async fn of_many_equal_organizations_at_once_one_is_made(subject: &impl StoreUnderTest) {
    let partner = some_partner(subject).await;
    let tasks: Vec<_> = (0..8)
        .map(|_| {
            let store = subject.store().clone();
            tokio::spawn(async move {
                let creation = unregistered(numbered(1));
                let created = Created { creation: &creation, answer: None };
                kind(&store.create_organization(partner, created, NOW).await).0
            })
        })
        .collect();
    let mut results = Vec::new();
    for task in tasks {
        results.push(task.await.expect("no panic"));
    }
    results.sort_unstable();
    assert_eq!(results, [vec!["ok"], vec!["same ico"; 7]].concat());
}

pub async fn a_taken_participant_makes_nothing(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (partner, other) = (some_partner(subject).await, some_partner(subject).await);
    let first = create(numbered(1), OLD, false, Tier::Test, None, LENIENT).expect("writable");
    keep(subject, partner, &first).await.expect("made");
    let second = create(numbered(1), OLD, false, Tier::Test, None, LENIENT).expect("writable");
    assert_eq!(kind(&keep(subject, other, &second).await).0, "participant taken");
    let own = second.record.organization.id;
    let read = store.organization_record(KeyScope::Organization(own), own).await;
    assert_eq!(store_kind(&read), "not found");
    assert!(subject.events(own).await.is_empty());
}

pub async fn the_answer_is_kept_under_the_partners_claim(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let partner = some_partner(subject).await;
    let (scope, mine) = (Scope::Partner(partner), lease("klient-1"));
    let answer = Answer { status: 201, body: b"{}".to_vec() };
    let claimed = store.claim(scope, &mine, fingerprint(1), NOW).await.expect("claimed");
    assert_eq!(claimed, Decision::Proceed);
    let create = async |number, claim: &idempotency::Lease| {
        let creation = unregistered(numbered(number));
        let answer = Some((claim, &answer));
        let created = Created { creation: &creation, answer };
        store.create_organization(partner, created, NOW).await
    };
    // another's claim keeps nothing
    let lost = create(1, &lease("klient-1")).await;
    assert!(matches!(lost, Err(OrganizationError::Store(_))), "{lost:?}");
    create(1, &mine).await.expect("made");
    let replay = store.claim(scope, &lease("klient-1"), fingerprint(1), NOW).await;
    assert_eq!(replay.expect("asked"), Decision::Replay(answer.clone()));
}

pub async fn every_filter_of_organizations_finds_what_it_should(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let partner = some_partner(subject).await;
    let mut ids = Vec::new();
    for number in 1..=5 {
        let name = if number == 3 { "Žilinské lesy" } else { "Píla Orava" };
        let organization = Organization { name: name.into(), ..numbered(number) };
        ids.insert(0, made(subject, partner, organization).await.organization.id);
    }
    let before = store.account(ids[0]).await.expect("an account");
    let after = enrolled(&before, &participant("9915:2000000005"));
    let audit = ENROLLED;
    store.change_account(ids[0], &before, &after, audit, &[], NOW).await.expect("changed");
    let filter = OrganizationFilter::default;
    let text = |text: &str| Some(text.to_owned());
    for (filter, rows) in [
        (filter(), vec![0, 1, 2, 3, 4]),
        (OrganizationFilter { name: text("zilin"), ..filter() }, vec![2]),
        (OrganizationFilter { name: text("PÍLA"), ..filter() }, vec![0, 1, 3, 4]),
        (OrganizationFilter { name: text("%"), ..filter() }, vec![]),
        (OrganizationFilter { name: text("a\0b"), ..filter() }, vec![]),
        (OrganizationFilter { ico: text("50000002"), ..filter() }, vec![3]),
        (OrganizationFilter { dic: text("2000000001"), ..filter() }, vec![4]),
        (OrganizationFilter { status: Some(PeppolStatus::Enrolled), ..filter() }, vec![0]),
        (OrganizationFilter { status: Some(PeppolStatus::None), ..filter() }, vec![1, 2, 3, 4]),
        (OrganizationFilter { status: Some(PeppolStatus::SendOnly), ..filter() }, vec![]),
    ] {
        let expected: Vec<_> = rows.into_iter().map(|row: usize| ids[row]).collect();
        for limit in [1, 2, 10] {
            let found = listed(subject, KeyScope::Partner(partner), &filter, limit).await;
            assert_eq!(found, expected, "{filter:?}");
        }
    }
}

pub async fn conflicting_organizations_have_the_same_ico_or_dic(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (partner, other) = (some_partner(subject).await, some_partner(subject).await);
    let own = made(subject, partner, numbered(1)).await.organization.id;
    made(subject, partner, numbered(2)).await;
    let others = async |id| store.conflicting_organizations(id).await.expect("asked");
    assert_eq!(others(own).await, []);
    let theirs = made(subject, other, numbered(1)).await.organization.id;
    let account = PeppolAccount::None;
    let draft = ConflictingOrganization { independent: false, same_ico: true, account };
    assert_eq!(others(own).await, [draft]);
    assert_eq!(others(theirs).await, [draft]);
    let before = store.account(theirs).await.expect("an account");
    let after = enrolled(&before, &participant("9915:2000000001"));
    let audit = ENROLLED;
    store.change_account(theirs, &before, &after, audit, &[], NOW).await.expect("changed");
    assert_eq!(others(own).await, [ConflictingOrganization { account: after.account, ..draft }]);
    // with the DIČ alone, and with the IČO alone, of nobody's partner
    let by_dic = Organization { ico: None, ..numbered(3) };
    let by_dic = made(subject, partner, by_dic).await.organization.id;
    let independent =
        Organization { id: OrganizationId(id()), dic: numbered(3).dic, ..numbered(4) };
    let independent_id = independent.id;
    let organizations = vec![independent];
    let provision = Provision { organizations, ..Provision::default() };
    store.provision(&provision, NOW).await.expect("a customer");
    let found = ConflictingOrganization { independent: true, same_ico: false, ..draft };
    assert_eq!(others(by_dic).await, [found]);
    assert_eq!(
        others(independent_id).await,
        [ConflictingOrganization { independent: false, ..found }]
    );
    let read = store.organization_record(KeyScope::Organization(independent_id), independent_id);
    assert!(!read.await.expect("read").email_by_partner, "an operator wrote it");
    // without numbers there is nothing to compare
    let bare = made(subject, partner, Organization { ico: None, dic: None, ..numbered(5) }).await;
    made(subject, other, Organization { ico: None, dic: None, ..numbered(5) }).await;
    assert_eq!(others(bare.organization.id).await, []);
}
