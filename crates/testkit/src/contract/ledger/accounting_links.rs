//! Links with what is secret of them.

use super::accounting_setup::{add, job, link, linked, only, secret, with_family};
use crate::{
    build::{NOW, id},
    contract::{
        StoreUnderTest,
        setup::{kind, organization},
    },
};
use access::{OrganizationId, Tier};
use accounting_programs::{
    AccountingLinkStore, Link, LinkSecrets, LinkSettings, POST_JOB, PostingStore, ProgramKind,
};
use jobs::{Jitter, JobFilter, JobQueue};
use secret_text::Secret;
use time::macros::date;

pub async fn a_link_is_read_as_it_was_kept(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let token = Secret::new([7; 32]);
    let fetch = Link { url: None, ..link(Tier::Test, ProgramKind::PohodaFetch) };
    let failed = link(Tier::Live, ProgramKind::PohodaMserver).failed("no answer", NOW, Jitter(0));
    let password = secret("heslo: ľščťž \"'");
    let with_token = LinkSecrets { secret: None, token: Some(token.hash()) };
    add(store, owner, &failed, only(&password)).await.expect("linked");
    add(store, owner, &fetch, with_token).await.expect("linked");
    for (tier, link) in [(Tier::Live, &failed), (Tier::Test, &fetch)] {
        assert_eq!(store.accounting_link(owner, tier).await.expect("there"), *link);
        assert_eq!(store.accounting_link_of(owner, link.id).await.expect("there"), *link);
    }
    assert_eq!(store.accounting_secret(owner, failed.id).await.expect("there"), password);
    assert_eq!(kind(&store.accounting_secret(owner, fetch.id).await), "not found");
    let by_token = store.accounting_link_by_token(token.hash()).await.expect("there");
    assert_eq!(by_token, (owner, fetch));
    let other = Secret::new([8; 32]).hash();
    assert_eq!(kind(&store.accounting_link_by_token(other).await), "not found");
    let (stranger, other) = (OrganizationId(id()), link(Tier::Test, ProgramKind::SapiSk));
    assert_eq!(kind(&add(store, stranger, &other, LinkSecrets::default()).await), "not found");
}

pub async fn of_many_links_at_once_one_is_made(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let asked: Vec<_> = (0..6)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move {
                let link = link(Tier::Live, ProgramKind::PohodaMserver);
                kind(&add(&store, owner, &link, LinkSecrets::default()).await)
            })
        })
        .collect();
    let mut ends = Vec::new();
    for asked in asked {
        ends.push(asked.await.expect("no panic"));
    }
    ends.sort_unstable();
    assert_eq!(ends, [["conflict"; 5].as_slice(), &["ok"]].concat());
}

pub async fn a_changed_link_keeps_its_secret(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let before = link(Tier::Live, ProgramKind::PohodaMserver);
    add(store, owner, &before, only(&secret("one"))).await.expect("linked");
    let settings = LinkSettings { bank_account: Some("TB".into()), ..LinkSettings::default() };
    let after = Link { settings, from_date: date!(2026 - 11 - 01), ..before.next() };
    let (none, two) = (LinkSecrets::default(), secret("two"));
    let work = job(owner, &before);
    let change = |before: Link, after: Link, secrets| {
        let work = work.clone();
        async move { store.change_accounting_link(owner, &before, &after, secrets, &work, NOW).await }
    };
    change(before.clone(), after.clone(), none).await.expect("changed");
    assert_eq!(store.accounting_link_of(owner, before.id).await.expect("there"), after);
    assert_eq!(store.accounting_secret(owner, before.id).await.expect("there"), secret("one"));
    let stale = change(before.clone(), after.clone(), only(&two)).await;
    assert_eq!(kind(&stale), "conflict");
    change(after.clone(), after.next(), only(&two)).await.expect("changed");
    assert_eq!(store.accounting_secret(owner, before.id).await.expect("there"), two);
}

/// The job is stored with the link, or neither is.
pub async fn a_link_comes_with_its_job(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, link) = linked(store).await;
    let jobs = |owner: OrganizationId| async move {
        let filter = JobFilter { kind: Some(POST_JOB.0), state: None };
        let all = store.jobs(filter, None, 1_000).await.expect("jobs").rows;
        all.iter().filter(|job| job.organization == Some(owner)).count()
    };
    assert_eq!(jobs(owner).await, 1);
    let work = job(owner, &link);
    let (next, none) = (link.next(), LinkSecrets::default());
    store.change_accounting_link(owner, &link, &next, none, &work, NOW).await.expect("changed");
    assert_eq!(jobs(owner).await, 1, "there is one of a link");
    let again = super::accounting_setup::link(Tier::Live, ProgramKind::PohodaMserver);
    assert_eq!(kind(&add(store, owner, &again, none).await), "conflict");
    assert_eq!(jobs(owner).await, 1);
}

pub async fn a_token_is_exchanged(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let before = Link { url: None, ..link(Tier::Live, ProgramKind::PohodaFetch) };
    let (one, two) = (Secret::new([17; 32]), Secret::new([18; 32]));
    let token = |secret: &Secret| LinkSecrets { secret: None, token: Some(secret.hash()) };
    add(store, owner, &before, token(&one)).await.expect("linked");
    let (work, after) = (job(owner, &before), before.next());
    let change = store.change_accounting_link(owner, &before, &after, token(&two), &work, NOW);
    change.await.expect("changed");
    assert_eq!(kind(&store.accounting_link_by_token(one.hash()).await), "not found");
    let found = store.accounting_link_by_token(two.hash()).await.expect("there");
    assert_eq!(found, (owner, after));
}

/// It is no change of the link: a request under way goes on.
pub async fn that_everything_was_looked_through_is_kept(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, before) = linked(store).await;
    let today = date!(2026 - 11 - 28);
    store.keep_looked_through(owner, &before, today).await.expect("kept");
    let looked = Link { looked_through: Some(today), ..before.clone() };
    assert_eq!(store.accounting_link_of(owner, before.id).await.expect("there"), looked);
    let after = before.reached(NOW);
    store.save_postings(owner, &before, &after, &[], &[]).await.expect("saved");
    let read = store.accounting_link_of(owner, before.id).await.expect("there");
    assert_eq!(read, Link { looked_through: Some(today), ..after.clone() });
    // a link whose day has changed is looked through anew, whatever was looked through for the day before
    let changed = Link { from_date: date!(1999 - 01 - 01), looked_through: None, ..after.next() };
    let (work, none) = (job(owner, &before), LinkSecrets::default());
    store.change_accounting_link(owner, &after, &changed, none, &work, NOW).await.expect("changed");
    store.keep_looked_through(owner, &before, today).await.expect("nothing to keep");
    assert_eq!(store.accounting_link_of(owner, before.id).await.expect("there"), changed);
}

pub async fn a_link_goes_with_its_postings(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, link, all) = with_family(store).await;
    let stranger = organization(store).await;
    assert_eq!(kind(&store.delete_accounting_link(stranger, link.id).await), "not found");
    store.delete_accounting_link(owner, link.id).await.expect("gone");
    assert_eq!(kind(&store.accounting_link_of(owner, link.id).await), "not found");
    assert_eq!(kind(&store.posting(owner, link.id, all[0].id).await), "not found");
    assert_eq!(kind(&store.add_postings(owner, &all, None, NOW).await), "not found");
    assert_eq!(kind(&store.delete_accounting_link(owner, link.id).await), "not found");
}

pub async fn links_of_all_are_paged(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let mut expected = Vec::new();
    for _ in 0..3 {
        let (owner, link) = linked(store).await;
        expected.push((owner, link));
    }
    let (mut all, mut after) = (Vec::new(), None);
    loop {
        let page = store.accounting_links(after, 2).await.expect("a page");
        let Some((_, last)) = page.last() else { break };
        assert!(after < Some(last.id));
        after = Some(last.id);
        all.extend(page);
    }
    for one in expected {
        assert_eq!(all.iter().filter(|known| **known == one).count(), 1);
    }
}
