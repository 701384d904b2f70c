//! What the bank sends back, and is not what came: less its fee, under another symbol, or a payment that a person recorded.

use super::{
    bank_statements::{hundred, kept, line, moment, proposals, read},
    proposals::answer,
    taken_back::only_line,
};
use crate::build::{draft, id, with_total};
use crate::contract::{
    Ports, StoreUnderTest,
    invoicing::invoice_changes::pay,
    setup::{issue, organization},
};
use access::OrganizationId;
use bank_statements::{Line, LineState, NewStatement, Reason};
use idempotency::Answer;
use invoicing::{
    Invoice, InvoiceStatus, PaymentId, PaymentMethod,
    paying::{PaymentRequest, PaymentStore, Settlement},
};
use rust_decimal::{Decimal, dec};

fn back(amount: Decimal, symbol: Option<&str>) -> Line {
    Line { reversal: true, ..line(amount, symbol) }
}

/// The only payment of the invoice is proposed to be undone, and is.
async fn is_undone(
    store: &impl Ports,
    owner: OrganizationId,
    invoice: &Invoice,
    returned: &NewStatement,
) {
    let payment = read(store, owner, invoice).await.payments[0].clone();
    assert_eq!(returned.lines[0].reason, Reason::TakesPaymentBack);
    let shown = proposals(store, owner).await;
    let open = shown.iter().find(|row| row.proposal.line == returned.lines[0].id);
    let proposal = open.expect("proposed").proposal.clone();
    assert_eq!((proposal.undoes, proposal.amount), (Some(payment.id), payment.amount));
    answer(store, owner, proposal.id, true).await.expect("accepted");
    let open = read(store, owner, invoice).await;
    assert_eq!((open.status, &open.payments[..]), (InvoiceStatus::Issued, &[][..]));
    let line = only_line(store, owner, returned.record.id).await;
    assert_eq!((line.state, line.payment()), (LineState::Recorded, None));
}

pub async fn what_comes_back_less_a_fee_is_proposed(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, invoice, symbol) = hundred(store).await;
    let came = |reference: &str| Line {
        bank_reference: Some(reference.to_owned()),
        ..line(dec!(100), Some(&symbol))
    };
    kept(store, owner, vec![came("R000001")]).await;
    let returned = kept(store, owner, vec![back(dec!(-98), Some(&symbol))]).await;
    is_undone(store, owner, &invoice, &returned).await;
    // and by the account alone, under another symbol
    kept(store, owner, vec![came("R000002")]).await;
    let returned = kept(store, owner, vec![back(dec!(-97), Some("7"))]).await;
    is_undone(store, owner, &invoice, &returned).await;
}

/// What came had no symbol.
pub async fn the_symbol_of_the_invoice_finds_its_payment(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, invoice, symbol) = hundred(store).await;
    let came = kept(store, owner, vec![line(dec!(100), None)]).await;
    answer(store, owner, came.proposals[0].id, true).await.expect("accepted");
    let without = |line: Line| Line { counterparty_account: None, message: None, ..line };
    let written =
        Line { message: Some(format!("vratka {symbol}")), ..without(back(dec!(-99), None)) };
    let returned = kept(store, owner, vec![written]).await;
    assert_eq!(returned.lines[0].reason, Reason::TakesPaymentBack);
    let returned = kept(store, owner, vec![without(back(dec!(-100), Some(&symbol)))]).await;
    is_undone(store, owner, &invoice, &returned).await;
}

pub async fn a_transfer_that_a_person_recorded_is_proposed(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, invoice, symbol) = hundred(store).await;
    let request =
        PaymentRequest { amount: dec!(100), date: None, method: PaymentMethod::BankTransfer };
    let moment = moment(PaymentId(id()));
    let decide = |settlement: &Settlement| {
        let answer = Answer { status: 201, body: Vec::new() };
        settlement.record(request, &moment).map(|change| (change, answer))
    };
    store.change_payments(owner, invoice.id, None, decide).await.expect("recorded");
    let cash = issue(store, &with_total(draft(owner), dec!(100))).await;
    pay(store, (owner, cash.id), dec!(100)).await.expect("in cash");
    let stranger = organization(store).await;
    for (whose, symbol) in
        [(stranger, Some(symbol.as_str())), (owner, cash.document.variable_symbol.as_deref())]
    {
        let other = Line { counterparty_account: None, ..back(dec!(-100), symbol) };
        let nothing = kept(store, whose, vec![other]).await;
        assert_eq!(nothing.lines[0].reason, Reason::Reversal, "of another, or in cash");
    }
    let returned = kept(store, owner, vec![back(dec!(-100), Some(&symbol))]).await;
    is_undone(store, owner, &invoice, &returned).await;
}
