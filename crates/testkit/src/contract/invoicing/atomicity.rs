//! All or nothing.

use crate::build::{NOW, draft, fingerprint, id, lease, respond, with_files};
use crate::contract::{
    StoreUnderTest,
    setup::{holdings, issue, issued_number, kind, organization, read, try_issue},
};
use idempotency::{Answer, Decision, IdempotencyStore, UnwritableAnswer};
use invoicing::{ContactId, Draft, InvoiceStore, Issued};
use std::collections::BTreeMap;

/// Each failure comes as late as it can: after the number, the invoice and the contact.
pub async fn a_failed_invoice_leaves_nothing(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    let first = issue(store, &draft(organization)).await;
    let before = holdings(subject, organization).await;

    let lost = lease("lost");
    let with_claim = with_files(draft(organization), &[b"bytes"]);
    let result = store.issue(&with_claim, Some(&lost), respond).await;
    assert_eq!(kind(&result), "lease lost");
    assert_eq!(kind(&store.invoice(organization, with_claim.id).await), "not found");
    assert_eq!(kind(&store.files(organization, with_claim.id).await), "not found");

    // the contact of the draft has the id of one that is there
    let mut taken = draft(organization);
    taken.document.customer_id = first.document.customer_id;
    taken.new_contact.as_mut().expect("new").id = first.document.customer_id;
    assert_eq!(kind(&try_issue(store, &taken).await), "taken");

    let mut unknown = Draft { new_contact: None, ..draft(organization) };
    unknown.document.customer_id = ContactId(id());
    assert_eq!(kind(&try_issue(store, &unknown).await), "not found");

    // a claim stays with the request whose work failed
    let held = lease("held");
    let decision =
        store.claim(organization.into(), &held, fingerprint(1), NOW).await.expect("claimed");
    assert_eq!(decision, Decision::Proceed);
    assert_eq!(kind(&store.issue(&taken, Some(&held), respond).await), "taken");
    let again = lease("held");
    let decision =
        store.claim(organization.into(), &again, fingerprint(1), NOW).await.expect("asked");
    assert_eq!(decision, Decision::InProgress);

    assert_eq!(holdings(subject, organization).await, before);
    assert_eq!(issued_number(store, &draft(organization)).await, "FA20260002");
}

pub async fn an_id_that_is_taken_leaves_the_first_invoice_alone(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    let first = issue(store, &draft(organization)).await;
    let mut second = Draft { id: first.id, ..draft(organization) };
    second.document.texts.note = Some("another".into());
    assert_eq!(kind(&try_issue(store, &second).await), "taken");
    assert_eq!(read(store, organization, first.id).await, first);
}

pub async fn a_panic_while_responding_leaves_nothing(subject: &impl StoreUnderTest) {
    let organization = organization(subject.store()).await;
    issue(subject.store(), &draft(organization)).await;
    let before = holdings(subject, organization).await;
    for _ in 0..3 {
        let store = subject.store().clone();
        let task = tokio::spawn(async move {
            let bad = |_: &Issued<'_>| -> Result<Answer, UnwritableAnswer> {
                std::panic::panic_any("on purpose")
            };
            store.issue(&draft(organization), None, bad).await
        });
        assert!(task.await.is_err_and(|error| error.is_panic()));
    }
    assert_eq!(holdings(subject, organization).await, before);
    assert_eq!(issued_number(subject.store(), &draft(organization)).await, "FA20260002");
}

/// An event without a time, or an answer without JSON: an error, and never an empty one of them.
pub async fn what_cannot_be_written_leaves_nothing(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let organization = organization(store).await;
    let held = lease("unwritable");
    store.claim(organization.into(), &held, fingerprint(1), NOW).await.expect("claimed");
    let before = holdings(subject, organization).await;

    let mut timeless = draft(organization);
    timeless.now = NOW.replace_year(-1).expect("a year before our era");
    assert_eq!(kind(&store.issue(&timeless, Some(&held), respond).await), "backend");
    let no_json = |_: &Issued<'_>| Answer::json(201, &BTreeMap::from([((), "no key of JSON")]));
    assert_eq!(kind(&store.issue(&draft(organization), Some(&held), no_json).await), "backend");

    assert_eq!(holdings(subject, organization).await, before);
    store.issue(&draft(organization), Some(&held), respond).await.expect("the claim is held still");
    assert_eq!(issued_number(store, &draft(organization)).await, "FA20260002");
}
