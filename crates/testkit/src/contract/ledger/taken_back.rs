//! What the bank takes back, and who a payer is.

use super::{
    bank_statements::{decided, hundred, keep, kept, line, moment, proposals, read},
    proposals::answer,
};
use crate::build::{NOW, contact, draft, id, with_total};
use crate::contract::{
    Ports, StoreUnderTest,
    invoicing::invoice_changes::take_back,
    setup::{issue, kind, organization},
};
use access::OrganizationId;
use bank_statements::{
    Line, LineRecord, LineState, MATCH_JOB, OpenInvoice, ProposalError, ProposalRefused,
    ProposalState, Reason, StatementId, StatementStore, Waiting, marks,
};
use invoicing::{
    InvoiceId, InvoiceStatus, InvoiceStore, PaymentId,
    paying::{PaymentError, Settlement},
};
use jobs::{JobOutcome, Turn};
use money::Currency;
use persistence::StoreError;
use rust_decimal::dec;
use time::Duration;

pub async fn what_the_bank_takes_back_undoes_the_payment(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, invoice, symbol) = hundred(store).await;
    let came = kept(store, owner, vec![line(dec!(100), Some(&symbol))]).await;
    assert_eq!(read(store, owner, &invoice).await.status, InvoiceStatus::Paid);
    let back = || Line { reversal: true, ..line(dec!(-100), Some(&symbol)) };
    let returned = kept(store, owner, vec![back()]).await;
    assert_eq!(returned.lines[0].reason, Reason::TakesPaymentBack);
    let shown = proposals(store, owner).await;
    let [row] = &shown[..] else { panic!("{shown:?}") };
    assert_eq!(row.proposal.undoes, Some(came.lines[0].id.payment()));
    assert_eq!(row.proposal, returned.proposals[0], "it is read as it was kept");
    let before = subject.events(owner).await.len();
    let accepted = answer(store, owner, row.proposal.id, true).await.expect("accepted");
    assert_eq!(accepted.proposal.state, ProposalState::Accepted);
    let open = read(store, owner, &invoice).await;
    assert_eq!((open.status, open.outstanding()), (InvoiceStatus::Issued, dec!(100)));
    assert_eq!(subject.events(owner).await.len(), before + 1, "updated");
    let again = answer(store, owner, row.proposal.id, true).await.expect("the same again");
    assert_eq!(again, accepted);
    for (new, state, reason, number) in [
        (&came, LineState::Ignored, Reason::Returned, None),
        (&returned, LineState::Recorded, Reason::TakesPaymentBack, Some(&invoice.document.number)),
    ] {
        let lines = store.statement_lines(owner, new.record.id, None, None, 9).await;
        let kept = lines.expect("lines").rows.remove(0);
        assert_eq!((kept.state, kept.reason, kept.payment()), (state, reason, None));
        assert_eq!(kept.invoice_number.as_ref(), number);
        let counts = store.statement(owner, new.record.id).await.expect("there").counts;
        let recorded = u32::from(state == LineState::Recorded);
        assert_eq!((counts.recorded, counts.ignored), (recorded, 1 - recorded));
        assert_eq!(counts.proposed, 0);
    }
    // taken back once: there is nothing to take back a second time
    let twice = kept(store, owner, vec![back(), back()]).await;
    assert_eq!(twice.record.counts.ignored, 1, "one came before, the other finds no payment");
}

pub async fn a_payment_that_is_gone_is_not_taken_back(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, _, symbol) = hundred(store).await;
    kept(store, owner, vec![line(dec!(100), Some(&symbol))]).await;
    let back = |reference: &str| Line {
        reversal: true,
        bank_reference: Some(reference.to_owned()),
        ..line(dec!(-100), Some(&symbol))
    };
    kept(store, owner, vec![back("R000001"), back("R000002")]).await;
    let [first, second] = &proposals(store, owner).await[..] else { panic!("two proposals") };
    answer(store, owner, first.proposal.id, true).await.expect("accepted");
    let gone = answer(store, owner, second.proposal.id, true).await;
    assert!(matches!(gone, Err(ProposalError::Refused(ProposalRefused::PaymentGone))), "{gone:?}");
    let refused = answer(store, owner, second.proposal.id, false).await.expect("refused");
    assert_eq!(refused.proposal.state, ProposalState::Refused);
}

/// Each inline customer is a contact of its own.
pub async fn payers_are_firms_not_contacts(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, _, symbol) = hundred(store).await;
    let inline = |ico: &str| {
        let mut draft = with_total(draft(owner), dec!(500));
        let mut same = contact("ACME Slovakia, a. s.");
        same.party.ico = Some(ico.to_owned());
        (same.party.dic, same.party.ic_dph) = (None, None);
        draft.document.customer_id = same.id;
        draft.document.buyer = same.party.clone();
        draft.new_contact = Some(same);
        draft
    };
    let first = issue(store, &inline("36123455")).await;
    let second = issue(store, &inline("36123455")).await;
    let other = issue(store, &inline("36123456")).await;
    kept(store, owner, vec![line(dec!(500), first.document.variable_symbol.as_deref())]).await;
    // the account pays for the firm again, without its symbol: the invoice of its other contact is found
    let bare = kept(store, owner, vec![line(dec!(77), None)]).await;
    assert_eq!(bare.lines[0].reason, Reason::NoOpenInvoice);
    let part = |invoice: &invoicing::Invoice| {
        let symbol = invoice.document.variable_symbol.clone();
        line(dec!(200), symbol.as_deref())
    };
    let paid = kept(store, owner, vec![part(&second), part(&other)]).await;
    let reasons: Vec<_> = paid.lines.iter().map(|line| line.reason).collect();
    assert_eq!(reasons, [Reason::SymbolAndPayer, Reason::PayerOfAnother]);
    let rest = kept(store, owner, vec![line(dec!(300), None)]).await;
    assert_eq!(rest.lines[0].reason, Reason::PayerAndAmount);
    let whole = kept(store, owner, vec![line(dec!(100), Some(&symbol))]).await;
    assert_eq!(whole.lines[0].reason, Reason::PayerOfAnother, "of another firm");
    assert_eq!(kind(&store.invoice(owner, other.id).await), "ok");
}

pub async fn what_waits_for_an_answer_is_withdrawn_with_the_movement(
    subject: &impl StoreUnderTest,
) {
    let store = subject.store();
    let (owner, invoice, symbol) = hundred(store).await;
    let came = kept(store, owner, vec![line(dec!(60), Some(&symbol))]).await;
    let proposal = came.proposals[0].id;
    let back = |reversal| Line {
        reversal,
        bank_reference: Some("R000007".into()),
        ..line(if reversal { dec!(-60) } else { dec!(60) }, Some(&symbol))
    };
    // a movement that says the same, and was rejected: nobody can be sure
    let rejected = Line { reversal: true, ..back(false) };
    kept(store, owner, vec![rejected]).await;
    let row = store.proposal(owner, proposal).await.expect("there").proposal;
    assert_eq!((row.state, row.reason), (ProposalState::Open, Reason::MayBeReturned));
    let stranger = organization(store).await;
    assert!(kept(store, stranger, vec![back(true)]).await.overtaken.is_empty(), "of another");
    let returned = decided(store, owner, vec![back(true)]).await;
    assert!(returned.overtaken[0].is_certain);
    keep(store, owner, &returned).await.expect("kept");
    let row = store.proposal(owner, proposal).await.expect("there").proposal;
    assert_eq!((row.state, row.reason), (ProposalState::Withdrawn, Reason::Returned));
    assert_eq!(row.decided_at, Some(returned.record.created_at));
    let lines = store.statement_lines(owner, came.record.id, None, None, 9).await.expect("lines");
    let (state, reason) = (lines.rows[0].state, lines.rows[0].reason);
    assert_eq!((state, reason), (LineState::Ignored, Reason::Returned));
    let counts = store.statement(owner, came.record.id).await.expect("there").counts;
    assert_eq!((counts.proposed, counts.ignored), (0, 1));
    let late = answer(store, owner, proposal, true).await;
    assert!(matches!(late, Err(ProposalError::Refused(ProposalRefused::Returned))), "{late:?}");
    assert_eq!(read(store, owner, &invoice).await.payments, []);
}

pub async fn a_line_that_was_answered_meanwhile_is_decided_again(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, _, symbol) = hundred(store).await;
    let came = kept(store, owner, vec![line(dec!(60), Some(&symbol))]).await;
    let back = || Line { reversal: true, ..line(dec!(-60), Some(&symbol)) };
    let overtaken = decided(store, owner, vec![back()]).await;
    answer(store, owner, came.proposals[0].id, true).await.expect("accepted");
    assert!(keep(store, owner, &overtaken).await.is_err_and(|error| conflicts(&error)));
    let again = kept(store, owner, vec![back()]).await;
    assert_eq!(again.proposals[0].undoes, Some(came.lines[0].id.payment()));
}

fn conflicts(error: &PaymentError) -> bool {
    matches!(error, PaymentError::Store(StoreError::Conflict))
}

/// The lines that wait for an invoice, with what they are compared with.
pub(super) async fn waiting(
    store: &impl Ports,
    owner: OrganizationId,
    invoice: InvoiceId,
) -> Waiting {
    let invoice = store.invoice(owner, invoice).await.expect("there");
    let marks = OpenInvoice::of(&invoice).map(|open| open.marks()).unwrap_or_default();
    let found = store.unmatched_lines(owner, Currency::Eur, &marks).await.expect("lines");
    let account = (super::bank_statements::IBAN, Currency::Eur);
    assert!(found.iter().all(|(iban, _)| iban == account.0), "{found:?}");
    let lines: Vec<_> = found.into_iter().map(|(_, line)| line).collect();
    let candidates = store.candidates(owner, account, &Waiting::wanted(&lines)).await;
    let contents: Vec<_> = lines.iter().map(|line| line.content.clone()).collect();
    let known = store.known_lines(owner, account, &[], &contents).await.expect("known");
    Waiting { lines, candidates: candidates.expect("candidates"), known }
}

pub(super) async fn match_with(
    store: &impl Ports,
    owner: OrganizationId,
    invoice: InvoiceId,
    waiting: &Waiting,
) -> Result<(), PaymentError> {
    let moment = moment(PaymentId(id()));
    let decide = |settlement: &Settlement| waiting.matched(settlement, &moment, &id);
    store.match_again(owner, (&waiting.lines, invoice), decide).await
}

/// Does the jobs that match what waits. The invoices that they are about.
pub(in crate::contract) async fn match_what_waits(
    store: &impl Ports,
    owner: OrganizationId,
) -> Vec<InvoiceId> {
    let now = NOW + Duration::DAY;
    let turn = Turn::of(&[MATCH_JOB], 99);
    let claimed = store.claim_in_turn(turn, now, Duration::MINUTE).await.expect("claimed");
    let mut matched = Vec::new();
    for claimed in claimed {
        assert_eq!(claimed.job.organization, Some(owner));
        let invoice = InvoiceId(claimed.job.subject.expect("an invoice").0);
        let waits = waiting(store, owner, invoice).await;
        match_with(store, owner, invoice, &waits).await.expect("matched");
        let done = store.conclude_job(&claimed, &JobOutcome::Done, now).await;
        done.expect("kept").expect("ours");
        matched.push(invoice);
    }
    matched
}

pub(super) async fn only_line(
    store: &impl Ports,
    owner: OrganizationId,
    of: StatementId,
) -> LineRecord {
    store.statement_lines(owner, of, None, None, 9).await.expect("lines").rows.remove(0)
}

/// The customer pays again before anybody has said that the first payment is to be undone.
pub async fn money_that_comes_again_is_matched_when_the_first_is_undone(
    subject: &impl StoreUnderTest,
) {
    let store = subject.store();
    let (owner, invoice, symbol) = hundred(store).await;
    let of = |amount, reference: &str, day| Line {
        booked_on: NOW.date() - Duration::days(day),
        bank_reference: Some(reference.to_owned()),
        ..line(amount, Some(&symbol))
    };
    kept(store, owner, vec![of(dec!(100), "R000001", 3)]).await;
    let back = Line { reversal: true, ..of(dec!(-100), "R000002", 2) };
    let returned = kept(store, owner, vec![back]).await;
    let part = kept(store, owner, vec![of(dec!(60), "R000003", 1)]).await;
    let rest = kept(store, owner, vec![of(dec!(40), "R000004", 0)]).await;
    let other = kept(store, owner, vec![line(dec!(7), None)]).await;
    assert_eq!(part.lines[0].state, LineState::Unmatched, "the invoice is paid");
    answer(store, owner, returned.proposals[0].id, true).await.expect("accepted");
    let waits = waiting(store, owner, invoice.id).await;
    assert_eq!(waits.lines, [part.lines[0].clone(), rest.lines[0].clone()]);
    let marks: Vec<_> = marks(&part.lines[0]);
    let stranger = organization(store).await;
    let lines = store.unmatched_lines(stranger, Currency::Eur, &marks).await.expect("asked");
    let of_other = store.unmatched_lines(owner, Currency::Czk, &marks).await.expect("asked");
    assert_eq!((lines, of_other), (vec![], vec![]));
    assert_eq!(match_what_waits(store, owner).await, [invoice.id]);
    let paid = read(store, owner, &invoice).await;
    assert_eq!((paid.status, paid.payments.len()), (InvoiceStatus::Paid, 2));
    for (new, reason) in [(&part, Reason::SymbolAndPayer), (&rest, Reason::SymbolAndAmount)] {
        let line = only_line(store, owner, new.record.id).await;
        assert_eq!(
            (line.state, line.reason, line.invoice),
            (LineState::Recorded, reason, Some(invoice.id))
        );
        assert_eq!(line.invoice_number.as_ref(), Some(&invoice.document.number));
        let counts = store.statement(owner, new.record.id).await.expect("there").counts;
        assert_eq!((counts.unmatched, counts.recorded), (0, 1));
    }
    let line = only_line(store, owner, other.record.id).await;
    assert_eq!(line.state, LineState::Unmatched, "it is for something else");
}

/// A line that may be the payment that was taken back, in another form, is only proposed.
pub async fn money_that_may_have_come_before_is_only_proposed_again(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, invoice, symbol) = hundred(store).await;
    let of = |amount, reference: &str| Line {
        bank_reference: Some(reference.to_owned()),
        ..line(amount, Some(&symbol))
    };
    let first = kept(store, owner, vec![of(dec!(100), "R000001")]).await;
    let again = kept(store, owner, vec![of(dec!(100), "R000004")]).await;
    take_back(store, (owner, invoice.id), first.lines[0].id.payment()).await.expect("taken back");
    assert_eq!(match_what_waits(store, owner).await, [invoice.id]);
    let line = only_line(store, owner, again.record.id).await;
    assert_eq!((line.state, line.reason), (LineState::Proposed, Reason::MayBeRepeat));
    let counts = store.statement(owner, again.record.id).await.expect("there").counts;
    assert_eq!((counts.unmatched, counts.proposed), (0, 1));
    let shown = proposals(store, owner).await;
    let open = shown.iter().find(|row| row.proposal.line == line.id).expect("proposed");
    assert_eq!((open.proposal.state, open.proposal.amount), (ProposalState::Open, dec!(100)));
    answer(store, owner, open.proposal.id, true).await.expect("accepted");
    let paid = read(store, owner, &invoice).await;
    assert_eq!((paid.status, paid.payments.len()), (InvoiceStatus::Paid, 1));
}
