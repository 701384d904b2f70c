//! Seats: a member takes one, and those beyond the plan's are paid for once.

use super::members::{add, groups, invited};
use crate::build::{self, NOW, id};
use crate::contract::{
    Ports, StoreUnderTest,
    sending::setup::{all_entries, all_jobs, balance, rich},
    setup::{kind, organization},
    webhooks::webhook_setup::at_once,
};
use crate::sends::job;
use access::{NewUser, OrganizationId, Plan, Role, UserId};
use jobs::{JobFilter, NewJob};
use members::{
    Acceptance, Group, InvitationState, MemberChange, MemberStore, SEATS_UNPAID_MAIL_JOB,
    SeatBilling, SeatBillingError, SeatCharge, SeatStore, Seats,
};
use peppol_connector::{
    credit::{LedgerKind, SEAT_PRICE},
    ports::CreditStore,
};
use service_day::Month;
use sign_in::SignInStore;
use time::Duration;

fn charge(organization: OrganizationId, number: u32) -> SeatCharge {
    SeatCharge { organization, month: Month::of(NOW.date()), number }
}

/// A company on the smallest plan with one seat left.
async fn almost_full(store: &impl Ports) -> (OrganizationId, Group, UserId) {
    let [(group, owner), _] = groups(store).await;
    let company = group.organization().expect("a company");
    store.set_plan(company, Plan::Free).await.expect("set");
    for _ in 2..Plan::Free.seats().expect("bounded") {
        add(store, group, Role::Viewer).await;
    }
    (company, group, owner)
}

fn somebody(email: &str) -> Acceptance {
    let user = build::user(OrganizationId(id()), Role::Viewer);
    Acceptance::NewUser(NewUser { email: email.to_owned(), memberships: Vec::new(), ..user })
}

async fn seats(store: &impl Ports, company: OrganizationId) -> (u32, u32) {
    let Seats { used, paid, .. } =
        store.seats(company, Month::of(NOW.date())).await.expect("counted");
    (used, paid)
}

pub async fn a_member_takes_a_seat(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (company, group, owner) = almost_full(store).await;
    let first = invited(store, group, owner).await;
    assert_eq!(seats(store, company).await, (1, 0), "who is only invited takes none");
    store.accept_invitation(&first, &somebody(&first.email), NOW).await.expect("accepted");
    assert_eq!(seats(store, company).await, (2, 0));
    let second = invited(store, group, owner).await;
    let new = somebody(&second.email);
    let full = store.accept_invitation(&second, &new, NOW).await;
    assert_eq!(kind(&full), "limit reached");
    let read = store.invitation(second.id).await.expect("kept");
    assert_eq!(read.state(NOW), InvitationState::Open);
    assert!(store.user_for_sign_in(&second.email).await.expect("asked").is_none());
    store.keep_paid_seat(&charge(company, 1), NOW).await.expect("kept");
    store.keep_paid_seat(&charge(company, 1), NOW).await.expect("known");
    store.accept_invitation(&second, &new, NOW).await.expect("accepted");
    assert_eq!(seats(store, company).await, (3, 1));
    // whoever leaves frees a seat that is paid for
    let left = store.user_for_sign_in(&second.email).await.expect("asked").expect("a user").id;
    let remove = |_: &[_]| Ok(MemberChange::Remove);
    store.change_member(group, left, NOW, remove).await.expect("removed");
    let third = invited(store, group, owner).await;
    store.accept_invitation(&third, &somebody(&third.email), NOW).await.expect("accepted");
    // of another month it is not
    let next = NOW + Duration::days(30);
    let month = Month::of(next.date());
    assert_eq!(store.seats(company, month).await.expect("counted").paid, 0);
    let unknown = store.seats(OrganizationId(id()), month).await;
    assert_eq!(kind(&unknown), "not found");
}

pub async fn a_member_who_accepts_again_needs_no_seat(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (company, group, owner) = almost_full(store).await;
    let member = add(store, group, Role::Viewer).await;
    let invitation = invited(store, group, owner).await;
    let again = Acceptance::User(member);
    store.accept_invitation(&invitation, &again, NOW).await.expect("accepted");
    assert_eq!(seats(store, company).await, (2, 0));
}

pub async fn the_last_seat_goes_to_one_of_many(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (company, group, owner) = almost_full(store).await;
    let mut tasks = Vec::new();
    for _ in 0..8 {
        let invitation = invited(store, group, owner).await;
        let store = store.clone();
        tasks.push(async move {
            let new = somebody(&invitation.email);
            kind(&store.accept_invitation(&invitation, &new, NOW).await)
        });
    }
    let mut ends = at_once(tasks).await;
    ends.sort_unstable();
    assert_eq!(ends, [["limit reached"; 7].as_slice(), &["ok"]].concat());
    assert_eq!(seats(store, company).await, (2, 0));
}

pub async fn a_seat_is_charged_for_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = rich(store, 2 * SEAT_PRICE.0 + 1).await;
    let tasks = (0..16).map(|n| {
        let store = store.clone();
        async move { store.charge(&charge(owner, 1 + n % 2), NOW).await.is_ok() }
    });
    assert_eq!(at_once(tasks).await, [true; 16]);
    assert_eq!(balance(store, owner).await, (1, 0));
    let lines = all_entries(store, owner, 9).await;
    let paid = lines.iter().filter(|line| line.kind == LedgerKind::Seat);
    let mut keys: Vec<_> = paid.filter_map(|line| line.key.clone()).collect();
    keys.sort();
    assert_eq!(keys, [charge(owner, 1).key(), charge(owner, 2).key()]);
    let third = store.charge(&charge(owner, 3), NOW).await;
    assert!(matches!(third, Err(SeatBillingError::Declined)), "{third:?}");
    assert_eq!(balance(store, owner).await, (1, 0));
    let poor = organization(store).await;
    let nothing = store.charge(&charge(poor, 1), NOW).await;
    assert!(matches!(nothing, Err(SeatBillingError::Declined)), "no account, no credit");
    let late = rich(store, 100).await;
    store.set_prepayment_overdue(late, true).await.expect("set");
    let overdue = store.charge(&charge(late, 1), NOW).await;
    assert!(matches!(overdue, Err(SeatBillingError::Declined)), "{overdue:?}");
    assert_eq!(balance(store, late).await, (100, 0));
}

pub async fn an_unpaid_seat_is_told_of_once_a_month(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let month = Month::of(NOW.date());
    let keep = async |month, at| {
        let mail = NewJob { organization: Some(owner), ..job(SEATS_UNPAID_MAIL_JOB) };
        store.keep_unpaid(owner, month, &mail, at).await.expect("kept");
        let jobs = all_jobs(store, JobFilter::default(), 100).await;
        jobs.iter().filter(|job| job.organization == Some(owner)).count()
    };
    assert_eq!((keep(month, NOW).await, keep(month, NOW).await), (1, 1));
    let next = NOW + Duration::days(30);
    assert_eq!(keep(Month::of(next.date()), next).await, 2);
}

pub async fn larger_organizations_are_paged(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let mut expected = Vec::new();
    for _ in 0..3 {
        let (company, group, _) = almost_full(store).await;
        add(store, group, Role::Viewer).await;
        add(store, group, Role::Viewer).await;
        store.keep_paid_seat(&charge(company, 1), NOW).await.expect("kept");
        expected.push((company, Seats { plan: Plan::Free, used: 3, paid: 1 }));
        almost_full(store).await;
    }
    expected.sort_by_key(|(id, _)| *id);
    let (month, mut after, mut found) = (Month::of(NOW.date()), None, Vec::new());
    loop {
        let page = store.organizations_larger_than(2, month, after, 2).await.expect("a page");
        let Some((last, _)) = page.last() else { break };
        after = Some(*last);
        found.extend(page);
    }
    found.retain(|(id, _)| expected.iter().any(|(known, _)| known == id));
    assert_eq!(found, expected);
}
