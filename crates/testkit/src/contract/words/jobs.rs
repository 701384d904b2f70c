//! The queue: each job is one worker's, until it is concluded or its lease runs out.

use crate::contract::{
    StoreUnderTest,
    sending::setup::{after, all_jobs, job as read},
    setup::{kind as result_kind, organization},
};
use crate::{
    build::{NOW, id},
    sends::job,
};
use access::OrganizationId;
use jobs::{
    Claimed, Job, JobFilter, JobId, JobKind, JobOutcome, JobQueue, JobState, Lost, NewJob,
    OldestDue, SubjectId, Turn,
};
use std::collections::{BTreeSet, HashSet};
use time::Duration;

const SEND: JobKind = JobKind("test.send");
const CLEAN: JobKind = JobKind("test.clean");
const LEASE: Duration = Duration::minutes(1);

fn at(kind: JobKind, seconds: i64) -> NewJob {
    NewJob { run_at: after(seconds), ..job(kind) }
}

fn ids(claimed: &[Claimed]) -> BTreeSet<JobId> {
    claimed.iter().map(|claimed| claimed.job.id).collect()
}

pub async fn a_job_is_read_as_it_was_put_there(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    let put = NewJob {
        organization: Some(organization),
        subject: Some(SubjectId(id())),
        key: Some("once a day".into()),
        ..at(SEND, 60)
    };
    assert!(store.enqueue(&put, NOW).await.expect("kept"));
    let expected = Job {
        id: put.id,
        kind: SEND.0.into(),
        organization: put.organization,
        subject: put.subject,
        key: put.key.clone(),
        state: JobState::Waiting { run_at: put.run_at },
        attempts: 0,
        last_error: None,
        created_at: NOW,
    };
    assert_eq!(read(store, put.id).await, expected);
    assert_eq!(store.job(JobId(id())).await.expect("read"), None);
}

pub async fn a_key_is_put_there_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let keyed = || NewJob { key: Some("daily".into()), ..job(CLEAN) };
    let tasks: Vec<_> = (0..8)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { store.enqueue(&keyed(), NOW).await.expect("asked") })
        })
        .collect();
    let mut kept = 0;
    for task in tasks {
        kept += usize::from(task.await.expect("no panic"));
    }
    assert_eq!(kept, 1);
    let [only] =
        &store.claim_in_turn(Turn::of(&[CLEAN], 8), NOW, LEASE).await.expect("claimed")[..]
    else {
        panic!("one job");
    };
    assert!(!store.enqueue(&keyed(), NOW).await.expect("asked"), "while it runs");
    store.conclude_job(only, &JobOutcome::Done, NOW).await.expect("asked").expect("held");
    assert!(store.enqueue(&keyed(), NOW).await.expect("asked"), "once it is gone");
    // without a key, as often as one likes
    assert!(store.enqueue(&job(CLEAN), NOW).await.expect("asked"));
    assert!(store.enqueue(&job(CLEAN), NOW).await.expect("asked"));
    let nobodys = NewJob { organization: Some(OrganizationId(id())), ..job(CLEAN) };
    assert_eq!(result_kind(&store.enqueue(&nobodys, NOW).await), "not found");
}

pub async fn the_longest_due_are_taken_first(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let jobs = [at(SEND, 3), at(CLEAN, 1), at(SEND, 2), at(CLEAN, 4), at(SEND, 9)];
    for job in &jobs {
        store.enqueue(job, NOW).await.expect("kept");
    }
    assert_eq!(store.next_job_at(&[SEND]).await.expect("asked"), Some(after(2)));
    assert_eq!(store.next_job_at(&[SEND, CLEAN]).await.expect("asked"), Some(after(1)));
    assert_eq!(store.next_job_at(&[JobKind("test.none")]).await.expect("asked"), None);
    assert_eq!(store.next_job_at(&[]).await.expect("asked"), None);

    let take = async |kinds: &[JobKind], now, limit| {
        ids(&store.claim_in_turn(Turn::of(kinds, limit), after(now), LEASE).await.expect("claimed"))
    };
    assert!(take(&[SEND, CLEAN], 0, 9).await.is_empty(), "none is due");
    assert!(take(&[], 5, 9).await.is_empty(), "no kind");
    assert!(take(&[SEND], 5, 0).await.is_empty(), "no room");
    assert_eq!(take(&[SEND, CLEAN], 5, 2).await, BTreeSet::from([jobs[1].id, jobs[2].id]));
    assert_eq!(take(&[CLEAN], 5, 9).await, BTreeSet::from([jobs[3].id]), "of its kind");
    assert_eq!(take(&[SEND, CLEAN], 9, 9).await, BTreeSet::from([jobs[0].id, jobs[4].id]));
    assert!(take(&[SEND, CLEAN], 9, 9).await.is_empty(), "all are taken");
    // the end of the first lease
    assert_eq!(store.next_job_at(&[SEND, CLEAN]).await.expect("asked"), Some(after(65)));
}

/// One organization has far more that is due for longer than another and the installation: each has its turn.
pub async fn organizations_take_turns(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (many, few) = (Some(organization(store).await), Some(organization(store).await));
    let put = async |organization, seconds| {
        let job = NewJob { organization, ..at(SEND, seconds) };
        store.enqueue(&job, NOW).await.expect("kept");
        job.id
    };
    let mut first = Vec::new();
    for seconds in 0..6 {
        first.push(put(many, seconds).await);
    }
    let (theirs, ours) = (put(few, 7).await, put(None, 8).await);
    let take = async |each, full: &[_]| {
        let turn = Turn { each, full, ..Turn::of(&[SEND], 3) };
        ids(&store.claim_in_turn(turn, after(20), LEASE).await.expect("claimed"))
    };
    assert!(take(3, &[many, few, None]).await.is_empty(), "all have their share");
    assert_eq!(take(1, &[None]).await, BTreeSet::from([first[0], theirs]));
    assert_eq!(take(2, &[few]).await, BTreeSet::from([first[1], first[2], ours]));
    assert_eq!(take(3, &[few, None]).await, BTreeSet::from([first[3], first[4], first[5]]));
}

/// What was not attempted is as it was: its attempts are not counted, and what the last one said stays.
pub async fn what_is_put_back_was_not_attempted(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let put = job(SEND);
    store.enqueue(&put, NOW).await.expect("kept");
    let take =
        async |now| store.claim_in_turn(Turn::of(&[SEND], 9), now, LEASE).await.expect("claimed");
    let error = Some("no answer".to_owned());
    let again = JobOutcome::Again { at: after(1), error };
    let claimed = take(NOW).await.remove(0);
    store.conclude_job(&claimed, &again, NOW).await.expect("asked").expect("held");
    let claimed = take(after(1)).await.remove(0);
    let back = JobOutcome::PutBack { at: after(30) };
    store.conclude_job(&claimed, &back, after(1)).await.expect("asked").expect("held");
    let kept = read(store, put.id).await;
    assert_eq!(kept.state, JobState::Waiting { run_at: after(30) });
    assert_eq!((kept.attempts, kept.last_error.as_deref()), (1, Some("no answer")));
    let late = store.conclude_job(&claimed, &back, after(2)).await.expect("asked");
    assert_eq!(late, Err(Lost), "a claim is concluded once");
    assert_eq!(take(after(30)).await.remove(0).job.attempts, 2);
}

pub async fn the_oldest_due_of_each_kind_is_known(subject: &impl StoreUnderTest) {
    let store = subject.store();
    assert_eq!(store.oldest_due().await.expect("read"), []);
    for job in [at(SEND, 3), at(CLEAN, 5), at(SEND, 2), at(CLEAN, 4)] {
        store.enqueue(&job, NOW).await.expect("kept");
    }
    let oldest = async || store.oldest_due().await.expect("read");
    let of = |kind: JobKind, since| OldestDue { kind: kind.0.into(), since: after(since) };
    assert_eq!(oldest().await, [of(CLEAN, 4), of(SEND, 2)]);
    let claimed =
        store.claim_in_turn(Turn::of(&[SEND], 1), after(2), LEASE).await.expect("claimed");
    assert_eq!(oldest().await, [of(CLEAN, 4), of(SEND, 3)], "one is under way");
    let dead = JobOutcome::Dead { error: "no".into() };
    store.conclude_job(&claimed[0], &dead, NOW).await.expect("asked").expect("held");
    assert_eq!(oldest().await, [of(CLEAN, 4), of(SEND, 3)]);
}

pub async fn concurrent_claims_never_share_a_job(subject: &impl StoreUnderTest) {
    let store = subject.store();
    for seconds in 0..100 {
        store
            .enqueue(&at(if seconds % 2 == 0 { SEND } else { CLEAN }, seconds), NOW)
            .await
            .expect("kept");
    }
    let tasks: Vec<_> = (0..32)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move {
                let claim = store.claim_in_turn(Turn::of(&[SEND, CLEAN], 5), after(100), LEASE);
                claim.await.expect("claimed")
            })
        })
        .collect();
    let (mut taken, mut all) = (HashSet::new(), 0);
    for task in tasks {
        for claimed in task.await.expect("no panic") {
            assert!(taken.insert(claimed.job.id), "{} twice", claimed.job.id);
            assert_eq!(claimed.job.attempts, 1);
            assert_eq!(claimed.job.state, JobState::Running { until: after(100) + LEASE });
            all += 1;
        }
    }
    // what one has locked another leaves out: some may have found less than there was
    let rest = store
        .claim_in_turn(Turn::of(&[SEND, CLEAN], 100), after(100), LEASE)
        .await
        .expect("claimed");
    assert!(rest.iter().all(|claimed| taken.insert(claimed.job.id)));
    assert_eq!(all + rest.len(), 100);
}

pub async fn a_lease_that_ran_out_is_taken_over(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let put = job(SEND);
    store.enqueue(&put, NOW).await.expect("kept");
    let take =
        async |now| store.claim_in_turn(Turn::of(&[SEND], 9), now, LEASE).await.expect("claimed");
    let first = take(NOW).await.remove(0);
    let end = NOW + LEASE;
    assert!(take(end - Duration::microseconds(1)).await.is_empty(), "the lease runs");
    let second = take(end).await.remove(0);
    assert_eq!(
        (second.job.attempts, second.job.state),
        (2, JobState::Running { until: end + LEASE })
    );
    for outcome in [
        JobOutcome::Done,
        JobOutcome::Again { at: NOW, error: None },
        JobOutcome::Dead { error: "late".into() },
    ] {
        let late = store.conclude_job(&first, &outcome, end).await.expect("asked");
        assert_eq!(late, Err(Lost), "{outcome:?}");
    }
    assert_eq!(read(store, put.id).await, second.job, "as the second left it");
    let done = store.conclude_job(&second, &JobOutcome::Done, end).await.expect("asked");
    assert_eq!(done, Ok(()));
    let again = store.conclude_job(&second, &JobOutcome::Done, end).await.expect("asked");
    assert_eq!((again, store.job(put.id).await.expect("read")), (Err(Lost), None));
}

pub async fn an_outcome_decides_what_becomes_of_a_job(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let put = job(SEND);
    store.enqueue(&put, NOW).await.expect("kept");
    let take =
        async |now| store.claim_in_turn(Turn::of(&[SEND], 9), now, LEASE).await.expect("claimed");
    let first = take(NOW).await.remove(0);
    let again = JobOutcome::Again { at: after(10), error: Some("no route".into()) };
    store.conclude_job(&first, &again, after(1)).await.expect("asked").expect("held");
    let waiting = read(store, put.id).await;
    assert_eq!(waiting.state, JobState::Waiting { run_at: after(10) });
    assert_eq!((waiting.attempts, waiting.last_error.as_deref()), (1, Some("no route")));
    let late = store.conclude_job(&first, &JobOutcome::Done, after(2)).await.expect("asked");
    assert_eq!(late, Err(Lost), "a claim is concluded once");

    assert!(take(after(9)).await.is_empty(), "it waits");
    let second = take(after(10)).await.remove(0);
    assert_eq!(second.job.attempts, 2);
    let dead = JobOutcome::Dead { error: "given up".into() };
    store.conclude_job(&second, &dead, after(11)).await.expect("asked").expect("held");
    let dead = read(store, put.id).await;
    assert_eq!(dead.state, JobState::Dead { since: after(11) });
    assert_eq!((dead.attempts, dead.last_error.as_deref()), (2, Some("given up")));
    assert!(take(after(9_999)).await.is_empty(), "the dead are not taken");
    assert_eq!(store.next_job_at(&[SEND]).await.expect("asked"), None);

    assert!(store.revive_job(put.id, after(20)).await.expect("asked"));
    assert!(!store.revive_job(put.id, after(20)).await.expect("asked"), "it lives");
    assert!(!store.revive_job(JobId(id()), after(20)).await.expect("asked"));
    let third = take(after(20)).await.remove(0);
    assert_eq!(third.job.attempts, 1, "counted from the start");
}

pub async fn jobs_are_listed_and_counted(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let mut put = Vec::new();
    for n in 0..7 {
        let job = at(if n % 3 == 0 { CLEAN } else { SEND }, 0);
        // three jobs at each instant
        store.enqueue(&job, after(n / 3)).await.expect("kept");
        put.push((after(n / 3), job.id));
    }
    put.sort();
    put.reverse();
    for limit in [1, 2, 7, 100] {
        let listed = all_jobs(store, JobFilter::default(), limit).await;
        let listed: Vec<_> = listed.iter().map(|job| (job.created_at, job.id)).collect();
        assert_eq!(listed, put, "{limit} a page");
    }
    let two = store.claim_in_turn(Turn::of(&[SEND], 2), NOW, LEASE).await.expect("claimed");
    let dead = JobOutcome::Dead { error: "no".into() };
    store.conclude_job(&two[0], &dead, NOW).await.expect("asked").expect("held");
    for (kind, state, count) in [
        (Some(CLEAN.0), None, 3),
        (None, Some("running"), 1),
        (None, Some("dead"), 1),
        (Some(SEND.0), Some("waiting"), 2),
        (Some(CLEAN.0), Some("dead"), 0),
        (Some("a\0b"), None, 0),
        (None, Some("\0"), 0),
    ] {
        let listed = all_jobs(store, JobFilter { kind, state }, 2).await;
        assert_eq!(listed.len(), count, "{kind:?} {state:?}");
    }
    let counts = store.job_counts().await.expect("counted");
    let counts: Vec<_> =
        counts.iter().map(|c| (c.kind.as_str(), c.state.as_str(), c.count)).collect();
    let (clean, send) = (CLEAN.0, SEND.0);
    let expected =
        [(clean, "waiting", 3), (send, "dead", 1), (send, "running", 1), (send, "waiting", 2)];
    assert_eq!(counts, expected);
    let dead = store.dead_jobs().await.expect("counted");
    let dead: Vec<_> = dead.iter().map(|c| (c.kind.as_str(), c.state.as_str(), c.count)).collect();
    assert_eq!(dead, [(send, "dead", 1)]);
}

pub async fn jobs_of_a_clock_that_was_set_back_are_recalled(subject: &impl StoreUnderTest) {
    let store = subject.store();
    for job in [at(CLEAN, 0), at(CLEAN, 200), at(CLEAN, 100), at(SEND, 200)] {
        assert!(store.enqueue(&job, NOW).await.expect("kept"));
    }
    let running = store
        .claim_in_turn(Turn::of(&[CLEAN], 1), NOW, Duration::minutes(5))
        .await
        .expect("claimed");
    // the one that waits until 200 and the one under a lease until 300
    let recalled = store.recall_jobs(&[CLEAN], after(150), after(-60)).await.expect("recalled");
    assert_eq!(recalled, 2);
    assert_eq!(store.recall_jobs(&[], after(0), NOW).await.expect("none"), 0);
    let taken =
        store.claim_in_turn(Turn::of(&[CLEAN, SEND], 9), after(-60), LEASE).await.expect("claimed");
    assert_eq!(taken.len(), 2);
    let lost = store.conclude_job(&running[0], &JobOutcome::Done, NOW).await.expect("asked");
    assert_eq!(lost, Err(Lost), "it is another worker's");
}
