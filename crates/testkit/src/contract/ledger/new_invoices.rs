//! Money that came before its invoice: it is matched once the invoice is there.

use super::{
    bank_statements::{hundred, kept, line, read},
    taken_back::{match_what_waits, only_line},
};
use crate::build::{NOW, draft, with_total};
use crate::contract::{
    Ports, StoreUnderTest,
    invoicing::drafts::{issuing, kept as kept_draft, try_issue},
    sending::setup::{keep, rich},
    setup::{issue, organization},
};
use crate::sends::send_of;
use access::OrganizationId;
use bank_statements::{LineState, NewStatement, Reason};
use invoicing::{Invoice, InvoiceStatus, states::Links};
use money::Currency;
use rust_decimal::dec;

/// Events get their places, as the sequencer gives them.
pub(super) async fn place_events(store: &impl Ports) {
    store.assign_sequence(1_000).await.expect("placed");
}

/// An organization without an invoice, and 100.00 that came for its first.
async fn hundred_came(store: &impl Ports) -> (OrganizationId, NewStatement) {
    let (_, _, symbol) = hundred(store).await;
    let owner = organization(store).await;
    let came = kept(store, owner, vec![line(dec!(100), Some(&symbol))]).await;
    assert_eq!(came.lines[0].state, LineState::Unmatched, "nothing is issued yet");
    place_events(store).await;
    assert_eq!(match_what_waits(store, owner).await, [], "of the other organization nothing waits");
    (owner, came)
}

async fn is_paid(store: &impl Ports, came: &NewStatement, invoice: &Invoice) {
    let owner = invoice.organization;
    let paid = read(store, owner, invoice).await;
    assert_eq!((paid.status, paid.payments.len()), (InvoiceStatus::Paid, 1));
    let line = only_line(store, owner, came.record.id).await;
    assert_eq!(
        (line.state, line.reason, line.invoice),
        (LineState::Recorded, Reason::SymbolAndAmount, Some(invoice.id))
    );
}

pub async fn money_that_came_first_is_matched_once_its_invoice_is_issued(
    subject: &impl StoreUnderTest,
) {
    let store = subject.store();
    let (owner, came) = hundred_came(store).await;
    let other = issue(store, &with_total(draft(organization(store).await), dec!(100))).await;
    let invoice = issue(store, &with_total(draft(owner), dec!(100))).await;
    place_events(store).await;
    assert_eq!(match_what_waits(store, owner).await, [invoice.id]);
    is_paid(store, &came, &invoice).await;
    assert_eq!(read(store, other.organization, &other).await.payments, []);
    place_events(store).await;
    assert_eq!(match_what_waits(store, owner).await, [], "once");
    issue(store, &with_total(draft(owner), dec!(100))).await;
    place_events(store).await;
    assert_eq!(match_what_waits(store, owner).await, [], "nothing waits any more");
}

pub async fn money_that_came_first_is_matched_once_a_draft_is_issued(
    subject: &impl StoreUnderTest,
) {
    let store = subject.store();
    let (owner, came) = hundred_came(store).await;
    let draft = kept_draft(store, &with_total(draft(owner), dec!(100))).await;
    place_events(store).await;
    assert_eq!(match_what_waits(store, owner).await, [], "a draft waits for no money");
    let issue = issuing(store, owner, draft.id).await;
    let (invoice, _) = try_issue(store, &issue, None).await.expect("issued");
    place_events(store).await;
    assert_eq!(match_what_waits(store, owner).await, [invoice.id], "once");
    // what is outstanding of it is made of its lines, and is less
    let line = only_line(store, owner, came.record.id).await;
    assert_eq!((line.state, line.reason), (LineState::Proposed, Reason::AmountAbove));
}

pub async fn money_that_came_first_is_matched_with_what_another_system_made(
    subject: &impl StoreUnderTest,
) {
    let store = subject.store();
    let owner = rich(store, 9).await;
    kept(store, owner, vec![line(dec!(7), None)]).await;
    let mut send = send_of("EXT-1");
    let mut recorded = send.invoice.take().expect("new");
    recorded.invoice.organization = owner;
    recorded.invoice.document.currency = Currency::Eur.into();
    send.invoice = Some(recorded.published(NOW, None, &Links::default()).expect("writable"));
    keep(store, owner, &send).await;
    place_events(store).await;
    assert_eq!(match_what_waits(store, owner).await, [send.submission.invoice]);
}

/// A paid one opens nothing.
pub async fn what_is_paid_when_it_is_issued_makes_no_job(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, _) = hundred_came(store).await;
    let mut paid = with_total(draft(owner), dec!(100));
    paid.document.already_paid = true;
    assert_eq!(issue(store, &paid).await.status, InvoiceStatus::Paid);
    place_events(store).await;
    assert_eq!(match_what_waits(store, owner).await, []);
}
