//! What the first page shows, and what organizations have used of their plans.

use crate::setup::{TestPorts, run};
use access::{OrganizationId, Plan};
use dashboard::StepCode;
use invoicing::{InvoiceStore, records::Provision};
use peppol_connector::{
    credit::Credits, identifiers::Network, ports::SubmissionStore, sending::QueuedSend,
};
use persistence::StoreError;
use testkit::{
    build::{self, NOW},
    sends,
};
use time::Duration;
use use_cases::{
    invoicing::usage::{managed_usage, usage},
    ledger::dashboard::{onboarding, overview, summary},
};
use uuid::Uuid;

fn issue(ports: &TestPorts, organization: OrganizationId) {
    let draft = build::draft(organization);
    run(ports.store.issue(&draft, None, build::respond)).expect("issued");
}

#[test]
fn the_first_page_counts_what_its_organization_is_owed() {
    let ports = TestPorts::default();
    let (own, other) = (ports.with_organization().id, ports.with_organization().id);
    for organization in [own, own, other] {
        issue(&ports, organization);
    }
    let context = ports.context(own);
    let page = run(overview(&context)).expect("an overview");
    let figures = run(summary(&context)).expect("figures");
    assert_eq!(page.summary, figures);
    assert_eq!((figures.open.count, figures.overdue.count, figures.paid.count), (2, 0, 0));
    assert_eq!(page.year.months.len(), 12);
    assert_eq!(page.onboarding, run(onboarding(&context)).expect("steps"));
    ports.still.advance(Duration::days(30));
    let figures = run(summary(&context)).expect("figures");
    assert_eq!((figures.open.count, figures.overdue.count), (2, 2), "fallen due");
    let nobody = ports.context(OrganizationId(Uuid::nil()));
    let refused = run(overview(&nobody)).map(drop);
    assert!(matches!(refused, Err(StoreError::NotFound)), "{refused:?}");
}

#[test]
fn steps_are_done_as_things_are_there() {
    let ports = TestPorts::default();
    let id = ports.with_organization().id;
    let done = |id| {
        let steps = run(onboarding(&ports.context(id))).expect("steps");
        assert_eq!(steps.network, Network::Test);
        let done = steps.steps.into_iter().filter(|step| step.done).map(|step| step.code);
        (steps.ready, done.collect::<Vec<_>>())
    };
    // the sandbox has no credit
    assert_eq!(done(id), (false, vec![StepCode::Record, StepCode::Credit]));
    let bank_accounts = vec![(id, build::bank_account())];
    ports.provision(Provision { bank_accounts, ..Provision::default() });
    issue(&ports, id);
    let (_, steps) = done(id);
    for code in [StepCode::BankAccount, StepCode::Customer, StepCode::Invoice] {
        assert!(steps.contains(&code), "{code:?} of {steps:?}");
    }
    assert!(!steps.contains(&StepCode::Send));

    let enrolled = ports.with_enrolled();
    assert!(done(enrolled).1.contains(&StepCode::Registration));
    // a live send is none in the sandbox
    for (send, is_seen) in [(sends::send(), false), (sends::test_send(), true)] {
        let send = QueuedSend { reserve: Credits(0), ..send };
        run(ports.store.commit(enrolled, &sends::queued(&send), None, NOW)).expect("queued");
        assert_eq!(done(enrolled).1.contains(&StepCode::Send), is_seen);
    }
    assert!(done(enrolled).0, "everything that is required");
}

#[test]
fn a_partner_sees_the_use_of_those_it_manages() {
    let ports = TestPorts::default();
    let ids = [(); 3].map(|()| ports.with_organization().id);
    let partner = ports.with_partner(&ids[..2]);
    for organization in [ids[0], ids[0], ids[2]] {
        issue(&ports, organization);
    }
    let own = run(usage(&ports.context(ids[0]))).expect("its use");
    assert_eq!((own.plan, own.invoices, own.stored_bytes), (Plan::Pro, 2, 0));
    let (mut after, mut seen) = (None, Vec::new());
    loop {
        let page = run(managed_usage(&ports, partner, after, 1)).expect("a page");
        after = page.next();
        seen.extend(page.rows);
        if after.is_none() {
            break;
        }
    }
    let mut rows: Vec<_> =
        seen.iter().map(|row| (row.record.organization.id, row.usage.invoices)).collect();
    rows.sort();
    let mut expected = [(ids[0], 2), (ids[1], 0)];
    expected.sort();
    assert_eq!(rows, expected);
}
