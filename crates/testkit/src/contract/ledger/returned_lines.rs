//! Money that came for an invoice of which nothing was open, and that the bank took back: it never pays that invoice, in
//! whatever order its lines are read, and by whatever something is open again.

use super::{
    bank_statements::{hundred, kept, line, proposals, read},
    proposals::answer,
    taken_back::{match_what_waits, only_line},
};
use crate::build::NOW;
use crate::contract::{
    Ports, StoreUnderTest,
    invoicing::invoice_changes::{pay, take_back},
};
use access::OrganizationId;
use bank_statements::{Line, LineState, NewStatement, Reason, StatementId};
use invoicing::{Invoice, InvoiceStatus};
use rust_decimal::dec;
use time::Duration;

/// So many days ago.
fn came(symbol: &str, day: i64) -> Line {
    let booked_on = NOW.date() - Duration::days(day);
    let bank_reference = Some(format!("R00000{day}"));
    Line { booked_on, bank_reference, ..line(dec!(100), Some(symbol)) }
}

fn back(symbol: &str, day: i64) -> Line {
    Line { reversal: true, amount: dec!(-100), ..came(symbol, day) }
}

/// An invoice that was paid by hand.
async fn paid(store: &impl Ports) -> (OrganizationId, Invoice, String) {
    let (owner, invoice, symbol) = hundred(store).await;
    pay(store, (owner, invoice.id), dec!(100)).await.expect("paid by hand");
    (owner, invoice, symbol)
}

/// The payment by hand was a mistake.
async fn reopen(store: &impl Ports, owner: OrganizationId, invoice: &Invoice) {
    let by_hand = read(store, owner, invoice).await.payments[0].id;
    take_back(store, (owner, invoice.id), by_hand).await.expect("taken back");
    match_what_waits(store, owner).await;
    let open = read(store, owner, invoice).await;
    assert_eq!((open.status, &open.payments[..]), (InvoiceStatus::Issued, &[][..]));
}

/// The counts are those of the lines.
pub(super) async fn count(store: &impl Ports, owner: OrganizationId, of: StatementId) {
    let lines = store.statement_lines(owner, of, None, None, 99).await.expect("lines").rows;
    let mut counts = store.statement(owner, of).await.expect("there").counts;
    for state in [
        LineState::Recorded,
        LineState::Proposed,
        LineState::Refused,
        LineState::Unmatched,
        LineState::Ignored,
    ] {
        let found = lines.iter().filter(|line| line.state == state).count();
        assert_eq!(*counts.of(state), u32::try_from(found).expect("few"), "{state:?}");
    }
}

async fn is_now(
    store: &impl Ports,
    owner: OrganizationId,
    new: &NewStatement,
    expected: (LineState, Reason),
) {
    let line = only_line(store, owner, new.record.id).await;
    assert_eq!((line.state, line.reason), expected);
    count(store, owner, new.record.id).await;
}

pub async fn what_came_and_was_returned_later_is_ignored(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, invoice, symbol) = paid(store).await;
    let new = kept(store, owner, vec![came(&symbol, 3)]).await;
    is_now(store, owner, &new, (LineState::Unmatched, Reason::NoOpenInvoice)).await;
    let returned = kept(store, owner, vec![back(&symbol, 2)]).await;
    is_now(store, owner, &returned, (LineState::Ignored, Reason::Reversal)).await;
    is_now(store, owner, &new, (LineState::Ignored, Reason::Returned)).await;
    reopen(store, owner, &invoice).await;
    is_now(store, owner, &new, (LineState::Ignored, Reason::Returned)).await;
}

pub async fn what_came_and_was_returned_in_one_statement_is_ignored(subject: &impl StoreUnderTest) {
    let store = subject.store();
    for newest_first in [false, true] {
        let (owner, invoice, symbol) = paid(store).await;
        let mut lines = vec![came(&symbol, 3), back(&symbol, 2)];
        if newest_first {
            lines.reverse();
        }
        let new = kept(store, owner, lines).await;
        assert_eq!((new.record.counts.unmatched, new.record.counts.ignored), (0, 2));
        count(store, owner, new.record.id).await;
        reopen(store, owner, &invoice).await;
    }
}

/// Statements are read in another order than they were made.
pub async fn what_came_and_was_known_to_be_returned_is_only_proposed(
    subject: &impl StoreUnderTest,
) {
    let store = subject.store();
    let may_be = (LineState::Proposed, Reason::MayBeReturned);
    // while the invoice is open
    let (owner, invoice, symbol) = hundred(store).await;
    kept(store, owner, vec![back(&symbol, 2)]).await;
    let new = kept(store, owner, vec![came(&symbol, 3)]).await;
    is_now(store, owner, &new, may_be).await;
    assert_eq!(read(store, owner, &invoice).await.payments, []);
    let after = kept(store, owner, vec![came(&symbol, 1)]).await;
    is_now(store, owner, &after, (LineState::Recorded, Reason::SymbolAndAmount)).await;
    // while it is paid
    let (owner, invoice, symbol) = paid(store).await;
    kept(store, owner, vec![back(&symbol, 2)]).await;
    let new = kept(store, owner, vec![came(&symbol, 3)]).await;
    is_now(store, owner, &new, (LineState::Unmatched, Reason::NoOpenInvoice)).await;
    reopen(store, owner, &invoice).await;
    is_now(store, owner, &new, may_be).await;
}

/// The bank took one of two back: which, a person says.
pub async fn what_may_have_been_returned_instead_of_a_payment_is_only_proposed(
    subject: &impl StoreUnderTest,
) {
    let store = subject.store();
    let (owner, invoice, symbol) = hundred(store).await;
    let first = kept(store, owner, vec![came(&symbol, 5)]).await;
    let second = kept(store, owner, vec![came(&symbol, 4)]).await;
    let returned = kept(store, owner, vec![back(&symbol, 3)]).await;
    is_now(store, owner, &second, (LineState::Unmatched, Reason::MayBeReturned)).await;
    let undoing = returned.proposals[0].clone();
    assert_eq!(undoing.undoes, Some(first.lines[0].id.payment()));
    answer(store, owner, undoing.id, true).await.expect("accepted");
    assert_eq!(match_what_waits(store, owner).await, [invoice.id]);
    is_now(store, owner, &first, (LineState::Ignored, Reason::Returned)).await;
    is_now(store, owner, &second, (LineState::Proposed, Reason::MayBeReturned)).await;
    assert_eq!(read(store, owner, &invoice).await.payments, []);
    let shown = proposals(store, owner).await;
    let open = shown.iter().find(|row| row.proposal.line == second.lines[0].id).expect("there");
    answer(store, owner, open.proposal.id, true).await.expect("a person says so");
    assert_eq!(read(store, owner, &invoice).await.status, InvoiceStatus::Paid);
}

/// However much else waits: 1,100 lines came after it.
pub async fn a_line_is_found_among_many_that_wait(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, invoice, symbol) = paid(store).await;
    let old = kept(store, owner, vec![came(&symbol, 9)]).await;
    let other = |n: i64| Line {
        message: Some(format!("niečo iné {n}")),
        ..line(rust_decimal::Decimal::new(50_000 + n, 2), None)
    };
    let many = kept(store, owner, (0..1_100).map(other).collect()).await;
    assert_eq!(many.record.counts.unmatched, 1_100);
    let by_hand = read(store, owner, &invoice).await.payments[0].id;
    take_back(store, (owner, invoice.id), by_hand).await.expect("taken back");
    assert_eq!(match_what_waits(store, owner).await, [invoice.id]);
    is_now(store, owner, &old, (LineState::Recorded, Reason::SymbolAndAmount)).await;
    assert_eq!(read(store, owner, &invoice).await.status, InvoiceStatus::Paid);
}
