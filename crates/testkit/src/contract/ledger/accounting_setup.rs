//! Links and postings for the contract.

use crate::{
    build::{NOW, id},
    contract::{Ports, setup::organization},
};
use access::{OrganizationId, Tier};
use accounting_programs::{
    Contact, ItemAnswer, Link, LinkId, LinkSecrets, LinkSettings, Posting, PostingId, ProgramKind,
    ProgramSecret, ProgramUrl, Subject,
};
use invoicing::{InvoiceId, PaymentId};
use jobs::{JobId, NewJob};
use persistence::StoreError;
use time::macros::date;

pub(super) fn link(tier: Tier, kind: ProgramKind) -> Link {
    let url = ProgramUrl::stored("https://pohoda.example.com:5336".into()).expect("an address");
    let settings = LinkSettings { user: Some("Ján".into()), ..LinkSettings::default() };
    Link {
        id: LinkId(id()),
        tier,
        kind,
        url: Some(url),
        settings,
        from_date: date!(2000 - 01 - 01),
        looked_through: None,
        contact: Contact::default(),
        version: 1,
        created_at: NOW,
    }
}

pub(super) async fn linked(store: &impl Ports) -> (OrganizationId, Link) {
    let (owner, link) = (organization(store).await, link(Tier::Live, ProgramKind::PohodaMserver));
    add(store, owner, &link, LinkSecrets::default()).await.expect("linked");
    (owner, link)
}

pub(super) fn secret(text: &str) -> ProgramSecret {
    ProgramSecret::new(text.to_owned())
}

pub(super) fn made(answer: &str) -> ItemAnswer {
    ItemAnswer::Created { id: Some(answer.into()), number: Some("26FV1".into()), note: None }
}

pub(super) fn refused() -> ItemAnswer {
    ItemAnswer::Refused { reason: "Obdobie je uzavreté".into() }
}

/// Postings of an invoice, an expense, a payment of the invoice and a set-off of both, whose ids grow.
pub(super) fn family(link: &Link) -> [Posting; 4] {
    let mut ids = [id(), id(), id(), id()];
    ids.sort();
    let [invoice, expense, payment, offset] = ids;
    let (of, owed) = (InvoiceId(invoice), expenses::ExpenseId(expense));
    [
        Subject::invoice(of),
        Subject::expense(owed),
        Subject::invoice_payment(PaymentId(payment), of),
        Subject::offset(invoicing::OffsetId(offset), of, owed),
    ]
    .map(|subject| Posting::new(PostingId(id()), link.id, subject, NOW))
}

pub(super) async fn with_family(store: &impl Ports) -> (OrganizationId, Link, [Posting; 4]) {
    let (owner, link) = linked(store).await;
    let all = family(&link);
    store.add_postings(owner, &all, None, NOW).await.expect("kept");
    (owner, link, all)
}

/// Stores postings, and the link a version on.
pub(super) async fn save(
    store: &impl Ports,
    owner: OrganizationId,
    link: &mut Link,
    postings: &[Posting],
) {
    let after = link.reached(NOW);
    store.save_postings(owner, link, &after, postings, &[]).await.expect("saved");
    *link = after;
}

/// Stores a link with its job.
pub(super) async fn add(
    store: &impl Ports,
    owner: OrganizationId,
    link: &Link,
    secrets: LinkSecrets<'_>,
) -> Result<(), StoreError> {
    store.add_accounting_link(owner, link, secrets, &job(owner, link), NOW).await
}

/// The job of a link.
pub(super) fn job(owner: OrganizationId, link: &Link) -> NewJob {
    link.job(JobId(id()), owner, NOW)
}

/// What is secret of a link that has a password alone.
pub(super) fn only(secret: &ProgramSecret) -> LinkSecrets<'_> {
    LinkSecrets { secret: Some(secret), token: None }
}
