//! People: second factors, changed and forgotten passwords, members and invitations.

mod means;
mod password;
mod seats;

use crate::setup::{TestPorts, run};
use access::{OrganizationId, Role, Tier, UserId};
use data_encoding::BASE32_NOPAD;
use invoicing::records::Provision;
use jobs::{JobFilter, JobQueue};
use members::{Group, MemberChange, MemberError, MemberRefused, MemberStore};
use ring::hmac;
use sign_in::{AccountChange, PasswordHasher, ResetId, SessionId, SignInStore, origin};
use std::net::{IpAddr, Ipv4Addr};
use testkit::build;
use time::Duration;
use use_cases::{
    Ports, Runtime,
    people::{
        members::{
            self as flows, AcceptError, Belongings, InviteError, accept_as_new_user,
            accept_as_user, belongings, group_page,
        },
        sign_in::{
            CodeError, EnrolError, Entered, ResetError, SecondFactorState, SignIn, SignInError,
            ask_reset, begin_second_factor, confirm_second_factor, finish_sign_in,
            new_recovery_codes, prove, remove_second_factor, reset_password, second_factor_of,
            send_changed_mail, send_reset_mail, sign_in, signed_in,
        },
    },
};

const PASSWORD: &str = "správne kôň batéria";
const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

struct World {
    ports: TestPorts,
    organization: OrganizationId,
    user: UserId,
    email: String,
}

fn world() -> World {
    let ports = TestPorts::default();
    let organization = build::organization();
    let mut user = build::user(organization.id, Role::Owner);
    user.password_hash = run(ports.passwords().hash(PASSWORD.into())).expect("hashed");
    let (id, owner, email) = (organization.id, user.id, user.email.clone());
    let (organizations, users) = (vec![organization], vec![user]);
    ports.provision(Provision { organizations, users, ..Provision::default() });
    World { ports, organization: id, user: owner, email }
}

impl World {
    fn enter(&self, password: &str) -> Result<Entered, SignInError> {
        let sent = SignIn { email: &self.email, password, address: HERE, agent: "Firefox" };
        run(sign_in(&self.ports, sent))
    }

    /// The cookie under which the second factor is asked for.
    fn asked(&self) -> String {
        match self.enter(PASSWORD) {
            Ok(Entered::SecondFactor(secret)) => secret.expose().to_owned(),
            other => panic!("{other:?}"),
        }
    }

    fn finish(&self, cookie: &str, code: &str) -> Result<(), CodeError> {
        let (secret, _) = run(finish_sign_in(&self.ports, cookie, code, (HERE, "Firefox")))?;
        let found = run(signed_in(&self.ports, secret.expose())).expect("asked");
        assert_eq!(found.expect("a session").session.user, self.user);
        Ok(())
    }

    /// What an authenticator shows, by RFC 6238 and not by our own code.
    fn code(&self, secret: &str, steps_later: i64) -> String {
        let key = BASE32_NOPAD.decode(secret.as_bytes()).expect("base32");
        let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, &key);
        let step = self.ports.runtime().now().unix_timestamp() / 30 + steps_later;
        let tag = hmac::sign(&key, &step.to_be_bytes());
        let tag = tag.as_ref();
        let at = usize::from(tag[19] & 15);
        let word = u32::from_be_bytes([tag[at], tag[at + 1], tag[at + 2], tag[at + 3]]);
        format!("{:06}", (word & 0x7fff_ffff) % 1_000_000)
    }

    /// With a second factor: its secret and the recovery codes.
    fn enrolled(&self) -> (String, Vec<String>) {
        let user = (self.user, &*self.email);
        run(begin_second_factor(&self.ports, user, PASSWORD)).expect("begun");
        let secret = match run(second_factor_of(&self.ports, self.user)).expect("asked") {
            SecondFactorState::Begun(secret) => secret.expose(),
            other => panic!("{other:?}"),
        };
        let code = self.code(&secret, 0);
        let here = (self.user, SessionId(uuid::Uuid::nil()));
        let codes = run(confirm_second_factor(&self.ports, here, &code)).expect("confirmed");
        self.ports.still.advance(Duration::minutes(2));
        (secret, codes)
    }

    fn subject_of(&self, kind: &str) -> Option<uuid::Uuid> {
        let jobs = run(self.ports.store.jobs(JobFilter::default(), None, 100)).expect("jobs");
        let found: Vec<_> = jobs.rows.iter().filter(|job| job.kind == kind).collect();
        assert!(found.len() < 2, "{found:?}");
        found.first().and_then(|job| job.subject).map(|about| about.0)
    }

    /// The secret of the link in the newest mail.
    fn token(&self, path: &str) -> String {
        let mails = self.ports.mailer.sent();
        let text = mails.last().expect("a mail").text.as_str().to_owned();
        let start = format!("https://billhook.example/{path}/");
        let line = text.lines().find_map(|line| line.strip_prefix(&start)).expect("a link");
        line.to_owned()
    }
}

#[test]
fn a_second_factor_is_asked_for_after_the_password() {
    let world = world();
    assert!(matches!(world.enter(PASSWORD), Ok(Entered::Session(..))));
    let user = (world.user, &*world.email);
    let begun = run(begin_second_factor(&world.ports, user, "another password"));
    assert!(matches!(begun, Err(EnrolError::Password(SignInError::Wrong))));
    let (secret, codes) = world.enrolled();
    assert_eq!(codes.len(), 10);
    let again = run(begin_second_factor(&world.ports, user, PASSWORD));
    assert!(matches!(again, Err(EnrolError::InUse)));
    assert!(matches!(world.enter("wrong"), Err(SignInError::Wrong)));
    let cookie = world.asked();
    let code = world.code(&secret, 0);
    assert!(matches!(world.finish("another cookie", &code), Err(CodeError::Over)));
    assert!(matches!(world.finish(&cookie, "000000"), Err(CodeError::Wrong)));
    world.finish(&cookie, &code).expect("in");
    // neither the code nor the cookie is good a second time
    assert!(matches!(world.finish(&cookie, &world.code(&secret, 1)), Err(CodeError::Over)));
    let cookie = world.asked();
    assert!(matches!(world.finish(&cookie, &code), Err(CodeError::Wrong)));
    world.ports.still.advance(Duration::minutes(11));
    assert!(matches!(world.finish(&cookie, &world.code(&secret, 0)), Err(CodeError::Over)));
}

#[test]
fn what_works_in_production_wants_the_password_again() {
    let world = world();
    let Ok(Entered::Session(secret, _)) = world.enter(PASSWORD) else { panic!("in") };
    let who = run(signed_in(&world.ports, secret.expose())).expect("asked").expect("in");
    let proven = |tier, password: &str| run(prove(&world.ports, &who, tier, password));
    proven(Tier::Live, "").expect("the sign-in is fresh");
    world.ports.still.advance(sign_in::FRESH_FOR);
    proven(Tier::Test, "").expect("nothing is at stake");
    proven(Tier::Live, PASSWORD).expect("proven");
    for password in ["", "wrong", PASSWORD, "wrong", "wrong"] {
        let expected = password == PASSWORD;
        assert_eq!(proven(Tier::Live, password).is_ok(), expected, "{password}");
    }
    // ten a minute, counted apart from sign-ins
    let tries: Vec<_> = (0..5).map(|_| proven(Tier::Live, "wrong")).collect();
    assert!(matches!(tries.last(), Some(Err(SignInError::Limited(_)))), "{tries:?}");
    world.enter(PASSWORD).expect("another session");
    world.ports.still.advance(Duration::minutes(1));
    for _ in 0..12 {
        let _ = world.enter("wrong");
    }
    assert!(matches!(world.enter(PASSWORD), Err(SignInError::Limited(_))));
    proven(Tier::Live, PASSWORD).expect("strangers at the door keep nobody from their keys");
}

#[test]
fn a_second_factor_ends_the_other_sessions() {
    let world = world();
    let [(here, session), (elsewhere, _)] = [(); 2].map(|()| match world.enter(PASSWORD) {
        Ok(Entered::Session(secret, session)) => (secret, session),
        other => panic!("{other:?}"),
    });
    run(begin_second_factor(&world.ports, (world.user, &world.email), PASSWORD)).expect("begun");
    let stands = |secret: &sign_in::Secret| {
        run(signed_in(&world.ports, secret.expose())).expect("asked").is_some()
    };
    let confirm = |code: &str| {
        run(confirm_second_factor(&world.ports, (world.user, session.id), code)).map(drop)
    };
    assert!(matches!(confirm("000000"), Err(CodeError::Wrong)));
    assert!(stands(&here) && stands(&elsewhere));
    let Ok(SecondFactorState::Begun(secret)) = run(second_factor_of(&world.ports, world.user))
    else {
        panic!("begun")
    };
    confirm(&world.code(&secret.expose(), 0)).expect("confirmed");
    assert!(stands(&here) && !stands(&elsewhere));
}

#[test]
fn recovery_codes_are_used_once_and_renewed() {
    let world = world();
    let (secret, codes) = world.enrolled();
    world.finish(&world.asked(), &codes[3].to_uppercase()).expect("in");
    assert!(matches!(world.finish(&world.asked(), &codes[3]), Err(CodeError::Wrong)));
    let state = run(second_factor_of(&world.ports, world.user)).expect("asked");
    assert_eq!(state, SecondFactorState::Active(9));
    let renewed = run(new_recovery_codes(&world.ports, world.user, &codes[4])).expect("new ones");
    assert!(renewed.len() == 10 && !renewed.contains(&codes[5]));
    assert!(matches!(world.finish(&world.asked(), &codes[5]), Err(CodeError::Wrong)));
    world.finish(&world.asked(), &renewed[0]).expect("in");
    let user = (world.user, &*world.email);
    for sent in [("wrong", &*world.code(&secret, 0)), (PASSWORD, "000000")] {
        assert!(run(remove_second_factor(&world.ports, user, sent)).is_err(), "{sent:?}");
    }
    let sent = (PASSWORD, &*world.code(&secret, 0));
    run(remove_second_factor(&world.ports, user, sent)).expect("removed");
    world.ports.still.advance(Duration::minutes(1));
    assert!(matches!(world.enter(PASSWORD), Ok(Entered::Session(..))));
}

/// A crash between the steps would have spent the code.
#[test]
fn a_code_is_spent_on_a_session_or_not_at_all() {
    let world = world();
    let (_, codes) = world.enrolled();
    let left = || match run(second_factor_of(&world.ports, world.user)).expect("asked") {
        SecondFactorState::Active(left) => left,
        other => panic!("{other:?}"),
    };
    let cookie = world.asked();
    // the password is compared with what is there when the session is kept
    world.ports.set_hash(world.user, "another hash");
    assert!(matches!(world.finish(&cookie, &codes[0]), Err(CodeError::Over)));
    assert_eq!(left(), 10, "nobody signed in, and no code was spent");
    let hash = run(world.ports.passwords().hash(PASSWORD.into())).expect("hashed");
    world.ports.set_hash(world.user, &hash);
    world.finish(&world.asked(), &codes[0]).expect("in");
    assert_eq!(left(), 9);
}

#[test]
fn codes_are_guessed_a_few_times() {
    let world = world();
    let (secret, codes) = world.enrolled();
    let cookie = world.asked();
    for _ in 0..5 {
        assert!(matches!(world.finish(&cookie, "000000"), Err(CodeError::Wrong)));
    }
    // another sign-in is none the better, nor is a right code of the app
    let refused = world.finish(&world.asked(), &world.code(&secret, 0));
    assert!(matches!(refused, Err(CodeError::Wait { retry_after: 1..=900 })), "{refused:?}");
    let told = world.subject_of(AccountChange::WrongCodes.job_kind().0);
    assert_eq!(told, Some(world.user.0), "somebody knows the password");
    // who only has the password does not keep the owner of the codes out
    world.finish(&world.asked(), &codes[0]).expect("in");
    world.ports.still.advance(Duration::minutes(1));
    world.finish(&world.asked(), &world.code(&secret, 0)).expect("counted anew");
}

#[test]
fn a_new_password_ends_a_sign_in_that_waits_for_its_code() {
    let world = world();
    let (secret, _) = world.enrolled();
    let cookie = world.asked();
    world.ports.set_hash(world.user, "another hash");
    assert!(matches!(world.finish(&cookie, &world.code(&secret, 0)), Err(CodeError::Over)));
}

#[test]
fn a_forgotten_password_is_set_by_mail_once() {
    let world = world();
    let Ok(Entered::Session(secret, _)) = world.enter(PASSWORD) else { panic!("in") };
    run(ask_reset(&world.ports, &world.email.to_uppercase(), HERE)).expect("asked");
    run(ask_reset(&world.ports, &world.email, HERE)).expect("asked again");
    let id = ResetId(world.subject_of("sign_in.reset_mail").expect("one job"));
    run(send_reset_mail(&world.ports, id)).expect("sent");
    let first = world.token("reset");
    // sent again after a failure it is the same mail, and both links are good
    run(send_reset_mail(&world.ports, id)).expect("sent");
    let keys: Vec<_> = world.ports.mailer.sent().iter().map(|mail| mail.key.clone()).collect();
    assert_eq!(keys[0], keys[1]);
    let weak = run(reset_password(&world.ports, &first, "short", HERE));
    assert!(matches!(weak, Err(ResetError::Password(_))));
    let there = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));
    let second = world.token("reset");
    run(reset_password(&world.ports, &second, "iné správne heslo", there)).expect("set");
    assert!(run(signed_in(&world.ports, secret.expose())).expect("asked").is_none());
    let now = world.ports.runtime().now();
    let knows = run(world.ports.store.knows_place(world.user, origin(there), now));
    assert!(knows.expect("asked"), "strangers do not keep out who reads the account's mail");
    assert!(matches!(world.enter(PASSWORD), Err(SignInError::Wrong)));
    assert!(matches!(world.enter("iné správne heslo"), Ok(Entered::Session(..))));
    for token in [&*first, &*world.token("reset"), "unknown"] {
        let used = run(reset_password(&world.ports, token, "ešte iné správne heslo", HERE));
        assert!(matches!(used, Err(ResetError::Over)), "{token}");
    }
}

#[test]
fn a_link_for_a_password_ends_and_nobody_learns_who_has_an_account() {
    let world = world();
    run(ask_reset(&world.ports, &world.email, HERE)).expect("asked");
    let id = ResetId(world.subject_of("sign_in.reset_mail").expect("one job"));
    run(send_reset_mail(&world.ports, id)).expect("sent");
    world.ports.still.advance(Duration::minutes(30));
    let late = run(reset_password(&world.ports, &world.token("reset"), "iné správne heslo", HERE));
    assert!(matches!(late, Err(ResetError::Over)));
    let stranger = World { email: "nobody@example.sk".into(), ..self::world() };
    run(ask_reset(&stranger.ports, &stranger.email, HERE)).expect("the same answer");
    let id = ResetId(stranger.subject_of("sign_in.reset_mail").expect("the same job"));
    run(send_reset_mail(&stranger.ports, id)).expect("nothing to send");
    assert_eq!(stranger.ports.mailer.sent(), []);
    for _ in 0..9 {
        run(ask_reset(&stranger.ports, "x@example.sk", HERE)).expect("asked");
    }
    let limited = run(ask_reset(&stranger.ports, "x@example.sk", HERE));
    assert!(matches!(limited, Err(ResetError::Limited(_))));
}

#[test]
fn the_owner_of_an_account_is_informed_of_what_was_changed() {
    let world = world();
    let (secret, _) = world.enrolled();
    let code = world.code(&secret, 0);
    let user = (world.user, &*world.email);
    let wrong = run(remove_second_factor(&world.ports, user, (PASSWORD, "000000")));
    assert!(matches!(wrong, Err(EnrolError::Code(CodeError::Wrong))), "{wrong:?}");
    run(remove_second_factor(&world.ports, user, (PASSWORD, &code))).expect("removed");
    run(ask_reset(&world.ports, &world.email, HERE)).expect("asked");
    let id = ResetId(world.subject_of("sign_in.reset_mail").expect("one job"));
    run(send_reset_mail(&world.ports, id)).expect("sent");
    run(reset_password(&world.ports, &world.token("reset"), "iné správne heslo", HERE))
        .expect("set");
    for (change, expected) in [
        (AccountChange::SecondFactorOn, "turned on"),
        (AccountChange::SecondFactorOff, "turned off"),
        (AccountChange::NewPassword, "new password was set"),
        (AccountChange::WrongCodes, "five wrong codes"),
    ] {
        let job_of = world.subject_of(change.job_kind().0);
        let is_made = change != AccountChange::WrongCodes;
        assert_eq!(job_of, is_made.then_some(world.user.0), "{change:?}");
        let job = jobs::JobId(world.user.0);
        run(send_changed_mail(&world.ports, change, (world.user, job))).expect("sent");
        let mails = world.ports.mailer.sent();
        let text = mails.last().expect("a mail").text.as_str();
        assert!(text.contains(expected) && text.contains("/forgotten"), "{text}");
        // what a new password does not end
        assert!(text.contains("/connections") && text.contains("/account"), "{text}");
        assert!(!text.contains(&secret) && !text.contains(PASSWORD));
    }
}

#[test]
fn somebody_new_accepts_an_invitation_with_a_password() {
    let world = world();
    let group = Group::Organization(world.organization);
    let invite =
        |email: &str, role| run(flows::invite(&world.ports, world.user, group, (email, role)));
    assert!(matches!(invite("no address", Role::Viewer), Err(InviteError::Email(_))));
    invite(" Nova@Firma.example ", Role::Accountant).expect("invited");
    let page = run(group_page(&world.ports, world.user, group)).expect("a page");
    assert_eq!(page.invitations[0].new.email, "nova@firma.example");
    let id = world.subject_of("members.invitation_mail").expect("one job");
    run(flows::send_invitation_mail(&world.ports, members::InvitationId(id))).expect("sent");
    let token = world.token("invitation");
    let other = run(accept_as_user(&world.ports, &token, (world.user, &world.email)));
    assert!(matches!(other, Err(AcceptError::AnotherAddress)));
    let weak = run(accept_as_new_user(&world.ports, &token, "nova12345678"));
    assert!(matches!(weak, Err(AcceptError::Password(_))));
    let joined = run(accept_as_new_user(&world.ports, &token, PASSWORD)).expect("accepted");
    assert_eq!(joined, group);
    let again = run(accept_as_new_user(&world.ports, &token, PASSWORD));
    assert!(matches!(again, Err(AcceptError::Over)));
    let new = World { email: "nova@firma.example".into(), ..world };
    assert!(matches!(new.enter(PASSWORD), Ok(Entered::Session(..))));
    let members = run(new.ports.store.members(group)).expect("members");
    assert!(members.iter().any(|m| m.email == new.email && m.role == Role::Accountant));
}

#[test]
fn an_invitation_is_taken_back_by_who_could_give_it() {
    let world = world();
    let group = Group::Organization(world.organization);
    let other = build::user(world.organization, Role::Admin);
    let admin = other.id;
    world.ports.provision(Provision { users: vec![other], ..Provision::default() });
    for (email, role) in [("a@firma.example", Role::Owner), ("b@firma.example", Role::Viewer)] {
        run(flows::invite(&world.ports, world.user, group, (email, role))).expect("invited");
    }
    let open = || run(group_page(&world.ports, world.user, group)).expect("a page").invitations;
    let of = |role| open().into_iter().find(|open| open.new.role == role).expect("open").new.id;
    let end = |by, id| run(flows::end_invitation(&world.ports, by, group, id));
    let refused = end(admin, of(Role::Owner));
    assert!(matches!(refused, Err(MemberError::Refused(MemberRefused::NotAllowed))));
    end(admin, of(Role::Viewer)).expect("an administrator gives it");
    end(world.user, of(Role::Owner)).expect("an owner gives it");
    assert!(open().is_empty());
}

#[test]
fn an_invitation_ends_with_the_right_to_give_it() {
    let world = world();
    let group = Group::Organization(world.organization);
    let other = build::user(world.organization, Role::Owner);
    let (second, email) = (other.id, other.email.clone());
    world.ports.provision(Provision { users: vec![other], ..Provision::default() });
    let sent = ("nova@firma.example", Role::Owner);
    run(flows::invite(&world.ports, second, group, sent)).expect("invited");
    let id = world.subject_of("members.invitation_mail").expect("one job");
    run(flows::send_invitation_mail(&world.ports, members::InvitationId(id))).expect("sent");
    let token = world.token("invitation");
    let demote = (second, MemberChange::Role(Role::Admin));
    run(flows::change_member(&world.ports, world.user, group, demote)).expect("changed");
    let late = run(accept_as_new_user(&world.ports, &token, PASSWORD));
    assert!(matches!(late, Err(AcceptError::Over)), "{email} gives it no more");
    let last = (world.user, MemberChange::Remove);
    let refused = run(flows::change_member(&world.ports, world.user, group, last));
    assert!(matches!(refused, Err(MemberError::Refused(MemberRefused::LastOwner))));
    let stranger = UserId(uuid::Uuid::nil());
    assert!(run(group_page(&world.ports, stranger, group)).is_err());
}

#[test]
fn who_has_an_account_accepts_an_invitation_with_it() {
    let world = world();
    let group = Group::Organization(world.organization);
    let elsewhere = build::organization();
    let other = build::user(elsewhere.id, Role::Owner);
    let (user, email) = (other.id, other.email.clone());
    let (organizations, users) = (vec![elsewhere], vec![other]);
    world.ports.provision(Provision { organizations, users, ..Provision::default() });
    run(flows::invite(&world.ports, world.user, group, (&email, Role::Viewer))).expect("invited");
    let id = world.subject_of("members.invitation_mail").expect("one job");
    run(flows::send_invitation_mail(&world.ports, members::InvitationId(id))).expect("sent");
    let token = world.token("invitation");
    let refused = run(accept_as_new_user(&world.ports, &token, PASSWORD));
    assert!(matches!(refused, Err(AcceptError::HasAccount)), "{refused:?}");
    let joined = run(accept_as_user(&world.ports, &token, (user, &email)));
    assert_eq!(joined.expect("accepted"), group);
}

#[test]
fn somebody_belongs_to_companies_and_to_partners() {
    let world = world();
    let of = |user| run(belongings(&world.ports, user)).expect("read");
    let Belongings { companies, partners } = of(world.user);
    assert_eq!((companies.len(), partners.len()), (1, 0));
    assert_eq!((companies[0].organization, companies[0].role), (world.organization, Role::Owner));
    let nobody = of(UserId(uuid::Uuid::nil()));
    assert!(nobody.companies.is_empty() && nobody.partners.is_empty());
}
