//! Contracts: each period is invoiced once, with everything that belongs to it or not at all.

use super::{
    bank_statements::{self, line},
    new_invoices::place_events,
    taken_back::match_what_waits,
};
use crate::contract::{
    Ports, StoreUnderTest,
    setup::{holdings, is_kept_with_its_answer, kind, organization, read},
};
use crate::{
    build::{self, NOW, id},
    contracts::contract,
};
use access::{OrganizationId, Tier};
use contracts::{
    Contract, ContractCursor, ContractFilter, ContractId, ContractState, ContractStore, Missed,
    Obstacle, Period, ProblemCode, SendState, Sending, Step,
};
use idempotency::{Answer, Lease};
use invoicing::{Contact, Draft, InvoiceId, Issuance, References, records::ContactRow};
use jobs::{JobFilter, JobId, JobQueue, SubjectId};
use persistence::StoreError;
use refusals::Reason;
use std::collections::BTreeSet;
use time::{Date, Duration, OffsetDateTime, macros::date};

/// A contact that is kept.
async fn customer(store: &impl Ports, owner: OrganizationId) -> Contact {
    let contact = build::contact("Nájomca, s. r. o.");
    let row = ContactRow { contact: contact.clone(), created_at: NOW, retired_at: None };
    store.add_contact(owner, &row, None).await.expect("made");
    contact
}

/// An organization with a contract that is kept.
async fn kept(store: &impl Ports) -> (OrganizationId, Contract) {
    let owner = organization(store).await;
    let contract = contract(owner, &customer(store, owner).await);
    store.add_contract(owner, &contract, None).await.expect("made");
    (owner, contract)
}

fn noon(day: Date) -> OffsetDateTime {
    day.with_hms(11, 0, 0).expect("noon").assume_utc()
}

/// The period that is due on a day, and its invoice.
async fn draft(store: &impl Ports, contract: &Contract, day: Date) -> (Period, Draft) {
    let Step::Issue(period) = contract.step(day) else { panic!("nothing is due: {contract:?}") };
    let customer_id = Some(contract.terms.customer_id);
    let references = References { customer_id, ..References::default() };
    let records = store.issuing_records(contract.organization, &references).await.expect("records");
    let draft = contract.draft(&period, &records, &mut Issuance::at(noon(day), id));
    (period, draft.expect("nothing in the way"))
}

/// Issues the period that is due on a day.
async fn issue(
    store: &impl Ports,
    contract: &Contract,
    day: Date,
) -> Result<InvoiceId, StoreError> {
    let (period, draft) = draft(store, contract, day).await;
    let job = JobId(id());
    let decide = |invoice: &_| contract.issued(&period, invoice, job);
    store.issue_period(contract.organization, contract, &draft, decide).await.map(|i| i.id)
}

const DAY: Date = date!(2026 - 11 - 21);

pub async fn a_contract_is_read_as_it_was_made(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, contract) = kept(store).await;
    assert_eq!(store.contract(owner, contract.id).await.expect("there"), contract);
    let (stranger, _) = kept(store).await;
    assert_eq!(kind(&store.contract(stranger, contract.id).await), "not found");
    let stale = store.change_contract(stranger, &contract, &contract, None, NOW).await;
    assert_eq!(kind(&stale), "not found");
    let nobody = store.add_contract(OrganizationId(id()), &contract, None).await;
    assert_eq!(kind(&nobody), "not found");
}

pub async fn a_contract_is_kept_with_its_answer(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let contract = contract(owner, &customer(store, owner).await);
    let keep = async |answered: (&Lease, &Answer)| {
        kind(&store.add_contract(owner, &contract, Some(answered)).await)
    };
    let is_kept = async || store.contract(owner, contract.id).await.is_ok();
    is_kept_with_its_answer(store, owner, keep, is_kept).await;
}

pub async fn every_filter_of_contracts_finds_what_it_should(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, first) = kept(store).await;
    let other = customer(store, owner).await;
    let mut live = contract(owner, &other);
    (live.tier, live.created_at) = (Tier::Live, NOW + Duration::SECOND);
    store.add_contract(owner, &live, None).await.expect("made");
    let paused = live.paused().expect("active");
    store.change_contract(owner, &live, &paused, None, NOW).await.expect("changed");
    let Step::Issue(period) = first.step(DAY) else { panic!("due") };
    let obstacle = Obstacle::new(ProblemCode::RateMissing, Reason::plain("no rate"));
    let stuck = first.stuck(&period, &obstacle, JobId(id()), NOW).after;
    store.change_contract(owner, &first, &stuck, None, NOW).await.expect("changed");
    let none = ContractFilter::default;
    for (filter, found) in [
        (none(), vec![&paused, &stuck]),
        (ContractFilter { tier: Some(Tier::Test), ..none() }, vec![&stuck]),
        (ContractFilter { state: Some(ContractState::Paused), ..none() }, vec![&paused]),
        (ContractFilter { state: Some(ContractState::Ended), ..none() }, vec![]),
        (ContractFilter { customer_id: Some(other.id), ..none() }, vec![&paused]),
        (ContractFilter { problem: Some(true), ..none() }, vec![&stuck]),
        (ContractFilter { problem: Some(false), ..none() }, vec![&paused]),
    ] {
        let page = store.contracts(owner, &filter, None, 10).await.expect("a page");
        assert_eq!(page.rows.iter().collect::<Vec<_>>(), found, "{filter:?}");
    }
    let page = store.contracts(owner, &none(), None, 1).await.expect("a page");
    let next = store.contracts(owner, &none(), page.next(), 1).await.expect("a page");
    assert_eq!((page.rows, next.rows), (vec![paused], vec![stuck]));
}

pub async fn a_stale_change_of_a_contract_keeps_nothing(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, contract) = kept(store).await;
    let paused = contract.paused().expect("active");
    store.change_contract(owner, &contract, &paused, None, NOW).await.expect("changed");
    let over = contract.cancelled().expect("active");
    let stale = store.change_contract(owner, &contract, &over, None, NOW).await;
    assert_eq!(kind(&stale), "conflict");
    assert_eq!(kind(&issue(store, &contract, DAY).await), "conflict");
    assert_eq!(store.contract(owner, contract.id).await.expect("there"), paused);
    assert!(holdings(subject, owner).await.invoices.is_empty());
}

pub async fn a_period_is_kept_with_its_invoice(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let mut contract = contract(owner, &customer(store, owner).await);
    contract.send = Sending::Peppol;
    store.add_contract(owner, &contract, None).await.expect("made");
    let invoice = issue(store, &contract, DAY).await.expect("issued");
    let kept = store.contract(owner, contract.id).await.expect("there");
    assert_eq!((kept.next, kept.version), (1, 2));
    assert_eq!(read(store, owner, invoice).await.document.contract_id, Some(contract.id));
    let events = holdings(subject, owner).await.events;
    assert!(events.len() == 1 && events[0].contains("invoice.created"), "{events:?}");
    let of = store.period_invoice(owner, invoice).await.expect("there");
    assert_eq!((of.contract, of.period.first), (contract.id, date!(2026 - 11 - 01)));
    assert_eq!((of.send.clone(), of.issued_at), (SendState::Waiting, noon(DAY)));
    let jobs = store.jobs(JobFilter::default(), None, 10).await.expect("jobs");
    let sends = jobs.rows.iter().filter(|job| job.subject == Some(SubjectId(invoice.0))).count();
    assert_eq!(sends, 1, "{jobs:?}");
    let page = store.period_invoices(owner, contract.id, None, 10).await.expect("a page");
    assert_eq!(page.rows.len(), 1);
    let row = &page.rows[0];
    assert_eq!((&row.issued, row.number.as_str()), (&of, "FA20260001"));
    let refused = SendState::Refused("no credit".into());
    store.keep_period_send(owner, invoice, &refused, None, NOW).await.expect("kept");
    assert_eq!(store.period_invoice(owner, invoice).await.expect("there").send, refused);
    let stranger = organization(store).await;
    assert_eq!(kind(&store.period_invoice(stranger, invoice).await), "not found");
    let foreign = store.keep_period_send(stranger, invoice, &refused, None, NOW).await;
    assert_eq!(kind(&foreign), "not found");
    let foreign = store.period_invoices(stranger, contract.id, None, 10).await.expect("a page");
    assert!(foreign.rows.is_empty());
}

/// The tenant paid before the invoice of the period was there.
pub async fn money_that_came_first_is_matched_with_a_period(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, contract) = kept(store).await;
    let total = draft(store, &contract, DAY).await.1.document.totals.total;
    bank_statements::kept(store, owner, vec![line(total, None)]).await;
    let invoice = issue(store, &contract, DAY).await.expect("issued");
    place_events(store).await;
    assert_eq!(match_what_waits(store, owner).await, [invoice]);
}

/// Workers that all saw the same contract: one issues, and the others come too late.
pub async fn of_many_workers_at_once_one_issues_a_period(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, contract) = kept(store).await;
    let workers: Vec<_> = (0..8)
        .map(|_| {
            let (store, contract) = (store.clone(), contract.clone());
            tokio::spawn(async move { kind(&issue(&store, &contract, DAY).await) })
        })
        .collect();
    let mut ends = Vec::new();
    for worker in workers {
        ends.push(worker.await.expect("no panic"));
    }
    ends.sort_unstable();
    assert_eq!(ends, [["conflict"; 7].as_slice(), &["ok"]].concat());
    assert_eq!(holdings(subject, owner).await.invoices.len(), 1);
    assert_eq!(store.contract(owner, contract.id).await.expect("there").next, 1);
}

/// A contract that is put back to a period that was invoiced: the period's own key refuses it.
pub async fn a_period_has_one_invoice_whatever_the_contract_says(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, contract) = kept(store).await;
    issue(store, &contract, DAY).await.expect("issued");
    let kept = store.contract(owner, contract.id).await.expect("there");
    let back = Contract { next: 0, version: kept.version + 1, ..kept.clone() };
    store.change_contract(owner, &kept, &back, None, NOW).await.expect("changed");
    assert_eq!(kind(&issue(store, &back, DAY).await), "taken");
    let holdings = holdings(subject, owner).await;
    assert_eq!((holdings.invoices.len(), holdings.events.len()), (1, 1), "nothing of it is kept");
    let next = build::draft(owner);
    let number = crate::contract::setup::issued_number(store, &next).await;
    assert_eq!(number, "FA20260002", "no number was drawn");
}

pub async fn a_failed_period_leaves_nothing(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, contract) = kept(store).await;
    let (period, mut draft) = draft(store, &contract, DAY).await;
    draft.document.totals.total = rust_decimal::dec!(0.001);
    let decide = |invoice: &_| contract.issued(&period, invoice, JobId(id()));
    let failed = store.issue_period(owner, &contract, &draft, decide).await;
    assert_eq!(kind(&failed), "backend");
    assert_eq!(store.contract(owner, contract.id).await.expect("there"), contract);
    assert!(holdings(subject, owner).await.invoices.is_empty());
    issue(store, &contract, DAY).await.expect("issued");
    let invoices = holdings(subject, owner).await.invoices;
    assert_eq!(invoices[0].number, "FA20260001");
}

pub async fn what_is_due_is_found_of_all_organizations(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let (owner, first) = kept(store).await;
    let (other, second) = kept(store).await;
    let customer = customer(store, owner).await;
    let mut mine = BTreeSet::from([(owner, first.id), (other, second.id)]);
    let due = async |day, now| -> Vec<(OrganizationId, ContractId)> {
        let (mut all, mut after) = (Vec::new(), None);
        loop {
            let page = store.due_contracts(day, now, after, 2).await.expect("a page");
            all.extend(page.contracts);
            after = page.next;
            if after.is_none() {
                return all.into_iter().filter(|(of, _)| *of == owner || *of == other).collect();
            }
        }
    };
    assert_eq!(due(DAY - Duration::DAY, NOW).await, []);
    let mut later = contract(owner, &customer);
    later.schedule.day_of_month = 22;
    store.add_contract(owner, &later, None).await.expect("made");
    assert_eq!(due(DAY, NOW).await.into_iter().collect::<BTreeSet<_>>(), mine);
    let next_day = due(DAY + Duration::DAY, NOW).await;
    assert_eq!(next_day.last(), Some(&(owner, later.id)), "those due first at first");
    // one that is paused is not, nor one that waits because of a problem
    let paused = second.paused().expect("active");
    store.change_contract(other, &second, &paused, None, NOW).await.expect("changed");
    mine.remove(&(other, second.id));
    assert_eq!(due(DAY, NOW).await.into_iter().collect::<BTreeSet<_>>(), mine);
    let Step::Issue(period) = first.step(DAY) else { panic!("due") };
    let obstacle = Obstacle::new(ProblemCode::RateMissing, Reason::plain("no rate"));
    let stuck = first.stuck(&period, &obstacle, JobId(id()), NOW).after;
    store.change_contract(owner, &first, &stuck, None, NOW).await.expect("changed");
    for (minutes, found) in [(0, false), (4, false), (5, true), (-60 * 24, true)] {
        // a clock that was set back by a day does not let it wait for a day
        let found_now =
            due(DAY, NOW + Duration::minutes(minutes)).await.contains(&(owner, first.id));
        assert_eq!(found_now, found, "after {minutes} minutes");
    }
    let resumed = stuck.resumed(Missed::Skip, DAY).expect("stuck");
    store.change_contract(owner, &stuck, &resumed, None, NOW).await.expect("changed");
    assert!(due(DAY, NOW).await.contains(&(owner, first.id)));
    let place = ContractCursor { due_on: DAY, organization: owner, contract: first.id };
    let behind = store.due_contracts(DAY, NOW, Some(place), 1_000).await.expect("a page");
    assert!(!behind.contracts.contains(&(owner, first.id)));
}
