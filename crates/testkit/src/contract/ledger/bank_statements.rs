//! Bank statements: kept once with what comes of them, whatever comes at the same time.

use crate::build::{NOW, bank_account, draft, draft_of, id, with_total};
use crate::contract::{
    Ports, StoreUnderTest,
    setup::{issue, kind, organization},
};
use access::OrganizationId;
use bank_statements::{
    Candidates, Counts, Format, Incoming, KnownLines, Line, LineState, Moment, NewStatement, Place,
    PlannedPayment, ProposalFilter, ProposalRow, ProposalState, ReadLine, Reason, Statement,
    StatementId, StatementStore, Wanted, import,
};
use invoicing::{
    AnyInvoice, Invoice, InvoiceStatus, InvoiceType, PaymentId,
    paying::{PaymentError, PaymentMoment, Settlement},
    states::Links,
};
use money::Currency;
use persistence::StoreError;
use rust_decimal::{Decimal, dec};

pub(in crate::contract) const IBAN: &str = "SK3112000000198742637541";
const PAYER: &str = "SK0809000000000123123123";

pub(in crate::contract) fn moment(payment: PaymentId) -> PaymentMoment {
    let links = Links::to("https://billhook.example");
    PaymentMoment { id: payment, now: NOW, today: NOW.date(), links }
}

/// Money that came.
pub(in crate::contract) fn line(amount: Decimal, symbol: Option<&str>) -> Line {
    Line {
        booked_on: NOW.date(),
        amount,
        variable_symbol: symbol.map(str::to_owned),
        constant_symbol: Some("308".into()),
        specific_symbol: None,
        counterparty_account: Some(PAYER.into()),
        counterparty_name: Some("ACME Slovakia, a. s.".into()),
        message: Some("Úhrada „faktúry“".into()),
        other_texts: None,
        bank_reference: None,
        reversal: false,
        unproven: None,
        direction_unknown: false,
    }
}

fn statement(lines: Vec<Line>) -> Statement {
    let read = |line| ReadLine { place: Place::Whole, currency: None, line };
    Statement {
        format: Format::Camt053,
        account: Some(IBAN.into()),
        currency: Some(Currency::Eur.into()),
        number: Some("11/2026".into()),
        pending: 2,
        lines: lines.into_iter().map(read).collect(),
        reading: bank_statements::Reading::default(),
    }
}

/// What the domain makes of a statement by what the store knows.
pub(in crate::contract) async fn decided(
    store: &impl Ports,
    owner: OrganizationId,
    lines: Vec<Line>,
) -> NewStatement {
    let statement = statement(lines);
    let incoming = Incoming::of(&statement);
    let (keys, contents) = (incoming.keys(), incoming.contents());
    let known = store.known_lines(owner, (IBAN, Currency::Eur), &keys, &contents).await;
    let wanted = Wanted::of(&incoming.lines);
    let candidates =
        store.candidates(owner, (IBAN, Currency::Eur), &wanted).await.expect("candidates");
    made(&statement, &known.expect("known"), &candidates)
}

fn made(statement: &Statement, known: &KnownLines, candidates: &Candidates) -> NewStatement {
    let mut sha256 = [0; 32];
    sha256[..16].copy_from_slice(id().as_bytes());
    let moment = Moment { now: NOW, today: NOW.date(), sha256 };
    let incoming = Incoming::of(statement);
    let account = bank_account();
    import((statement, &incoming), &account, known, candidates, (moment, &id)).expect("decided")
}

pub(in crate::contract) async fn keep(
    store: &impl Ports,
    owner: OrganizationId,
    new: &NewStatement,
) -> Result<(), PaymentError> {
    let decide = |settlement: &Settlement, planned: &PlannedPayment| {
        settlement.record(planned.request, &moment(planned.line.payment()))
    };
    store.keep_statement(owner, new, decide).await
}

pub(in crate::contract) async fn kept(
    store: &impl Ports,
    owner: OrganizationId,
    lines: Vec<Line>,
) -> NewStatement {
    let new = decided(store, owner, lines).await;
    keep(store, owner, &new).await.expect("kept");
    new
}

fn taken(result: &Result<(), PaymentError>) -> bool {
    matches!(result, Err(PaymentError::Store(StoreError::Taken(_))))
}

/// An organization, and its invoice over 100.00 with the symbol.
pub(in crate::contract) async fn hundred(store: &impl Ports) -> (OrganizationId, Invoice, String) {
    let owner = organization(store).await;
    let invoice = issue(store, &with_total(draft(owner), dec!(100.00))).await;
    let symbol = invoice.document.variable_symbol.clone().expect("a symbol");
    (owner, invoice, symbol)
}

pub(in crate::contract) async fn read(
    store: &impl Ports,
    owner: OrganizationId,
    invoice: &Invoice,
) -> AnyInvoice {
    store.invoice(owner, invoice.id).await.expect("an invoice")
}

pub(in crate::contract) async fn proposals(
    store: &impl Ports,
    owner: OrganizationId,
) -> Vec<ProposalRow> {
    let page = store.proposals(owner, ProposalFilter::default(), None, 100).await;
    page.expect("a page").rows
}

pub async fn a_statement_is_read_as_it_was_kept(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, invoice, symbol) = hundred(store).await;
    let more = Line { message: Some("?".into()), ..line(dec!(0.07), None) };
    let out = Line { counterparty_account: None, ..line(dec!(-5), None) };
    let part = line(dec!(40), Some(&symbol));
    let new = kept(store, owner, vec![line(dec!(60), Some(&symbol)), more, out, part]).await;
    let counts =
        Counts { lines: 4, pending: 2, proposed: 2, unmatched: 1, ignored: 1, ..Counts::default() };
    assert_eq!(new.record.counts, counts);
    assert_eq!(store.statement(owner, new.record.id).await.expect("there"), new.record);
    let found = store.statement_of(owner, &new.record.sha256).await.expect("asked");
    assert_eq!(found.as_ref(), Some(&new.record));
    let lines =
        |state, after, limit| store.statement_lines(owner, new.record.id, state, after, limit);
    let all = lines(None, None, 10).await.expect("lines");
    assert_eq!((all.rows, all.has_more), (new.lines.clone(), false));
    let first = lines(None, None, 3).await.expect("lines");
    let rest = lines(None, first.next(), 3).await.expect("lines");
    assert_eq!([first.rows, rest.rows].concat(), new.lines, "in the order of the statement");
    let ignored = lines(Some(LineState::Ignored), None, 10).await.expect("lines").rows;
    assert_eq!(ignored, [new.lines[2].clone()]);
    let shown = proposals(store, owner).await;
    assert_eq!(shown.len(), 2);
    for row in shown {
        let line = new.lines.iter().find(|line| line.id == row.proposal.line).expect("a line");
        assert!(new.proposals.contains(&row.proposal));
        assert_eq!((&row.line, row.currency), (&line.line, Currency::Eur));
        assert_eq!(store.proposal(owner, row.proposal.id).await.expect("there"), row);
        assert_eq!(row.proposal.invoice, invoice.id);
    }
    for (filter, count) in [
        (ProposalFilter { state: Some(ProposalState::Open), ..ProposalFilter::default() }, 2),
        (ProposalFilter { state: Some(ProposalState::Refused), ..ProposalFilter::default() }, 0),
        (ProposalFilter { statement: Some(new.record.id), ..ProposalFilter::default() }, 2),
        (ProposalFilter { statement: Some(StatementId(id())), ..ProposalFilter::default() }, 0),
        (ProposalFilter { invoice: Some(invoice.id), ..ProposalFilter::default() }, 2),
    ] {
        let page = store.proposals(owner, filter, None, 10).await.expect("a page");
        assert_eq!(page.rows.len(), count, "{filter:?}");
    }
}

pub async fn a_statement_is_kept_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, invoice, symbol) = hundred(store).await;
    let new = decided(store, owner, vec![line(dec!(100), Some(&symbol))]).await;
    let tasks: Vec<_> = (0..8)
        .map(|_| {
            let (store, new) = (store.clone(), new.clone());
            tokio::spawn(async move { keep(&store, owner, &new).await })
        })
        .collect();
    let mut made = 0;
    for task in tasks {
        match task.await.expect("no panic") {
            Ok(()) => made += 1,
            refused => assert!(taken(&refused), "{refused:?}"),
        }
    }
    let paid = read(store, owner, &invoice).await;
    assert_eq!((made, paid.payments.len(), paid.status), (1, 1, InvoiceStatus::Paid));
    assert_eq!(paid.payments[0].id, new.lines[0].id.payment(), "the payment is the line");
    let page = store.statements(owner, None, None, 10).await.expect("a page");
    assert_eq!(page.rows, [new.record]);
}

pub async fn a_line_of_an_account_is_kept_once(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, invoice, symbol) = hundred(store).await;
    let first = line(dec!(30), Some(&symbol));
    let stale = decided(store, owner, vec![first.clone()]).await;
    kept(store, owner, vec![first.clone()]).await;
    assert!(taken(&keep(store, owner, &stale).await), "the line came meanwhile");
    // the same once more, and two that are alike
    let next = decided(store, owner, vec![first.clone(), first.clone()]).await;
    assert_eq!((next.record.counts.repeated, next.lines.len()), (1, 1));
    keep(store, owner, &next).await.expect("kept");
    let again = decided(store, owner, vec![first.clone(), first]).await;
    assert_eq!((again.record.counts.repeated, again.lines.len()), (2, 0));
    keep(store, owner, &again).await.expect("kept");
    assert_eq!(proposals(store, owner).await.len(), 2);
    assert_eq!(read(store, owner, &invoice).await.payments, []);
}

pub async fn a_payment_that_is_refused_keeps_nothing(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, invoice, symbol) = hundred(store).await;
    let stale = decided(store, owner, vec![line(dec!(100), Some(&symbol))]).await;
    let other = Line { bank_reference: Some("R000002".into()), ..line(dec!(100), Some(&symbol)) };
    kept(store, owner, vec![other]).await;
    let before = (read(store, owner, &invoice).await, subject.events(owner).await);
    let refused = keep(store, owner, &stale).await;
    assert!(matches!(refused, Err(PaymentError::Refused(_))), "{refused:?}");
    assert_eq!((read(store, owner, &invoice).await, subject.events(owner).await), before);
    assert_eq!(kind(&store.statement(owner, stale.record.id).await), "not found");
    let keys = [stale.lines[0].key.clone()];
    let known = store.known_lines(owner, (IBAN, Currency::Eur), &keys, &[]).await.expect("asked");
    assert_eq!(known, KnownLines::default());
}

pub async fn lines_find_their_invoices(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, invoice, symbol) = hundred(store).await;
    let before = subject.events(owner).await.len();
    let found = |lines: Vec<Line>| async {
        let incoming = Incoming::of(&statement(lines));
        let wanted = Wanted::of(&incoming.lines);
        store.candidates(owner, (IBAN, Currency::Eur), &wanted).await.expect("candidates").invoices
    };
    let open = |outstanding| bank_statements::OpenInvoice {
        id: invoice.id,
        number: invoice.document.number.clone(),
        symbol: Some(symbol.clone()),
        customer_id: invoice.document.customer_id,
        outstanding,
        issued_on: invoice.document.issue_date,
    };
    assert_eq!(found(vec![line(dec!(1), Some(&symbol))]).await, [open(dec!(100))]);
    assert_eq!(found(vec![line(dec!(100), None)]).await, [open(dec!(100))]);
    assert_eq!(found(vec![line(dec!(99.99), Some("999"))]).await, []);
    assert_eq!(found(vec![line(dec!(-100), Some(&symbol))]).await, []);
    let new = kept(store, owner, vec![line(dec!(100), Some(&symbol))]).await;
    assert_eq!(
        (new.lines[0].state, new.lines[0].reason),
        (LineState::Recorded, Reason::SymbolAndAmount)
    );
    assert_eq!(subject.events(owner).await.len(), before + 3, "received, paid, updated");
    assert_eq!(found(vec![line(dec!(100), Some(&symbol))]).await, [], "it is paid");
}

pub async fn what_is_not_to_be_paid_is_no_candidate(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, stranger) = (organization(store).await, organization(store).await);
    for kind in [InvoiceType::CreditNote, InvoiceType::SelfInvoice] {
        let mut draft = with_total(draft_of(owner, kind), dec!(77));
        draft.document.self_billed = kind == InvoiceType::SelfInvoice;
        issue(store, &draft).await;
    }
    let mut czech = with_total(draft(owner), dec!(77));
    czech.document.currency = Currency::Czk;
    issue(store, &czech).await;
    issue(store, &with_total(draft(stranger), dec!(77))).await;
    let incoming = Incoming::of(&statement(vec![line(dec!(77), None)]));
    let wanted = Wanted::of(&incoming.lines);
    let found = store.candidates(owner, (IBAN, Currency::Eur), &wanted).await.expect("candidates");
    assert_eq!(found, Candidates::default());
    let found = store.candidates(owner, (IBAN, Currency::Czk), &wanted).await.expect("candidates");
    assert_eq!(found.invoices.len(), 1);
}

pub async fn payers_are_known_by_what_they_paid(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, invoice, symbol) = hundred(store).await;
    let mut next = with_total(draft(owner), dec!(500));
    next.new_contact = None;
    next.document.customer_id = invoice.document.customer_id;
    let second = issue(store, &next).await;
    let stranger =
        Line { counterparty_account: Some("5/0900".into()), ..line(dec!(3), Some(&symbol)) };
    kept(store, owner, vec![stranger, line(dec!(100), Some(&symbol))]).await;
    let third = second.document.variable_symbol.clone();
    let part = kept(store, owner, vec![line(dec!(200), third.as_deref())]).await;
    assert_eq!(part.lines[0].reason, Reason::SymbolAndPayer, "the account has paid before");
    let incoming = Incoming::of(&statement(vec![line(dec!(7), None)]));
    let wanted = Wanted::of(&incoming.lines);
    let found = store.candidates(owner, (IBAN, Currency::Eur), &wanted).await.expect("candidates");
    assert_eq!(found.invoices.iter().map(|open| open.id).collect::<Vec<_>>(), [second.id]);
    let customers = [(PAYER.to_owned(), [invoice.document.customer_id].into())];
    assert_eq!(found.payers, customers.into());
}
