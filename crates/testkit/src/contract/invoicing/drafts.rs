//! Drafts: no number until they are issued, and then no gap.

use crate::build::{NOW, draft, fingerprint, id, lease, respond, usage, with_files, with_number};
use crate::contract::{
    Ports, StoreUnderTest,
    setup::{all_invoices, issue, issued_number, kind, organization, read},
};
use access::{ApiKeyId, Credential, OrganizationId, Plan};
use idempotency::{Answer, Decision, IdempotencyStore, Lease, LeaseToken};
use invoicing::{
    ContactId, Draft, Invoice, InvoiceFilter, InvoiceId, InvoiceStatus, InvoiceStore, Issuance,
    References,
    drafts::{DraftIssue, Drafted},
    recording::InvoiceContent,
    states::{
        ChangeMoment, HistoryAction, InvoiceChangeStore, InvoiceMove, InvoiceState, Links, Trigger,
    },
};
use persistence::{Listed, StoreError};
use std::collections::BTreeSet;

pub(in crate::contract) fn moment() -> ChangeMoment {
    let links = Links::to("https://billhook.example");
    ChangeMoment { now: NOW, today: NOW.date(), links, actor: None }
}

/// A draft of a new invoice.
pub(in crate::contract) async fn kept(store: &impl Ports, draft: &Draft) -> Invoice {
    let respond = |drafted: &Drafted<'_>| respond(&drafted.kept);
    store.keep_draft(draft, &moment(), None, respond).await.expect("kept").0
}

/// The decision to issue a draft, from what is kept of it. The account is none of the organization's.
pub(in crate::contract) async fn issuing(
    store: &impl Ports,
    owner: OrganizationId,
    id: InvoiceId,
) -> DraftIssue {
    let state = store.invoice_state(owner, id).await.expect("there");
    let AnyDraft { state, customer_id } = without_account(state);
    let references = References {
        customer_id: Some(customer_id),
        original_invoice_id: state.invoice.document.header().original,
        ..References::default()
    };
    let records = store.issuing_records(owner, &references).await.expect("records");
    let mut issuance = Issuance::at(NOW, crate::build::id);
    state.check_issue(Trigger::Issue, &records, &mut issuance, &moment()).expect("it can be issued")
}

struct AnyDraft {
    state: InvoiceState,
    customer_id: ContactId,
}

fn without_account(state: InvoiceState) -> AnyDraft {
    let mut invoice = state.invoice.clone().issued().expect("issued here");
    invoice.document.bank_account = None;
    let customer_id = invoice.document.customer_id;
    AnyDraft { state: InvoiceState { invoice: invoice.into(), ..state }, customer_id }
}

pub(in crate::contract) async fn try_issue(
    store: &impl Ports,
    issue: &DraftIssue,
    lease: Option<&Lease>,
) -> Result<(Invoice, Answer), StoreError> {
    store.issue_draft(issue, lease, |drafted| respond(&drafted.kept)).await
}

pub async fn a_draft_has_no_number_until_it_is_issued(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let made = with_files(draft(owner), &[b"%PDF-1.7 one"]);
    let invoice = kept(store, &made).await;
    assert_eq!((invoice.status, invoice.document.number.as_str()), (InvoiceStatus::Draft, ""));
    assert_eq!(read(store, owner, invoice.id).await, invoice);
    let listed = all_invoices(store, owner, &InvoiceFilter::default(), 10).await;
    assert_eq!((listed[0].number.as_str(), listed[0].status), ("", InvoiceStatus::Draft));
    assert_eq!(issued_number(store, &draft(owner)).await, "FA20260001", "none was drawn");
    let issue = issuing(store, owner, invoice.id).await;
    let (issued, answer) = try_issue(store, &issue, None).await.expect("issued");
    assert_eq!(issued.document.number, "FA20260002");
    assert_eq!((issued.status, issued.version), (InvoiceStatus::Issued, 2));
    assert_eq!(answer, respond_to(&issued));
    assert_eq!(read(store, owner, issued.id).await, issued);
    assert_eq!(store.files(owner, issued.id).await.expect("files").len(), 1, "they stay");
    assert_eq!(issued_number(store, &draft(owner)).await, "FA20260003");
    let history = store.invoice_history(owner, issued.id, None, 10).await.expect("read").rows;
    let actions: Vec<_> = history.iter().map(|row| row.entry.action).collect();
    assert_eq!(actions, [HistoryAction::Issued, HistoryAction::Drafted]);
}

/// Of what was issued at once the first line says who did it, if anybody.
pub async fn who_issued_at_once_is_known(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let key = Credential::Key(ApiKeyId(crate::build::id()));
    for by in [Some(key), None] {
        let draft = draft(owner).by(by);
        let id = issue(store, &draft).await.id;
        let lines = store.invoice_history(owner, id, None, 10).await.expect("read").rows;
        let said: Vec<_> = lines.iter().map(|row| (row.entry.action, row.entry.actor)).collect();
        let expected: Vec<_> = by.iter().map(|by| (HistoryAction::Issued, Some(*by))).collect();
        assert_eq!(said, expected);
        if let Some(line) = lines.first() {
            assert_eq!((line.entry.at, line.entry.version), (draft.now, 1));
            let next = store.invoice_history(owner, id, Some(line.cursor()), 10).await;
            assert!(next.expect("read").rows.is_empty(), "a page ends there");
        }
        let stranger = organization(store).await;
        let theirs = store.invoice_history(stranger, id, None, 10).await.expect("read").rows;
        assert!(theirs.is_empty());
    }
}

fn respond_to(invoice: &Invoice) -> Answer {
    let usage = usage(Plan::Pro);
    let issued = invoicing::Issued {
        invoice: invoice.clone(),
        new_contact: None,
        files: &[],
        events: Vec::new(),
        vat: None,
        usage: Some(&usage),
        by: None,
    };
    respond(&issued).expect("an answer")
}

pub async fn a_draft_skips_numbers_taken_by_hand(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let invoice = kept(store, &draft(owner)).await;
    issue(store, &with_number(draft(owner), "FA20260001")).await;
    issue(store, &with_number(draft(owner), "FA20260002")).await;
    let issue = issuing(store, owner, invoice.id).await;
    let (issued, _) = try_issue(store, &issue, None).await.expect("issued");
    assert_eq!(issued.document.number, "FA20260003");
}

pub async fn drafts_and_invoices_at_once_leave_no_gap(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let mut tasks = Vec::new();
    for _ in 0..8 {
        let invoice = kept(store, &draft(owner)).await;
        let issue = issuing(store, owner, invoice.id).await;
        let (drafts, invoices) = (store.clone(), store.clone());
        tasks.push(tokio::spawn(async move {
            try_issue(&drafts, &issue, None).await.expect("issued").0.document.number
        }));
        let new = draft(owner);
        tasks.push(tokio::spawn(async move { issued_number(&invoices, &new).await }));
    }
    let mut numbers = BTreeSet::new();
    for task in tasks {
        numbers.insert(task.await.expect("no panic"));
    }
    let all: BTreeSet<String> = (1..=16).map(|n| format!("FA2026{n:04}")).collect();
    assert_eq!(numbers, all);
}

pub async fn of_many_that_issue_one_draft_one_does(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let invoice = kept(store, &draft(owner)).await;
    let issue = issuing(store, owner, invoice.id).await;
    let tasks: Vec<_> = (0..8)
        .map(|_| {
            let (store, issue) = (store.clone(), issue.clone());
            tokio::spawn(async move { kind(&try_issue(&store, &issue, None).await) })
        })
        .collect();
    let mut kinds = Vec::new();
    for task in tasks {
        kinds.push(task.await.expect("no panic"));
    }
    kinds.sort_unstable();
    assert_eq!(kinds, [&["conflict"; 7][..], &["ok"]].concat());
    assert_eq!(issued_number(store, &draft(owner)).await, "FA20260002", "one was drawn");
}

pub async fn what_cannot_be_issued_draws_nothing(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let invoice = kept(store, &draft(owner)).await;
    let issue = issuing(store, owner, invoice.id).await;
    let lost = try_issue(store, &issue, Some(&lease("never claimed"))).await;
    assert_eq!(kind(&lost), "lease lost");
    assert_eq!(read(store, owner, invoice.id).await, invoice);
    assert_eq!(issued_number(store, &draft(owner)).await, "FA20260001");
    let state = store.invoice_state(owner, invoice.id).await.expect("there");
    let submitted = state.make(InvoiceMove::Submit, &moment()).expect("right").expect("a change");
    store.change_invoice(&submitted).await.expect("changed");
    assert_eq!(kind(&try_issue(store, &issue, None).await), "conflict", "it waits for approval");
}

pub async fn a_draft_is_kept_with_its_answer(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let (key, made) = (lease("draft-1"), draft(owner));
    let first = store.claim(owner.into(), &key, fingerprint(1), NOW).await.expect("asked");
    assert_eq!(first, Decision::Proceed);
    let respond = |drafted: &Drafted<'_>| respond(&drafted.kept);
    let (_, answer) = store.keep_draft(&made, &moment(), Some(&key), respond).await.expect("kept");
    let again = Lease { token: LeaseToken(id()), ..key };
    let replay = store.claim(owner.into(), &again, fingerprint(1), NOW).await.expect("asked");
    assert_eq!(replay, Decision::Replay(answer));
    let lost = store.keep_draft(&draft(owner), &moment(), Some(&again), respond).await;
    assert_eq!(kind(&lost), "lease lost");
}

pub async fn a_deleted_draft_leaves_its_history(subject: &impl StoreUnderTest) {
    let store = subject.store();
    let owner = organization(store).await;
    let invoice = kept(store, &with_files(draft(owner), &[b"%PDF-1.7 one"])).await;
    let state = store.invoice_state(owner, invoice.id).await.expect("there");
    let change = state.delete(&moment()).expect("a draft");
    store.change_invoice(&change).await.expect("deleted");
    let gone = store.invoice(owner, invoice.id).await;
    assert_eq!(kind(&gone), "not found");
    assert_eq!(kind(&store.change_invoice(&change).await), "not found", "once");
    let history = store.invoice_history(owner, invoice.id, None, 10).await.expect("read").rows;
    assert_eq!(history[0].entry, change.entry);
    let events = subject.events(owner).await;
    assert_eq!(events.last().map(String::as_str), Some(change.events[0].body.as_str()));
}
