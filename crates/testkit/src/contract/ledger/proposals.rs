//! Proposals of payments: two invoices that a line may pay, and what people answer.

use super::bank_statements::{IBAN, hundred, kept, line, moment, proposals, read};
use crate::build::{NOW, draft, draft_of, with_total};
use crate::contract::{
    Ports, StoreUnderTest,
    setup::{issue, kind, organization},
};
use access::OrganizationId;
use bank_statements::{
    InvoiceUnfit, KnownLines, LineState, NewStatement, ProposalError, ProposalId, ProposalRow,
    ProposalState, Reason, StatementStore, accept, choose, refuse,
};
use invoicing::{
    Invoice, InvoiceId, InvoiceStatus, InvoiceStore, InvoiceType, PaymentId, paying::Settlement,
};
use money::Currency;
use persistence::StoreError;
use rust_decimal::dec;
use time::Duration;

pub(in crate::contract) async fn answer(
    store: &impl Ports,
    owner: OrganizationId,
    id: ProposalId,
    is_accepted: bool,
) -> Result<ProposalRow, ProposalError> {
    let moment = moment(PaymentId(crate::build::id()));
    let at = NOW + Duration::HOUR;
    let decide = |row: &ProposalRow, settlement: &Settlement| match is_accepted {
        true => accept(row, settlement, &moment),
        false => Ok(refuse(row, at)?),
    };
    store.answer_proposal(owner, id, decide).await
}

/// Two invoices of one amount, and a line that may pay either.
pub(in crate::contract) async fn choice(
    store: &impl Ports,
) -> (OrganizationId, [Invoice; 2], NewStatement) {
    let (owner, first, _) = hundred(store).await;
    let second = issue(store, &with_total(draft(owner), dec!(100))).await;
    let new = kept(store, owner, vec![line(dec!(100), None)]).await;
    assert_eq!((new.proposals.len(), new.lines[0].reason), (2, Reason::AmountOnly));
    (owner, [first, second], new)
}

pub async fn an_accepted_proposal_is_a_payment(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, _, new) = choice(store).await;
    let before = subject.events(owner).await.len();
    let (chosen, other) = (new.proposals[1].clone(), new.proposals[0].id);
    let row = answer(store, owner, chosen.id, true).await.expect("accepted");
    assert_eq!((row.proposal.state, row.proposal.decided_at), (ProposalState::Accepted, Some(NOW)));
    let paid = store.invoice(owner, chosen.invoice).await.expect("there");
    assert_eq!((paid.status, paid.payments[0].id.0), (InvoiceStatus::Paid, new.lines[0].id.0));
    assert_eq!(subject.events(owner).await.len(), before + 3);
    let again = answer(store, owner, chosen.id, true).await.expect("the same again");
    assert_eq!((again, subject.events(owner).await.len()), (row, before + 3));
    let withdrawn = store.proposal(owner, other).await.expect("there").proposal.state;
    assert_eq!(withdrawn, ProposalState::Withdrawn);
    for (id, is_accepted) in [(chosen.id, false), (other, true)] {
        let refused = answer(store, owner, id, is_accepted).await;
        assert!(matches!(refused, Err(ProposalError::Refused(_))), "{refused:?}");
    }
    let counts = store.statement(owner, new.record.id).await.expect("there").counts;
    assert_eq!((counts.recorded, counts.proposed, counts.refused), (1, 0, 0));
    let page = store.statement_lines(owner, new.record.id, None, None, 1).await.expect("lines");
    let line = &page.rows[0];
    assert_eq!((line.state, line.invoice), (LineState::Recorded, Some(chosen.invoice)));
}

pub async fn a_line_whose_proposals_are_refused_is_refused(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, invoices, new) = choice(store).await;
    let events = subject.events(owner).await;
    let [first, second] = [new.proposals[0].id, new.proposals[1].id];
    answer(store, owner, first, false).await.expect("refused");
    let counts = store.statement(owner, new.record.id).await.expect("there").counts;
    assert_eq!((counts.proposed, counts.refused), (1, 0), "another is open");
    let row = answer(store, owner, second, false).await.expect("refused");
    assert_eq!(row.proposal.state, ProposalState::Refused);
    assert_eq!(row.proposal.decided_at, Some(NOW + Duration::HOUR));
    assert_eq!(answer(store, owner, second, false).await.expect("again"), row);
    let counts = store.statement(owner, new.record.id).await.expect("there").counts;
    assert_eq!((counts.proposed, counts.refused), (0, 1));
    assert!(matches!(answer(store, owner, second, true).await, Err(ProposalError::Refused(_))));
    for invoice in &invoices {
        assert_eq!(read(store, owner, invoice).await.payments, []);
    }
    assert_eq!(subject.events(owner).await, events);
}

pub async fn of_many_answers_at_once_one_is_kept(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, invoices, new) = choice(store).await;
    let tasks: Vec<_> = (0..12)
        .map(|n| {
            let (store, proposal) = (store.clone(), new.proposals[n % 2].id);
            tokio::spawn(async move { answer(&store, owner, proposal, n % 3 != 0).await.is_ok() })
        })
        .collect();
    for task in tasks {
        task.await.expect("no panic");
    }
    let mut payments = 0;
    for invoice in &invoices {
        payments += read(store, owner, invoice).await.payments.len();
    }
    let counts = store.statement(owner, new.record.id).await.expect("there").counts;
    assert_eq!(counts.proposed, 0);
    assert_eq!((counts.recorded, counts.refused), if payments == 1 { (1, 0) } else { (0, 1) });
    assert!(payments <= 1);
}

pub async fn statements_are_an_organizations_own(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, _, new) = choice(store).await;
    let stranger = organization(store).await;
    assert_eq!(kind(&store.statement(stranger, new.record.id).await), "not found");
    assert_eq!(store.statement_of(stranger, &new.record.sha256).await.expect("asked"), None);
    let lines = store.statement_lines(stranger, new.record.id, None, None, 9).await.expect("asked");
    assert_eq!(lines.rows, []);
    assert_eq!(store.statements(stranger, None, None, 9).await.expect("asked").rows, []);
    assert_eq!(proposals(store, stranger).await, []);
    let proposal = new.proposals[0].id;
    assert_eq!(kind(&store.proposal(stranger, proposal).await), "not found");
    let foreign = answer(store, stranger, proposal, true).await;
    assert!(matches!(foreign, Err(ProposalError::Store(StoreError::NotFound))), "{foreign:?}");
    let keys = [new.lines[0].key.clone()];
    let known = store.known_lines(stranger, (IBAN, Currency::Eur), &keys, &[]).await;
    assert_eq!(known.expect("asked"), KnownLines::default());
    // another organization may have the same statement
    let same = kept(store, stranger, vec![line(dec!(100), None)]).await;
    assert_eq!(same.record.counts.repeated, 0);
    assert_eq!(store.statement(owner, new.record.id).await.expect("there"), new.record);
}

async fn move_to(
    store: &impl Ports,
    owner: OrganizationId,
    id: ProposalId,
    invoice: InvoiceId,
) -> Result<ProposalRow, ProposalError> {
    let invoice = store.invoice(owner, invoice).await?;
    let decide = |row: &ProposalRow, _: &Settlement| choose(row, &invoice, NOW);
    store.answer_proposal(owner, id, decide).await
}

pub async fn another_invoice_is_chosen_and_then_paid(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, [first, second], new) = choice(store).await;
    let third = issue(store, &with_total(draft(owner), dec!(40))).await;
    let of = |invoice: &Invoice| {
        new.proposals.iter().find(|it| it.invoice == invoice.id).expect("proposed").id
    };
    let (one, other) = (of(&first), of(&second));
    let row = move_to(store, owner, one, third.id).await.expect("chosen");
    let proposal = &row.proposal;
    assert_eq!((proposal.state, proposal.reason), (ProposalState::Open, Reason::Chosen));
    assert_eq!((proposal.invoice, proposal.amount), (third.id, dec!(40)));
    assert_eq!(proposal.invoice_number, third.document.number);
    assert_eq!(read(store, owner, &third).await.payments, [], "nothing is recorded by it");
    assert_eq!(move_to(store, owner, one, third.id).await.expect("the same again"), row);
    let shown = store.proposed_invoices(owner, &[third.id, second.id]).await.expect("read");
    let mut due: Vec<_> = shown.iter().map(|it| it.outstanding).collect();
    due.sort_unstable();
    assert_eq!(due, [dec!(40), dec!(100)]);
    let stranger = organization(store).await;
    assert_eq!(store.proposed_invoices(stranger, &[third.id]).await.expect("asked"), []);
    assert_eq!(store.proposed_invoices(owner, &[]).await.expect("asked"), []);
    // two for one invoice are one
    move_to(store, owner, other, third.id).await.expect("chosen");
    let withdrawn = store.proposal(owner, one).await.expect("there").proposal.state;
    assert_eq!(withdrawn, ProposalState::Withdrawn);
    answer(store, owner, other, true).await.expect("accepted");
    assert_eq!(read(store, owner, &third).await.status, InvoiceStatus::Paid);
    let late = move_to(store, owner, other, first.id).await;
    assert!(matches!(late, Err(ProposalError::Refused(_))), "{late:?}");
}

pub async fn an_invoice_that_cannot_be_meant_is_not_chosen(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, _, new) = choice(store).await;
    let id = new.proposals[0].id;
    let note = issue(store, &draft_of(owner, InvoiceType::CreditNote)).await;
    let unfit = move_to(store, owner, id, note.id).await;
    assert!(matches!(unfit, Err(ProposalError::Invoice(InvoiceUnfit::NotOpen))), "{unfit:?}");
    let mut foreign = with_total(draft(owner), dec!(100));
    foreign.document.currency = Currency::Czk;
    let foreign = issue(store, &foreign).await;
    let unfit = move_to(store, owner, id, foreign.id).await;
    let other = InvoiceUnfit::OtherCurrency(Currency::Eur);
    assert!(matches!(unfit, Err(ProposalError::Invoice(it)) if it == other), "{unfit:?}");
    assert_eq!(store.proposal(owner, id).await.expect("there").proposal, new.proposals[0]);
}
