//! What people are told when passwords cannot be hashed now, and when there is no randomness: that, and nothing is
//! changed.

use super::{HERE, PASSWORD, World, run, world};
use access::{Role, UserId};
use members::{Group, InvitationId};
use sign_in::{HashError, ResetId};
use testkit::build::{self, NOW};
use use_cases::{
    NoRandomness, Ports,
    ledger::unsent_mail::UnsentMail,
    people::{
        members::{self as flows, AcceptError, accept_as_new_user},
        operator::{AddUserError, NewPerson, add_user},
        sign_in::{
            ChangePasswordError, CodeError, Entered, PasswordSent, ResetError, SetPasswordError,
            SignInError, ask_reset, change_password, finish_sign_in, reset_password,
            send_reset_mail, set_password, signed_in,
        },
    },
};

const NEW: &str = "iné správne heslo";

impl World {
    /// Whether passwords can be hashed and compared.
    fn hashes(&self, works: bool) {
        self.ports.passwords.set_busy(!works);
    }

    /// The id of a reset that was asked for.
    fn asked_reset(&self) -> ResetId {
        run(ask_reset(&self.ports, &self.email, HERE)).expect("asked");
        ResetId(self.subject_of("sign_in.reset_mail").expect("one job"))
    }

    fn is_still(&self, password: &str) -> bool {
        matches!(self.enter(password), Ok(Entered::Session(..)))
    }
}

#[test]
fn a_password_that_cannot_be_hashed_is_not_set() {
    let world = world();
    let Ok(Entered::Session(secret, _)) = world.enter(PASSWORD) else { panic!("in") };
    let who = run(signed_in(&world.ports, secret.expose())).expect("asked").expect("in");
    world.hashes(false);
    let entered = world.enter(PASSWORD);
    let is_hash = matches!(entered, Err(SignInError::Hash(HashError::Busy { retry_after: 3 })));
    assert!(is_hash, "{entered:?}");
    let sent = PasswordSent { current: PASSWORD, new: NEW, code: "" };
    let changed = run(change_password(&world.ports, &who, sent));
    let is_hash = matches!(changed, Err(ChangePasswordError::Current(SignInError::Hash(_))));
    assert!(is_hash, "{changed:?}");
    let means = (world.ports.passwords(), world.ports.runtime());
    let user = (world.user, &*world.email);
    let set = run(set_password(&world.ports.store, means, user, NEW));
    assert!(matches!(set, Err(SetPasswordError::Hash(_))), "{set:?}");
    world.hashes(true);
    let weak = run(set_password(&world.ports.store, means, user, "kôň"));
    assert!(matches!(weak, Err(SetPasswordError::Password(_))), "{weak:?}");
    assert!(world.is_still(PASSWORD));
}

#[test]
fn a_link_is_good_until_its_password_can_be_hashed() {
    let world = world();
    run(send_reset_mail(&world.ports, world.asked_reset())).expect("sent");
    let token = world.token("reset");
    world.hashes(false);
    let refused = run(reset_password(&world.ports, &token, NEW, HERE));
    assert!(matches!(refused, Err(ResetError::Hash(_))), "{refused:?}");
    world.hashes(true);
    assert!(world.is_still(PASSWORD));
    run(reset_password(&world.ports, &token, NEW, HERE)).expect("set");
    assert!(world.is_still(NEW));
}

#[test]
fn nobody_joins_whose_password_cannot_be_hashed() {
    let world = world();
    let group = Group::Organization(world.organization);
    let sent = ("nova@firma.example", Role::Viewer);
    run(flows::invite(&world.ports, world.user, group, sent)).expect("invited");
    let id = world.subject_of("members.invitation_mail").expect("one job");
    run(flows::send_invitation_mail(&world.ports, InvitationId(id))).expect("sent");
    let token = world.token("invitation");
    world.hashes(false);
    let refused = run(accept_as_new_user(&world.ports, &token, PASSWORD));
    assert!(matches!(refused, Err(AcceptError::Hash(_))), "{refused:?}");
    let (store, passwords) = (&world.ports.store, world.ports.passwords());
    let person = NewPerson { id: UserId(build::id()), password: PASSWORD };
    let add = || run(add_user(store, passwords, (group, Role::Viewer), "b@x.example", person, NOW));
    let refused = add();
    assert!(matches!(refused, Err(AddUserError::Hash(_))), "{refused:?}");
    world.hashes(true);
    run(accept_as_new_user(&world.ports, &token, PASSWORD)).expect("the invitation stands");
    add().expect("nobody was added before");
}

#[test]
fn no_session_begins_without_randomness() {
    let mut world = world();
    let (_, codes) = world.enrolled();
    let cookie = world.asked();
    world.ports.still.dry = true;
    let finished = run(finish_sign_in(&world.ports, &cookie, &codes[0], (HERE, "Firefox")));
    assert!(matches!(finished, Err(CodeError::NoRandomness(_))), "{finished:?}");
    let entered = world.enter(PASSWORD);
    assert!(matches!(entered, Err(SignInError::NoRandomness(NoRandomness))), "{entered:?}");
    world.ports.still.dry = false;
    // neither the sign-in nor the code was spent
    world.finish(&cookie, &codes[0]).expect("in");
}

#[test]
fn no_link_is_sent_without_randomness() {
    let mut world = world();
    let id = world.asked_reset();
    world.ports.still.dry = true;
    let unsent = run(send_reset_mail(&world.ports, id));
    assert!(matches!(unsent, Err(UnsentMail::NoRandomness(_))), "{unsent:?}");
    assert!(world.ports.mailer.sent().is_empty());
    world.ports.still.dry = false;
    run(send_reset_mail(&world.ports, id)).expect("sent");
}
