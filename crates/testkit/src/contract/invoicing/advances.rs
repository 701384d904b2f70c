//! Advances, and the documents that settle them: in one transaction, each once.

use crate::build::{draft_of, with_total};
use crate::contract::invoicing::{
    drafts::moment,
    invoice_changes::{state, take_back},
};
use crate::contract::{
    Ports, StoreUnderTest,
    setup::{issue, kind, organization, try_issue},
};
use invoicing::{
    Draft, Invoice, InvoiceFilter, InvoiceStatus, InvoiceStore, InvoiceType, References,
    settling::Advance,
    states::{InvoiceChangeStore, InvoiceMove},
};
use rust_decimal::dec;

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
