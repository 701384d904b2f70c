//! What of its plan an organization has used: each invoice once, in the transaction that issues it.

use super::drafts::{issuing, kept};
use crate::build::{NOW, draft, draft_of, lease, respond, usage, with_number};
use crate::contract::{
    Ports, StoreUnderTest,
    setup::{issue, kind, organization, try_issue},
};
use access::{OrganizationId, Plan};
use idempotency::Answer;
use invoicing::{
    Draft, InvoiceStore, InvoiceType,
    drafts::Drafted,
    figures::{Usage, UsageStore},
    states::InvoiceChangeStore,
};
use service_day::Month;
use time::Duration;

async fn used(store: &impl Ports, owner: OrganizationId) -> u64 {
    let month = Month::of(NOW.date());
    store.invoices_of_month(owner, month).await.expect("counted")
}

/// A draft that counts against a bound of its own.
fn bounded(owner: OrganizationId, at_most: u64) -> Draft {
    Draft { usage: Usage { at_most: Some(at_most), ..usage(Plan::Basic) }, ..draft(owner) }
}

pub async fn each_invoice_counts_once_in_its_month(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, other) = (organization(store).await, organization(store).await);
    assert_eq!(used(store, owner).await, 0);
    for (n, invoice_type) in InvoiceType::ALL.into_iter().enumerate() {
        issue(store, &draft_of(owner, invoice_type)).await;
        assert_eq!(used(store, owner).await, n as u64 + 1);
    }
    issue(store, &with_number(draft(owner), "VLASTNE-1")).await;
    let next = NOW + Duration::days(30);
    let december = Usage::of(Plan::Pro, next);
    issue(store, &Draft { usage: december, ..draft(owner) }).await;
    let of_december = store.invoices_of_month(owner, Month::of(next.date())).await;
    assert_eq!((used(store, owner).await, of_december.expect("counted")), (7, 1));
    assert_eq!(used(store, other).await, 0);
}

pub async fn no_invoice_is_issued_beyond_the_limit(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    for _ in 0..3 {
        issue(store, &bounded(owner, 3)).await;
    }
    let before = (used(store, owner).await, subject.events(owner).await);
    for draft in [bounded(owner, 3), with_number(bounded(owner, 3), "V-1")] {
        assert_eq!(kind(&try_issue(store, &draft).await), "limit reached");
    }
    assert_eq!((used(store, owner).await, subject.events(owner).await), before);
    // no number was drawn, and a larger plan goes on
    let invoice = issue(store, &bounded(owner, 4)).await;
    assert_eq!(invoice.document.number, "FA20260004");
}

pub async fn of_many_at_once_as_many_are_issued_as_are_allowed(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let tasks: Vec<_> = (0..24)
        .map(|n| {
            let store = store.clone();
            // of two series: they do not wait for each other's numbers
            let invoice_type = [InvoiceType::Invoice, InvoiceType::Proforma][n % 2];
            let usage = bounded(owner, 10).usage;
            let draft = Draft { usage, ..draft_of(owner, invoice_type) };
            tokio::spawn(async move { kind(&try_issue(&store, &draft).await) })
        })
        .collect();
    let mut issued = 0;
    for task in tasks {
        let kind = task.await.expect("no panic");
        assert!(["ok", "limit reached"].contains(&kind), "{kind}");
        issued += usize::from(kind == "ok");
    }
    assert_eq!((issued, used(store, owner).await), (10, 10));
}

pub async fn what_is_not_issued_does_not_count(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    issue(store, &with_number(draft(owner), "V-1")).await;
    assert_eq!(kind(&try_issue(store, &with_number(draft(owner), "V-1")).await), "taken");
    let lost = store.issue(&draft(owner), Some(&lease("never claimed")), respond).await;
    assert_eq!(kind(&lost), "lease lost");
    assert_eq!(used(store, owner).await, 1);
}

/// Nothing is used by what has no number yet.
pub async fn a_draft_counts_when_it_is_issued(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let drafts = [kept(store, &draft(owner)).await, kept(store, &draft(owner)).await];
    assert_eq!(used(store, owner).await, 0);
    let answer = |_: &Drafted<'_>| Ok(Answer { status: 200, body: Vec::new() });
    for (draft, expected) in drafts.iter().zip(["ok", "limit reached"]) {
        let mut issue = issuing(store, owner, draft.id).await;
        issue.draft.usage = bounded(owner, 1).usage;
        assert_eq!(kind(&store.issue_draft(&issue, None, answer).await), expected);
        assert_eq!(used(store, owner).await, 1);
    }
}
