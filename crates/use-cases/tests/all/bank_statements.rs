use crate::setup::{TestPorts, run};
use access::OrganizationId;
use bank_statements::{
    ImportRefused, LineState, ProposalError, ProposalFilter, ProposalState, Statement, StatementId,
    StatementStore, read,
};
use document_intake::IntakeBusy;
use invoicing::{
    AnyInvoice, BankAccount, Invoice, InvoiceStatus, InvoiceStore,
    paying::{PaymentError, PaymentRefused},
    records::{BankAccountRecord, BankAccountStore},
};
use money::Currency;
use persistence::StoreError;
use rust_decimal::{Decimal, dec};
use std::collections::BTreeSet;
use testkit::build::{self, NOW, bank_account, draft, with_total};
use use_cases::{
    Context,
    invoicing::payments::{ChangePaymentsError, record_payment, take_payment_back},
    ledger::bank_proposals::{
        accept_proposal, choose_invoice, invoices_to_choose, refuse_proposal,
    },
    ledger::bank_statements::{StatementError, statement_lines, take_statement},
    ledger::bank_waiting::match_waiting,
};

fn sends<T: Send>(work: T) -> T {
    work
}

/// An organization with its account, and an invoice over 100.00.
pub fn hundred(ports: &TestPorts) -> (Context<'_, TestPorts>, Invoice) {
    let owner = ports.with_organization().id;
    let account = bank_account();
    let accounts = [BankAccountRecord { account, created_at: NOW, retired_at: None }];
    let kept = ports.store.change_bank_accounts(owner, &[], &accounts, None, NOW);
    run(kept).expect("an account");
    (ports.context(owner), issued(ports, owner))
}

fn issued(ports: &TestPorts, owner: OrganizationId) -> Invoice {
    let draft = with_total(draft(owner), dec!(100));
    run(ports.store.issue(&draft, None, build::respond)).expect("issued").0
}

pub fn statement(amount: Decimal, invoice: &Invoice) -> Statement {
    let symbol = invoice.document.variable_symbol.as_deref().unwrap_or_default();
    let (iban, day) = (bank_account().iban, NOW.date());
    let text = format!("Účet;Dátum;Suma;VS\n{iban};{day};{amount};{symbol}\n");
    read(text.as_bytes(), None).expect("a statement")
}

fn now(context: &Context<'_, TestPorts>, invoice: &Invoice) -> AnyInvoice {
    run(context.ports.store.invoice(context.organization, invoice.id)).expect("there")
}

#[test]
fn a_statement_pays_once() {
    let ports = TestPorts::default();
    let (context, invoice) = hundred(&ports);
    let statement = statement(dec!(100), &invoice);
    let taken = run(sends(take_statement(&context, &statement, [1; 32], None))).expect("taken");
    assert_eq!((taken.is_repeat, taken.record.counts.recorded), (false, 1));
    let again = run(take_statement(&context, &statement, [1; 32], None)).expect("taken");
    assert_eq!((again.is_repeat, &again.record), (true, &taken.record));
    // other bytes with the same line
    let other = run(take_statement(&context, &statement, [2; 32], None)).expect("taken");
    assert_eq!((other.is_repeat, other.record.counts.repeated), (false, 1));
    let paid = now(&context, &invoice);
    assert_eq!((paid.status, paid.payments.len()), (InvoiceStatus::Paid, 1));
}

#[test]
fn what_is_refused_keeps_nothing() {
    let ports = TestPorts::default();
    let (context, invoice) = hundred(&ports);
    let foreign = Statement {
        account: Some("SK0809000000000123123123".into()),
        ..statement(dec!(100), &invoice)
    };
    let refused = run(take_statement(&context, &foreign, [1; 32], None));
    let is_foreign =
        matches!(refused, Err(StatementError::Refused(ImportRefused::ForeignAccount { .. })));
    assert!(is_foreign, "{refused:?}");
    let kept = run(ports.store.statements(context.organization, None, None, 9)).expect("a page");
    assert_eq!((kept.rows, now(&context, &invoice).payments), (vec![], vec![]));
}

#[test]
fn proposals_are_answered_as_the_invoice_allows() {
    let ports = TestPorts::default();
    let (context, invoice) = hundred(&ports);
    let owner = context.organization;
    run(take_statement(&context, &statement(dec!(60), &invoice), [1; 32], None)).expect("taken");
    let open = run(ports.store.proposals(owner, ProposalFilter::default(), None, 9));
    let proposal = open.expect("a page").rows.remove(0).proposal;
    assert_eq!((proposal.amount, proposal.state), (dec!(60), ProposalState::Open));
    // most of it is paid meanwhile
    let request = invoicing::paying::PaymentRequest {
        amount: dec!(50),
        date: None,
        method: invoicing::PaymentMethod::Cash,
    };
    let respond = |_: &_| idempotency::Answer::json(201, &());
    run(record_payment(&context, invoice.id, request, None, respond)).expect("recorded");
    let accepted = run(sends(accept_proposal(&context, proposal.id))).expect("what is left");
    let is_left = (accepted.proposal.state, accepted.proposal.amount);
    assert_eq!(is_left, (ProposalState::Accepted, dec!(50)));
    assert_eq!(now(&context, &invoice).paid_amount, dec!(100));
    let refused = run(sends(refuse_proposal(&context, proposal.id)));
    assert!(matches!(refused, Err(ProposalError::Refused(_))), "{refused:?}");
}

#[test]
fn a_payment_of_a_line_that_is_taken_back_can_be_accepted_again() {
    let ports = TestPorts::default();
    let (context, invoice) = hundred(&ports);
    run(take_statement(&context, &statement(dec!(100), &invoice), [1; 32], None)).expect("taken");
    let payment = || now(&context, &invoice).payments[0].id;
    let respond = |_: &_| idempotency::Answer::json(200, &());
    let take_back = |id| run(take_payment_back(&context, invoice.id, id, respond));
    let gone = payment();
    take_back(gone).expect("taken back");
    assert_eq!(now(&context, &invoice).payments, []);
    let refused = take_back(gone);
    let is_gone = matches!(
        refused,
        Err(ChangePaymentsError::Payment(PaymentError::Refused(PaymentRefused::NoSuchPayment)))
    );
    assert!(is_gone, "{refused:?}");
    let open = run(ports.store.proposals(context.organization, ProposalFilter::default(), None, 9));
    let proposal = open.expect("a page").rows.remove(0).proposal;
    assert_eq!((proposal.state, proposal.amount), (ProposalState::Open, dec!(100)));
    run(accept_proposal(&context, proposal.id)).expect("accepted");
    assert_eq!((now(&context, &invoice).status, payment()), (InvoiceStatus::Paid, gone));
    // one that is of no line leaves no proposal
    take_back(gone).expect("taken back");
    let request = invoicing::paying::PaymentRequest {
        amount: dec!(1),
        date: None,
        method: invoicing::PaymentMethod::Cash,
    };
    run(record_payment(&context, invoice.id, request, None, respond)).expect("recorded");
    take_back(payment()).expect("taken back");
    let all = run(ports.store.proposals(context.organization, ProposalFilter::default(), None, 9));
    assert_eq!(all.expect("a page").rows.len(), 1);
}

#[test]
fn a_statement_is_read_with_its_lines_by_its_owner() {
    let ports = TestPorts::default();
    let (context, invoice) = hundred(&ports);
    let taken = run(take_statement(&context, &statement(dec!(100), &invoice), [1; 32], None));
    let id = taken.expect("taken").record.id;
    let lines = |context, state| run(statement_lines(context, id, state, None, 9));
    let (record, page) = lines(&context, None).expect("there");
    assert_eq!((record.id, page.rows.len(), page.rows[0].state), (id, 1, LineState::Recorded));
    let (_, page) = lines(&context, Some(LineState::Ignored)).expect("there");
    assert!(page.rows.is_empty());
    let stranger = ports.context(ports.with_organization().id);
    assert!(matches!(lines(&stranger, None), Err(StoreError::NotFound)));
    let missing = run(statement_lines(&context, StatementId(Default::default()), None, None, 9));
    assert!(matches!(missing, Err(StoreError::NotFound)));
}

/// A statement of so many lines, of which none is for an invoice.
fn long(lines: usize) -> Statement {
    let (iban, day) = (bank_account().iban, NOW.date());
    let rows: String = (0..lines).map(|n| format!("{iban};{day};0,{:02};\n", 1 + n % 99)).collect();
    read(format!("Účet;Dátum;Suma;VS\n{rows}").as_bytes(), None).expect("a statement")
}

#[test]
fn a_long_statement_is_matched_on_a_thread_of_its_own() {
    let ports = TestPorts::default();
    let (context, _) = hundred(&ports);
    let apart = || ports.still.apart.load(std::sync::atomic::Ordering::Relaxed);
    run(sends(take_statement(&context, &long(100), [1; 32], None))).expect("taken");
    assert_eq!(apart(), 0, "a short one waits for no thread");
    let taken = run(sends(take_statement(&context, &long(1_000), [2; 32], None))).expect("taken");
    assert_eq!((taken.record.counts.lines, taken.record.counts.repeated), (1_000, 100));
    assert_eq!(apart(), 3, "known by keys, compared, decided");
}

#[test]
fn a_long_statement_is_turned_away_while_too_much_is_matched() {
    let mut ports = TestPorts::default();
    let owner = hundred(&ports).0.organization;
    ports.intake.busy = true;
    let take = |ports: &TestPorts, lines| {
        let context = ports.context(owner);
        run(take_statement(&context, &long(lines), [1; 32], None)).map(|_| ())
    };
    let refused = take(&ports, 1_000);
    assert!(
        matches!(refused, Err(StatementError::Busy(IntakeBusy { retry_after: 3 }))),
        "{refused:?}"
    );
    let kept = run(ports.store.statements(owner, None, None, 9)).expect("a page");
    assert!(kept.rows.is_empty(), "nothing is kept");
    ports.intake.busy = false;
    take(&ports, 1_000).expect("taken once there is room");
}

/// The customer pays again before anybody has said that the first payment is to be undone.
#[test]
fn money_that_comes_again_pays_once_the_first_payment_is_undone() {
    let ports = TestPorts::default();
    let (context, invoice) = hundred(&ports);
    let symbol = invoice.document.variable_symbol.clone().expect("a symbol");
    let iban = bank_account().iban;
    let take = |n: u8, amount: &str, state: &str| {
        let day = (NOW - time::Duration::days(9 - i64::from(n))).date();
        let text = format!(
            "Účet;Dátum;Suma;VS;Stav;ID transakcie\n{iban};{day};{amount};{symbol};{state};R00000{n}\n"
        );
        let read = read(text.as_bytes(), None).expect("a statement");
        run(take_statement(&context, &read, [n; 32], None)).expect("taken").record
    };
    take(1, "+100,00", "Zaúčtovaná");
    take(2, "-100,00", "Vrátená");
    let again = take(3, "+100,00", "Zaúčtovaná");
    assert_eq!(again.counts.unmatched, 1, "the invoice is paid");
    let open = run(ports.store.proposals(context.organization, ProposalFilter::default(), None, 9));
    let proposal = open.expect("a page").rows.remove(0).proposal;
    run(sends(accept_proposal(&context, proposal.id))).expect("accepted");
    assert_eq!(now(&context, &invoice).payments, [], "that is a job's to do");
    for _ in 0..2 {
        let matched = run(sends(match_waiting(&ports, context.organization, invoice.id)));
        matched.expect("matched, and again nothing");
        let paid = now(&context, &invoice);
        assert_eq!((paid.status, paid.payments.len()), (InvoiceStatus::Paid, 1));
    }
    let (record, lines) = run(statement_lines(&context, again.id, None, None, 9)).expect("lines");
    assert_eq!(lines.rows[0].state, LineState::Recorded);
    assert_eq!((record.counts.unmatched, record.counts.recorded), (0, 1));
}

/// However many lines, statements and accounts: open invoices are the same for all.
#[test]
fn open_invoices_are_looked_for_once_for_all_lines_that_wait() {
    let ports = TestPorts::default();
    let owner = ports.with_organization().id;
    let other = BankAccount { iban: "SK0809000000000123123123".into(), ..bank_account() };
    let accounts = [bank_account(), BankAccount { is_default: false, ..other }];
    let records = accounts.clone().map(|account| {
        let created_at = NOW;
        BankAccountRecord { account, created_at, retired_at: None }
    });
    run(ports.store.change_bank_accounts(owner, &[], &records, None, NOW)).expect("accounts");
    let context = ports.context(owner);
    for (n, account) in (0_u8..8).zip(accounts.iter().cycle()) {
        let day = (NOW - time::Duration::days(i64::from(n))).date();
        let text = format!("Účet;Dátum;Suma;VS\n{};{day};100;\n", account.iban);
        let read = read(text.as_bytes(), None).expect("a statement");
        let taken = run(take_statement(&context, &read, [n; 32], None)).expect("taken");
        assert_eq!(taken.record.counts.unmatched, 1);
    }
    let (before, invoice) = (ports.store.looks(), issued(&ports, owner));
    run(match_waiting(&ports, owner, invoice.id)).expect("matched");
    assert_eq!(ports.store.looks() - before, 1);
    let open = run(ports.store.proposals(owner, ProposalFilter::default(), None, 99));
    let of: BTreeSet<_> =
        open.expect("read").rows.iter().map(|row| row.proposal.statement).collect();
    assert_eq!(of.len(), 8, "all are of its amount");
}

#[test]
fn another_invoice_is_looked_for_and_chosen() {
    let ports = TestPorts::default();
    let (context, invoice) = hundred(&ports);
    let owner = context.organization;
    let other = issued(&ports, owner);
    run(take_statement(&context, &statement(dec!(60), &invoice), [1; 32], None)).expect("taken");
    let open = run(ports.store.proposals(owner, ProposalFilter::default(), None, 9));
    let proposal = open.expect("a page").rows.remove(0).proposal;
    let found = |currency, text: &str| {
        let found = run(sends(invoices_to_choose(&context, currency, text))).expect("read");
        found.into_iter().map(|invoice| invoice.number).collect::<Vec<_>>()
    };
    assert_eq!(found(Currency::Eur, "").len(), 2);
    assert_eq!(
        found(Currency::Eur, &other.document.number),
        std::slice::from_ref(&other.document.number)
    );
    assert_eq!(found(Currency::Czk, "").len() + found(Currency::Eur, "nobody").len(), 0);
    let row = run(sends(choose_invoice(&context, proposal.id, other.id))).expect("chosen");
    assert_eq!((row.proposal.invoice, row.proposal.state), (other.id, ProposalState::Open));
    assert_eq!(now(&context, &other).payments, []);
    run(accept_proposal(&context, proposal.id)).expect("accepted");
    let paid = [&other, &invoice].map(|invoice| now(&context, invoice).paid_amount);
    assert_eq!(paid, [dec!(60), dec!(0)]);
    let nobody = invoicing::InvoiceId(Default::default());
    let missing = run(choose_invoice(&context, proposal.id, nobody));
    assert!(matches!(missing, Err(ProposalError::Store(StoreError::NotFound))), "{missing:?}");
}
