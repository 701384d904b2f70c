//! Lines of statements whose payment is taken back: open again, with the payment or not at all.

use super::{
    bank_statements::{hundred, kept, line, moment, read},
    proposals::{answer, choice},
    taken_back::{match_what_waits, match_with, waiting},
};
use crate::build::{draft_of, id, with_total};
use crate::contract::{
    Ports, StoreUnderTest,
    invoicing::{
        drafts::moment as changed_at,
        invoice_changes::{pay, state},
        notes::noted,
    },
    setup::{issue, kind, organization},
};
use access::OrganizationId;
use bank_statements::{
    Counts, LineId, LineRecord, LineState, PaidLine, ProposalFilter, ProposalId, ProposalRow,
    ProposalState, Reason, StatementId, StatementStore, Waiting,
};
use idempotency::Answer;
use invoicing::{
    InvoiceId, InvoiceStatus, InvoiceType, PaymentId,
    paying::{PaymentError, PaymentRefused, Settlement},
    states::{InvoiceChangeStore, InvoiceMove},
};
use persistence::StoreError;
use rust_decimal::dec;

async fn take_back(
    store: &impl Ports,
    owner: OrganizationId,
    (line, invoice): (LineId, InvoiceId),
) -> Result<Answer, PaymentError> {
    take_payment_back(store, owner, (line.payment(), invoice)).await
}

pub(super) async fn take_payment_back(
    store: &impl Ports,
    owner: OrganizationId,
    (payment, invoice): (PaymentId, InvoiceId),
) -> Result<Answer, PaymentError> {
    let (moment, new) = (moment(PaymentId(id())), ProposalId(id()));
    let decide = |paid: Option<&PaidLine>, settlement: &Settlement| {
        let taken_back = bank_statements::take_back(payment, (paid, settlement), new, &moment)?;
        Ok((taken_back, Answer { status: 200, body: b"{}".to_vec() }))
    };
    store.take_payment_back(owner, (payment, invoice), decide).await
}

async fn now(
    store: &impl Ports,
    owner: OrganizationId,
    statement: StatementId,
) -> (LineRecord, Counts, Vec<ProposalRow>) {
    let mut lines = store.statement_lines(owner, statement, None, None, 9).await.expect("lines");
    let counts = store.statement(owner, statement).await.expect("there").counts;
    let filter = ProposalFilter { statement: Some(statement), ..ProposalFilter::default() };
    let proposals = store.proposals(owner, filter, None, 9).await.expect("a page").rows;
    (lines.rows.remove(0), counts, proposals)
}

pub async fn a_certain_line_becomes_a_proposal(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, invoice, symbol) = hundred(store).await;
    let new = kept(store, owner, vec![line(dec!(100), Some(&symbol))]).await;
    let (id, statement) = (new.lines[0].id, new.record.id);
    let events = subject.events(owner).await.len();
    let answer_now = take_back(store, owner, (id, invoice.id)).await.expect("taken back");
    assert_eq!(answer_now.status, 200);
    assert_eq!(subject.events(owner).await.len(), events + 1, "invoice.updated");
    let open = read(store, owner, &invoice).await;
    assert_eq!((open.status, open.payments.len()), (InvoiceStatus::Issued, 0));
    let (line, counts, proposals) = now(store, owner, statement).await;
    assert_eq!((line.state, line.invoice), (LineState::Proposed, None));
    assert_eq!(line.reason, Reason::PaymentTakenBack);
    assert_eq!((counts.recorded, counts.proposed), (0, 1));
    let proposal = &proposals[0].proposal;
    assert_eq!((proposal.state, proposal.amount), (ProposalState::Open, dec!(100)));
    assert_eq!((proposal.invoice, proposal.reason), (invoice.id, Reason::PaymentTakenBack));
    assert_eq!(proposal.invoice_number, invoice.document.number);
    // again and again
    for _ in 0..2 {
        answer(store, owner, proposal.id, true).await.expect("accepted");
        let paid = read(store, owner, &invoice).await;
        assert_eq!((paid.status, paid.payments[0].id), (InvoiceStatus::Paid, id.payment()));
        assert_eq!(now(store, owner, statement).await.1.recorded, 1);
        take_back(store, owner, (id, invoice.id)).await.expect("taken back");
        let (_, counts, proposals) = now(store, owner, statement).await;
        assert_eq!((counts.recorded, counts.proposed, proposals.len()), (0, 1, 1));
    }
    answer(store, owner, proposal.id, false).await.expect("refused");
    let (line, counts, _) = now(store, owner, statement).await;
    assert_eq!((line.state, counts.refused, counts.proposed), (LineState::Refused, 1, 0));
}

pub async fn an_accepted_proposal_is_open_again_with_those_it_withdrew(
    subject: &impl StoreUnderTest,
) {
    let store = subject.store();
    let (owner, _, new) = choice(store).await;
    let line = new.lines[0].id;
    let [one, other] = [&new.proposals[0], &new.proposals[1]];
    answer(store, owner, one.id, true).await.expect("accepted");
    take_back(store, owner, (line, one.invoice)).await.expect("taken back");
    let (kept, counts, proposals) = now(store, owner, new.record.id).await;
    assert_eq!((kept.state, kept.reason), (LineState::Proposed, Reason::AmountOnly));
    assert_eq!((counts.recorded, counts.proposed), (0, 1));
    assert_eq!(proposals.len(), 2);
    for row in proposals {
        assert!(new.proposals.contains(&row.proposal), "as it was: {row:?}");
    }
    // the other one this time, and what was refused stays so
    answer(store, owner, one.id, false).await.expect("refused");
    answer(store, owner, other.id, true).await.expect("accepted");
    take_back(store, owner, (line, other.invoice)).await.expect("taken back");
    let state = async |id| store.proposal(owner, id).await.expect("there").proposal.state;
    assert_eq!(state(one.id).await, ProposalState::Refused);
    assert_eq!(state(other.id).await, ProposalState::Open);
}

pub async fn what_no_line_paid_is_not_reopened(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, one, symbol) = hundred(store).await;
    let (_, two, _) = hundred(store).await;
    let new = kept(store, owner, vec![line(dec!(100), Some(&symbol))]).await;
    let (id, stranger) = (new.lines[0].id, organization(store).await);
    let before = (now(store, owner, new.record.id).await, read(store, owner, &one).await);
    for (owner, line, invoice, is_there) in [
        (stranger, id, one.id, false),
        (owner, LineId(crate::build::id()), one.id, true),
        // of another organization
        (owner, id, two.id, false),
    ] {
        let refused = take_back(store, owner, (line, invoice)).await.expect_err("no such payment");
        let is_missing = match &refused {
            PaymentError::Store(StoreError::NotFound) => !is_there,
            PaymentError::Refused(PaymentRefused::NoSuchPayment) => is_there,
            _ => false,
        };
        assert!(is_missing, "{refused:?}");
    }
    assert_eq!((now(store, owner, new.record.id).await, read(store, owner, &one).await), before);
    let known = store.statement(stranger, new.record.id).await;
    assert_eq!(kind(&known), "not found");
}

pub async fn of_many_at_once_one_takes_it_back(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, invoice, symbol) = hundred(store).await;
    let new = kept(store, owner, vec![line(dec!(100), Some(&symbol))]).await;
    let (line, invoice) = (new.lines[0].id, invoice.id);
    let tasks: Vec<_> = (0..8)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { take_back(&store, owner, (line, invoice)).await.is_ok() })
        })
        .collect();
    let mut taken = 0;
    for task in tasks {
        taken += usize::from(task.await.expect("no panic"));
    }
    let (_, counts, proposals) = now(store, owner, new.record.id).await;
    assert_eq!((taken, counts.recorded, counts.proposed, proposals.len()), (1, 0, 1, 1));
}

/// Money that came while a payment by hand was there, recorded by mistake, is matched once that is deleted.
pub async fn money_that_waited_is_matched_when_a_payment_by_hand_is_taken_back(
    subject: &impl StoreUnderTest,
) {
    let store = subject.store();
    let (owner, invoice, symbol) = hundred(store).await;
    pay(store, (owner, invoice.id), dec!(100)).await.expect("paid by hand");
    let by_hand = read(store, owner, &invoice).await.payments[0].id;
    let came = kept(store, owner, vec![line(dec!(100), Some(&symbol))]).await;
    assert_eq!(came.lines[0].state, LineState::Unmatched, "nothing is outstanding");
    take_payment_back(store, owner, (by_hand, invoice.id)).await.expect("taken back");
    assert_eq!(read(store, owner, &invoice).await.payments, []);
    assert_eq!(match_what_waits(store, owner).await, [invoice.id]);
    let paid = read(store, owner, &invoice).await;
    let payments: Vec<_> = paid.payments.iter().map(|payment| payment.id).collect();
    assert_eq!((paid.status, payments), (InvoiceStatus::Paid, vec![came.lines[0].id.payment()]));
    let (line, counts, proposals) = now(store, owner, came.record.id).await;
    assert_eq!((line.state, line.reason), (LineState::Recorded, Reason::SymbolAndAmount));
    assert_eq!((counts.unmatched, counts.recorded, proposals.len()), (0, 1, 0));
    assert_eq!(match_what_waits(store, owner).await, [], "a payment opens nothing");
}

/// Money that came while an invoice was credited is matched once the credit note is cancelled.
pub async fn money_that_waited_is_matched_when_a_credit_note_is_cancelled(
    subject: &impl StoreUnderTest,
) {
    let store = subject.store();
    let (owner, invoice, symbol) = hundred(store).await;
    let note = with_total(draft_of(owner, InvoiceType::CreditNote), dec!(100));
    let note = issue(store, &noted(note, &invoice, dec!(100))).await;
    let came = kept(store, owner, vec![line(dec!(100), Some(&symbol))]).await;
    assert_eq!(came.lines[0].state, LineState::Unmatched, "nothing is outstanding");
    let change = state(store, (owner, note.id)).await.make(InvoiceMove::Cancel, &changed_at());
    let change = change.expect("right").expect("a change");
    store.change_invoice(&change).await.expect("cancelled");
    let stale = waiting(store, owner, invoice.id).await;
    assert_eq!(match_what_waits(store, owner).await, [invoice.id]);
    let paid = read(store, owner, &invoice).await;
    assert_eq!((paid.status, paid.payments.len()), (InvoiceStatus::Paid, 1));
    // what was read before that no longer holds; nothing is another's
    let stranger = organization(store).await;
    let again = match_with(store, owner, invoice.id, &stale).await;
    assert!(matches!(again, Err(PaymentError::Store(StoreError::Conflict))), "{again:?}");
    for waits in [stale, Waiting::default()] {
        let theirs = match_with(store, stranger, invoice.id, &waits).await;
        assert!(matches!(theirs, Err(PaymentError::Store(StoreError::NotFound))), "{theirs:?}");
    }
    assert_eq!(read(store, owner, &invoice).await.payments.len(), 1);
}

/// Where nothing waits, or less is open than before, there is nothing to match.
pub async fn what_opens_nothing_or_finds_nothing_waiting_makes_no_job(
    subject: &impl StoreUnderTest,
) {
    let store = subject.store();
    let (owner, invoice, symbol) = hundred(store).await;
    let new = kept(store, owner, vec![line(dec!(100), Some(&symbol))]).await;
    take_back(store, owner, (new.lines[0].id, invoice.id)).await.expect("taken back");
    assert_eq!(match_what_waits(store, owner).await, [], "its own line waits for an answer");
    kept(store, owner, vec![line(dec!(7), None)]).await;
    pay(store, (owner, invoice.id), dec!(60)).await.expect("paid");
    assert_eq!(match_what_waits(store, owner).await, [], "less is open");
    let payment = read(store, owner, &invoice).await.payments[0].id;
    take_payment_back(store, owner, (payment, invoice.id)).await.expect("taken back");
    assert_eq!(match_what_waits(store, owner).await, [invoice.id]);
    assert_eq!(read(store, owner, &invoice).await.payments, [], "and nothing fits");
}
