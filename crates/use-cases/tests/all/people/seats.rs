//! Seats are paid for before somebody takes them, once.

use super::{World, world};
use crate::setup::run;
use access::{NewUser, Plan, Role, UserId};
use invoicing::records::Provision;
use jobs::{JobFilter, JobQueue};
use members::{
    Group, InvitationId, InvitationState, MemberChange, MemberStore, SEATS_UNPAID_MAIL_JOB,
    SeatBillingError, Seats,
};
use organizations::OperatorStore;
use peppol_connector::{
    credit::{Credits, LedgerKind, SEAT_PRICE},
    ports::CreditStore,
};
use std::sync::atomic::Ordering::Relaxed;
use testkit::build;
use time::Duration;
use use_cases::{
    Ports, Runtime,
    invoicing::usage::usage,
    people::members::{
        self as flows, AcceptError, accept_as_user, change_member, group_page, renew_seats,
        send_seats_unpaid_mail,
    },
};

/// A company on the smallest plan, all of whose seats are taken.
fn full() -> World {
    let world = world();
    let included = Plan::Free.seats().expect("bounded");
    let store = &world.ports.store;
    run(store.set_plan(world.organization, Plan::Free)).expect("set");
    let users = (1..included).map(|_| build::user(world.organization, Role::Viewer)).collect();
    world.ports.provision(Provision { users, ..Provision::default() });
    world
}

impl World {
    fn group(&self) -> Group {
        Group::Organization(self.organization)
    }

    fn top_up(&self, seats: u64) {
        let key = self.ports.runtime().new_id().to_string();
        let (bought, now) = (Credits(seats * SEAT_PRICE.0), self.ports.runtime().now());
        run(self.ports.store.top_up(self.organization, &key, bought, now)).expect("topped up");
    }

    /// Somebody with an account who is invited, with the secret of the link.
    fn invited(&self) -> (NewUser, String, InvitationId) {
        let elsewhere = build::organization();
        let user = build::user(elsewhere.id, Role::Owner);
        let (organizations, users) = (vec![elsewhere], vec![user.clone()]);
        self.ports.provision(Provision { organizations, users, ..Provision::default() });
        let sent = (&*user.email, Role::Viewer);
        run(flows::invite(&self.ports, self.user, self.group(), sent)).expect("invited");
        let page = run(group_page(&self.ports, self.user, self.group())).expect("a page");
        let mut open = page.invitations.iter();
        let open = open.find(|open| open.new.email == user.email.to_lowercase());
        let id = open.expect("open").new.id;
        run(flows::send_invitation_mail(&self.ports, id)).expect("sent");
        (user, self.token("invitation"), id)
    }

    fn accepts(
        &self,
        (user, token, _): &(NewUser, String, InvitationId),
    ) -> Result<Group, AcceptError> {
        run(accept_as_user(&self.ports, token, (user.id, &user.email)))
    }

    fn seats(&self) -> (u32, u32) {
        let Seats { used, paid, .. } =
            run(usage(&self.ports.context(self.organization))).expect("a report").seats;
        (used, paid)
    }

    /// How many seats were charged for, and what credit is left, in seats.
    fn charged(&self) -> (usize, u64) {
        let lines = run(self.ports.store.ledger(self.organization, None, 100)).expect("lines").rows;
        let seats = lines.iter().filter(|line| line.kind == LedgerKind::Seat).count();
        let left = run(self.ports.store.balance(self.organization)).expect("a balance");
        (seats, left.available.0 / SEAT_PRICE.0)
    }

    fn removes(&self, user: UserId) {
        let removed = (user, MemberChange::Remove);
        run(change_member(&self.ports, self.user, self.group(), removed)).expect("removed");
    }
}

#[test]
fn without_a_payment_nobody_joins() {
    let world = full();
    let one = world.invited();
    let refused = world.accepts(&one);
    assert!(matches!(refused, Err(AcceptError::Seat(SeatBillingError::Declined))), "{refused:?}");
    assert_eq!((world.seats(), world.charged()), ((2, 0), (0, 0)));
    let members = run(world.ports.store.members(world.group())).expect("members");
    assert!(members.iter().all(|member| member.user != one.0.id));
    let invitation = run(world.ports.store.invitation(one.2)).expect("kept");
    assert_eq!(invitation.state(world.ports.runtime().now()), InvitationState::Open);
    // the company is told, once
    let again = world.accepts(&one);
    assert!(matches!(again, Err(AcceptError::Seat(SeatBillingError::Declined))), "{again:?}");
    let jobs = run(world.ports.store.jobs(JobFilter::default(), None, 100)).expect("jobs").rows;
    let told = jobs.iter().filter(|job| job.kind == SEATS_UNPAID_MAIL_JOB.0).count();
    assert_eq!(told, 1, "refused twice, told once");
    run(send_seats_unpaid_mail(&world.ports, world.organization)).expect("sent");
    let mails = world.ports.mailer.sent();
    let text = mails.last().expect("a mail").text.as_str();
    assert!(text.contains("People: 2, seats: 2") && text.contains("/plan"), "{text}");
    // the credit is topped up, and the same link goes on
    world.top_up(1);
    assert_eq!(world.accepts(&one).expect("accepted"), world.group());
    assert_eq!((world.seats(), world.charged()), ((3, 1), (1, 0)));
    // what a larger plan has room for is no news
    run(world.ports.store.set_plan(world.organization, Plan::Basic)).expect("set");
    let before = world.ports.mailer.sent().len();
    run(send_seats_unpaid_mail(&world.ports, world.organization)).expect("nothing to say");
    assert_eq!(world.ports.mailer.sent().len(), before);
}

#[test]
fn a_payment_that_breaks_off_is_made_once() {
    let world = full();
    world.top_up(3);
    let one = world.invited();
    world.ports.billing.lost.store(1, Relaxed);
    let lost = world.accepts(&one);
    assert!(matches!(lost, Err(AcceptError::Seat(SeatBillingError::Unknown(_)))), "{lost:?}");
    assert_eq!((world.seats(), world.charged()), ((2, 0), (1, 2)), "charged, and nobody joined");
    world.ports.store.fail(Some("keep_paid_seat"));
    let failed = world.accepts(&one);
    assert!(matches!(failed, Err(AcceptError::Seat(SeatBillingError::Store(_)))), "{failed:?}");
    assert_eq!(world.seats(), (2, 0));
    world.ports.store.fail(None);
    world.accepts(&one).expect("accepted");
    assert_eq!((world.seats(), world.charged()), ((3, 1), (1, 2)), "charged once");
}

#[test]
fn who_leaves_frees_a_seat_that_is_paid_for() {
    let world = full();
    world.top_up(2);
    let first = world.invited();
    world.accepts(&first).expect("accepted");
    world.removes(first.0.id);
    assert_eq!((world.seats(), world.charged()), ((2, 1), (1, 1)));
    world.accepts(&world.invited()).expect("accepted");
    assert_eq!((world.seats(), world.charged()), ((3, 1), (1, 1)), "no second charge");
    world.accepts(&world.invited()).expect("accepted");
    assert_eq!((world.seats(), world.charged()), ((4, 2), (2, 0)));
    // a larger plan includes them
    let store = &world.ports.store;
    run(store.set_plan(world.organization, Plan::Basic)).expect("set");
    world.accepts(&world.invited()).expect("accepted");
    assert_eq!((world.seats(), world.charged()), ((5, 2), (2, 0)));
}

#[test]
fn seats_are_paid_for_each_month() {
    let world = full();
    world.top_up(2);
    world.accepts(&world.invited()).expect("accepted");
    let renew = || run(renew_seats(&world.ports)).expect("renewed");
    assert_eq!((renew(), world.charged()), (0, (1, 1)), "this month is paid for");
    world.ports.still.advance(Duration::days(31));
    assert_eq!(world.seats(), (3, 0));
    world.ports.store.fail(Some("keep_paid_seat"));
    run(renew_seats(&world.ports)).expect_err("it is to be tried again");
    world.ports.store.fail(None);
    assert_eq!([renew(), renew()], [1, 0]);
    assert_eq!((world.seats(), world.charged()), ((3, 1), (2, 0)));
    // whose credit is used up loses nobody, and gets nobody
    world.ports.still.advance(Duration::days(31));
    assert_eq!((renew(), world.seats(), world.charged()), (0, (3, 0), (2, 0)));
    let one = world.invited();
    world.top_up(1);
    let refused = world.accepts(&one);
    assert!(matches!(refused, Err(AcceptError::Seat(SeatBillingError::Declined))));
    assert_eq!((world.seats(), world.charged()), ((3, 1), (3, 0)), "what was owed is paid for");
    world.top_up(1);
    world.accepts(&one).expect("accepted");
    assert_eq!((world.seats(), world.charged()), ((4, 2), (4, 0)));
}
