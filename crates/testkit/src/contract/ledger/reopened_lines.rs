//! Lines of statements whose payment is taken back: open again, with the payment or not at all.

use super::{
    bank_statements::{hundred, kept, line, moment, read},
    proposals::{answer, choice},
};
use crate::build::id;
use crate::contract::{
    Ports, StoreUnderTest,
    setup::{kind, organization},
};
use access::OrganizationId;
use bank_statements::{
    Counts, LineId, LineRecord, LineState, PaidLine, ProposalFilter, ProposalId, ProposalRow,
    ProposalState, Reason, StatementId, StatementStore,
};
use idempotency::Answer;
use invoicing::{
    InvoiceId, InvoiceStatus, PaymentId,
    paying::{PaymentError, Settlement},
};
use persistence::StoreError;
use rust_decimal::dec;

async fn take_back(
    store: &impl Ports,
    owner: OrganizationId,
    (line, invoice): (LineId, InvoiceId),
) -> Result<Answer, PaymentError> {
    let moment = moment(PaymentId(id()));
    let proposal = ProposalId(id());
    let decide = |paid: &PaidLine, settlement: &Settlement| {
        let reopened = paid.reopen(settlement, proposal, &moment)?;
        Ok((reopened, Answer { status: 200, body: b"{}".to_vec() }))
    };
    store.reopen_line(owner, (line, invoice), decide).await
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
    assert!(store.is_of_line(owner, id.payment()).await.expect("asked"));
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
    assert!(!store.is_of_line(stranger, id.payment()).await.expect("asked"));
    for (owner, line, invoice) in [
        (stranger, id, one.id),
        (owner, LineId(crate::build::id()), one.id),
        // of another organization
        (owner, id, two.id),
    ] {
        let refused = take_back(store, owner, (line, invoice)).await;
        let not_found = matches!(refused, Err(PaymentError::Store(StoreError::NotFound)));
        assert!(not_found, "{refused:?}");
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
