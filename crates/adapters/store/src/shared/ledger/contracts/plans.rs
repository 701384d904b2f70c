//! Tests that due contracts and the lists are found by their indexes.

use super::{
    super::{
        super::{
            super::explain::{SLOW, STATISTICS, USING, execute, on_engine, temporary},
            plans::{explain, index_of},
            sql::{Backend, Statement},
        },
        dashboard::stuck_query,
    },
    due, list, periods,
};
use crate::fill;
use access::OrganizationId;
use contracts::{ContractFilter, ContractId, ContractStore, Step};
use dashboard::{Month, Window};
use invoicing::{
    InvoiceStore, Issuance, References,
    records::{ContactRow, CustomerStore, Provision, ProvisionStore},
};
use jobs::JobId;
use peppol_connector::identifiers::Network;
use testkit::{
    build::{NOW, contact, id, organization},
    contracts::contract,
};
use time::{Duration, macros::date};

/// An organization with 20,000 contracts, of which one in a hundred is due, and 20,000 invoices of the
/// first.
async fn filled(store: &Backend) -> (OrganizationId, ContractId) {
    let organization = organization();
    let owner = organization.id;
    let provision = Provision { organizations: vec![organization], ..Provision::default() };
    store.provision(&provision, NOW).await.expect("provisioned");
    let customer = contact("Nájomca");
    let row = ContactRow { contact: customer.clone(), created_at: NOW, retired_at: None };
    store.add_contact(owner, &row, None).await.expect("made");
    let first = contract(owner, &customer);
    store.add_contract(owner, &first, None).await.expect("made");
    let Step::Issue(period) = first.step(date!(2026 - 11 - 21)) else { panic!("due") };
    let references = References { customer_id: Some(customer.id), ..References::default() };
    let records = store.issuing_records(owner, &references).await.expect("records");
    let draft = first.draft(&period, &records, &mut Issuance::at(NOW, id)).expect("a draft");
    let decide = |invoice: &_| first.issued(&period, invoice, JobId(id()));
    store.issue_period(owner, &first, &draft, decide).await.expect("issued");
    execute(store, &copies()).await;
    (owner, first.id)
}

fn copies() -> String {
    let postgres = USING.starts_with("Index");
    let (id, second, day, first) = if postgres {
        (
            "gen_random_uuid()",
            "(n / 7) * interval '1 second'",
            "date '2026-11-21' + (n % 100)::integer",
            "date '2100-01-01' + n::integer",
        )
    } else {
        (
            "randomblob(16)",
            "(n / 7) * 1000000",
            "date('2026-11-21', '+' || (n % 100) || ' days')",
            "date('2100-01-01', '+' || n || ' days')",
        )
    };
    let invoices = fill::copies(postgres, 5_000);
    format!(
        "{invoices}
         insert into contract_invoices
           select p.organization_id, p.contract_id, {first}, {first}, n, p.due_on, i.id, 'none', null,
             p.created_at + {second}
           from contract_invoices p,
             (select id, row_number() over (order by number) as n from invoices
              where number like 'N%') i;
         insert into contracts
           with recursive counted(n) as
             (select 1 union all select n + 1 from counted where n < 20000)
           select organization_id, {id}, tier, state, customer_id, {day}, null, null, version,
             created_at + {second}, content, null
           from contracts c, counted;"
    )
}

async fn check(store: &Backend, query: Statement<'_>, index: &str) {
    let plan = explain(store, query).await;
    let slow = SLOW.iter().any(|slow| plan.contains(slow));
    assert!(index_of(&plan) == index && !slow, "{index}:\n{plan}");
}

#[on_engine]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn contracts_have_their_indexes() {
    let (store, _place) = temporary().await;
    let (owner, contract) = filled(&store).await;
    for statistics in STATISTICS {
        execute(&store, statistics).await;
        let later = NOW + Duration::DAY;
        check(&store, due(date!(2026 - 11 - 21), later, None, 100), "contracts_due").await;
        let all = ContractFilter::default();
        check(&store, list(owner, &all, None, 50), "contracts_newest").await;
        let invoices = periods::query(owner, contract, None, 50);
        check(&store, invoices, "contract_invoices_newest").await;
        let today = date!(2026 - 11 - 21);
        let window = Window { today, month: Month::of(today), network: Network::Live };
        let stuck = explain(&store, stuck_query(owner, &window)).await;
        assert!(stuck.contains("contracts_stuck"), "{stuck}");
    }
}
