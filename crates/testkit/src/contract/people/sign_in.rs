//! Users, their passwords and sessions.

use crate::build::{self, NOW, id};
use crate::contract::{Ports, StoreUnderTest, setup::kind, webhooks::webhook_setup::at_once};
use access::{AttemptHash, NewUser, Role, UserId};
use invoicing::records::Provision;
use jobs::{JobFilter, JobId, NewJob};
use sign_in::{
    AccountChange, PLACE_KNOWN_FOR, PasswordChange, SESSION_IDLE, SESSION_MAX, SecondFactor,
    SecretHash, Session, SessionId, SignInStore, TotpSecret,
};
use time::Duration;

/// A user with two companies.
async fn some_user(store: &impl Ports) -> NewUser {
    let (one, two) = (build::organization(), build::organization());
    let mut user = build::user(one.id, Role::Viewer);
    user.memberships.push((two.id, Role::Owner));
    let (organizations, users) = (vec![one, two], vec![user.clone()]);
    let provision = Provision { organizations, users, ..Provision::default() };
    store.provision(&provision, NOW).await.expect("provisioned");
    user
}

/// The job that tells a user.
fn mail_to(user: UserId) -> NewJob {
    AccountChange::NewPassword.job(JobId(id()), user, NOW)
}

async fn is_queued(store: &impl Ports, job: &NewJob) -> bool {
    let jobs = store.jobs(JobFilter::default(), None, 100).await.expect("jobs").rows;
    jobs.iter().any(|known| known.id == job.id && known.subject == job.subject)
}

fn session(user: UserId) -> Session {
    Session::new(SessionId(id()), user, "Firefox", NOW)
}

pub async fn a_user_is_found_by_address_in_any_case(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let user = some_user(store).await;
    for email in [user.email.clone(), user.email.to_uppercase()] {
        let found = store.user_for_sign_in(&email).await.expect("asked").expect("found");
        assert_eq!((found.id, found.password_hash), (user.id, user.password_hash.clone()));
    }
    for email in ["nobody@example.sk", "", "a\0b"] {
        assert_eq!(store.user_for_sign_in(email).await.expect("asked"), None);
    }
    let read = store.user(user.id).await.expect("read");
    assert_eq!((read.id, read.email), (user.id, user.email.clone()));
    assert_eq!(kind(&store.user(UserId(id())).await), "not found");
    let memberships = store.memberships(user.id).await.expect("asked");
    let mut roles: Vec<_> = memberships.iter().map(|m| (m.organization, m.role)).collect();
    roles.sort_by_key(|(organization, _)| *organization);
    let mut expected = user.memberships.clone();
    expected.sort_by_key(|(organization, _)| *organization);
    assert_eq!(roles, expected);
    assert_eq!(store.memberships(UserId(id())).await.expect("asked"), []);
    let all = store.users(None, 10).await.expect("asked").rows;
    assert!(all.iter().any(|known| known.id == user.id && known.created_at == NOW));
}

pub async fn a_session_is_found_by_its_hash_while_it_stands(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let user = some_user(store).await;
    let (hash, begun) = (SecretHash([1; 32]), session(user.id));
    store.add_session(&hash, &begun, &user.password_hash).await.expect("kept");
    let found = store.use_session(&hash, NOW).await.expect("asked").expect("it stands");
    assert_eq!((found.session, found.email), (begun.clone(), user.email.clone()));
    let other = store.use_session(&SecretHash([2; 32]), NOW).await.expect("asked");
    assert_eq!(other, None);
    // used within every idle time it lasts, but not for ever
    let mut now = NOW;
    while now + SESSION_IDLE < NOW + SESSION_MAX {
        now += SESSION_IDLE - Duration::SECOND;
        assert!(store.use_session(&hash, now).await.expect("asked").is_some(), "{now}");
    }
    let seen = store.use_session(&hash, now).await.expect("asked").expect("it stands");
    assert_eq!(seen.session.last_seen_at, now);
    assert_eq!(store.use_session(&hash, NOW + SESSION_MAX).await.expect("asked"), None);
    let idle = now + SESSION_IDLE;
    assert_eq!(store.use_session(&hash, idle).await.expect("asked"), None);
    assert_eq!(store.sessions(user.id, now).await.expect("asked").len(), 1);
    assert_eq!(store.sessions(user.id, idle).await.expect("asked"), []);
    assert_eq!(store.purge_sessions(now).await.expect("purged"), 0);
    assert_eq!(store.purge_sessions(idle).await.expect("purged"), 1);
}

/// Of this user alone, and each time anew.
pub async fn a_place_is_known_for_a_while(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (user, other) = (some_user(store).await, some_user(store).await);
    let (here, elsewhere) = (AttemptHash([1; 16]), AttemptHash([2; 16]));
    let knows = async |user: UserId, place, now| store.knows_place(user, place, now).await;
    store.note_place(user.id, here, NOW).await.expect("kept");
    let end = NOW + PLACE_KNOWN_FOR;
    for (who, place, now, known) in [
        (user.id, here, NOW, true),
        (user.id, here, end - Duration::SECOND, true),
        (user.id, here, end, false),
        (user.id, elsewhere, NOW, false),
        (other.id, here, NOW, false),
    ] {
        assert_eq!(knows(who, place, now).await.expect("asked"), known, "{place:?} {now}");
    }
    store.note_place(user.id, here, NOW + Duration::DAY).await.expect("kept again");
    assert!(knows(user.id, here, end).await.expect("asked"));
    assert_eq!(store.purge_sessions(end).await.expect("purged"), 0);
    assert_eq!(store.purge_sessions(end + Duration::DAY).await.expect("purged"), 1);
}

pub async fn a_session_is_ended_by_its_user(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let user = some_user(store).await;
    let (one, two) = (session(user.id), session(user.id));
    let added = store.add_session(&SecretHash([1; 32]), &one, &user.password_hash).await;
    added.expect("kept");
    let added = store.add_session(&SecretHash([2; 32]), &two, &user.password_hash).await;
    added.expect("kept");
    let stranger = UserId(id());
    assert_eq!(kind(&store.end_session(stranger, one.id).await), "not found");
    store.end_session(user.id, one.id).await.expect("ended");
    assert_eq!(store.use_session(&SecretHash([1; 32]), NOW).await.expect("asked"), None);
    assert_eq!(store.sessions(user.id, NOW).await.expect("asked"), [two]);
    assert_eq!(kind(&store.end_session(user.id, one.id).await), "not found");
    let unknown =
        store.add_session(&SecretHash([3; 32]), &session(stranger), &user.password_hash).await;
    assert_eq!(kind(&unknown), "conflict");
}

pub async fn a_new_password_ends_all_sessions(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (user, other) = (some_user(store).await, some_user(store).await);
    let added =
        store.add_session(&SecretHash([1; 32]), &session(user.id), &user.password_hash).await;
    added.expect("kept");
    let added =
        store.add_session(&SecretHash([2; 32]), &session(other.id), &other.password_hash).await;
    added.expect("kept");
    let hash_of = async |email: &str| {
        store.user_for_sign_in(email).await.expect("asked").expect("found").password_hash
    };
    store.rehash_password(user.id, "another", "changed").await.expect("asked");
    assert_eq!(hash_of(&user.email).await, user.password_hash, "it was another password");
    store.rehash_password(user.id, &user.password_hash, "rehashed").await.expect("asked");
    assert_eq!(hash_of(&user.email).await, "rehashed");
    assert_eq!(store.sessions(user.id, NOW).await.expect("asked").len(), 1, "the same password");
    let mail = mail_to(user.id);
    store.set_password(user.id, "new", &mail).await.expect("set");
    assert!(is_queued(store, &mail).await);
    assert_eq!(hash_of(&user.email).await, "new");
    assert_eq!(store.sessions(user.id, NOW).await.expect("asked"), []);
    assert_eq!(store.sessions(other.id, NOW).await.expect("asked").len(), 1);
    let nobody = mail_to(UserId(id()));
    let refused = store.set_password(UserId(id()), "new", &nobody).await;
    assert_eq!(kind(&refused), "not found");
    assert!(!is_queued(store, &nobody).await);
}

/// A sign-in that compared the password before it was changed begins no session afterwards.
pub async fn a_new_password_stops_sign_ins_in_progress(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let user = some_user(store).await;
    let (id, compared) = (user.id, user.password_hash);
    let tasks = (0..16).map(|n: u8| {
        let (store, compared) = (store.clone(), compared.clone());
        async move {
            match n {
                8 => kind(&store.set_password(id, "new", &mail_to(id)).await),
                _ => kind(&store.add_session(&SecretHash([n; 32]), &session(id), &compared).await),
            }
        }
    });
    let results = at_once(tasks).await;
    assert_eq!(results[8], "ok", "the password is set");
    assert!(results.iter().all(|kept| matches!(*kept, "ok" | "conflict")), "{results:?}");
    assert_eq!(store.sessions(id, NOW).await.expect("asked"), []);
    let late = store.add_session(&SecretHash([99; 32]), &session(id), &compared).await;
    assert_eq!(kind(&late), "conflict");
    store.add_session(&SecretHash([99; 32]), &session(id), "new").await.expect("kept");
    assert_eq!(store.sessions(id, NOW).await.expect("asked").len(), 1);
}

/// The password, the code, the sessions and the mail: all of it or nothing.
pub async fn a_changed_password_ends_the_other_sessions(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (user, other) = (some_user(store).await, some_user(store).await);
    let (here, elsewhere, foreign) = (session(user.id), session(user.id), session(other.id));
    for (n, session, hash) in [
        (1, &here, &user.password_hash),
        (2, &elsewhere, &user.password_hash),
        (3, &foreign, &other.password_hash),
    ] {
        store.add_session(&SecretHash([n; 32]), session, hash).await.expect("kept");
    }
    let begun = SecondFactor::begin(user.id, TotpSecret::new([7; 32]), NOW);
    store.keep_second_factor(None, &begun, None).await.expect("kept");
    let factor = store.second_factor(user.id).await.expect("asked").expect("kept");
    let spent = SecondFactor { last_step: 7, ..factor.clone() };
    let stale = SecondFactor { version: factor.version + 1, ..factor.clone() };
    let mail = mail_to(user.id);
    let change = PasswordChange {
        user: user.id,
        here: here.id,
        before: &user.password_hash,
        after: "new",
        factor: Some((&factor, &spent)),
        mail: &mail,
    };
    for (refused, why) in [
        (PasswordChange { factor: Some((&stale, &spent)), ..change }, "conflict"),
        (PasswordChange { before: "another", ..change }, "not found"),
        (PasswordChange { user: UserId(id()), factor: None, ..change }, "not found"),
    ] {
        assert_eq!(kind(&store.change_password(&refused).await), why);
        let known = store.user(user.id).await.expect("the user");
        assert_eq!(known.password_hash, user.password_hash);
        assert_eq!(store.sessions(user.id, NOW).await.expect("asked").len(), 2, "none has ended");
        assert_eq!(store.second_factor(user.id).await.expect("asked"), Some(factor.clone()));
        assert!(!is_queued(store, &mail).await);
    }
    store.change_password(&change).await.expect("changed");
    assert_eq!(store.user(user.id).await.expect("the user").password_hash, "new");
    assert_eq!(store.sessions(user.id, NOW).await.expect("asked"), [here]);
    assert_eq!(store.sessions(other.id, NOW).await.expect("asked"), [foreign]);
    let kept = store.second_factor(user.id).await.expect("asked").expect("kept");
    assert_eq!(kept.last_step, 7);
    assert!(is_queued(store, &mail).await);
    let again = PasswordChange { factor: None, ..change };
    assert_eq!(kind(&store.change_password(&again).await), "not found", "it is another by now");
    let mail = mail_to(user.id);
    let again = PasswordChange { before: "new", after: "newer", mail: &mail, ..again };
    store.change_password(&again).await.expect("changed without a code");
    assert!(is_queued(store, &mail).await);
}
