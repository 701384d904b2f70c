//! Whatever locks lines, invoices and statements does so in one order: answers, payments that are taken back, lines that
//! are matched again, and statements that take back what waits.

use super::{
    bank_statements::{decided, keep, kept, line, proposals},
    proposals::answer,
    reopened_lines::take_payment_back,
    returned_lines::count,
    taken_back::{match_with, waiting},
};
use crate::build::{NOW, draft, with_total};
use crate::contract::{
    Ports, StoreUnderTest,
    invoicing::invoice_changes::{pay, take_back},
    setup::{issue, organization},
};
use access::OrganizationId;
use bank_statements::{Line, ProposalError, ProposalId};
use invoicing::{Invoice, InvoiceId, PaymentId, paying::PaymentError};
use persistence::StoreError;
use rust_decimal::{Decimal, dec};
use std::future::Future;
use time::Duration;

/// Invoices of each kind.
const EACH: usize = 6;

/// How often each is tried.
const TIMES: usize = 3;

fn of(invoice: &Invoice, amount: Decimal, day: i64) -> Line {
    let booked_on = NOW.date() - Duration::days(day);
    Line { booked_on, ..line(amount, invoice.document.variable_symbol.as_deref()) }
}

fn back(invoice: &Invoice, amount: Decimal, day: i64) -> Line {
    Line { reversal: true, ..of(invoice, -amount, day) }
}

async fn invoices(store: &impl Ports, owner: OrganizationId) -> Vec<Invoice> {
    let mut all = Vec::new();
    for _ in 0..EACH {
        all.push(issue(store, &with_total(draft(owner), dec!(100))).await);
    }
    all
}

/// Whether it is done, or may be tried again; anything else is a fault.
fn stands(error: &StoreError) -> bool {
    matches!(error, StoreError::Conflict | StoreError::Taken(_))
}

fn is_fair<T>(done: &Result<T, PaymentError>) -> bool {
    match done {
        Ok(_) | Err(PaymentError::Refused(_)) => true,
        Err(PaymentError::Store(error)) => stands(error),
        Err(_) => false,
    }
}

async fn accepted(store: impl Ports, owner: OrganizationId, id: ProposalId) -> bool {
    match answer(&store, owner, id, true).await {
        Ok(_) | Err(ProposalError::Refused(_)) => true,
        Err(ProposalError::Store(error)) => stands(&error),
        Err(ProposalError::Payment(error)) => is_fair::<()>(&Err(error)),
        Err(ProposalError::Invoice(_)) => false,
    }
}

async fn taken(store: impl Ports, owner: OrganizationId, of: (PaymentId, InvoiceId)) -> bool {
    is_fair(&take_payment_back(&store, owner, of).await)
}

/// The payment by hand is gone, and what waited is matched.
async fn matched(store: impl Ports, owner: OrganizationId, invoice: InvoiceId) -> bool {
    let by_hand = store.invoice(owner, invoice).await.expect("there").payments;
    for payment in by_hand {
        if !is_fair(&take_back(&store, (owner, invoice), payment.id).await) {
            return false;
        }
    }
    let waits = waiting(&store, owner, invoice).await;
    is_fair(&match_with(&store, owner, invoice, &waits).await)
}

async fn overtaken(store: impl Ports, owner: OrganizationId, lines: Vec<Line>) -> bool {
    let new = decided(&store, owner, lines).await;
    is_fair(&keep(&store, owner, &new).await)
}

async fn all_at_once(work: Vec<impl Future<Output = bool> + Send + 'static>) -> bool {
    let tasks: Vec<_> = work.into_iter().map(tokio::spawn).collect();
    let mut fair = true;
    for task in tasks {
        fair &= task.await.expect("no panic");
    }
    fair
}

pub async fn whatever_locks_lines_at_once_never_deadlocks(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let (returned, waited) = (invoices(store, owner).await, invoices(store, owner).await);
    for invoice in &waited {
        pay(store, (owner, invoice.id), dec!(100)).await.expect("paid by hand");
    }
    // each invoice has lines in both statements, one order of which is the other way round
    let whole = returned.iter().map(|invoice| of(invoice, dec!(100), 9));
    let first = whole.chain(waited.iter().map(|invoice| of(invoice, dec!(40), 8))).collect();
    let first = kept(store, owner, first).await;
    let back_again = returned.iter().map(|invoice| back(invoice, dec!(100), 7));
    let second = back_again.chain(waited.iter().rev().map(|invoice| of(invoice, dec!(60), 6)));
    let second = kept(store, owner, second.collect()).await;
    let open: Vec<_> =
        proposals(store, owner).await.iter().map(|row| row.proposal.clone()).collect();
    assert_eq!(open.len(), EACH, "each payment may be undone");
    let mut work: Vec<std::pin::Pin<Box<dyn Future<Output = bool> + Send>>> = Vec::new();
    for _ in 0..TIMES {
        for (proposal, invoice) in open.iter().zip(waited.iter().rev()) {
            let payment = proposal.undoes.expect("a payment");
            let gone = (payment, proposal.invoice);
            work.push(Box::pin(accepted(store.clone(), owner, proposal.id)));
            work.push(Box::pin(matched(store.clone(), owner, invoice.id)));
            work.push(Box::pin(taken(store.clone(), owner, gone)));
            let lines = vec![back(invoice, dec!(40), 5), back(invoice, dec!(60), 5)];
            work.push(Box::pin(overtaken(store.clone(), owner, lines)));
        }
    }
    assert!(all_at_once(work).await, "only what may be tried again");
    for statement in [first.record.id, second.record.id] {
        count(store, owner, statement).await;
    }
}
