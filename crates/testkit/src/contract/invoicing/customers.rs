//! Contacts that are made and changed without an invoice.

use crate::contract::{
    StoreUnderTest,
    ledger::expenses::add,
    setup::{all_contacts, is_kept_with_its_answer, issue, kind, organization, try_issue},
};
use crate::{
    build::{NOW, contact, draft, id},
    expenses::expense,
};
use access::OrganizationId;
use expenses::ExpenseStore;
use idempotency::{Answer, Lease};
use invoicing::{
    Draft, InvoiceFilter, InvoiceId, InvoiceStore, MailProfile, References,
    recording::InvoiceContent,
    records::{ContactFilter, ContactRow, CustomerStore},
};
use rust_decimal::dec;

fn row(name: &str) -> ContactRow {
    ContactRow { contact: contact(name), created_at: NOW, retired_at: None }
}

pub async fn customers_are_made_changed_and_retired(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let mut first = row("Píla");
    first.contact.profile = MailProfile::Xrechnung;
    store.add_contact(owner, &first, None).await.expect("made");
    let own = first.contact.id;
    assert_eq!(store.contact(owner, own).await.expect("there"), first);
    let mut invoice = Draft { new_contact: None, ..draft(owner) };
    invoice.document.customer_id = own;
    invoice.document.buyer = first.contact.party.clone();
    let issued = issue(store, &invoice).await;

    let mut changed = first.clone();
    changed.contact.party.name = "Žilinská píla".into();
    changed.contact.party.ico = None;
    changed.contact.party.ic_dph = Some("ATU12345678".into());
    changed.contact.party.peppol_id = Some("0088:5798000000001".into());
    changed.contact.profile = MailProfile::FacturX;
    store.change_contact(owner, &first, &changed).await.expect("changed");
    assert_eq!(store.contact(owner, own).await.expect("there"), changed);
    let text = |text: &str| Some(text.to_owned());
    for (filter, found) in [
        (ContactFilter { name: text("zilin"), ..ContactFilter::default() }, 1),
        (ContactFilter { ic_dph: text("ATU12345678"), ..ContactFilter::default() }, 1),
        (ContactFilter { ic_dph: text("\0"), ..ContactFilter::default() }, 0),
        (ContactFilter { ico: first.contact.party.ico.clone(), ..ContactFilter::default() }, 0),
        (ContactFilter { retired: true, ..ContactFilter::default() }, 0),
    ] {
        assert_eq!(all_contacts(store, owner, &filter, 10).await.len(), found, "{filter:?}");
    }
    // an invoice keeps what it says
    assert_eq!(store.invoice(owner, issued.id).await.expect("there"), issued.into());

    let gone = ContactRow { retired_at: Some(NOW), ..changed.clone() };
    store.change_contact(owner, &changed, &gone).await.expect("retired");
    assert_eq!(store.contact(owner, own).await.expect("there"), gone);
    let of = |retired| ContactFilter { retired, ..ContactFilter::default() };
    assert_eq!(all_contacts(store, owner, &of(false), 10).await, []);
    assert_eq!(all_contacts(store, owner, &of(true), 10).await, [gone]);
    let references = References { customer_id: Some(own), ..References::default() };
    let records = store.issuing_records(owner, &references).await.expect("records");
    assert_eq!(records.customer, None);
    // one that was checked before is issued all the same
    try_issue(store, &Draft { id: InvoiceId(id()), ..invoice }).await.expect("issued");
}

pub async fn what_belongs_to_a_customer_moves_to_another(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let (other, stays, third) = (row("Píla"), row("Píla Žilina"), row("Mlyn"));
    for one in [&other, &stays, &third] {
        store.add_contact(owner, one, None).await.expect("made");
    }
    let of = |row: &ContactRow| {
        let mut invoice = Draft { id: InvoiceId(id()), new_contact: None, ..draft(owner) };
        invoice.document.customer_id = row.contact.id;
        invoice
    };
    let moved = issue(store, &of(&other)).await;
    let left = issue(store, &of(&third)).await;
    let expense = expense(owner, &other.contact, dec!(7));
    add(store, &other.contact, &expense).await;

    let mut after = stays.clone();
    after.contact.party.phone = Some("+421900000000".into());
    let merge = async |owner, other: &ContactRow| {
        kind(&store.merge_contacts(owner, other, &stays, &after, NOW).await)
    };
    let stale = ContactRow { retired_at: Some(NOW), ..other.clone() };
    assert_eq!(merge(owner, &stale).await, "conflict");
    assert_eq!(merge(organization(store).await, &other).await, "not found");
    assert_eq!(store.invoice(owner, moved.id).await.expect("there"), moved.clone().into());

    assert_eq!(merge(owner, &other).await, "ok");
    let invoice = store.invoice(owner, moved.id).await.expect("there");
    assert_eq!(invoice.document.header().customer_id, stays.contact.id);
    assert_eq!(invoice.version, moved.version + 1);
    assert_eq!(store.invoice(owner, left.id).await.expect("there"), left.into());
    let filter = InvoiceFilter { customer_id: Some(stays.contact.id), ..InvoiceFilter::default() };
    let listed = store.invoices(owner, &filter, None, 10).await.expect("a page").rows;
    assert_eq!(listed.iter().map(|row| row.id).collect::<Vec<_>>(), [moved.id]);
    let settled = store.expense(owner, expense.id).await.expect("there").expense;
    assert_eq!(settled.content.supplier_id, stays.contact.id);
    assert_eq!(store.contact(owner, stays.contact.id).await.expect("there"), after);
    let gone = store.contact(owner, other.contact.id).await.expect("there");
    assert_eq!(gone.retired_at, Some(NOW));
}

pub async fn a_stale_customer_changes_nothing(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let first = row("Píla");
    store.add_contact(owner, &first, None).await.expect("made");
    let stale = ContactRow { retired_at: Some(NOW), ..first.clone() };
    assert_eq!(kind(&store.change_contact(owner, &stale, &first).await), "conflict");
    let stranger = organization(store).await;
    assert_eq!(kind(&store.change_contact(stranger, &first, &stale).await), "not found");
    let nobody = OrganizationId(id());
    assert_eq!(kind(&store.add_contact(nobody, &row("X"), None).await), "not found");
    assert_eq!(store.contact(owner, first.contact.id).await.expect("there"), first);
}

pub async fn a_customer_is_kept_with_its_answer(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let new = row("Píla");
    let keep = async |answered: (&Lease, &Answer)| {
        kind(&store.add_contact(owner, &new, Some(answered)).await)
    };
    let is_kept = async || store.contact(owner, new.contact.id).await.is_ok();
    is_kept_with_its_answer(store, owner, keep, is_kept).await;
}
