//! What is done to an invoice and its notes at the same time: one waits for the other, and never in a circle. A store that
//! finds a circle ends one of those in it, which answers that it is unavailable.

use super::{
    drafts::{issuing, kept, try_issue as try_issue_draft},
    invoice_changes::pay,
    notes::noted,
    overdue::becomes,
};
use crate::build::{draft, draft_of, with_total};
use crate::contract::{
    Ports, StoreUnderTest,
    setup::{issue, kind, organization, try_issue},
};
use invoicing::{
    Draft, Invoice, InvoiceType,
    paying::PaymentError,
    states::{InvoiceChangeStore, OverdueStore},
};
use persistence::StoreError;
use rust_decimal::{Decimal, dec};
use std::pin::Pin;
use time::Duration;

/// How often each is tried: a circle is met by chance.
const ROUNDS: i64 = 12;

type Work = Pin<Box<dyn Future<Output = &'static str> + Send>>;

/// Does all of it at once.
async fn at_once(all: Vec<Work>) {
    let tasks: Vec<_> = all.into_iter().map(tokio::spawn).collect();
    for task in tasks {
        let found = task.await.expect("no panic");
        assert!(["ok", "conflict", "refused"].contains(&found), "{found}");
    }
}

async fn hundred(store: &impl Ports) -> Invoice {
    let owner = organization(store).await;
    issue(store, &with_total(draft(owner), dec!(100))).await
}

/// A note to an invoice, made so many seconds after it.
async fn note(
    store: &impl Ports,
    kind: InvoiceType,
    (to, after): (&Invoice, i64),
    total: Decimal,
) -> Draft {
    let state = store.invoice_state(to.organization, to.id).await.expect("there");
    let note = with_total(draft_of(to.organization, kind), total);
    let note = noted(note, to, state.invoice.outstanding());
    Draft { now: to.created_at + Duration::seconds(after), ..note }
}

fn issued(store: &impl Ports, draft: Draft) -> Work {
    let store = store.clone();
    Box::pin(async move { kind(&try_issue(&store, &draft).await) })
}

fn paid(store: &impl Ports, to: &Invoice, amount: Decimal) -> Work {
    let (store, place) = (store.clone(), (to.organization, to.id));
    Box::pin(async move {
        match pay(&store, place, amount).await {
            Ok(_) => "ok",
            Err(PaymentError::Store(error)) => kind::<()>(&Err(error)),
            Err(_) => "refused",
        }
    })
}

pub async fn a_draft_and_a_note_are_issued_in_one_order(subject: &impl StoreUnderTest) {
    let store = subject.store();
    for _ in 0..ROUNDS {
        let invoice = hundred(store).await;
        let mut all: Vec<Work> = Vec::new();
        for n in 1..=3 {
            let made = note(store, InvoiceType::CreditNote, (&invoice, n), dec!(10)).await;
            let made = kept(store, &made).await;
            let issue = issuing(store, made.organization, made.id).await;
            let (drafts, edits) = (store.clone(), store.clone());
            all.push(Box::pin(async move { kind(&try_issue_draft(&drafts, &issue, None).await) }));
            all.push(Box::pin(async move {
                let state = edits.invoice_state(made.organization, made.id).await.expect("there");
                let moment = super::drafts::moment();
                let submitted = state.make(invoicing::states::InvoiceMove::Submit, &moment);
                let Ok(Some(change)) = submitted else { return "refused" };
                kind(&edits.change_invoice(&change).await)
            }));
            let direct = note(store, InvoiceType::CreditNote, (&invoice, 3 + n), dec!(10)).await;
            all.push(issued(store, direct));
            all.push(paid(store, &invoice, dec!(1)));
        }
        at_once(all).await;
    }
}

pub async fn a_note_to_a_note_and_its_payments_wait_in_one_order(subject: &impl StoreUnderTest) {
    let store = subject.store();
    for _ in 0..ROUNDS {
        let invoice = hundred(store).await;
        let debit = note(store, InvoiceType::DebitNote, (&invoice, 1), dec!(50)).await;
        let debit = issue(store, &debit).await;
        pay(store, (debit.organization, debit.id), dec!(50)).await.expect("paid");
        let credit = note(store, InvoiceType::CreditNote, (&debit, 1), dec!(20)).await;
        let credit = issue(store, &credit).await;
        let mut all = Vec::new();
        for n in 0..3 {
            let more = note(store, InvoiceType::CreditNote, (&debit, 2 + n), dec!(5)).await;
            let beside = note(store, InvoiceType::CreditNote, (&invoice, 5 + n), dec!(5)).await;
            all.extend([issued(store, more), issued(store, beside)]);
            all.extend([&credit, &invoice, &credit].map(|to| paid(store, to, dec!(1))));
        }
        at_once(all).await;
    }
}

/// Those that fall due are changed together, in whatever order they are found.
pub async fn what_falls_due_at_once_waits_in_the_same_order(subject: &impl StoreUnderTest) {
    let store = subject.store();
    for _ in 0..ROUNDS {
        let invoice = hundred(store).await;
        let debit = note(store, InvoiceType::DebitNote, (&invoice, 1), dec!(50)).await;
        let debit = issue(store, &debit).await;
        let credit = note(store, InvoiceType::CreditNote, (&debit, 1), dec!(5)).await;
        let due = [becomes(&debit), becomes(&invoice)];
        let overdue = store.clone();
        let overdue: Work = Box::pin(async move {
            let made: Result<usize, StoreError> = overdue.make_overdue(&due).await;
            kind(&made)
        });
        let paid = [&debit, &invoice, &debit].map(|to| paid(store, to, dec!(1)));
        at_once([overdue, issued(store, credit)].into_iter().chain(paid).collect()).await;
    }
}
