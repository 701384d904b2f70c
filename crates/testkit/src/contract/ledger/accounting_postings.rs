//! Postings: once, in order, and as they were read.

use super::accounting_setup::{family, linked, made, refused, save, with_family};
use crate::{
    build::{NOW, id},
    contract::{
        Ports, StoreUnderTest,
        setup::{kind, organization, walk},
    },
};
use access::OrganizationId;
use accounting_programs::{
    Link, NextPosting, POST_JOB, Posting, PostingFilter, PostingId, PostingKind, PostingState,
    PostingStore, ShownPosting,
};
use jobs::{JobFilter, JobId, JobQueue};
use persistence::Cursor;
use time::Duration;

async fn next(store: &impl Ports, owner: OrganizationId, link: &Link) -> Vec<(Posting, bool)> {
    let next = store.next_postings(owner, link.id, 100).await.expect("read");
    let all: Vec<_> =
        next.into_iter().map(|NextPosting { posting, is_ready }| (posting, is_ready)).collect();
    let waits = store.has_next_posting(owner, link.id).await.expect("read");
    assert_eq!(waits, !all.is_empty());
    all
}

pub async fn a_subject_has_one_posting_and_a_link_one_job(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, link, all) = with_family(store).await;
    let again = all.clone().map(|posting| Posting { id: PostingId(id()), ..posting });
    for _ in 0..2 {
        let job = link.job(JobId(id()), owner, NOW);
        store.add_postings(owner, &again, Some(&job), NOW).await.expect("nothing new");
    }
    let page = store.postings(owner, link.id, PostingFilter::default(), None, 100).await;
    let mut ids: Vec<_> = page.expect("a page").rows.iter().map(|it| it.posting.id).collect();
    ids.sort();
    let mut expected = all.map(|posting| posting.id);
    expected.sort();
    assert_eq!(ids, expected);
    let jobs = store.jobs(JobFilter { kind: Some(POST_JOB.0), state: None }, None, 1_000).await;
    let jobs = jobs.expect("jobs").rows;
    assert_eq!(jobs.iter().filter(|job| job.organization == Some(owner)).count(), 1);
}

/// In the order of their subjects; what is about a document waits until the program has it.
pub async fn postings_leave_in_order_and_after_their_documents(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, mut link, all) = with_family(store).await;
    let [invoice, expense, payment, offset] = all;
    let listed = next(store, owner, &link).await;
    let expected = [
        (invoice.clone(), true),
        (expense.clone(), true),
        (payment.clone(), false),
        (offset.clone(), false),
    ];
    assert_eq!(listed, expected);
    let done = invoice.sending().answered(Some(&made("1")), NOW);
    save(store, owner, &mut link, std::slice::from_ref(&done)).await;
    let listed = next(store, owner, &link).await;
    assert_eq!(listed, [(expense.clone(), true), (payment, true), (offset.clone(), false)]);
    // what is about a document that was refused waits for a person
    let failed = expense.sending().answered(Some(&refused()), NOW);
    save(store, owner, &mut link, std::slice::from_ref(&failed)).await;
    assert_eq!(next(store, owner, &link).await.len(), 1, "the payment of the invoice alone");
    let held = store.posting(owner, link.id, offset.id).await.expect("there");
    assert_eq!(held, ShownPosting { posting: offset, is_held: true });
    let read = store.posting(owner, link.id, failed.id).await.expect("there");
    assert_eq!(read, ShownPosting { posting: failed, is_held: false });
    let read = store.posting(owner, link.id, done.id).await.expect("there");
    assert_eq!(read, ShownPosting { posting: done, is_held: false });
}

pub async fn who_holds_an_older_link_stores_nothing(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, before, all) = with_family(store).await;
    let workers: Vec<_> = (0..6)
        .map(|_| {
            let (store, before, sent) = (store.clone(), before.clone(), all[0].sending());
            tokio::spawn(async move {
                let after = before.next();
                kind(&store.save_postings(owner, &before, &after, &[sent], &[]).await)
            })
        })
        .collect();
    let mut ends = Vec::new();
    for worker in workers {
        ends.push(worker.await.expect("no panic"));
    }
    ends.sort_unstable();
    assert_eq!(ends, [["conflict"; 5].as_slice(), &["ok"]].concat());
    let read = store.posting(owner, before.id, all[0].id).await.expect("there").posting;
    assert_eq!(read, all[0].sending(), "sent once");
    let after = before.next();
    let stale = store.save_postings(owner, &before, &after, &[], &[all[1].id]).await;
    assert_eq!(kind(&stale), "conflict");
    store.save_postings(owner, &after, &after.next(), &[], &[all[1].id]).await.expect("saved");
    assert_eq!(kind(&store.posting(owner, before.id, all[1].id).await), "not found");
}

pub async fn a_posting_is_changed_as_it_was_read(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, mut link, all) = with_family(store).await;
    let failed = all[0].sending().answered(Some(&refused()), NOW);
    save(store, owner, &mut link, std::slice::from_ref(&failed)).await;
    let again = failed.retried().expect("failed");
    let job = link.job(JobId(id()), owner, NOW);
    let stale = store.change_posting(owner, &all[0], &again, Some(&job), NOW).await;
    assert_eq!(kind(&stale), "conflict");
    store.change_posting(owner, &failed, &again, Some(&job), NOW).await.expect("changed");
    let read = store.posting(owner, link.id, failed.id).await.expect("there").posting;
    assert_eq!(read, again);
    let stranger = organization(store).await;
    let other = store.change_posting(stranger, &again, &failed, None, NOW).await;
    assert_eq!(kind(&other), "not found");
}

pub async fn postings_are_listed_by_state_and_kind(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, mut link) = linked(store).await;
    let mut all = Vec::new();
    for n in 0..2 {
        let at = NOW + Duration::seconds(n);
        all.extend(family(&link).map(|posting| Posting { created_at: at, ..posting }));
    }
    store.add_postings(owner, &all, None, NOW).await.expect("kept");
    all[0] = all[0].sending().answered(Some(&made("1")), NOW);
    save(store, owner, &mut link, &[all[0].clone()]).await;
    all.sort_by_key(|posting| std::cmp::Reverse((posting.created_at, posting.id)));
    let place = |shown: &ShownPosting| Cursor::new(shown.posting.created_at, shown.posting.id);
    for state in [None, Some(PostingState::Pending), Some(PostingState::Failed)] {
        for kind in [None, Some(PostingKind::Invoice), Some(PostingKind::Offset)] {
            let filter = PostingFilter { state, kind };
            let read = |after| store.postings(owner, link.id, filter, after, 2);
            let listed: Vec<_> =
                walk(2, place, read).await.into_iter().map(|shown| shown.posting).collect();
            let passes = |posting: &&Posting| {
                state.is_none_or(|state| posting.state == state)
                    && kind.is_none_or(|kind| posting.subject.kind == kind)
            };
            let expected: Vec<_> = all.iter().filter(passes).cloned().collect();
            assert_eq!(listed, expected, "{filter:?}");
        }
    }
    let wanted = [all[0].subject.id, id()];
    let of = store.postings_of(owner, link.id, all[0].subject.kind, &wanted).await.expect("read");
    assert_eq!(of.into_iter().map(|it| it.posting).collect::<Vec<_>>(), [all[0].clone()]);
    let stranger = organization(store).await;
    let none = store.postings(stranger, link.id, PostingFilter::default(), None, 9).await;
    assert!(none.expect("a page").rows.is_empty());
}

/// However many come at once, in one order.
pub async fn many_postings_are_added_at_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, link) = linked(store).await;
    let many: Vec<_> = (0..60).flat_map(|_| family(&link)).collect();
    store.add_postings(owner, &many, None, NOW).await.expect("kept");
    store.add_postings(owner, &many[100..], None, NOW).await.expect("nothing new");
    let listed = store.next_postings(owner, link.id, 1_000).await.expect("read");
    let mut ids: Vec<_> = many.iter().map(|posting| posting.subject.id).collect();
    ids.sort();
    let read: Vec<_> = listed.iter().map(|next| next.posting.subject.id).collect();
    assert_eq!(read, ids);
}

pub async fn pending_ones_are_found_by_their_ids(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, mut link, all) = with_family(store).await;
    let taken = all[1].sending().answered(Some(&accounting_programs::ItemAnswer::Taken), NOW);
    let done = all[0].sending().answered(Some(&made("1")), NOW);
    save(store, owner, &mut link, &[done, taken.clone()]).await;
    let asked: Vec<_> = all.iter().map(|posting| posting.id).chain([PostingId(id())]).collect();
    let found = store.pending_postings(owner, link.id, &asked).await.expect("read");
    assert_eq!(found, [taken, all[2].clone(), all[3].clone()]);
    assert_eq!(store.pending_postings(owner, link.id, &[]).await.expect("read"), []);
    let stranger = organization(store).await;
    assert_eq!(store.pending_postings(stranger, link.id, &asked).await.expect("read"), []);
}
