//! What the functions of the contract stand on.

use super::{Ports, StoreUnderTest};
use crate::build::{self, NOW, fingerprint, lease};
use access::{NewKeyOwner, OrganizationId, Role};
use idempotency::{Answer, Decision, Lease};
use invoicing::{
    Draft, Invoice, InvoiceFilter, InvoiceId, InvoiceSummary,
    records::{ContactFilter, ContactRow, Provision},
};
use persistence::{Cursor, Page, StoreError};
use std::future::Future;

/// An organization of its own in the store.
pub(super) async fn organization(store: &impl Ports) -> OrganizationId {
    let organization = build::organization();
    let id = organization.id;
    let provision = Provision { organizations: vec![organization], ..Provision::default() };
    store.provision(&provision, NOW).await.expect("provisioned");
    id
}

/// An owner of an organization.
pub(super) async fn new_user(store: &impl Ports) -> NewKeyOwner {
    let organization = build::organization();
    let user = build::user(organization.id, Role::Owner);
    let owner = NewKeyOwner::User { user: user.id, organization: organization.id };
    let (organizations, users) = (vec![organization], vec![user]);
    let provision = Provision { organizations, users, ..Provision::default() };
    store.provision(&provision, NOW).await.expect("provisioned");
    owner
}

pub(super) async fn try_issue(
    store: &impl Ports,
    draft: &Draft,
) -> Result<(Invoice, Answer), StoreError> {
    store.issue(draft, None, build::respond).await
}

pub(super) async fn issue(store: &impl Ports, draft: &Draft) -> Invoice {
    try_issue(store, draft).await.expect("issued").0
}

/// An invoice that was issued here.
pub(super) async fn read(
    store: &impl Ports,
    organization: OrganizationId,
    id: InvoiceId,
) -> Invoice {
    store.invoice(organization, id).await.expect("there").issued().expect("issued here")
}

/// The number of the invoice that came of it.
pub(super) async fn issued_number(store: &impl Ports, draft: &Draft) -> String {
    issue(store, draft).await.document.number
}

/// What an organization has.
#[derive(Debug, PartialEq)]
pub(super) struct Holdings {
    pub(super) invoices: Vec<InvoiceSummary>,
    pub(super) contacts: Vec<ContactRow>,
    pub(super) events: Vec<String>,
}

pub(super) async fn holdings(
    subject: &impl StoreUnderTest,
    organization: OrganizationId,
) -> Holdings {
    let store = subject.store();
    Holdings {
        invoices: all_invoices(store, organization, &InvoiceFilter::default(), 100).await,
        contacts: all_contacts(store, organization, &ContactFilter::default(), 100).await,
        events: subject.events(organization).await,
    }
}

/// All pages, one after the other.
pub(super) async fn all_invoices(
    store: &impl Ports,
    organization: OrganizationId,
    filter: &InvoiceFilter,
    limit: u16,
) -> Vec<InvoiceSummary> {
    let place = |row: &InvoiceSummary| Cursor::new(row.created_at, row.id);
    walk(limit, place, |after| store.invoices(organization, filter, after, limit)).await
}

pub(super) async fn all_contacts(
    store: &impl Ports,
    organization: OrganizationId,
    filter: &ContactFilter,
    limit: u16,
) -> Vec<ContactRow> {
    let place = |row: &ContactRow| Cursor::new(row.created_at, row.contact.id);
    walk(limit, place, |after| store.contacts(organization, filter, after, limit)).await
}

/// Follows the cursor of each page's last row. Every page but the last is full.
pub(super) async fn walk<T, F>(
    limit: u16,
    place: impl Fn(&T) -> Cursor,
    read: impl Fn(Option<Cursor>) -> F,
) -> Vec<T>
where
    F: Future<Output = Result<Page<T>, StoreError>>,
{
    let mut all = Vec::new();
    let mut after = None;
    loop {
        let Page { rows, has_more } = read(after).await.expect("a page");
        assert!(rows.len() <= limit.into(), "{} rows on a page of {limit}", rows.len());
        assert!(!has_more || rows.len() == usize::from(limit), "a page before the last is full");
        after = rows.last().map(&place);
        all.extend(rows);
        if !has_more {
            return all;
        }
        assert!(all.len() < 100_000, "the pages never end");
    }
}

/// The names of a result for comparing: errors have no equality.
pub(super) fn kind<T>(result: &Result<T, StoreError>) -> &'static str {
    match result {
        Ok(_) => "ok",
        Err(StoreError::NotFound) => "not found",
        Err(StoreError::Taken(_)) => "taken",
        Err(StoreError::Conflict) => "conflict",
        Err(StoreError::LimitReached) => "limit reached",
        Err(StoreError::Stock(_)) => "stock",
        Err(StoreError::LeaseLost) => "lease lost",
        Err(StoreError::Unavailable(_)) => "unavailable",
        Err(StoreError::Backend(_)) => "backend",
    }
}

/// Asserts that a record is stored with the answer under its idempotency key: not under a lease that was lost, and the key
/// replays the answer afterwards. `keep` stores the record with the answer, `is_kept` tells whether it is there.
pub(super) async fn is_kept_with_its_answer(
    store: &impl Ports,
    owner: OrganizationId,
    keep: impl AsyncFn((&Lease, &Answer)) -> &'static str,
    is_kept: impl AsyncFn() -> bool,
) {
    let (mine, other) = (lease("kept"), lease("kept"));
    let claimed = store.claim(owner.into(), &mine, fingerprint(1), NOW).await.expect("claimed");
    assert_eq!(claimed, Decision::Proceed);
    let answer = Answer { status: 201, body: b"{}".to_vec() };
    assert_eq!(keep((&other, &answer)).await, "lease lost");
    assert!(!is_kept().await, "stored under a lost lease");
    assert_eq!(keep((&mine, &answer)).await, "ok");
    assert!(is_kept().await, "not stored");
    let again = store.claim(owner.into(), &lease("kept"), fingerprint(1), NOW).await;
    assert_eq!(again.expect("asked"), Decision::Replay(answer));
}

/// Numbers `FA20260001` and so on, `count` of them.
pub(super) fn first_numbers(count: usize) -> Vec<String> {
    (1..=count).map(|n| format!("FA2026{n:04}")).collect()
}
