//! Second factors, sign-ins that wait for one, forgotten passwords.

use crate::build::{self, NOW, id};
use crate::contract::{Ports, StoreUnderTest, setup::kind, webhooks::webhook_setup::at_once};
use access::{NewUser, Role, UserId};
use invoicing::records::Provision;
use jobs::{JobFilter, JobId, JobKind, JobQueue, NewJob, SubjectId};
use sign_in::{
    AccountChange, CODE_WITHIN, LastStep, PendingSignIn, RESET_VALID_FOR, ResetId, ResetRequest,
    SecondFactor, SecretHash, Session, SessionId, SignInStore, TotpSecret,
};
use time::Duration;

async fn some_user(store: &impl Ports) -> NewUser {
    let organization = build::organization();
    let user = build::user(organization.id, Role::Owner);
    let (organizations, users) = (vec![organization], vec![user.clone()]);
    let provision = Provision { organizations, users, ..Provision::default() };
    store.provision(&provision, NOW).await.expect("provisioned");
    user
}

/// The job that tells a user, and whether it is in the queue.
fn mail_to(user: UserId) -> NewJob {
    AccountChange::SecondFactorOn.job(JobId(id()), user, NOW)
}

async fn is_queued(store: &impl Ports, job: &NewJob) -> bool {
    let jobs = store.jobs(JobFilter::default(), None, 100).await.expect("jobs").rows;
    jobs.iter().any(|known| known.id == job.id && known.subject == job.subject)
}

fn begun(user: UserId) -> SecondFactor {
    SecondFactor::begin(user, TotpSecret::new([7; 32]), NOW)
}

pub async fn a_second_factor_is_read_as_it_was_kept(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (user, other) = (some_user(store).await.id, some_user(store).await.id);
    assert_eq!(store.second_factor(user).await.expect("asked"), None);
    store.keep_second_factor(None, &begun(user), None).await.expect("kept");
    let first = store.second_factor(user).await.expect("asked").expect("kept");
    assert_eq!(first, SecondFactor { version: first.version, ..begun(user) });
    let active = SecondFactor {
        confirmed_at: Some(NOW + Duration::MINUTE),
        last_step: 58_000_000,
        recovery: vec![SecretHash([1; 32]), SecretHash([2; 32])],
        failures: 3,
        failed_at: Some(NOW + Duration::HOUR),
        ..first.clone()
    };
    let hash = store.user(user).await.expect("the user").password_hash;
    let session = |n| Session::new(SessionId(id()), user, n, NOW);
    let [here, elsewhere] = ["here", "elsewhere"].map(session);
    for (n, session) in [(1, &here), (2, &elsewhere)] {
        store.add_session(&SecretHash([n; 32]), session, &hash).await.expect("kept");
    }
    let stale = SecondFactor { version: first.version + 1, ..first.clone() };
    let job = mail_to(user);
    let refused = store.confirm_second_factor(&stale, &active, here.id, &job).await;
    assert_eq!(kind(&refused), "conflict");
    assert!(!is_queued(store, &job).await);
    assert_eq!(store.sessions(user, NOW).await.expect("asked").len(), 2, "nothing was done");
    store.confirm_second_factor(&first, &active, here.id, &job).await.expect("kept");
    assert!(is_queued(store, &job).await);
    assert_eq!(store.sessions(user, NOW).await.expect("asked"), [here]);
    let kept = store.second_factor(user).await.expect("asked").expect("kept");
    assert_eq!(kept, SecondFactor { version: kept.version, ..active });
    for stale in [None, Some(&first)] {
        assert_eq!(kind(&store.keep_second_factor(stale, &begun(user), None).await), "conflict");
    }
    let (nobody, off) = (mail_to(other), mail_to(user));
    assert!(!store.remove_second_factor(other, Some(&nobody)).await.expect("asked"));
    assert!(store.remove_second_factor(user, Some(&off)).await.expect("removed"));
    assert!(!is_queued(store, &nobody).await && is_queued(store, &off).await);
    assert_eq!(store.second_factor(user).await.expect("asked"), None);
    assert_eq!(kind(&store.keep_second_factor(Some(&kept), &kept, None).await), "conflict");
}

/// Of many codes at once each is counted, and none is taken twice.
pub async fn of_many_codes_at_once_one_is_checked(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let user = some_user(store).await.id;
    store.keep_second_factor(None, &begun(user), None).await.expect("kept");
    let before = store.second_factor(user).await.expect("asked").expect("kept");
    let tasks = (0..16).map(|n| {
        let (store, before) = (store.clone(), before.clone());
        async move {
            let after = SecondFactor { last_step: n, ..before.clone() };
            kind(&store.keep_second_factor(Some(&before), &after, None).await)
        }
    });
    let results = at_once(tasks).await;
    let kept = results.iter().filter(|result| **result == "ok").count();
    assert_eq!(kept, 1, "{results:?}");
    assert!(results.iter().all(|kept| matches!(*kept, "ok" | "conflict")), "{results:?}");
}

pub async fn a_sign_in_waits_for_its_second_factor(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let user = some_user(store).await;
    let pending =
        PendingSignIn { user: user.id, password_hash: user.password_hash.clone(), created_at: NOW };
    let hash = SecretHash([1; 32]);
    store.add_pending_sign_in(&hash, &pending).await.expect("kept");
    let found = store.pending_sign_in(&hash).await.expect("asked");
    assert_eq!(found.as_ref(), Some(&pending));
    assert_eq!(store.pending_sign_in(&SecretHash([2; 32])).await.expect("asked"), None);
    let end = NOW + CODE_WITHIN;
    assert_eq!(store.purge_sessions(end - Duration::SECOND).await.expect("purged"), 0);
    assert_eq!(store.purge_sessions(end).await.expect("purged"), 1);
}

/// The code, the sign-in and the session: all of it or nothing.
pub async fn a_sign_in_is_finished_as_a_whole(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let user = some_user(store).await;
    store.keep_second_factor(None, &begun(user.id), None).await.expect("kept");
    let before = store.second_factor(user.id).await.expect("asked").expect("kept");
    let pending =
        PendingSignIn { user: user.id, password_hash: user.password_hash.clone(), created_at: NOW };
    let waiting = SecretHash([1; 32]);
    store.add_pending_sign_in(&waiting, &pending).await.expect("kept");
    let finish = |waiting: SecretHash, pending: PendingSignIn, before: SecondFactor, n: u8| {
        let store = store.clone();
        let session = Session::new(SessionId(id()), pending.user, "Firefox", NOW);
        async move {
            let after = SecondFactor { last_step: i64::from(n) + 1, ..before.clone() };
            let (factor, hash) = ((&before, &after), SecretHash([n; 32]));
            let session = (&hash, &session);
            let step = LastStep { waiting: &waiting, pending: &pending, factor, session };
            kind(&store.finish_sign_in(&step).await)
        }
    };
    let stale = SecondFactor { version: before.version + 1, ..before.clone() };
    assert_eq!(finish(waiting, pending.clone(), stale, 9).await, "conflict");
    let changed = PendingSignIn { password_hash: "another".to_owned(), ..pending.clone() };
    assert_eq!(finish(waiting, changed, before.clone(), 9).await, "not found");
    let other = SecretHash([2; 32]);
    assert_eq!(finish(other, pending.clone(), before.clone(), 9).await, "not found");
    // nothing was done so far
    assert_eq!(store.second_factor(user.id).await.expect("asked").as_ref(), Some(&before));
    assert_eq!(store.pending_sign_in(&waiting).await.expect("asked").as_ref(), Some(&pending));
    assert_eq!(store.sessions(user.id, NOW).await.expect("asked"), []);
    let tasks = (0..8).map(|n| finish(waiting, pending.clone(), before.clone(), n));
    let finished = at_once(tasks).await;
    assert_eq!(finished.iter().filter(|it| **it == "ok").count(), 1, "{finished:?}");
    assert_eq!(store.sessions(user.id, NOW).await.expect("asked").len(), 1);
    assert_eq!(store.pending_sign_in(&waiting).await.expect("asked"), None);
    let after = store.second_factor(user.id).await.expect("asked").expect("kept");
    assert_eq!(after.version, before.version + 1);
}

fn reset(email: &str) -> (ResetRequest, NewJob) {
    let request = ResetRequest { id: ResetId(id()), email: email.to_owned(), requested_at: NOW };
    let job = NewJob {
        id: JobId(id()),
        kind: JobKind("sign_in.reset_mail"),
        organization: None,
        subject: Some(SubjectId(request.id.0)),
        key: Some(request.job_key()),
        run_at: NOW,
    };
    (request, job)
}

pub async fn a_request_for_a_password_is_used_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let user = some_user(store).await;
    let (request, job) = reset(&user.email);
    store.ask_reset(&request, &job).await.expect("kept");
    let (again, same_key) = reset(&user.email);
    store.ask_reset(&again, &same_key).await.expect("asked");
    assert_eq!(kind(&store.reset_request(again.id).await), "not found", "one mail at a time");
    let jobs = store.jobs(JobFilter::default(), None, 100).await.expect("jobs").rows;
    assert_eq!(jobs.iter().filter(|known| known.key == job.key).count(), 1);
    assert_eq!(store.reset_request(request.id).await.expect("kept"), request);
    let [one, two] = [[1; 32], [2; 32]].map(SecretHash);
    for token in [&one, &two] {
        store.add_reset_token(request.id, token).await.expect("kept");
        let found = store.reset_by_token(token).await.expect("asked");
        assert_eq!(found.as_ref(), Some(&request));
    }
    assert_eq!(store.reset_by_token(&SecretHash([3; 32])).await.expect("asked"), None);
    let session = Session::new(SessionId(id()), user.id, "Firefox", NOW);
    store.add_session(&one, &session, &user.password_hash).await.expect("kept");
    let tasks = (0..8).map(|n| {
        let (store, request, user) = (store.clone(), request.clone(), user.id);
        async move {
            let (mail, hash) = (mail_to(user), format!("new {n}"));
            let used = kind(&store.use_reset(&request, user, &hash, &mail, NOW).await);
            assert_eq!(is_queued(&store, &mail).await, used == "ok");
            used
        }
    });
    let used = at_once(tasks).await;
    assert_eq!(used.iter().filter(|used| **used == "ok").count(), 1, "{used:?}");
    assert_eq!(store.sessions(user.id, NOW).await.expect("asked"), []);
    let read = store.user(user.id).await.expect("read");
    assert!(read.password_hash.starts_with("new "), "{}", read.password_hash);
    for token in [&one, &two] {
        assert_eq!(store.reset_by_token(token).await.expect("asked"), None);
    }
    let end = NOW + RESET_VALID_FOR;
    assert_eq!(store.purge_sessions(end - Duration::SECOND).await.expect("purged"), 0);
    assert_eq!(store.purge_sessions(end).await.expect("purged"), 1);
    assert_eq!(kind(&store.reset_request(request.id).await), "not found");
}
