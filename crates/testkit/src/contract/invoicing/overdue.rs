//! Invoices whose due date has passed.

use crate::build::{NOW, draft, draft_of};
use crate::contract::{
    StoreUnderTest,
    setup::{issue, organization, read},
};
use access::OrganizationId;
use events::{Body, EventId, EventName, NewEvent};
use invoicing::{
    AnyInvoice, Draft, Invoice, InvoiceStatus, InvoiceType,
    states::{BecomesOverdue, HistoryAction, HistoryEntry, OverdueStore, PastDue},
};
use time::{Date, Duration};

/// The day on which the invoices of these tests fall due.
fn due() -> Date {
    NOW.date()
}

fn tomorrow() -> Date {
    due() + Duration::days(1)
}

fn due_on(mut draft: Draft, date: Date) -> Draft {
    draft.document.due_date = date;
    draft
}

fn event(organization: OrganizationId, subject: &str) -> NewEvent {
    NewEvent {
        id: Some(EventId::once(EventName::InvoiceOverdue, subject).expect("an id")),
        organization,
        name: EventName::InvoiceOverdue,
        body: Body::stored(format!(r#"{{"invoice":"{subject}"}}"#)),
        at: NOW,
    }
}

pub(super) fn becomes(invoice: &Invoice) -> BecomesOverdue {
    BecomesOverdue {
        organization: invoice.organization,
        invoice: invoice.id,
        version: invoice.version,
        entry: HistoryEntry::moved(
            HistoryAction::BecameOverdue,
            (invoice.status, InvoiceStatus::Overdue),
            invoice.version + 1,
            NOW,
        ),
        events: vec![event(invoice.organization, &invoice.id.to_string())],
    }
}

pub async fn what_is_past_due_is_found_of_all_organizations(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (one, other) = (organization(store).await, organization(store).await);
    let first = issue(store, &due_on(draft(one), due() - Duration::days(3))).await;
    let second = issue(store, &due_on(draft(other), due())).await;
    issue(store, &due_on(draft(one), tomorrow())).await;
    issue(store, &due_on(draft_of(one, InvoiceType::CreditNote), due())).await;
    let page = async |day, after, limit| store.past_due(day, after, limit).await.expect("read");
    assert_eq!(page(due() - Duration::days(3), None, 10).await, PastDue::default());
    let both = PastDue { invoices: vec![first.clone().into(), second.clone().into()], next: None };
    assert_eq!(page(tomorrow(), None, 10).await, both, "the longest due first, with all of it");
    let next = Some(first.due_cursor());
    assert_eq!(page(tomorrow(), None, 1).await, PastDue { invoices: vec![first.into()], next });
    let rest = page(tomorrow(), next, 10).await;
    assert_eq!(rest, PastDue { invoices: vec![second.into()], next: None }, "from there on");
}

pub async fn what_is_past_due_pages_without_repeats(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (one, other) = (organization(store).await, organization(store).await);
    let mut expected = Vec::new();
    for n in 0..9 {
        let owner = if n % 2 == 0 { one } else { other };
        let invoice = issue(store, &due_on(draft(owner), due() - Duration::days(n / 4))).await;
        expected.push(invoice.due_cursor());
    }
    expected.sort_unstable();
    for limit in [1, 2, 3, 9, 10] {
        let (mut found, mut after) = (Vec::new(), None);
        loop {
            let page = store.past_due(tomorrow(), after, limit).await.expect("read");
            found.extend(page.invoices.iter().map(AnyInvoice::due_cursor));
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        assert_eq!(found, expected, "{limit} a page");
    }
}

pub async fn it_becomes_overdue_once_with_its_events(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let invoice = issue(store, &due_on(draft(owner), due())).await;
    let before = subject.events(owner).await.len();
    let made = becomes(&invoice);
    assert_eq!(store.make_overdue(std::slice::from_ref(&made)).await.expect("kept"), 1);
    let kept = read(store, owner, invoice.id).await;
    assert_eq!(Some(kept), invoice.past_due(tomorrow()));
    assert_eq!(store.past_due(tomorrow(), None, 10).await.expect("read"), PastDue::default());
    assert_eq!(store.make_overdue(&[made]).await.expect("kept"), 0, "decided on what was");
    assert_eq!(subject.events(owner).await.len(), before + 1);
}

pub async fn one_that_changed_meanwhile_is_left_alone(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let stale = issue(store, &due_on(draft(owner), due())).await;
    let other = issue(store, &due_on(draft(owner), due())).await;
    let before = subject.events(owner).await;
    let batch = [BecomesOverdue { version: 7, ..becomes(&stale) }, becomes(&other)];
    assert_eq!(store.make_overdue(&batch).await.expect("kept"), 1);
    let status = read(store, owner, stale.id).await.status;
    assert_eq!(status, InvoiceStatus::Issued);
    let new = subject.events(owner).await.split_off(before.len());
    assert_eq!(new, [batch[1].events[0].body.as_str()]);
}
