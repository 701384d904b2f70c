//! Credit and debit notes, and the invoices that they refer to: in one transaction.

use super::{
    drafts::moment,
    invoice_changes::{pay, take_back},
};
use crate::build::{self, draft};
use crate::contract::{
    Ports, StoreUnderTest,
    setup::{issue, kind, organization, try_issue},
};
use invoicing::{
    Draft, Invoice, InvoiceStatus, InvoiceStore, InvoiceType, OriginalReference, References,
    states::{InvoiceMove, InvoiceState},
};
use persistence::StoreError;
use rust_decimal::{Decimal, dec};

/// A note over so much to an invoice, as it is read.
async fn note(
    store: &impl Ports,
    kind: InvoiceType,
    original: &Invoice,
    total: Decimal,
) -> Result<Invoice, StoreError> {
    let draft = build::with_total(build::draft_of(original.organization, kind), total);
    let open = state(store, original).await.invoice.outstanding();
    try_issue(store, &noted(draft, original, open)).await.map(|(invoice, _)| invoice)
}

/// The note to an invoice of which so much is open.
pub(in crate::contract) fn noted(draft: Draft, original: &Invoice, open: Decimal) -> Draft {
    let mut draft = draft;
    let is_credit = draft.document.invoice_type == InvoiceType::CreditNote;
    draft.set_against = if is_credit { draft.document.totals.total.min(open) } else { dec!(0) };
    draft.document.original = Some(OriginalReference {
        id: original.id,
        number: original.document.number.clone(),
        issue_date: original.document.issue_date,
        tax_date: None,
    });
    draft
}

async fn state(store: &impl Ports, invoice: &Invoice) -> InvoiceState {
    store.invoice_state(invoice.organization, invoice.id).await.expect("there")
}

/// An invoice over 100.00.
async fn hundred(store: &impl Ports) -> Invoice {
    let owner = organization(store).await;
    issue(store, &build::with_total(draft(owner), dec!(100))).await
}

async fn cancel(store: &impl Ports, state: &InvoiceState) -> Result<(), StoreError> {
    let change = state.make(InvoiceMove::Cancel, &moment()).expect("right").expect("a change");
    store.change_invoice(&change).await
}

pub async fn a_credit_note_takes_back_what_it_credits(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let invoice = hundred(store).await;
    let half = note(store, InvoiceType::CreditNote, &invoice, dec!(60)).await.expect("issued");
    let read = state(store, &invoice).await;
    let facts = |state: &InvoiceState| (state.invoice.status, state.invoice.outstanding());
    assert_eq!(facts(&read), (InvoiceStatus::Issued, dec!(40)));
    let standing: Vec<_> = read.notes.iter().map(|note| note.number.as_str()).collect();
    assert_eq!(standing, [half.document.number.as_str()]);
    let listed = store.invoices(invoice.organization, &Default::default(), None, 10).await;
    let listed = listed.expect("listed").rows;
    let row = listed.iter().find(|row| row.id == invoice.id).expect("listed");
    assert_eq!((row.credited_amount, row.outstanding), (dec!(60), dec!(40)));
    note(store, InvoiceType::CreditNote, &invoice, dec!(40)).await.expect("issued");
    let paid = state(store, &invoice).await;
    assert_eq!(facts(&paid), (InvoiceStatus::Paid, dec!(0)));
    assert_eq!(paid.invoice.version, read.invoice.version + 1);
    let more = note(store, InvoiceType::CreditNote, &invoice, dec!(0.01)).await;
    assert_eq!(kind(&more), "conflict");
    let records = References { original_invoice_id: Some(invoice.id), ..References::default() };
    let records = store.issuing_records(invoice.organization, &records).await.expect("records");
    assert_eq!(records.original.map(|original| original.balance.creditable()), Some(dec!(0)));
    cancel(store, &state(store, &half).await).await.expect("cancelled");
    assert_eq!(facts(&state(store, &invoice).await), (InvoiceStatus::Issued, dec!(60)));
}

pub async fn of_many_notes_at_once_no_more_is_credited_than_there_is(
    subject: &impl StoreUnderTest,
) {
    let store = subject.store();
    let invoice = hundred(store).await;
    let tasks: Vec<_> = (0..8)
        .map(|_| {
            let (store, invoice) = (store.clone(), invoice.clone());
            tokio::spawn(async move {
                while state(&store, &invoice).await.invoice.creditable() >= dec!(30) {
                    if note(&store, InvoiceType::CreditNote, &invoice, dec!(30)).await.is_ok() {
                        return true;
                    }
                }
                false
            })
        })
        .collect();
    let mut issued = 0;
    for task in tasks {
        issued += usize::from(task.await.expect("no panic"));
    }
    let read = state(store, &invoice).await.invoice;
    assert_eq!((issued, read.credited_amount, read.outstanding()), (3, dec!(90), dec!(10)));
}

/// What a credit note owes is what its original does not take up, whatever becomes of that.
pub async fn a_credit_note_owes_what_its_original_does_not_take_up(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let invoice = hundred(store).await;
    let place = (invoice.organization, invoice.id);
    pay(store, place, dec!(60)).await.expect("paid");
    let half = note(store, InvoiceType::CreditNote, &invoice, dec!(50)).await.expect("issued");
    let rest = note(store, InvoiceType::CreditNote, &invoice, dec!(50)).await.expect("issued");
    let facts = async || {
        let mut facts = Vec::new();
        for one in [&invoice, &half, &rest] {
            let now = state(store, one).await.invoice;
            let listed = store.invoices(one.organization, &Default::default(), None, 10).await;
            let listed = listed.expect("listed").rows;
            let row = listed.iter().find(|row| row.id == one.id).expect("listed");
            assert_eq!(row.outstanding, now.outstanding());
            facts.push((now.outstanding(), now.status == InvoiceStatus::Paid));
        }
        facts
    };
    assert_eq!(facts().await, [(dec!(0), true), (dec!(10), false), (dec!(50), false)]);
    let more = pay(store, (half.organization, half.id), dec!(10.01)).await;
    assert!(more.is_err(), "no more than is owed is paid out");
    pay(store, (half.organization, half.id), dec!(10)).await.expect("paid out");
    assert_eq!(facts().await, [(dec!(0), true), (dec!(0), true), (dec!(50), false)]);
    // the payment was none: what was paid out is owed again, and nothing more
    let payment = state(store, &invoice).await.invoice.payments[0].id;
    take_back(store, place, payment).await.expect("taken back");
    assert_eq!(facts().await, [(dec!(10), false), (dec!(0), true), (dec!(0), true)]);
    let payment = state(store, &half).await.invoice.payments[0].id;
    take_back(store, (half.organization, half.id), payment).await.expect("taken back");
    assert_eq!(facts().await, [(dec!(0), true), (dec!(0), true), (dec!(0), true)]);
    cancel(store, &state(store, &half).await).await.expect("cancelled");
    assert_eq!(state(store, &invoice).await.invoice.outstanding(), dec!(50));
}

/// A debit note changes nothing of its original, and yet keeps it from being cancelled.
pub async fn a_note_and_a_cancellation_exclude_each_other(subject: &impl StoreUnderTest) {
    let store = subject.store();
    for kind_of_note in [InvoiceType::CreditNote, InvoiceType::DebitNote] {
        let invoice = hundred(store).await;
        let before = state(store, &invoice).await;
        note(store, kind_of_note, &invoice, dec!(10)).await.expect("issued");
        assert_eq!(kind(&cancel(store, &before).await), "conflict", "it was read before the note");
        let other = hundred(store).await;
        cancel(store, &state(store, &other).await).await.expect("cancelled");
        let late = note(store, kind_of_note, &other, dec!(10)).await;
        assert_eq!(kind(&late), "conflict", "it was read before the cancellation");
    }
}
