//! What those who run the service do, over the store in memory.

use crate::setup::{FakeNetwork, TestPorts, run};
use access::{OrganizationId, PartnerId, Plan, Role, UserId};
use invoicing::records::{Provision, ProvisionStore};
use jobs::{JobId, JobKind, JobQueue, NewJob, SubjectId};
use members::{Group, MemberStore};
use organizations::{OperatorStore, OrganizationFilter, OrganizationStore};
use peppol_connector::{
    credit::Credits,
    identifiers::Network,
    ports::{AccountStore, CreditStore, SubmissionLists, SubmissionStore},
    sending::SEND_JOB,
    submissions::{Jitter, Move, State},
};
use persistence::StoreError;
use sign_in::{PasswordHasher, SignInStore, Verdict};
use std::net::{IpAddr, Ipv4Addr};
use testkit::{
    build::{self, NOW},
    fakes::{FakeAccessPoint, Reply},
    sends,
};
use use_cases::{
    Ports,
    people::{
        operator::{
            self, AddUserError, Added, FirmError, JobError, NewPerson, Taken, TopUpError,
            retry_job, settle_send,
        },
        sign_in::{Entered, SignIn, end_session, sign_in, signed_in},
    },
    sending::{deliver::SubmissionSender, deliver_error::DeliverError},
};
use uuid::Uuid;

/// A queued send whose receipts are lost; its job.
fn queued() -> (TestPorts, OrganizationId, JobId) {
    let send = sends::test_send();
    let replies = [Reply::LosesReceipt; 40];
    let access_point = FakeAccessPoint::default().with(&send.submission.receiver, &replies);
    let network = FakeNetwork { access_point, ..FakeNetwork::default() };
    let ports = TestPorts { network, ..TestPorts::default() };
    let organization = ports.with_enrolled();
    run(ports.store.commit(organization, &sends::queued(&send), None, NOW)).expect("queued");
    (ports, organization, send.job.id)
}

/// The same after as many attempts as there are.
fn in_doubt() -> (TestPorts, OrganizationId, JobId) {
    let (ports, organization, job) = queued();
    let submission = run(ports.store.job(job)).expect("read").expect("a job").subject;
    let submission =
        peppol_connector::identifiers::SubmissionId(submission.expect("a submission").0);
    for _ in 0..40 {
        let progress = run(ports.store.submission_record(organization, submission)).expect("there");
        if progress.submission.progress.needs_operator {
            return (ports, organization, job);
        }
        run(SubmissionSender(&ports).deliver(organization, submission, Jitter(0))).expect("tried");
    }
    panic!("it is tried for ever");
}

#[test]
fn a_send_in_doubt_is_settled_or_tried_again() {
    for (by, state) in [
        (None, State::Queued),
        (Some(Move::Accepted), State::Sent),
        (Some(Move::GivenUp), State::Failed),
    ] {
        let (ports, _, job) = in_doubt();
        let taken = match by {
            None => run(retry_job(&ports, job)),
            Some(moved) => run(settle_send(&ports, job, moved)),
        };
        let Ok(Taken::Sent(number, progress)) = taken else { panic!("{taken:?}") };
        assert!(number.starts_with("2026/"), "{number}");
        assert_eq!((progress.state, progress.needs_operator), (state, false), "{by:?}");
        let again = run(settle_send(&ports, job, Move::Accepted));
        let is_settled = matches!(again, Err(JobError::NotInDoubt | JobError::Unknown(_)));
        assert!(is_settled, "{by:?}: {again:?}");
    }
}

#[test]
fn an_operator_moves_nothing_that_moved_meanwhile() {
    let (ports, _, job) = in_doubt();
    // what the network alone may say stands for what another has decided meanwhile
    let refused = run(settle_send(&ports, job, Move::Delivered));
    assert!(matches!(refused, Err(JobError::Moved)), "{refused:?}");
    let taken = run(settle_send(&ports, job, Move::GivenUp));
    assert!(matches!(taken, Ok(Taken::Sent(..))), "it is in doubt as before: {taken:?}");
}

#[test]
fn other_jobs_run_again_when_they_are_dead() {
    let (ports, _, job) = queued();
    let error = run(retry_job(&ports, job)).expect_err("it waits");
    assert!(matches!(error, JobError::NotDead(_)) && error.to_string().contains("by itself"));
    let error = run(settle_send(&ports, job, Move::GivenUp)).expect_err("it may arrive");
    assert!(matches!(error, JobError::NotInDoubt), "{error:?}");
    let unknown = JobId(Uuid::nil());
    for error in [
        run(retry_job(&ports, unknown)).expect_err("none"),
        run(settle_send(&ports, unknown, Move::Accepted)).expect_err("none"),
    ] {
        assert!(matches!(error, JobError::Unknown(id) if id == unknown), "{error:?}");
    }
    let other = sends::job(JobKind("maintenance.test"));
    run(ports.store.enqueue(&other, NOW)).expect("there");
    let error = run(settle_send(&ports, other.id, Move::Accepted)).expect_err("no send");
    assert!(matches!(error, JobError::NoSend(_)), "{error:?}");
}

#[test]
fn a_job_outlives_its_send_and_is_not_settled() {
    let ports = TestPorts::default();
    let organization = Some(ports.with_organization().id);
    let job =
        NewJob { organization, subject: Some(SubjectId(Uuid::nil())), ..sends::job(SEND_JOB) };
    run(ports.store.enqueue(&job, NOW)).expect("there");
    let error = run(settle_send(&ports, job.id, Move::Accepted)).expect_err("it is gone");
    let is_gone = matches!(error, JobError::Deliver(DeliverError::Store(StoreError::NotFound)));
    assert!(is_gone, "{error:?}");
    let error = run(retry_job(&ports, job.id)).expect_err("it waits");
    assert!(matches!(error, JobError::NotDead(_)), "{error:?}");
}

#[test]
fn firms_are_made_and_changed() {
    let ports = TestPorts::default();
    let (store, partner) = (&ports.store, PartnerId(build::id()));
    for name in ["", " ", "a\nb", &"x".repeat(301)] {
        let error = run(operator::make_partner(store, partner, name, NOW)).expect_err("a name");
        assert!(matches!(error, FirmError::Name), "{name:?}");
    }
    run(operator::make_partner(store, partner, " Účtovníci ", NOW)).expect("made");
    assert_eq!(run(store.partner(partner)).expect("there").name, "Účtovníci");

    let make = |id, partner| {
        let party = build::organization().as_party();
        run(operator::make_organization(store, id, party, (Plan::Basic, partner), NOW))
    };
    let organization = OrganizationId(build::id());
    make(organization, Some(partner)).expect("made");
    let managed = || run(store.partners(None, 9)).expect("a page").rows[0].organizations;
    assert_eq!(managed(), 1);
    let nobody = PartnerId(build::id());
    let error = make(OrganizationId(build::id()), Some(nobody)).expect_err("no partner");
    assert!(matches!(error, FirmError::NoPartner(id) if id == nobody), "{error:?}");
    let error = make(organization, None).expect_err("taken");
    assert!(matches!(error, FirmError::Store(StoreError::Taken(_))), "{error:?}");

    run(operator::remove_from_partner(store, organization, partner)).expect("let go");
    assert_eq!(managed(), 0);
    let error = run(operator::add_to_partner(store, organization, nobody)).expect_err("nobody");
    assert!(matches!(error, FirmError::NoPair), "{error:?}");
    run(operator::set_plan(store, organization, Plan::Enterprise)).expect("sold");
    let filter = OrganizationFilter::default();
    let page = run(store.all_organizations(&filter, None, 9)).expect("a page");
    let found = page.rows.iter().find(|row| row.organization.id == organization).expect("listed");
    assert_eq!(found.organization.plan, Plan::Enterprise);
    let unknown = OrganizationId(build::id());
    let error = run(operator::set_plan(store, unknown, Plan::Free)).expect_err("none");
    assert!(matches!(error, FirmError::NoOrganization(id) if id == unknown), "{error:?}");
}

#[test]
fn only_an_empty_store_is_filled() {
    let ports = TestPorts::default();
    let organization = build::organization();
    let (id, organizations) = (organization.id, vec![organization]);
    let provision = Provision { organizations, ..Provision::default() };
    run(operator::fill(&ports.store, &provision, NOW)).expect("filled");
    let again = run(operator::fill(&ports.store, &provision, NOW));
    assert!(matches!(again, Err(FirmError::NotEmpty)), "{again:?}");
    assert!(!run(ports.store.is_empty()).expect("read"));
    run(operator::enroll_in_sandbox(&ports.store, id, NOW)).expect("enrolled");
    let account = run(ports.store.account(id)).expect("an account");
    assert_eq!(account.participant, account.participant_in(Network::Test));
    assert_eq!(account.since, Some(NOW));
}

#[test]
fn people_are_added_once_and_get_their_role() {
    let ports = TestPorts::default();
    let (organization, store) = (ports.with_organization().id, &ports.store);
    let partner = ports.with_partner(&[organization]);
    let person =
        |n| NewPerson { id: UserId(Uuid::from_u128(n)), password: "správne kôň batéria" };
    let add = |group, email: &str, role, n| {
        let added =
            operator::add_user(store, ports.passwords(), (group, role), email, person(n), NOW);
        run(added)
    };
    let group = Group::Organization(organization);
    let (email, added) = add(group, " Jana@Example.sk ", Role::Viewer, 1).expect("added");
    assert_eq!((&*email, added), ("jana@example.sk", Added::Account));
    let (_, added) = add(group, "jana@example.sk", Role::Admin, 2).expect("changed");
    assert_eq!(added, Added::Role);
    let (_, added) = add(Group::Partner(partner), "jana@example.sk", Role::Owner, 3).expect("two");
    assert_eq!(added, Added::Role);
    let user = UserId(Uuid::from_u128(1));
    let roles = run(store.memberships(user)).expect("read").into_iter().map(|of| of.role);
    assert_eq!(roles.collect::<Vec<_>>(), [Role::Admin]);
    assert_eq!(run(store.partner_memberships(user)).expect("read").len(), 1);
    let known = run(store.user_for_sign_in("jana@example.sk")).expect("read").expect("known");
    let password = (person(1).password.to_owned(), Some(known.password_hash));
    let compared = run(ports.passwords().verify(password.0, password.1)).expect("compared");
    assert_ne!(compared, Verdict::Wrong, "the first password stays");

    let nobody = Group::Organization(OrganizationId(Uuid::nil()));
    for (group, email, expected) in [
        (group, "", "an e-mail address is missing"),
        (group, "jana", "the e-mail address"),
        (nobody, "eva@example.sk", "there is no organization"),
        (nobody, "jana@example.sk", "there is no organization"),
        (Group::Partner(PartnerId(Uuid::nil())), "eva@example.sk", "there is no partner"),
    ] {
        let error: AddUserError = add(group, email, Role::Owner, 4).expect_err(expected);
        assert!(error.to_string().starts_with(expected), "{error}");
    }
    assert!(run(store.user_for_sign_in("eva@example.sk")).expect("read").is_none());
}

#[test]
fn sessions_end_one_by_one_or_all_with_the_second_factor() {
    let ports = TestPorts::default();
    let organization = build::organization();
    let mut user = build::user(organization.id, Role::Owner);
    user.password_hash = run(ports.passwords().hash("správne kôň".into())).expect("hashed");
    let (id, email) = (user.id, user.email.clone());
    let (organizations, users) = (vec![organization], vec![user]);
    ports.provision(Provision { organizations, users, ..Provision::default() });
    let enter = || {
        let address = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let sent = SignIn { email: &email, password: "správne kôň", address, agent: "Firefox" };
        let Ok(Entered::Session(secret, session)) = run(sign_in(&ports, sent)) else {
            panic!("not in")
        };
        let user = run(signed_in(&ports, secret.expose())).expect("asked").expect("signed in");
        (session.id, user)
    };
    let ((first, _), (_, user)) = (enter(), enter());
    run(end_session(&ports, &user, first)).expect("ended");
    let again = run(end_session(&ports, &user, first));
    assert!(matches!(again, Err(StoreError::NotFound)), "{again:?}");
    enter();
    assert_eq!(run(operator::end_sessions(&ports.store, id, NOW)).expect("ended"), 2);
    assert_eq!(run(operator::end_sessions(&ports.store, id, NOW)).expect("ended"), 0);
    enter();
    let removed = run(operator::remove_second_factor(&ports.store, id, NOW)).expect("removed");
    assert_eq!(removed, (false, 1), "there was none");
}

#[test]
fn credit_is_added_once_for_a_key() {
    let ports = TestPorts::default();
    let organization = ports.with_organization().id;
    let top_up =
        |key: &str| run(operator::top_up(&ports.store, organization, key, Credits(100), NOW));
    let before = run(ports.store.balance(organization)).expect("read").available.0;
    for _ in 0..2 {
        assert_eq!(top_up(" order-7 ").expect("added").available.0, before + 100);
    }
    for key in ["", "  ", &"k".repeat(101)] {
        assert!(matches!(top_up(key), Err(TopUpError::Key)), "{key:?}");
    }
    let nobody = OrganizationId(Uuid::nil());
    let error = run(operator::top_up(&ports.store, nobody, "k", Credits(1), NOW));
    assert!(matches!(error, Err(TopUpError::Store(StoreError::NotFound))), "{error:?}");
    for overdue in [true, false] {
        let set = operator::set_prepayment_overdue(&ports.store, organization, overdue);
        run(set).expect("said");
        let account = run(ports.store.account(organization)).expect("an account");
        assert_eq!(account.prepayment_overdue, overdue);
    }
}
