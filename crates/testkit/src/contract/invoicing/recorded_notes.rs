//! Notes that another system issued: what they name is credited as by a note that is issued here, in one transaction.

use crate::build::{NOW, draft, id, with_total};
use crate::contract::{
    Ports, StoreUnderTest,
    sending::setup::{keep, rich},
    setup::{issue, kind},
};
use crate::sends::{in_sandbox, queued, send_of};
use access::OrganizationId;
use invoicing::{
    InvoiceId, InvoiceStatus, InvoiceStore, InvoiceType,
    recording::{InvoiceContent, RecordedDocument},
    states::{InvoiceChangeStore, InvoiceMove, Links},
};
use money::{Currency, Decimal};
use peppol_connector::{
    ports::SubmissionStore,
    sending::{NumberUse, QueuedSend, RecordedInvoice},
};
use rust_decimal::dec;

/// A send of this document, where nothing is recorded under its number.
fn recording(number: &str, change: impl FnOnce(&mut RecordedDocument)) -> QueuedSend {
    let mut send = send_of(number);
    let recorded = send.invoice.take().expect("new");
    let mut document = recorded.invoice.document.clone();
    document.currency = Currency::Eur.into();
    change(&mut document);
    let invoice = recorded.invoice;
    let invoice =
        invoicing::Invoice::record(invoice.id, invoice.organization, document, invoice.created_at);
    send.invoice = Some(RecordedInvoice { invoice, ..recorded });
    send
}

fn note_over(total: Decimal) -> impl FnOnce(&mut RecordedDocument) {
    move |document| {
        document.invoice_type = InvoiceType::CreditNote;
        document.totals.total = total;
    }
}

/// The send as one of a note to the invoice with this number.
async fn noting(
    store: &impl Ports,
    organization: OrganizationId,
    number: &str,
    send: QueuedSend,
) -> QueuedSend {
    let named = store.named_invoice(organization, number).await.expect("read").expect("there");
    let mut send = send;
    let recorded = send.invoice.take().expect("a record");
    let before = recorded.before.as_deref();
    let today = service_day::date(NOW);
    let invoice = recorded.invoice.noting(before, &named.state, today).expect("it may be");
    let recorded = RecordedInvoice { invoice, ..recorded };
    send.invoice = Some(recorded.published(NOW, None, &Links::default()).expect("writable"));
    send
}

/// What is owed of an invoice, and what of it is credited.
async fn owed(
    store: &impl Ports,
    organization: OrganizationId,
    id: InvoiceId,
) -> (InvoiceStatus, Decimal, Decimal) {
    let invoice = store.invoice(organization, id).await.expect("there");
    let listed = store.invoices(organization, &Default::default(), None, 10).await;
    let listed = listed.expect("listed").rows;
    let row = listed.iter().find(|row| row.id == id).expect("listed");
    assert_eq!(row.outstanding, invoice.outstanding());
    (invoice.status, invoice.outstanding(), invoice.credited_amount)
}

pub async fn a_recorded_note_credits_what_it_names(subject: &impl StoreUnderTest) {
    use InvoiceStatus::{Issued, Paid};
    let store = subject.store();
    let organization = rich(store, 9).await;
    assert_eq!(store.named_invoice(organization, "EXT-1").await.expect("read"), None);
    assert_eq!(store.named_invoice(organization, "EXT\0").await.expect("read"), None);
    let first = recording("EXT-1", |_| ());
    keep(store, organization, &first).await;
    let named = store.named_invoice(organization, "EXT-1").await.expect("read").expect("there");
    let contact = &first.invoice.as_ref().expect("new").contact;
    assert_eq!((named.live, &named.customer), (true, &contact.party));
    let other = rich(store, 9).await;
    assert_eq!(store.named_invoice(other, "EXT-1").await.expect("read"), None);
    let native = issue(store, &with_total(draft(organization), dec!(123))).await;
    for (at, (number, original)) in
        [("EXT-1", first.submission.invoice), (&*native.document.number, native.id)]
            .into_iter()
            .enumerate()
    {
        let part = recording(&format!("DB-{at}1"), note_over(dec!(23)));
        let part = noting(store, organization, number, part).await;
        keep(store, organization, &part).await;
        assert_eq!(owed(store, organization, original).await, (Issued, dec!(100), dec!(23)));
        let note = owed(store, organization, part.submission.invoice).await;
        assert_eq!(note, (Paid, dec!(0), dec!(23)), "its original takes it up");
        // a live one that is under way is not cancelled
        let rest = in_sandbox(recording(&format!("DB-{at}2"), note_over(dec!(100))));
        let rest = noting(store, organization, number, rest).await;
        // decided on what was: a second one does not credit the same again
        let stale = recording(&format!("DB-{at}3"), note_over(dec!(100)));
        let stale = noting(store, organization, number, stale).await;
        keep(store, organization, &rest).await;
        assert_eq!(owed(store, organization, original).await, (Paid, dec!(0), dec!(123)));
        let late = store.commit(organization, &queued(&stale), None, NOW).await;
        assert_eq!(kind(&late), "conflict");
        let state = store.invoice_state(organization, original).await.expect("there");
        let notes: Vec<_> = state.notes.iter().map(|note| note.id).collect();
        assert_eq!(notes, [part.submission.invoice, rest.submission.invoice]);
        assert_eq!(state.invoice.creditable(), dec!(0));
        // a note that is cancelled brings it back
        let cancelled = store.invoice_state(organization, rest.submission.invoice).await;
        let change = cancelled.expect("there").make(InvoiceMove::Cancel, &super::drafts::moment());
        let change = change.expect("right").expect("a change");
        store.change_invoice(&change).await.expect("cancelled");
        assert_eq!(owed(store, organization, original).await, (Issued, dec!(100), dec!(23)));
    }
}

/// Another document under the number of a note credits what that says.
pub async fn a_recorded_note_is_revised_with_what_it_credits(subject: &impl StoreUnderTest) {
    use InvoiceStatus::{Issued, Paid};
    let store = subject.store();
    let organization = rich(store, 9).await;
    let [one, another] = ["EXT-1", "EXT-2"].map(|number| recording(number, |_| ()));
    for send in [&one, &another] {
        keep(store, organization, send).await;
    }
    let [one, another] = [one, another].map(|send| send.submission.invoice);
    let first = recording("DB-1", note_over(dec!(123)));
    let first = noting(store, organization, "EXT-1", first).await;
    keep(store, organization, &first).await;
    let note = first.submission.invoice;
    for (total, names, owed_of) in [
        (dec!(23), Some("EXT-1"), [(Issued, dec!(100)), (Issued, dec!(123))]),
        (dec!(23), Some("EXT-2"), [(Issued, dec!(123)), (Issued, dec!(100))]),
        (dec!(123), Some("EXT-1"), [(Paid, dec!(0)), (Issued, dec!(123))]),
        (dec!(123), None, [(Issued, dec!(123)), (Issued, dec!(123))]),
        (dec!(123), Some("EXT-2"), [(Issued, dec!(123)), (Paid, dec!(0))]),
    ] {
        let facts = store.organization_facts(organization, access::Tier::Live, Some("DB-1"), NOW);
        let NumberUse::Recorded(earlier) = facts.await.expect("facts").number else {
            panic!("recorded")
        };
        let named = match names {
            Some(number) => store.named_invoice(organization, number).await.expect("read"),
            None => None,
        };
        let mut document = earlier.invoice.document.clone();
        document.totals.total = total;
        document.original = None;
        let before = &earlier.invoice;
        let revised = before.revised_as(document, |after| match &named {
            Some(named) => {
                let today = service_day::date(NOW);
                after.noting(Some(before), &named.state, today).expect("it may be")
            }
            None => after.noting_nothing(),
        });
        let mut again = send_of("DB-1");
        let recorded = again.invoice.take().expect("new");
        let recorded = RecordedInvoice {
            invoice: revised.expect("another document"),
            before: Some(Box::new(before.clone())),
            notes: earlier.notes.clone(),
            ..recorded
        };
        again.invoice = Some(recorded.published(NOW, None, &Links::default()).expect("writable"));
        again.submission.invoice = note;
        again.submission.receiver = format!("0088:{}", id()).parse().expect("a receiver");
        keep(store, organization, &again).await;
        for (id, (status, outstanding)) in [one, another].into_iter().zip(owed_of) {
            let (now, open, credited) = owed(store, organization, id).await;
            assert_eq!((now, open), (status, outstanding), "{total} {names:?}");
            assert_eq!(credited, dec!(123) - outstanding);
        }
        let left = if names.is_some() { dec!(0) } else { total };
        assert_eq!(owed(store, organization, note).await.1, left, "{total} {names:?}");
        let original = store.invoice(organization, note).await.expect("there");
        let named = named.map(|named| named.state.invoice.id);
        assert_eq!(original.document.header().original, named);
    }
}
