//! Invoices whose due date has passed.

use super::{
    Subject,
    ground::{issue, organization},
};
use crate::build::{NOW, draft, draft_of};
use access::OrganizationId;
use events::{Body, EventId, EventName, NewEvent};
use invoicing::{
    BecomesOverdue, Draft, Invoice, InvoiceStatus, InvoiceStore, InvoiceType, OverdueStore,
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

fn becomes(invoice: &Invoice) -> BecomesOverdue {
    BecomesOverdue {
        organization: invoice.organization,
        invoice: invoice.id,
        version: invoice.version,
        events: vec![event(invoice.organization, &invoice.id.to_string())],
    }
}

pub async fn what_is_past_due_is_found_of_all_organizations(subject: &impl Subject) {
    let store = subject.store();
    let (one, other) = (organization(store).await, organization(store).await);
    let first = issue(store, &due_on(draft(one), due() - Duration::days(3))).await;
    let second = issue(store, &due_on(draft(other), due())).await;
    issue(store, &due_on(draft(one), tomorrow())).await;
    issue(store, &due_on(draft_of(one, InvoiceType::CreditNote), due())).await;
    assert_eq!(store.past_due(due() - Duration::days(3), 10).await.expect("read"), []);
    let found = store.past_due(tomorrow(), 10).await.expect("read");
    assert_eq!(found, [first.clone(), second], "the longest due first, with all their content");
    assert_eq!(store.past_due(tomorrow(), 1).await.expect("read"), [first]);
}

pub async fn it_becomes_overdue_once_with_its_events(subject: &impl Subject) {
    let store = subject.store();
    let owner = organization(store).await;
    let invoice = issue(store, &due_on(draft(owner), due())).await;
    let before = subject.events(owner).await.len();
    let made = becomes(&invoice);
    assert_eq!(store.make_overdue(std::slice::from_ref(&made)).await.expect("kept"), 1);
    let kept = store.invoice(owner, invoice.id).await.expect("there");
    assert_eq!(Some(kept), invoice.past_due(tomorrow()));
    assert_eq!(store.past_due(tomorrow(), 10).await.expect("read"), []);
    assert_eq!(store.make_overdue(&[made]).await.expect("kept"), 0, "decided on what was");
    assert_eq!(subject.events(owner).await.len(), before + 1);
}

pub async fn one_that_changed_meanwhile_is_left_alone(subject: &impl Subject) {
    let store = subject.store();
    let owner = organization(store).await;
    let stale = issue(store, &due_on(draft(owner), due())).await;
    let other = issue(store, &due_on(draft(owner), due())).await;
    let before = subject.events(owner).await;
    let batch = [BecomesOverdue { version: 7, ..becomes(&stale) }, becomes(&other)];
    assert_eq!(store.make_overdue(&batch).await.expect("kept"), 1);
    let status = store.invoice(owner, stale.id).await.expect("there").status;
    assert_eq!(status, InvoiceStatus::Issued);
    let new = subject.events(owner).await.split_off(before.len());
    assert_eq!(new, [batch[1].events[0].body.as_str()]);
}
