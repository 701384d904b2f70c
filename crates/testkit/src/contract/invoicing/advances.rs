//! Advances, and the documents that settle them: in one transaction, each once.

use crate::build::{draft_of, id, with_total};
use crate::contract::invoicing::{
    drafts::moment,
    invoice_changes::{state, take_back},
    notes::noted,
};
use crate::contract::{
    Ports, StoreUnderTest,
    setup::{issue, kind, organization, try_issue},
};
use invoicing::{
    Draft, Invoice, InvoiceFilter, InvoiceId, InvoiceStatus, InvoiceStore, InvoiceType, PaymentId,
    References,
    settling::Advance,
    states::{ChangeRefused, HistoryAction, InvoiceChangeStore, InvoiceMove},
};
use persistence::StoreError;
use rust_decimal::{Decimal, dec};
use time::Duration;

/// A paid proforma over 100.00.
async fn proforma(store: &impl Ports) -> Invoice {
    let owner = organization(store).await;
    let mut draft = with_total(draft_of(owner, InvoiceType::Proforma), dec!(100));
    draft.document.already_paid = true;
    issue(store, &draft).await
}

/// A final invoice over 300.00 that settles it.
fn settling(advance: &Invoice) -> Draft {
    let mut draft = draft_of(advance.organization, InvoiceType::FinalInvoice);
    let paid = Advance::of(&advance.clone().into(), InvoiceType::FinalInvoice);
    draft.document.advances = vec![paid.expect("an advance")];
    with_total(draft, dec!(300))
}

pub async fn an_advance_is_settled_once_and_is_free_again(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let advance = proforma(store).await;
    let place = (advance.organization, advance.id);
    let open = async || {
        let filter = InvoiceFilter { open_advances: true, ..InvoiceFilter::default() };
        let page = store.invoices(advance.organization, &filter, None, 10).await;
        page.expect("listed").rows.iter().map(|row| row.id).collect::<Vec<_>>()
    };
    assert_eq!(open().await, [advance.id]);
    let (last, _) = try_issue(store, &settling(&advance)).await.expect("issued");
    assert_eq!((last.paid_amount, last.outstanding()), (dec!(100), dec!(200)));
    let held = state(store, place).await.invoice;
    assert_eq!((held.holds.settled_by, held.version), (Some(last.id), advance.version + 1));
    assert!(open().await.is_empty());
    assert_eq!(kind(&try_issue(store, &settling(&advance)).await), "conflict");
    let references = References { advances: vec![advance.id], ..References::default() };
    let records = store.issuing_records(advance.organization, &references).await.expect("read");
    assert_eq!(records.advances.iter().map(|it| it.holds).collect::<Vec<_>>(), [held.holds]);
    let payment = held.payments[0].id;
    assert!(take_back(store, place, payment).await.is_err(), "what was paid is on the other one");
    let last = state(store, (last.organization, last.id)).await;
    let void = last.make(InvoiceMove::Cancel, &moment()).expect("right").expect("a change");
    store.change_invoice(&void).await.expect("cancelled");
    assert_eq!(state(store, place).await.invoice.holds.settled_by, None);
    assert_eq!(open().await, [advance.id]);
    try_issue(store, &settling(&advance)).await.expect("issued");
}

/// An invoice of a received payment over 100.00, and what takes it off a supply of 300.00.
async fn taxed(store: &impl Ports) -> (Invoice, Draft) {
    let owner = organization(store).await;
    let mut draft = with_total(draft_of(owner, InvoiceType::Invoice), dec!(100));
    draft.document.already_paid = true;
    let advance = issue(store, &draft).await;
    let settling = with_total(settling(&advance), dec!(200));
    let now = advance.created_at + Duration::SECOND;
    (advance, Draft { now, ..settling })
}

/// The note to a document that takes back so much of it.
async fn credit(store: &impl Ports, to: &Invoice, total: Decimal) -> Result<Invoice, StoreError> {
    let note = with_total(draft_of(to.organization, InvoiceType::CreditNote), total);
    let open = state(store, (to.organization, to.id)).await.invoice.outstanding();
    let note = Draft { now: to.created_at + Duration::MINUTE, ..noted(note, to, open) };
    try_issue(store, &note).await.map(|(note, _)| note)
}

pub async fn an_advance_is_free_once_its_document_is_credited_whole(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (advance, settling) = taxed(store).await;
    let place = (advance.organization, advance.id);
    let last = issue(store, &settling).await;
    assert!(state(store, place).await.advances.is_settled);
    credit(store, &last, dec!(150)).await.expect("a part");
    assert_eq!(kind(&credit(store, &advance, dec!(1)).await), "conflict", "a part is left");
    let rest = credit(store, &last, dec!(50)).await.expect("the rest");
    let free = state(store, place).await;
    assert_eq!((free.invoice.holds.settled_by, free.advances.is_settled), (None, false));
    let history = store.invoice_history(place.0, place.1, None, 1).await.expect("read").rows;
    assert_eq!(history[0].entry.action, HistoryAction::Settled);
    // it is credited, or settled by another; what freed it cannot be undone then
    let cancel = async |invoice: &Invoice| {
        let state = state(store, (invoice.organization, invoice.id)).await;
        state.make(InvoiceMove::Cancel, &moment()).map(|change| change.expect("a change"))
    };
    let stale = cancel(&rest).await.expect("not used yet");
    let note = credit(store, &advance, dec!(30)).await.expect("it is free");
    let spent = state(store, (rest.organization, rest.id)).await.advances.spent;
    assert_eq!(spent, std::slice::from_ref(&advance.document.number));
    assert!(matches!(cancel(&rest).await, Err(ChangeRefused::AdvanceSpent(_))));
    assert_eq!(kind(&store.change_invoice(&stale).await), "conflict", "it was decided before");
    store.change_invoice(&cancel(&note).await.expect("right")).await.expect("cancelled");
    let other = Draft { id: InvoiceId(id()), payment_id: PaymentId(id()), ..settling.clone() };
    let other = Draft { new_contact: None, ..other };
    let other = issue(store, &other).await;
    assert_eq!(state(store, place).await.invoice.holds.settled_by, Some(other.id));
    assert!(matches!(cancel(&rest).await, Err(ChangeRefused::AdvanceSpent(_))));
    store.change_invoice(&cancel(&other).await.expect("right")).await.expect("cancelled");
    store.change_invoice(&cancel(&rest).await.expect("right")).await.expect("cancelled");
    assert_eq!(state(store, place).await.invoice.holds.settled_by, Some(last.id));
}

pub async fn of_many_at_once_one_settles_an_advance(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let advance = proforma(store).await;
    let tasks: Vec<_> = (0..8)
        .map(|_| {
            let (store, draft) = (store.clone(), settling(&advance));
            tokio::spawn(async move { try_issue(&store, &draft).await.is_ok() })
        })
        .collect();
    let mut issued = 0;
    for task in tasks {
        issued += usize::from(task.await.expect("no panic"));
    }
    assert_eq!(issued, 1);
    let filter =
        InvoiceFilter { invoice_type: Some(InvoiceType::FinalInvoice), ..InvoiceFilter::default() };
    let page = store.invoices(advance.organization, &filter, None, 10).await.expect("listed");
    let rows: Vec<_> = page.rows.iter().map(|row| (row.outstanding, row.status)).collect();
    assert_eq!(rows, [(dec!(200), InvoiceStatus::Issued)]);
}
