//! One's own password, changed while signed in.

use super::{PASSWORD, World, run, world};
use jobs::{JobFilter, JobQueue};
use sign_in::{AccountChange, Secret, SignInStore, SignedIn};
use time::Duration;
use use_cases::{
    Ports,
    people::sign_in::{
        ChangePasswordError, CodeError, Entered, PasswordSent, SecondFactorState, SignInError,
        change_password, second_factor_of, set_password, signed_in,
    },
};

const NEW: &str = "iné správne heslo";

impl World {
    fn session(&self) -> (Secret, SignedIn) {
        let Ok(Entered::Session(secret, _)) = self.enter(PASSWORD) else { panic!("in") };
        let who = run(signed_in(&self.ports, secret.expose())).expect("asked").expect("in");
        (secret, who)
    }

    fn change(
        &self,
        who: &SignedIn,
        (current, new): (&str, &str),
        code: &str,
    ) -> Result<(), ChangePasswordError> {
        run(change_password(&self.ports, who, PasswordSent { current, new, code }))
    }

    fn stands(&self, secret: &Secret) -> bool {
        run(signed_in(&self.ports, secret.expose())).expect("asked").is_some()
    }

    fn mails(&self) -> usize {
        let jobs = run(self.ports.store.jobs(JobFilter::default(), None, 100)).expect("jobs");
        let kind = AccountChange::NewPassword.job_kind().0;
        jobs.rows.iter().filter(|job| job.kind == kind).count()
    }
}

#[test]
fn a_changed_password_leaves_this_session_and_tells_its_owner() {
    let world = world();
    let ((here, who), (elsewhere, _)) = (world.session(), world.session());
    let weak = world.change(&who, (PASSWORD, "heslo1234567"), "");
    assert!(matches!(weak, Err(ChangePasswordError::New(_))), "{weak:?}");
    let wrong = world.change(&who, ("another", NEW), "");
    assert!(matches!(wrong, Err(ChangePasswordError::Current(SignInError::Wrong))), "{wrong:?}");
    assert!(world.stands(&elsewhere) && world.mails() == 0, "nothing was changed");
    world.change(&who, (PASSWORD, NEW), "").expect("changed");
    assert!(world.stands(&here) && !world.stands(&elsewhere));
    assert_eq!(world.mails(), 1);
    assert!(matches!(world.enter(PASSWORD), Err(SignInError::Wrong)));
    assert!(matches!(world.enter(NEW), Ok(Entered::Session(..))));
}

#[test]
fn the_current_password_is_guessed_a_few_times() {
    let world = world();
    let (_, who) = world.session();
    for _ in 0..10 {
        let wrong = world.change(&who, ("another", NEW), "");
        assert!(matches!(wrong, Err(ChangePasswordError::Current(SignInError::Wrong))));
    }
    let limited = world.change(&who, (PASSWORD, NEW), "");
    let is_limited = matches!(limited, Err(ChangePasswordError::Current(SignInError::Limited(_))));
    assert!(is_limited, "{limited:?}");
    world.ports.still.advance(Duration::minutes(1));
    world.change(&who, (PASSWORD, NEW), "").expect("a minute later");
}

#[test]
fn a_second_factor_is_asked_for_before_a_password_is_changed() {
    let world = world();
    let (_, who) = world.session();
    let (secret, codes) = world.enrolled();
    let left = || match run(second_factor_of(&world.ports, world.user)).expect("asked") {
        SecondFactorState::Active(left) => left,
        other => panic!("{other:?}"),
    };
    for _ in 0..6 {
        let none = world.change(&who, (PASSWORD, NEW), "");
        assert!(matches!(none, Err(ChangePasswordError::NoCode)), "it counts as none: {none:?}");
    }
    let wrong = world.change(&who, (PASSWORD, NEW), "000000");
    assert!(matches!(wrong, Err(ChangePasswordError::Code(CodeError::Wrong))), "{wrong:?}");
    world.ports.still.advance(Duration::minutes(1));
    let unknown = world.change(&who, ("another", NEW), &codes[0]);
    assert!(unknown.is_err() && left() == codes.len(), "a code is not spent on a wrong password");
    world.change(&who, (PASSWORD, NEW), &codes[0]).expect("changed");
    assert_eq!(left(), codes.len() - 1);
    let code = world.code(&secret, 0);
    world.change(&who, (NEW, PASSWORD), &code).expect("changed back");
    let replayed = world.change(&who, (PASSWORD, NEW), &code);
    assert!(matches!(replayed, Err(ChangePasswordError::Code(CodeError::Wrong))), "{replayed:?}");
}

#[test]
fn the_operator_who_sets_a_password_tells_its_owner_too() {
    let world = world();
    let (secret, _) = world.session();
    let means = (world.ports.passwords(), world.ports.runtime());
    let user = (world.user, &*world.email);
    run(set_password(&world.ports.store, means, user, NEW)).expect("set");
    assert!(!world.stands(&secret) && world.mails() == 1);
    let known = run(world.ports.store.user(world.user)).expect("the user");
    assert_eq!(known.email, world.email);
    assert!(matches!(world.enter(NEW), Ok(Entered::Session(..))));
}
